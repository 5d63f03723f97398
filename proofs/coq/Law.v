(** Finite laws, events, and privacy of a pair of laws.

    A law lists outcomes with their probabilities. An outcome may be listed more than once. *)
From Coq Require Import QArith List Lqa.
Import ListNotations.
Local Open Scope Q_scope.

Definition law (A : Type) := list (A * Q).

(** The mean of [h] under a law: the sum of p * h(x). *)
Fixpoint mean {A} (l : law A) (h : A -> Q) : Q :=
  match l with
  | [] => 0
  | (x, p) :: rest => p * h x + mean rest h
  end.

(** The probability of an event, which is any set of outcomes. *)
Definition prob {A} (l : law A) (S : A -> bool) : Q := mean l (fun x => if S x then 1 else 0).

Definition nonnegative {A} (l : law A) := forall x p, In (x, p) l -> 0 <= p.
Definition is_law {A} (l : law A) := nonnegative l /\ mean l (fun _ => 1) == 1.

(** P is (alpha, delta)-close to P': the claim of differential privacy for one ordered pair. *)
Definition private {A} (alpha delta : Q) (P P' : law A) :=
  forall S : A -> bool, prob P S <= alpha * prob P' S + delta.

(** A witness refutes: an event whose excess is above delta. *)
Theorem witness_refutes : forall A alpha delta (P P' : law A) (S : A -> bool),
  delta < prob P S - alpha * prob P' S -> ~ private alpha delta P P'.
Proof. intros A alpha delta P P' S excess claim. specialize (claim S). lra. Qed.

(** * Means *)

Lemma nonnegative_cons : forall A (x : A) p l,
  nonnegative ((x, p) :: l) -> 0 <= p /\ nonnegative l.
Proof. intros A x p l H. split; [apply (H x); left|intros y q K; apply (H y); right]; trivial. Qed.

Lemma mean_ext : forall A (l : law A) h k, (forall x, h x == k x) -> mean l h == mean l k.
Proof.
  intros A l h k H. induction l as [|[x p] rest IH]; simpl; [reflexivity|].
  rewrite IH, (H x). reflexivity.
Qed.

Lemma mean_plus : forall A (l : law A) h k, mean l (fun x => h x + k x) == mean l h + mean l k.
Proof.
  intros A l h k. induction l as [|[x p] rest IH]; simpl; [reflexivity|]. rewrite IH. ring.
Qed.

Lemma mean_scale : forall A (l : law A) c h, mean l (fun x => c * h x) == c * mean l h.
Proof. intros A l c h. induction l as [|[x p] rest IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma mean_le : forall A (l : law A) h k, nonnegative l ->
  (forall x p, In (x, p) l -> 0 < p -> h x <= k x) -> mean l h <= mean l k.
Proof.
  intros A l h k. induction l as [|[x p] rest IH]; intros N H; simpl; [lra|].
  destruct (nonnegative_cons _ _ _ _ N) as [Np Nr].
  assert (mean rest h <= mean rest k) by (apply IH; auto; intros y q K; apply (H y q); right; auto).
  destruct (Qlt_le_dec 0 p) as [positive|zero].
  - assert (h x <= k x) by (apply (H x p); [left; reflexivity|assumption]).
    assert (p * h x <= p * k x) by (rewrite !(Qmult_comm p); apply Qmult_le_compat_r; lra). lra.
  - assert (E : p == 0) by lra. rewrite E. lra.
Qed.

Lemma mean_app : forall A (l m : law A) h, mean (l ++ m) h == mean l h + mean m h.
Proof. intros A l m h. induction l as [|[x p] rest IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma mean_nonnegative : forall A (l : law A) h,
  nonnegative l -> (forall x, 0 <= h x) -> 0 <= mean l h.
Proof.
  intros A l h N H. assert (Z : mean l (fun _ => 0 * 0) == 0) by (rewrite mean_scale; ring).
  rewrite <- Z. apply mean_le; [assumption|]. intros x p _ _. specialize (H x). lra.
Qed.

Lemma prob_nonnegative : forall A (l : law A) S, nonnegative l -> 0 <= prob l S.
Proof. intros. apply mean_nonnegative; [assumption|]. intros x. destruct (S x); lra. Qed.

Lemma prob_le_1 : forall A (l : law A) S, is_law l -> prob l S <= 1.
Proof.
  intros A l S [N total]. rewrite <- total. apply mean_le; [assumption|].
  intros x p _ _. destruct (S x); lra.
Qed.

Lemma mean_constant : forall A (l : law A) c, is_law l -> mean l (fun _ => c) == c.
Proof.
  intros A l c [_ total]. rewrite (mean_ext _ _ _ (fun _ => c * 1)) by (intros; ring).
  rewrite mean_scale, total. ring.
Qed.
