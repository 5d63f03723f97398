(** What makes tables of classes short: outcomes with one ratio are merged, and those that only one of
    the two laws has are taken together. *)
From Coq Require Import ZArith List Bool Lia.
From Verify Require Import Pairs HockeyStick Alike Classes.
Import ListNotations.
Local Open Scope Z_scope.

(** * Outcomes with one ratio *)

Fixpoint add (x : both) (l : list both) : list both :=
  match l with
  | [] => [x]
  | y :: rest => if fst x * snd y =? fst y * snd x
                 then (fst x + fst y, snd x + snd y) :: rest
                 else y :: add x rest
  end.
Definition merge (l : list both) : list both := fold_right add [] l.

Definition strict_weights (l : list both) := Forall (fun x => 0 < fst x /\ 0 < snd x) l.

Lemma part_merged : forall u v p q a b, 0 < q -> 0 < b -> p * b = a * q ->
  part (v * (p + a) - u * (q + b)) = part (v * p - u * q) + part (v * a - u * b).
Proof.
  intros u v p q a b Q' B E. assert (R : q * (v * a - u * b) = b * (v * p - u * q)).
  { transitivity (v * (a * q) - u * q * b); [ring|]. rewrite <- E. ring. }
  replace (v * (p + a) - u * (q + b)) with ((v * p - u * q) + (v * a - u * b)) by ring.
  revert R. generalize (v * p - u * q) (v * a - u * b). intros d e R.
  destruct d as [|d|d], e as [|e|e]; try reflexivity; exfalso; nia.
Qed.

Lemma add_spec : forall x l, 0 < fst x /\ 0 < snd x -> strict_weights l ->
  strict_weights (add x l) /\ forall u v, divergence u v (add x l) = divergence u v (x :: l).
