(** The checker is sound and complete. *)
From Coq Require Import ZArith QArith List Bool Lia.
From Verify Require Import Law Channel Pairs HockeyStick Alike Merge Check Models.
Import ListNotations.
Local Open Scope Z_scope.

Lemma known_spec : forall m i j, known m i j = true ->
  (i < length (inputs m))%nat /\ (j < length (inputs m))%nat /\ aligned m i j = true.
Proof.
  intros m i j K. unfold known in K. rewrite !andb_true_iff, !Nat.ltb_lt in K. tauto.
Qed.

Lemma law_of_pair : forall m i j, aligned m i j = true ->
  law_of m i = over (scale (input_of m i)) (first (pair_of m i j))
  /\ law_of m j = over (scale (input_of m j)) (second (pair_of m i j)).
Proof.
  intros m i j H. unfold law_of, first, second.
  rewrite (on_pair true m i j H), (on_pair false m i j H). split; reflexivity.
Qed.

Lemma within_alike : forall alpha delta A B l l', (0 <= Qnum alpha) -> alike l l' ->
  within alpha delta A B l = within alpha delta A B l'.
Proof.
  intros alpha delta A B l l' U H. unfold within. destruct (snd (Pos.ggcd A B)) as [a b].
  rewrite (H (Qnum alpha * Z.pos a) (Z.pos (Qden alpha * b))); [reflexivity| |discriminate].
  apply Z.mul_nonneg_nonneg; [assumption|discriminate].
Qed.

Lemma decide_pair : forall m alpha delta i j, valid m = true -> 0 <= Qnum alpha ->
  known m i j = true ->
  decide m alpha delta i j
  = within alpha delta (scale (input_of m i)) (scale (input_of m j)) (map snd (pair_of m i j)).
Proof.
  intros m alpha delta i j V U K. destruct (known_spec m i j K) as [I [J _]].
  symmetry. apply within_alike; [assumption|]. apply alike_branches.
  - apply valid_rows, V.
  - apply (valid_entries m), valid_inputs; assumption.
  - apply (valid_entries m), valid_inputs; assumption.
Qed.

(** If the checker accepts, then for every listed ordered pair and every event S,
    P(S) <= alpha * P'(S) + delta. *)
Theorem check_sound : forall m pairs alpha delta, check m pairs alpha delta = true ->
  forall i j, In (i, j) pairs -> private alpha delta (law_of m i) (law_of m j).
Proof.
  intros m pairs alpha delta C i j L. unfold check in C. rewrite !andb_true_iff in C.
  destruct C as [[V U] C]. apply Z.leb_le in U. rewrite forallb_forall in C.
  specialize (C _ L). apply andb_prop in C. destruct C as [K D]. cbn [fst snd] in K, D.
  rewrite decide_pair in D by assumption. destruct (known_spec m i j K) as [_ [_ E]].
  destruct (law_of_pair m i j E) as [-> ->]. apply within_sound, D.
Qed.

(** If it refutes, then every listed ordered pair has a witness. *)
Theorem refute_sound : forall m pairs alpha delta, refute m pairs alpha delta = true ->
  forall i j, In (i, j) pairs -> exists S : outcome -> bool,
    (alpha * prob (law_of m j) S + delta < prob (law_of m i) S)%Q.
Proof.
  intros m pairs alpha delta C i j L. unfold refute in C. rewrite !andb_true_iff in C.
  destruct C as [[V U] C]. apply Z.leb_le in U. rewrite forallb_forall in C.
  specialize (C _ L). apply andb_prop in C. destruct C as [K D]. cbn [fst snd] in K, D.
  rewrite decide_pair, negb_true_iff in D by assumption. destruct (known_spec m i j K) as [_ [_ E]].
  destruct (law_of_pair m i j E) as [-> ->].
  apply within_complete; [apply outcome_equality|apply distinct_pair|exact D].
Qed.

(** A true claim about the laws of a valid model is never rejected. *)
Theorem check_complete : forall m pairs alpha delta, valid m = true -> (0 <= alpha)%Q ->
  (forall i j, In (i, j) pairs -> known m i j = true) ->
  (forall i j, In (i, j) pairs -> private alpha delta (law_of m i) (law_of m j)) ->
  check m pairs alpha delta = true.
Proof.
  intros m pairs alpha delta V U K claim. unfold check.
  assert (U' : 0 <= Qnum alpha) by (revert U; unfold Qle; simpl; lia).
  rewrite V, (proj2 (Z.leb_le _ _) U'). apply forallb_forall. intros [i j] L. cbn [fst snd].
  rewrite (K i j L), decide_pair by auto. cbn [andb].
  destruct (within alpha delta _ _ (map snd (pair_of m i j))) eqn:D; [reflexivity|exfalso].
  destruct (known_spec m i j (K i j L)) as [_ [_ E]].
  apply within_complete in D; [|apply outcome_equality|apply distinct_pair].
  destruct D as [S D]. specialize (claim i j L S).
  destruct (law_of_pair m i j E) as [E1 E2]. rewrite E1, E2 in claim.
  apply (Qlt_not_le _ _ D). exact claim.
Qed.

(** Every input that is checked has a law. *)
Lemma known_laws : forall m i j, valid m = true -> known m i j = true ->
  is_law (law_of m i) /\ is_law (law_of m j).
Proof.
  intros m i j V K. destruct (known_spec m i j K) as [I [J _]]. split; apply valid_law; assumption.
Qed.

Theorem check_laws : forall m pairs alpha delta, check m pairs alpha delta = true ->
  forall i j, In (i, j) pairs -> is_law (law_of m i) /\ is_law (law_of m j).
Proof.
  intros m pairs alpha delta C i j L. unfold check in C. rewrite !andb_true_iff in C.
  destruct C as [[V _] C]. rewrite forallb_forall in C. specialize (C _ L).
  apply andb_prop in C. apply known_laws; [exact V|apply C].
Qed.

Theorem refute_laws : forall m pairs alpha delta, refute m pairs alpha delta = true ->
  forall i j, In (i, j) pairs -> is_law (law_of m i) /\ is_law (law_of m j).
Proof.
  intros m pairs alpha delta C i j L. unfold refute in C. rewrite !andb_true_iff in C.
  destruct C as [[V _] C]. rewrite forallb_forall in C. specialize (C _ L).
  apply andb_prop in C. apply known_laws; [exact V|apply C].
Qed.
