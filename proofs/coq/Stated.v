(** The class table of n draws with two outcomes as something that is stated, and checked line by line
    without a division: the first line is y^n, and

      (k + 1) * y * w(k + 1) = (n - k) * a * w(k)

    leads from each line to the next, under P and under P'. *)
From Coq Require Import ZArith QArith List Bool Lia.
From Verify Require Import Law Channel Pairs HockeyStick Alike Classes Models Soundness.
Import ListNotations.
Local Open Scope Z_scope.

(** [w] is the line of [j] draws of (a, b) and [n] of the pivot (y, z); [table] is what follows. *)
Fixpoint follows (c pivot : both) (n : nat) (j : Z) (w : both) (table : list both) : bool :=
  match n, table with
  | O, [] => true
  | S n', next :: rest =>
      ((j + 1) * fst pivot * fst next =? Z.of_nat n * fst c * fst w)
      && ((j + 1) * snd pivot * snd next =? Z.of_nat n * snd c * snd w)
      && follows c pivot n' (j + 1) next rest
  | _, _ => false
  end.

Definition stated (n : nat) (c pivot : both) (table : list both) : bool :=
  match table with
  | [] => false
  | w :: rest =>
      (fst w =? fst pivot ^ Z.of_nat n) && (snd w =? snd pivot ^ Z.of_nat n)
      && follows c pivot n 0 w rest
  end.

Lemma line_exact : forall j y m a w next, 0 <= j -> 0 < y ->
  (j + 1) * y * next = m * a * w -> next = w * (m * a) / ((j + 1) * y).
Proof.
  intros j y m a w next J Y E. replace (w * (m * a)) with (next * ((j + 1) * y)) by lia.
  rewrite Z.div_mul; nia.
Qed.

(** A table that passes is the one that the recurrence makes. *)
Theorem stated_is_spread : forall n c y z table, 0 < y -> 0 < z ->
  stated n c (y, z) table = true ->
  table = spread [c] (y, z) n (Z.of_nat n) (y ^ Z.of_nat n, z ^ Z.of_nat n).
Proof.
  intros n c y z [|[p q] rest] Y Z' H; [discriminate H|]. unfold stated in H. cbn [fst snd] in H.
  rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [[-> ->] H]. cbn [spread].
  revert H. generalize (y ^ Z.of_nat n, z ^ Z.of_nat n). assert (J : 0 <= 0) by lia. revert J.
  generalize 0 at 2 3 4 as j. revert rest.
  induction n as [|n IH]; intros [|next rest] j J w H; try discriminate H; [reflexivity|].
  cbn [follows] in H. rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [[H1 H2] H].
  cbn [fst snd] in H1, H2. cbn [app]. f_equal.
  replace (turn (Z.of_nat (S n)) j c (y, z) w) with next.
  - replace (Z.of_nat (S n) - 1) with (Z.of_nat n) by lia. apply IH; [lia|exact H].
  - destruct next as [p' q']. unfold turn. cbn [fst snd] in *.
    f_equal; apply line_exact; assumption.
Qed.

(** So it has the divergence of all 2^n sequences, at every level ... *)
Theorem stated_alike : forall n a b y z table, 0 <= a -> 0 <= b -> 0 < y -> 0 < z ->
  stated n (a, b) (y, z) table = true -> alike (power n [(a, b); (y, z)]) table.
Proof.
  intros n a b y z table A B Y Z' H. rewrite (stated_is_spread n (a, b) y z table Y Z' H).
  apply (spread_alike [(a, b)]); [assumption..|]. constructor; [simpl; lia|constructor].
Qed.

(** ... and decides the claim about n draws. *)
Theorem stated_sound : forall n a b y z table alpha delta D E,
  0 <= a -> 0 <= b -> 0 < y -> 0 < z -> 0 <= Qnum alpha ->
  stated n (a, b) (y, z) table = true -> within alpha delta D E table = true ->
  let draws := sequences mul one n (numbered [(a, b); (y, z)]) in
  private alpha delta (over D (first draws)) (over E (second draws)).
Proof.
  intros n a b y z table alpha delta D E A B Y Z' U H W draws. apply within_sound.
  unfold draws. rewrite weights_sequences, weights_numbered.
  rewrite (within_alike alpha delta D E _ table U); [exact W|].
  apply stated_alike; assumption.
Qed.
