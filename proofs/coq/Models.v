(** What the checker relies on: its classes are those of the laws, and valid models have laws. *)
From Coq Require Import ZArith QArith List Bool Lia.
From Verify Require Import Law Channel Pairs HockeyStick Alike Classes Merge Check.
Import ListNotations.
Local Open Scope Z_scope.

(** * The classes are those of the laws *)

Lemma weights_join : forall A (l : list (A * both)) m,
  map snd (join mul l m) = cross (map snd l) (map snd m).
Proof.
  intros A l m. unfold join, cross. induction l as [|x rest IH]; simpl; [reflexivity|].
  rewrite map_app, IH, !map_map. reflexivity.
Qed.

Lemma weights_sequences : forall A n (l : list (A * both)),
  map snd (sequences mul one n l) = power n (map snd l).
Proof.
  intros A n l. induction n as [|n IH]; [reflexivity|].
  cbn [sequences power]. rewrite weights_join, IH. reflexivity.
Qed.

Lemma weights_numbered : forall l : list both, map snd (numbered l) = l.
Proof. intros l. apply combine_right. apply seq_length. Qed.

Definition positive_rows (m : model) := forall t r, all_nonneg (row_of m t r) = true.

Lemma positive_rows_of : forall m, positive_rows m -> forall t r s, positive_weights (rows_of m t r s).
Proof.
  intros m N t r s. apply Forall_forall. intros [p q] K.
  pose proof (N t r) as A. pose proof (N t s) as B. unfold all_nonneg in A, B.
  rewrite forallb_forall in A, B. simpl. split; apply Z.leb_le.
  - apply A. exact (in_combine_l _ _ _ _ K).
  - apply B. exact (in_combine_r _ _ _ _ K).
Qed.

Lemma alike_crossed : forall A n (l : list (factor * A)) (f : factor * A -> list both),
  (forall x, positive_weights (f x)) ->
  let laws := joined mul one (map (fun x => sequences mul one (n x) (numbered (f x))) l) in
  let found := crossed (map (fun x => classes (n x) (f x)) l) in
  positive_weights (map snd laws) /\ positive_weights found /\ alike (map snd laws) found.
Proof.
  intros A n l f N. cbv zeta.
  assert (unit : positive_weights [one]) by (constructor; [simpl; lia|constructor]).
  induction l as [|x rest [IH1 [IH2 IH3]]].
  - split; [exact unit|]. split; [exact unit|]. apply alike_refl.
  - cbn [map joined]. rewrite weights_join, weights_sequences, weights_numbered.
    destruct (classes_alike (n x) (f x) (N x)) as [C1 C2].
    pose proof (positive_power (n x) _ (N x)) as P.
    split; [apply positive_cross; assumption|]. destruct rest as [|y rest].
    + split; [exact C1|]. cbn [map joined snd]. rewrite cross_one. exact C2.
    + destruct (merged_alike _ C1) as [D1 D2].
      set (next := crossed (map (fun x => classes (n x) (f x)) (y :: rest))) in *.
      destruct (merged_alike (cross (merged (classes (n x) (f x))) next)) as [E1 E2];
        [apply positive_cross; assumption|].
      split; [exact E1|]. refine (alike_trans _ _ _ _ E2).
      apply alike_cross; [assumption..| |exact IH3]. exact (alike_trans _ _ _ C2 D2).
Qed.

Lemma alike_branch : forall m b r s, positive_rows m ->
  positive_weights (map snd (pair_of_branch m b r s))
  /\ alike (map snd (pair_of_branch m b r s)) (classes_of_branch m b r s).
Proof.
  intros m b r s N.
  destruct (alike_crossed _ (fun x => snd (fst x)) (choices b r s)
    (fun x => rows_of m (fst (fst x)) (fst (snd x)) (snd (snd x)))) as [H1 [_ H2]].
  - intros x. apply positive_rows_of. exact N.
  - split; assumption.
Qed.

Definition positive_entries (l : list entry) := Forall (fun e => 0 <= weight e) l.

Lemma alike_mul : forall a b l m, 0 <= a -> 0 <= b -> alike l m ->
  alike (map (mul (a, b)) l) (map (mul (a, b)) m).
Proof.
  intros a b l m A B H u v U V. rewrite !divergence_mul.
  apply H; apply Z.mul_nonneg_nonneg; assumption.
Qed.

Lemma weights_tagged : forall A n w (l : list (A * both)),
  map snd (tagged mul n w l) = map (mul w) (map snd l).
Proof. intros. unfold tagged. rewrite !map_map. reflexivity. Qed.

Lemma alike_branches : forall m, positive_rows m -> forall bs n es fs,
  positive_entries es -> positive_entries fs ->
  positive_weights (map snd (pair_of_branches m n bs es fs))
  /\ alike (map snd (pair_of_branches m n bs es fs)) (classes_of_branches m bs es fs).
Proof.
  intros m N. induction bs as [|b bs IH]; intros n es fs E F;
    [split; [constructor|apply alike_refl]|].
  destruct E as [|e es We E], F as [|f fs Wf F]; try (split; [constructor|apply alike_refl]).
  destruct (IH (S n) es fs E F) as [IH1 IH2].
  destruct (alike_branch m b (chosen e) (chosen f) N) as [H1 H2].
  cbn [pair_of_branches classes_of_branches]. rewrite map_app, weights_tagged. split.
  - apply positive_app; [|exact IH1]. apply positive_mul; [split; assumption|exact H1].
  - apply alike_app; [|exact IH2]. apply alike_mul; assumption.
Qed.

(** * What valid models are *)

