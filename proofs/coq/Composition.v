(** Basic composition: independent releases, levels multiply and deltas add. *)
From Coq Require Import QArith List Lqa.
From Verify Require Import Law PostProcessing Adaptive.
Import ListNotations.
Local Open Scope Q_scope.

Definition product {A B} (l : law A) (m : law B) : law (A * B) := transcript l (fun _ => m).

Theorem composition : forall A B (P P' : law A) (R R' : law B) alpha beta delta gamma,
  is_law P -> nonnegative P' -> is_law R -> nonnegative R' ->
  0 <= alpha /\ 0 <= beta -> 0 <= gamma ->
  private alpha delta P P' -> private beta gamma R R' ->
  private (alpha * beta) (delta + gamma) (product P R) (product P' R').
Proof.
  intros. apply (adaptive A B P P' (fun _ => R) (fun _ => R') _ _ _ _ (fun _ => true)); auto.
  discriminate.
Qed.

(** * k releases *)

Fixpoint fold_law {A} (k : nat) (l : law A) : law (list A) :=
  match k with
  | O => [([], 1)]
  | S k => image (fun x => fst x :: snd x) (product l (fold_law k l))
  end.

Fixpoint times (k : nat) (x : Q) : Q := match k with O => 0 | S k => x + times k x end.
Fixpoint raise (k : nat) (x : Q) : Q := match k with O => 1 | S k => x * raise k x end.

Lemma nonnegative_image : forall A B (g : A -> B) l, nonnegative l -> nonnegative (image g l).
Proof.
  intros A B g l N y p K. apply in_map_iff in K. destruct K as [[x q] [E K]]. inversion E; subst.
  apply (N x). assumption.
Qed.

Lemma nonnegative_product : forall A B (l : law A) (m : law B),
  nonnegative l -> nonnegative m -> nonnegative (product l m).
Proof.
  intros A B l m N M z p K. apply in_flat_map in K. destruct K as [[x q] [K1 K2]].
  apply in_map_iff in K2. destruct K2 as [[y r] [E K2]]. inversion E; subst.
  apply Qmult_le_0_compat; [apply (N x)|apply (M y)]; assumption.
Qed.

Lemma is_law_fold : forall A (l : law A) k, is_law l -> is_law (fold_law k l).
Proof.
  intros A l k [N total]. induction k as [|k [Nk totalk]]; simpl.
  - split; [|simpl; ring]. intros x p [E|[]]. inversion E. discriminate.
  - split; [apply nonnegative_image, nonnegative_product; assumption|].
    unfold product. rewrite mean_image, mean_transcript.
    rewrite (mean_ext _ _ _ (fun _ => 1)); [assumption|]. intros. assumption.
Qed.

Lemma times_nonnegative : forall k x, 0 <= x -> 0 <= times k x.
Proof. intros k x H. induction k; simpl; lra. Qed.

Lemma raise_nonnegative : forall k x, 0 <= x -> 0 <= raise k x.
Proof. intros k x H. induction k; simpl; [lra|]. apply Qmult_le_0_compat; assumption. Qed.

Theorem composition_fold : forall A (P P' : law A) alpha delta k,
  is_law P -> is_law P' -> 0 <= alpha -> 0 <= delta -> private alpha delta P P' ->
  private (raise k alpha) (times k delta) (fold_law k P) (fold_law k P').
Proof.
  intros A P P' alpha delta k law_P law_P' nonneg_alpha nonneg_delta claim.
  induction k as [|k IH]; simpl.
  - intros S. lra.
  - apply postprocess, composition; try assumption.
    + apply law_P'.
    + apply is_law_fold; assumption.
    + apply is_law_fold; assumption.
    + split; [assumption|apply raise_nonnegative; assumption].
    + apply times_nonnegative. assumption.
Qed.
