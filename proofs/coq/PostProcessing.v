(** Post-processing, deterministic and randomized: what is done to the output without a look at the
    input cannot make it less private. *)
From Coq Require Import QArith List Lqa Lia.
From Verify Require Import Law.
Import ListNotations.
Local Open Scope Q_scope.

(** * Numbers between 0 and 1 in place of events

    A function with values in [0, 1] is a mixture of events {h > t}. *)

Definition inject (n : nat) : Q := inject_Z (Z.of_nat n).

Lemma inject_S : forall n, inject (S n) == inject n + 1.
Proof. intros n. unfold inject. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. Qed.

Lemma private_counts : forall A alpha delta (P P' : law A), private alpha delta P P' ->
  forall N (w : A -> nat), (forall x, (w x <= N)%nat) ->
  mean P (fun x => inject (w x)) <= alpha * mean P' (fun x => inject (w x)) + inject N * delta.
Proof.
  intros A alpha delta P P' claim. induction N as [|N IH]; intros w bound.
  - assert (Z : forall l : law A, mean l (fun x => inject (w x)) == 0).
    { intros l. rewrite (mean_ext _ _ _ (fun _ => 0 * 0)); [rewrite mean_scale; ring|].
      intros x. specialize (bound x). replace (w x) with 0%nat by lia. reflexivity. }
    rewrite !Z. change (inject 0) with 0. lra.
  - pose (rest x := Nat.min (w x) N). pose (top x := Nat.ltb N (w x)).
    assert (split : forall l : law A,
      mean l (fun x => inject (w x)) == mean l (fun x => inject (rest x)) + prob l top).
    { intros l. unfold prob. rewrite <- mean_plus. apply mean_ext. intros x.
      unfold rest, top. specialize (bound x). destruct (Nat.ltb_spec N (w x)).
      - replace (w x) with (S N) by lia. rewrite Nat.min_r by lia. apply inject_S.
      - rewrite Nat.min_l by lia. ring. }
    rewrite !split, inject_S.
    pose proof (IH rest (fun x => Nat.le_min_r (w x) N)) as below. pose proof (claim top). lra.
Qed.

(** One denominator for the values that a function takes on a list. *)
Lemma common_denominator : forall A (h : A -> Q) (l : list A),
  exists D : positive, forall x, In x l -> (Z.pos (Qden (h x)) | Z.pos D)%Z.
Proof.
  intros A h l. induction l as [|x rest [D IH]].
  - exists 1%positive. intros x [].
  - exists (Qden (h x) * D)%positive. intros y [<-|K]; rewrite Pos2Z.inj_mul.
    + apply Z.divide_factor_l.
    + apply Z.divide_mul_r. auto.
Qed.

Definition count (h : Q) (D : positive) : nat :=
  Nat.min (Z.to_nat (Qnum h * (Z.pos D / Z.pos (Qden h)))) (Pos.to_nat D).

Lemma count_spec : forall h D, 0 <= h <= 1 -> (Z.pos (Qden h) | Z.pos D)%Z ->
  inject (count h D) == h * inject_Z (Z.pos D).
Proof.
  intros [a b] D [low high] [c divides]. unfold Qle in low, high. simpl in *. unfold count, inject.
  simpl Qnum. simpl Qden. rewrite divides, Z.div_mul by discriminate.
  assert (0 < c)%Z by nia. rewrite Nat2Z.inj_min, Z2Nat.id by nia. rewrite positive_nat_Z.
  rewrite Z.min_l by nia. unfold Qeq. simpl. nia.
Qed.

Theorem private_mean : forall A alpha delta (P P' : law A), private alpha delta P P' ->
  forall h, (forall x, 0 <= h x <= 1) -> mean P h <= alpha * mean P' h + delta.
Proof.
  intros A alpha delta P P' claim h range.
  destruct (common_denominator A h (map fst P ++ map fst P')) as [D divides].
  pose (w x := count (h x) D). set (d := inject_Z (Z.pos D)).
  assert (positive : 0 < d) by reflexivity.
  assert (scaled : forall l : law A, (forall x p, In (x, p) l -> In x (map fst P ++ map fst P')) ->
    mean l (fun x => inject (w x)) == d * mean l h).
  { induction l as [|[x p] rest IH]; intros inside; simpl; [ring|].
    rewrite IH by (intros y q K; apply (inside y q); right; exact K).
    unfold w. rewrite count_spec; [fold d; ring|apply range|].
    apply divides, (inside x p). left. reflexivity. }
  pose proof (private_counts A alpha delta P P' claim (Pos.to_nat D) w
    (fun x => Nat.le_min_r _ _)) as counts.
  rewrite !scaled in counts
    by (intros x p K; apply in_or_app; apply (in_map fst) in K; auto).
  replace (inject (Pos.to_nat D)) with d in counts
    by (unfold d, inject; rewrite positive_nat_Z; reflexivity).
  apply (Qmult_le_l _ _ d positive). lra.
Qed.

(** * Deterministic *)

Definition image {A B} (g : A -> B) (l : law A) : law B := map (fun x => (g (fst x), snd x)) l.

Lemma mean_image : forall A B (g : A -> B) l h, mean (image g l) h == mean l (fun x => h (g x)).
Proof. intros A B g l h. induction l as [|[x p] rest IH]; simpl; [|rewrite IH]; reflexivity. Qed.

Theorem postprocess : forall A B (g : A -> B) alpha delta P P',
  private alpha delta P P' -> private alpha delta (image g P) (image g P').
Proof.
  intros A B g alpha delta P P' claim S. unfold prob. rewrite !mean_image.
  apply (claim (fun x => S (g x))).
Qed.

(** * Randomized *)

(** A first outcome, then a second one whose law depends on it. *)
Definition transcript {A B} (l : law A) (K : A -> law B) : law (A * B) :=
  flat_map (fun x => map (fun y => ((fst x, fst y), snd x * snd y)) (K (fst x))) l.

Lemma mean_transcript : forall A B (l : law A) (K : A -> law B) h,
  mean (transcript l K) h == mean l (fun x => mean (K x) (fun y => h (x, y))).
Proof.
  intros A B l K h. induction l as [|[x p] rest IH]; simpl; [reflexivity|].
  rewrite mean_app, IH. apply Qplus_inj_r. clear IH.
  induction (K x) as [|[y q] more IH]; simpl; [ring|]. rewrite IH. ring.
Qed.

(** The law of the second outcome alone. *)
Definition through {A B} (l : law A) (K : A -> law B) : law B := image snd (transcript l K).

Theorem postprocess_randomized : forall A B (K : A -> law B) alpha delta P P',
  (forall x, is_law (K x)) ->
  private alpha delta P P' -> private alpha delta (through P K) (through P' K).
Proof.
  intros A B K alpha delta P P' laws claim S. unfold prob, through.
  rewrite !mean_image, !mean_transcript. simpl.
  apply (private_mean A alpha delta P P' claim (fun x => prob (K x) S)).
  intros x. split; [apply prob_nonnegative, laws|apply prob_le_1, laws].
Qed.
