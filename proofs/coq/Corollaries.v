(** What follows from claims that the checker has accepted. *)
From Coq Require Import ZArith QArith List Bool.
From Verify Require Import Law Channel Check Soundness PostProcessing Adaptive Composition.
Import ListNotations.
Local Open Scope Q_scope.

Lemma check_alpha : forall m pairs alpha delta, check m pairs alpha delta = true -> 0 <= alpha.
Proof.
  intros m pairs alpha delta C. unfold check in C. rewrite !andb_true_iff in C.
  destruct C as [[_ U] _]. apply Z.leb_le in U. unfold Qle. simpl. rewrite Z.mul_1_r. exact U.
Qed.

Section Accepted.
  Variable m : model.
  Variable pairs : list (nat * nat).
  Variables alpha delta : Q.
  Hypothesis accepted : check m pairs alpha delta = true.
  Variables i j : nat.
  Hypothesis listed : In (i, j) pairs.

  (** Whatever is done to the output. *)
  Theorem checked_postprocess : forall B (K : outcome -> law B), (forall x, is_law (K x)) ->
    private alpha delta (through (law_of m i) K) (through (law_of m j) K).
  Proof.
    intros B K laws. apply postprocess_randomized; [exact laws|].
    exact (check_sound m pairs alpha delta accepted i j listed).
  Qed.

  (** Beside another release that was accepted. *)
  Theorem checked_composition : forall n pairs' beta gamma i' j',
    check n pairs' beta gamma = true -> In (i', j') pairs' -> 0 <= gamma ->
    private (alpha * beta) (delta + gamma)
      (product (law_of m i) (law_of n i')) (product (law_of m j) (law_of n j')).
  Proof.
    intros n pairs' beta gamma i' j' other listed' G.
    destruct (check_laws _ _ _ _ accepted i j listed) as [L L'].
    destruct (check_laws _ _ _ _ other i' j' listed') as [R R'].
    apply composition; try assumption; [apply L'|apply R'|split| |].
    - exact (check_alpha _ _ _ _ accepted).
    - exact (check_alpha _ _ _ _ other).
    - exact (check_sound _ _ _ _ accepted i j listed).
    - exact (check_sound _ _ _ _ other i' j' listed').
  Qed.

  (** k times, with fresh randomness. *)
  Theorem checked_fold : forall k, 0 <= delta ->
    private (raise k alpha) (times k delta) (fold_law k (law_of m i)) (fold_law k (law_of m j)).
  Proof.
    intros k D. destruct (check_laws _ _ _ _ accepted i j listed) as [L L'].
    apply composition_fold; try assumption.
    - exact (check_alpha _ _ _ _ accepted).
    - exact (check_sound _ _ _ _ accepted i j listed).
  Qed.
End Accepted.