Proof.
  intros [p q] l [P Q']. simpl in P, Q'. induction l as [|[a b] rest IH]; intros L.
  - split; [constructor; simpl; auto|reflexivity].
  - inversion L as [|? ? [A B] L']; subst. simpl in A, B. destruct (IH L') as [IH1 IH2].
    cbn [add fst snd]. destruct (Z.eqb_spec (p * b) (a * q)) as [E|N]; split.
    + constructor; [simpl; lia|assumption].
    + intros u v. rewrite !divergence_cons, part_merged by assumption. ring.
    + constructor; [simpl; auto|assumption].
    + intros u v. rewrite (divergence_cons _ _ a b), IH2, !divergence_cons. ring.
Qed.

Lemma merge_spec : forall l, strict_weights l ->
  strict_weights (merge l) /\ forall u v, divergence u v (merge l) = divergence u v l.
Proof.
  intros l L. induction L as [|[p q] rest X L' [IH1 IH2]]; [split; [constructor|reflexivity]|].
  simpl merge. destruct (add_spec (p, q) (merge rest) X IH1) as [H1 H2]. split; [assumption|].
  intros u v. rewrite H2, !divergence_cons, IH2. reflexivity.
Qed.

(** * Outcomes that one of the laws does not have *)

Definition common (x : both) : bool := (0 <? fst x) && (0 <? snd x).

(** The mass of P where P' has none. *)
Fixpoint mass_apart (l : list both) : Z :=
  match l with [] => 0 | x :: rest => (if 0 <? snd x then 0 else fst x) + mass_apart rest end.

Lemma strict_filter : forall l, strict_weights (filter common l).
Proof.
  intros l. apply Forall_forall. intros x K. apply filter_In in K. destruct K as [_ K].
  apply andb_prop in K. rewrite !Z.ltb_lt in K. assumption.
Qed.

Lemma strict_positive : forall l, strict_weights l -> positive_weights l.
Proof. intros l. apply Forall_impl. lia. Qed.

Lemma mass_apart_nonneg : forall l, positive_weights l -> 0 <= mass_apart l.
Proof.
  intros l L. induction L as [|[p q] rest [X _] _ IH]; simpl; [lia|]. simpl in X.
  destruct (0 <? q); lia.
Qed.

Lemma part_nonneg : forall d, 0 <= d -> part d = d.
Proof. intros [|d|d] D; try reflexivity. elim D. reflexivity. Qed.

Lemma part_nonpos : forall d, d <= 0 -> part d = 0.
Proof. intros [|d|d] D; try reflexivity. elim D. reflexivity. Qed.

Lemma alike_apart : forall l, positive_weights l -> alike l ((mass_apart l, 0) :: filter common l).
Proof.
  intros l L u v U V. induction L as [|[p q] rest [X Y] L IH].
  - rewrite divergence_cons, !Z.mul_0_r. reflexivity.
  - simpl in X, Y. pose proof (mass_apart_nonneg rest L) as M.
    rewrite divergence_cons, Z.mul_0_r, Z.sub_0_r, (part_nonneg (v * mass_apart rest)) in IH by nia.
    rewrite !divergence_cons, (Z.mul_0_r u), (Z.sub_0_r (v * _)), IH.
    cbn [mass_apart filter]. unfold common. cbn [fst snd].
    destruct (Z.ltb_spec 0 q).
    + destruct (Z.ltb_spec 0 p); cbn [andb Z.add].
      * rewrite (part_nonneg (v * mass_apart rest)), divergence_cons by nia. lia.
      * rewrite (part_nonpos (v * p - u * q)), (part_nonneg (v * mass_apart rest)) by nia. lia.
    + rewrite andb_false_r. replace q with 0 by lia.
      rewrite Z.mul_0_r, Z.sub_0_r, !part_nonneg by nia. lia.
Qed.

Lemma alike_cons : forall x l m, alike l m -> alike (x :: l) (x :: m).
Proof. intros [p q] l m H u v U V. rewrite !divergence_cons, H by assumption. reflexivity. Qed.

Lemma alike_refl : forall l, alike l l.
Proof. intros l u v _ _. reflexivity. Qed.

(** Both together. *)
Definition merged (l : list both) : list both := (mass_apart l, 0) :: merge (filter common l).

Theorem merged_alike : forall l, positive_weights l -> positive_weights (merged l) /\ alike l (merged l).
Proof.
  intros l L. destruct (merge_spec _ (strict_filter l)) as [M same].
  pose proof (mass_apart_nonneg l L). split.
  - constructor; [cbn [fst snd]; lia|apply strict_positive, M].
  - apply (alike_trans _ _ _ (alike_apart l L)). apply alike_cons. intros u v _ _. rewrite same.
    reflexivity.
Qed.

Lemma apart_power : forall n a r, 0 <= a -> positive_weights r ->
  alike (power n ((a, 0) :: r))
        (((a + mass r) ^ Z.of_nat n - mass r ^ Z.of_nat n, 0) :: power n r).
Proof.
  intros n a r A L. pose proof (mass_nonneg r L) as R.
  assert (gap : forall n, 0 <= (a + mass r) ^ Z.of_nat n - mass r ^ Z.of_nat n).
  { intros k. apply Z.le_0_sub, Z.pow_le_mono_l. lia. }
  induction n as [|n IH]; intros u v U V.
  - rewrite divergence_cons. simpl power. rewrite !Z.pow_0_r, !Z.mul_0_r. reflexivity.
  - change (power (S n) ((a, 0) :: r)) with (cross ((a, 0) :: r) (power n ((a, 0) :: r))).
    rewrite divergence_cross, Z.mul_0_r, divergence_0; [|nia|].
    2:{ apply positive_power. constructor; [simpl; lia|assumption]. }
    rewrite mass_power. simpl mass at 1. cbn [fst].
    rewrite (alike_cross_right r _ _ L IH u v U V).
    rewrite divergence_cross_right, Z.mul_0_r, divergence_0 by (assumption || (specialize (gap n); nia)).
    rewrite divergence_cons, Z.mul_0_r, Z.sub_0_r, part_nonneg by (specialize (gap (S n)); nia).
    rewrite Nat2Z.inj_succ, !Z.pow_succ_r by lia. simpl power. ring.
Qed.

(** * The classes of n draws *)

Definition classes (n : nat) (l : list both) : list both :=
  match n with
  | 1%nat => l
  | _ =>
      let k := Z.of_nat n in
      let shared := merge (filter common l) in
      let some := mass shared in
      let apart := ((mass_apart l + some) ^ k - some ^ k, 0) in
      match shared with
      | [] => apart :: power n []
      | (y, z) :: others => apart :: spread others (y, z) n k (y ^ k, z ^ k)
      end
  end.

Lemma alike_rotate : forall x l, alike (x :: l) (l ++ [x]).
Proof.
  intros [p q] l u v _ _. rewrite divergence_app, !divergence_cons, divergence_nil. ring.
Qed.

Lemma cross_one : forall l, cross l [one] = l.
Proof.
  induction l as [|[p q] rest IH]; [reflexivity|].
  transitivity (mul (p, q) one :: cross rest [one]); [reflexivity|]. rewrite IH.
  unfold mul, one. cbn [fst snd]. rewrite !Z.mul_1_r. reflexivity.
Qed.

(** The class table of n draws has the divergence of the n-fold product, at every level. *)
Theorem classes_alike : forall n l, positive_weights l ->
  positive_weights (classes n l) /\ alike (power n l) (classes n l).
Proof.
  intros n l L. destruct (Nat.eq_dec n 1) as [->|N].
  { simpl power. rewrite cross_one. split; [assumption|apply alike_refl]. }
  destruct (merge_spec _ (strict_filter l)) as [M _].
  pose proof (strict_positive _ M) as M'. pose proof (mass_apart_nonneg l L) as A.
  destruct (merged_alike l L) as [L' E]. unfold merged in L', E.
  replace (classes n l) with (
    let k := Z.of_nat n in
    let shared := merge (filter common l) in
    let some := mass shared in
    let apart := ((mass_apart l + some) ^ k - some ^ k, 0) in
    match shared with
    | [] => apart :: power n []
    | (y, z) :: others => apart :: spread others (y, z) n k (y ^ k, z ^ k)
    end) by (destruct n as [|[|n]]; [reflexivity|contradiction|reflexivity]).
  cbv zeta. set (shared := merge (filter common l)) in *.
  assert (X : 0 <= (mass_apart l + mass shared) ^ Z.of_nat n - mass shared ^ Z.of_nat n).
  { pose proof (mass_nonneg shared M'). apply Z.le_0_sub, Z.pow_le_mono_l. lia. }
  assert (T : forall k, alike (power n shared) k -> alike (power n l)
    (((mass_apart l + mass shared) ^ Z.of_nat n - mass shared ^ Z.of_nat n, 0) :: k)).
  { intros k K. apply (alike_trans _ _ _ (alike_power n _ _ L L' E)).
    apply (alike_trans _ _ _ (apart_power n _ _ A M')). apply alike_cons, K. }
  clearbody shared. destruct shared as [|[y z] others].
  - split; [|apply T, alike_refl].
    constructor; [split; [exact X|cbn [snd]; lia]|apply positive_power; constructor].
  - inversion M as [|? ? [Y Z'] O]; subst. simpl in Y, Z'. pose proof (strict_positive _ O) as O'.
    split.
    + constructor; [split; [exact X|cbn [snd]; lia]|].
      apply spread_positive; try assumption. split; apply Z.pow_nonneg; lia.
    + apply T, (alike_trans _ (power n (others ++ [(y, z)]))).
      * apply alike_power; [assumption| |apply alike_rotate].
        apply positive_app; [assumption|]. constructor; [simpl; lia|constructor].
      * apply spread_alike; assumption.
Qed.
