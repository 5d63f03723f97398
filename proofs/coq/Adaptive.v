(** Adaptive composition: the second release may depend on what the first one showed.

    Its guarantee must be valid conditionally, for every history that both inputs can have. *)
From Coq Require Import QArith Qminmax List Lqa.
From Verify Require Import Law PostProcessing.
Import ListNotations.
Local Open Scope Q_scope.

Section Adaptive.
  Variables A B : Type.
  Variables P P' : law A.  (** the first release *)
  Variables K K' : A -> law B.  (** the second one, given the first *)
  Variables alpha beta delta : Q.
  Variable gamma : A -> Q.  (** the second delta, which may depend on the history *)
  Variable common : A -> bool.  (** outside of these histories the second input has no mass *)

  Hypothesis first_law : is_law P.
  Hypothesis first_nonnegative : nonnegative P'.
  Hypothesis second_law : forall a, is_law (K a).
  Hypothesis second_nonnegative : forall a, nonnegative (K' a).
  Hypothesis levels : 0 <= alpha /\ 0 <= beta.
  Hypothesis gamma_nonnegative : forall a, 0 <= gamma a.
  Hypothesis first : private alpha delta P P'.
  Hypothesis second : forall a, common a = true -> private beta (gamma a) (K a) (K' a).
  Hypothesis elsewhere : forall a p, In (a, p) P' -> common a = false -> p == 0.

  (** With h = min(1, beta * K'(S)), which is at most 1:
      P(S) <= P(h) + P(gamma) <= alpha * P'(h) + delta + P(gamma). *)
  Theorem adaptive_average :
    private (alpha * beta) (delta + mean P gamma) (transcript P K) (transcript P' K').
  Proof.
    destruct levels as [nonneg_alpha nonneg_beta]. intros S. unfold prob. rewrite !mean_transcript.
    pose (f a := prob (K a) (fun b => S (a, b))). pose (g a := prob (K' a) (fun b => S (a, b))).
    change (mean P f <= alpha * beta * mean P' g + (delta + mean P gamma)).
    pose (h a := if common a then Qmin 1 (beta * g a) else 1).
    assert (nonneg_g : forall a, 0 <= beta * g a)
      by (intros a; apply Qmult_le_0_compat; [assumption|apply prob_nonnegative; auto]).
    assert (range : forall a, 0 <= h a <= 1).
    { intros a. specialize (nonneg_g a). unfold h. destruct (common a); [|lra]. split.
      - apply Q.min_glb; lra.
      - apply Q.le_min_l. }
    assert (upper : mean P f <= mean P (fun a => h a + gamma a)).
    { apply mean_le; [apply first_law|]. intros a p _ _. specialize (gamma_nonnegative a).
      assert (f a <= 1) by (apply prob_le_1; auto). unfold h. destruct (common a) eqn:E; [|lra].
      pose proof (second a E (fun b => S (a, b))) as valid. fold (f a) (g a) in valid.
      destruct (Q.min_spec 1 (beta * g a)) as [[_ M]|[_ M]]; rewrite M; lra. }
    assert (lower : mean P' h <= beta * mean P' g).
    { rewrite <- mean_scale. apply mean_le; [assumption|]. intros a p K1 K2. unfold h.
      destruct (common a) eqn:E; [apply Q.le_min_r|]. specialize (elsewhere a p K1 E). lra. }
    rewrite mean_plus in upper. pose proof (private_mean _ _ _ _ _ first h range).
    assert (alpha * mean P' h <= alpha * (beta * mean P' g))
      by (rewrite !(Qmult_comm alpha); apply Qmult_le_compat_r; assumption).
    rewrite <- Qmult_assoc. lra.
  Qed.
End Adaptive.

(** With one delta for all histories. *)
Theorem adaptive : forall A B (P P' : law A) (K K' : A -> law B) alpha beta delta gamma common,
  is_law P -> nonnegative P' -> (forall a, is_law (K a)) -> (forall a, nonnegative (K' a)) ->
  0 <= alpha /\ 0 <= beta -> 0 <= gamma ->
  private alpha delta P P' ->
  (forall a, common a = true -> private beta gamma (K a) (K' a)) ->
  (forall a p, In (a, p) P' -> common a = false -> p == 0) ->
  private (alpha * beta) (delta + gamma) (transcript P K) (transcript P' K').
Proof.
  intros A B P P' K K' alpha beta delta gamma common law_P N' laws N'' levels G first second out S.
  rewrite <- (mean_constant A P gamma law_P) at 1.
  apply (adaptive_average A B P P' K K' alpha beta delta (fun _ => gamma) common); auto.
Qed.
