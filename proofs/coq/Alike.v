(** Lists of weights that have the same divergence at every level, as laws of one privacy loss do.

    Independent draws from alike lists are alike: that is why outcomes may be merged. *)
From Coq Require Import ZArith List Lia.
From Verify Require Import Pairs HockeyStick.
Import ListNotations.
Local Open Scope Z_scope.

Definition alike (l m : list both) :=
  forall u v, 0 <= u -> 0 <= v -> divergence u v l = divergence u v m.

(** Independent draws, without the names of outcomes. *)
Definition cross (l m : list both) : list both := flat_map (fun x => map (mul x) m) l.
Fixpoint power (n : nat) (l : list both) : list both :=
  match n with O => [one] | S n => cross l (power n l) end.

Lemma alike_trans : forall l m k, alike l m -> alike m k -> alike l k.
Proof. intros l m k H K u v U V. rewrite H, K by assumption. reflexivity. Qed.

Lemma alike_sym : forall l m, alike l m -> alike m l.
Proof. intros l m H u v U V. rewrite H by assumption. reflexivity. Qed.

Lemma alike_app : forall l l' m m', alike l l' -> alike m m' -> alike (l ++ m) (l' ++ m').
Proof. intros l l' m m' H K u v U V. rewrite !divergence_app, H, K by assumption. reflexivity. Qed.

Lemma divergence_nil : forall u v, divergence u v [] = 0.
Proof. reflexivity. Qed.

Lemma divergence_mul : forall u v a b l,
  divergence u v (map (mul (a, b)) l) = divergence (u * b) (v * a) l.
Proof.
  intros u v a b l. induction l as [|[p q] rest IH]; [reflexivity|].
  simpl map. unfold mul at 1. rewrite !divergence_cons, IH. simpl fst. simpl snd.
  rewrite !Z.mul_assoc. reflexivity.
Qed.

Lemma part_scale : forall c d, 0 <= c -> part (c * d) = c * part d.
Proof. intros [|c|c] [|d|d] C; try reflexivity; elim C; reflexivity. Qed.

Lemma divergence_scale : forall c u v l, 0 <= c ->
  divergence (c * u) (c * v) l = c * divergence u v l.
Proof.
  intros c u v l C. induction l as [|[p q] rest IH]; [rewrite !divergence_nil; ring|].
  rewrite !divergence_cons, IH.
  replace (c * v * p - c * u * q) with (c * (v * p - u * q)) by ring.
  rewrite part_scale by assumption. ring.
Qed.

Lemma divergence_cross : forall u v a b l m,
  divergence u v (cross ((a, b) :: l) m)
  = divergence (u * b) (v * a) m + divergence u v (cross l m).
Proof. intros. simpl. rewrite divergence_app, divergence_mul. reflexivity. Qed.

Lemma divergence_cross_right : forall u v a b l m,
  divergence u v (cross l ((a, b) :: m))
  = divergence (u * b) (v * a) l + divergence u v (cross l m).
Proof.
  intros u v a b l m. induction l as [|[p q] rest IH]; [reflexivity|].
  rewrite !divergence_cross, IH, !divergence_cons.
  replace (v * p * a - u * q * b) with (v * a * p - u * b * q) by ring. lia.
Qed.

Lemma divergence_cross_comm : forall u v l m, divergence u v (cross l m) = divergence u v (cross m l).
Proof.
  intros u v l m. induction m as [|[a b] rest IH].
  - induction l; [reflexivity|assumption].
  - rewrite divergence_cross_right, divergence_cross, IH. reflexivity.
Qed.

Lemma positive_app : forall l m, positive_weights l -> positive_weights m -> positive_weights (l ++ m).
Proof. intros. apply Forall_app. split; assumption. Qed.

Lemma positive_mul : forall x l, 0 <= fst x /\ 0 <= snd x -> positive_weights l ->
  positive_weights (map (mul x) l).
Proof.
  intros x l [X1 X2] L. apply Forall_map. refine (Forall_impl _ _ L). intros y [Y1 Y2].
  split; apply Z.mul_nonneg_nonneg; assumption.
Qed.

Lemma positive_cross : forall l m, positive_weights l -> positive_weights m ->
  positive_weights (cross l m).
Proof.
  intros l m L M. induction L; [constructor|]. apply positive_app; [|assumption].
  apply positive_mul; assumption.
Qed.

Lemma positive_power : forall n l, positive_weights l -> positive_weights (power n l).
Proof.
  intros n l L. induction n; simpl; [|apply positive_cross; assumption].
  constructor; [simpl; lia|constructor].
Qed.

Lemma alike_cross_right : forall l m m', positive_weights l -> alike m m' ->
  alike (cross l m) (cross l m').
Proof.
  intros l m m' L H u v U V. induction L as [|[p q] rest [X1 X2] _ IH]; [reflexivity|].
  simpl in X1, X2. rewrite !divergence_cross, IH, H by (apply Z.mul_nonneg_nonneg; assumption).
  reflexivity.
Qed.

Theorem alike_cross : forall l l' m m', positive_weights l -> positive_weights m' ->
  alike l l' -> alike m m' -> alike (cross l m) (cross l' m').
Proof.
  intros l l' m m' L M H K. apply (alike_trans _ (cross l m')); [apply alike_cross_right; assumption|].
  intros u v U V. rewrite (divergence_cross_comm u v l), (divergence_cross_comm u v l').
  apply alike_cross_right; assumption.
Qed.

Theorem alike_power : forall n l l', positive_weights l -> positive_weights l' ->
  alike l l' -> alike (power n l) (power n l').
Proof.
  intros n l l' L L' H. induction n; simpl; [intros u v _ _; reflexivity|].
  apply alike_cross; auto using positive_power.
Qed.

(** * Sums of the weights under P *)

Fixpoint mass (l : list both) : Z := match l with [] => 0 | x :: rest => fst x + mass rest end.

Lemma mass_app : forall l m, mass (l ++ m) = mass l + mass m.
Proof. intros l m. induction l; simpl; lia. Qed.

Lemma mass_mul : forall x l, mass (map (mul x) l) = fst x * mass l.
Proof. intros x l. induction l as [|y rest IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma mass_cross : forall l m, mass (cross l m) = mass l * mass m.
Proof.
  intros l m. induction l as [|x rest IH]; simpl; [reflexivity|].
  rewrite mass_app, mass_mul, IH. ring.
Qed.

Lemma mass_power : forall n l, mass (power n l) = mass l ^ Z.of_nat n.
Proof.
  intros n l. induction n as [|n IH]; [reflexivity|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. simpl. rewrite mass_cross, IH. reflexivity.
Qed.

Lemma mass_nonneg : forall l, positive_weights l -> 0 <= mass l.
Proof. intros l L. induction L as [|x rest [X _] _ IH]; simpl; lia. Qed.

Lemma divergence_0 : forall v l, 0 <= v -> positive_weights l -> divergence 0 v l = v * mass l.
Proof.
  intros v l V L. induction L as [|[p q] rest [X _] _ IH]; [rewrite divergence_nil; simpl; ring|].
  simpl in X. rewrite divergence_cons, IH. simpl mass. simpl fst.
  replace (v * p - 0 * q) with (v * p) by ring. assert (0 <= v * p) by nia.
  destruct (part_spec (v * p)) as [? [? [?|?]]]; lia.
Qed.