Lemma valid_rows : forall m, valid m = true -> positive_rows m.
Proof.
  intros m V t r. apply andb_prop in V. destruct V as [V _]. rewrite forallb_forall in V.
  unfold row_of. destruct (nth_in_or_default t (tables m) []) as [K|E].
  - specialize (V _ K). rewrite forallb_forall in V.
    destruct (nth_in_or_default r (nth t (tables m) []) []) as [K'|E]; [apply V, K'|].
    rewrite E. reflexivity.
  - rewrite E. destruct r; reflexivity.
Qed.

Lemma valid_inputs : forall m i, valid m = true -> (i < length (inputs m))%nat ->
  valid_input m (input_of m i) = true.
Proof.
  intros m i V I. apply andb_prop in V. destruct V as [_ V]. rewrite forallb_forall in V.
  apply V, nth_In, I.
Qed.

Lemma valid_entries : forall m x, valid_input m x = true -> positive_entries (entries x).
Proof.
  intros m x V. apply andb_prop in V. destruct V as [V _]. unfold all_nonneg in V.
  rewrite forallb_forall in V. apply Forall_forall. intros e K. apply Z.leb_le, V, in_map, K.
Qed.

Lemma aligned_self : forall m i, aligned m i i = true.
Proof.
  intros m i. unfold aligned. generalize (branches m) (entries (input_of m i)).
  induction l as [|b bs IH]; intros [|e es]; [reflexivity..|]. simpl.
  rewrite IH, andb_true_r. unfold aligned_branch, same_length. rewrite Nat.eqb_refl. cbn [andb].
  generalize (chosen e). induction b as [|f b IHb]; intros [|k r]; try reflexivity.
  simpl. rewrite Nat.eqb_refl. apply IHb.
Qed.

Lemma mass_rows : forall r s : row, length r = length s -> mass (combine r s) = row_sum r.
Proof.
  intros r s H. unfold row_sum. rewrite <- (Z.add_0_r (mass _)). generalize 0.
  revert s H. induction r as [|x r IH]; intros [|y s] H a; try discriminate H; [simpl; lia|].
  simpl. rewrite <- IH with (s := s) by (injection H; auto). ring.
Qed.

Lemma mass_branch : forall m b r s, aligned_branch m b r s = true ->
  mass (map snd (pair_of_branch m b r s))
  = fold_right Z.mul 1
      (map (fun x => row_sum (row_of m (fst (fst x)) (snd x)) ^ Z.of_nat (snd (fst x))) (combine b r)).
Proof.
  intros m b r s H. apply andb_prop in H. destruct H as [H1 H2]. apply Nat.eqb_eq in H1.
  rewrite forallb_forall in H2.
  transitivity (fold_right Z.mul 1 (map (fun x =>
    row_sum (row_of m (fst (fst x)) (fst (snd x))) ^ Z.of_nat (snd (fst x))) (choices b r s))).
  - unfold pair_of_branch. induction (choices b r s) as [|x rest IH]; [reflexivity|].
    cbn [map joined fold_right]. rewrite weights_join, weights_sequences, weights_numbered.
    rewrite mass_cross, mass_power, IH by (intros; apply H2; right; assumption).
    unfold rows_of. rewrite mass_rows; [reflexivity|]. apply Nat.eqb_eq, H2. left. reflexivity.
  - f_equal. exact (on_choices true _
      (fun f k => row_sum (row_of m (fst f) k) ^ Z.of_nat (snd f)) b r s H1).
Qed.

Lemma mass_branches : forall m bs n es fs, aligned_branches m bs es fs = true ->
  mass (map snd (pair_of_branches m n bs es fs)) = branches_total m bs es.
Proof.
  intros m. induction bs as [|b bs IH]; intros n es fs H; [reflexivity|].
  destruct es as [|e es], fs as [|f fs]; try discriminate H; [reflexivity|].
  apply andb_prop in H. destruct H as [H1 H2]. cbn [pair_of_branches branches_total].
  rewrite map_app, mass_app, weights_tagged, mass_mul, IH by assumption.
  rewrite mass_branch by assumption. reflexivity.
Qed.

Lemma total_mass : forall A (l : list (A * both)), total (first l) (fun _ => true) = mass (map snd l).
Proof. intros A l. induction l as [|x rest IH]; simpl; [|rewrite IH]; reflexivity. Qed.

(** Every input of a valid model has a law. *)
Theorem valid_law : forall m i, valid m = true -> (i < length (inputs m))%nat -> is_law (law_of m i).
Proof.
  intros m i V I. pose proof (aligned_self m i) as E. pose proof (valid_inputs m i V I) as X.
  pose proof (valid_entries m _ X) as N. unfold law_of.
  rewrite <- (on_pair true m i i E : first (pair_of m i i) = weights_of m i). split.
  - intros x p K. apply in_map_iff in K. destruct K as [[y w] [Eq K]]. injection Eq as <- <-.
    apply in_map_iff in K. destruct K as [[z v] [Eq K]]. injection Eq as <- <-.
    destruct (alike_branches m (valid_rows m V) (branches m) 0 _ _ N N) as [P _].
    apply (in_map snd) in K. cbn [snd] in K. unfold positive_weights in P.
    rewrite Forall_forall in P. specialize (P v K). unfold Qle. simpl. unfold side, pick. lia.
  - etransitivity; [exact (prob_over _ _ _ (fun _ => true))|]. rewrite total_mass.
    unfold pair_of. rewrite mass_branches by exact E. apply andb_prop in X. destruct X as [_ X].
    apply Z.eqb_eq in X. rewrite X. unfold Qeq. cbn [Qnum Qden]. lia.
Qed.
