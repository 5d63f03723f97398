(** The laws of two inputs side by side: every outcome once, with its weights under both. *)
From Coq Require Import ZArith List FinFun Lia.
From Verify Require Import Law Channel.
Import ListNotations.
Local Open Scope Z_scope.

Definition both := (Z * Z)%type.  (** the weights of an outcome under P and under P' *)
Definition mul (x y : both) : both := (fst x * fst y, snd x * snd y).
Definition one : both := (1, 1).

Definition rows_of (m : model) (t r s : nat) : list both := combine (row_of m t r) (row_of m t s).

Definition choices (b : branch) (r s : list nat) : list (factor * (nat * nat)) :=
  combine b (combine r s).

Definition pair_of_branch (m : model) (b : branch) (r s : list nat)
    : list (list (list nat) * both) :=
  joined mul one
    (map (fun x => sequences mul one (snd (fst x))
                     (numbered (rows_of m (fst (fst x)) (fst (snd x)) (snd (snd x)))))
      (choices b r s)).

Fixpoint pair_of_branches (m : model) (n : nat) (bs : list branch) (es fs : list entry)
    : list (outcome * both) :=
  match bs, es, fs with
  | b :: bs, e :: es, f :: fs =>
      tagged mul n (weight e, weight f) (pair_of_branch m b (chosen e) (chosen f))
      ++ pair_of_branches m (S n) bs es fs
  | _, _, _ => []
  end.

Definition pair_of (m : model) (i j : nat) : list (outcome * both) :=
  pair_of_branches m 0 (branches m) (entries (input_of m i)) (entries (input_of m j)).

(** * Both inputs list the same outcomes *)

Definition same_length {A B} (l : list A) (m : list B) : bool := Nat.eqb (length l) (length m).

Definition aligned_branch (m : model) (b : branch) (r s : list nat) : bool :=
  same_length r s
  && forallb (fun x => same_length (row_of m (fst (fst x)) (fst (snd x)))
                                   (row_of m (fst (fst x)) (snd (snd x)))) (choices b r s).

Fixpoint aligned_branches (m : model) (bs : list branch) (es fs : list entry) : bool :=
  match bs, es, fs with
  | [], _, _ | _, [], [] => true
  | b :: bs, e :: es, f :: fs =>
      aligned_branch m b (chosen e) (chosen f) && aligned_branches m bs es fs
  | _, _, _ => false
  end.

Definition aligned (m : model) (i j : nat) : bool :=
  aligned_branches m (branches m) (entries (input_of m i)) (entries (input_of m j)).

(** * Projections: the pair has the laws of its two inputs *)

Definition on {A V W} (h : V -> W) (l : list (A * V)) : list (A * W) :=
  map (fun x => (fst x, h (snd x))) l.

Lemma combine_left : forall A B (l : list A) (m : list B),
  length l = length m -> map fst (combine l m) = l.
Proof.
  intros A B. induction l as [|x l IH]; intros [|y m] H; try discriminate H; simpl; [reflexivity|].
  rewrite IH by (injection H; auto). reflexivity.
Qed.

Lemma combine_right : forall A B (l : list A) (m : list B),
  length l = length m -> map snd (combine l m) = m.
Proof.
  intros A B. induction l as [|x l IH]; intros [|y m] H; try discriminate H; simpl; [reflexivity|].
  rewrite IH by (injection H; auto). reflexivity.
Qed.

Section Projection.
  Variable left : bool.  (** which of the two *)
  Definition pick {A} (x y : A) : A := if left then x else y.
  Definition side (w : both) : Z := pick (fst w) (snd w).

  Lemma on_join : forall A (l : list (A * both)) m,
    on side (join mul l m) = join Z.mul (on side l) (on side m).
  Proof.
    intros A l m. unfold on, join. induction l as [|x rest IH]; simpl; [reflexivity|].
    rewrite map_app, IH. f_equal. rewrite !map_map. apply map_ext. intros y.
    unfold side, pick. destruct left; reflexivity.
  Qed.

  Lemma on_sequences : forall A n (l : list (A * both)),
    on side (sequences mul one n l) = sequences Z.mul 1 n (on side l).
  Proof.
    intros A n l. induction n as [|n IH]; simpl.
    - unfold side, pick. destruct left; reflexivity.
    - rewrite on_join, IH. reflexivity.
  Qed.

  Lemma on_joined : forall A (l : list (list (A * both))),
    on side (joined mul one l) = joined Z.mul 1 (map (on side) l).
  Proof.
    intros A l. induction l as [|x rest IH]; simpl.
    - unfold side, pick. destruct left; reflexivity.
    - rewrite on_join, IH. reflexivity.
  Qed.

  Lemma on_tagged : forall A n w (l : list (A * both)),
    on side (tagged mul n w l) = tagged Z.mul n (side w) (on side l).
  Proof.
    intros A n w l. unfold on, tagged. rewrite !map_map. apply map_ext. intros x.
    unfold side, pick. destruct left; reflexivity.
  Qed.

  Lemma on_numbered : forall r s : row, length r = length s ->
    on side (numbered (combine r s)) = numbered (pick r s).
  Proof.
    intros r s H. transitivity (numbered (map side (combine r s))).
    - unfold numbered, on. rewrite map_length. generalize 0%nat.
      induction (combine r s) as [|x rest IH]; intros n; simpl; [|rewrite IH]; reflexivity.
    - f_equal. unfold side, pick. destruct left; [apply combine_left|apply combine_right]; auto.
  Qed.

  Lemma on_choices : forall A (f : factor -> nat -> A) b r s, length r = length s ->
    map (fun x => f (fst x) (pick (fst (snd x)) (snd (snd x)))) (choices b r s)
    = map (fun x => f (fst x) (snd x)) (combine b (pick r s)).
  Proof.
    intros A f. unfold choices, pick. induction b as [|x b IH]; intros [|i r] [|j s] H;
      try discriminate H; simpl; destruct left; try reflexivity;
      rewrite IH by (injection H; auto); reflexivity.
  Qed.

  Lemma on_branch : forall m b r s, aligned_branch m b r s = true ->
    on side (pair_of_branch m b r s) = of_branch m b (pick r s).
  Proof.
    intros m b r s H. unfold aligned_branch in H. apply andb_prop in H. destruct H as [H1 H2].
    apply Nat.eqb_eq in H1. rewrite forallb_forall in H2.
    unfold pair_of_branch, of_branch. rewrite on_joined, map_map. f_equal.
    etransitivity; [|exact (on_choices _
      (fun f n => sequences Z.mul 1 (snd f) (numbered (row_of m (fst f) n))) b r s H1)].
    apply map_ext_in. intros x K. specialize (H2 x K). apply Nat.eqb_eq in H2.
    rewrite on_sequences. unfold rows_of. rewrite on_numbered by assumption.
    unfold pick. destruct left; reflexivity.
  Qed.

  Lemma on_branches : forall m bs n es fs, aligned_branches m bs es fs = true ->
    on side (pair_of_branches m n bs es fs) = of_branches m n bs (pick es fs).
  Proof.
    intros m. induction bs as [|b bs IH]; intros n es fs H.
    - unfold pick. destruct left; reflexivity.
    - destruct es as [|e es], fs as [|f fs]; try discriminate H; simpl.
      + unfold pick. destruct left; reflexivity.
      + simpl in H. apply andb_prop in H. destruct H as [H1 H2].
        transitivity (on side (tagged mul n (weight e, weight f) (pair_of_branch m b (chosen e) (chosen f)))
          ++ on side (pair_of_branches m (S n) bs es fs)); [apply map_app|].
        rewrite on_tagged, on_branch, IH by assumption.
        unfold side, pick. destruct left; reflexivity.
  Qed.

  Theorem on_pair : forall m i j, aligned m i j = true ->
    on side (pair_of m i j) = weights_of m (pick i j).
  Proof.
    intros m i j H. unfold pair_of. rewrite on_branches by exact H.
    unfold weights_of, pick. destruct left; reflexivity.
  Qed.
End Projection.

(** * No outcome is listed twice *)

Definition distinct {A W} (l : list (A * W)) := NoDup (map fst l).

Lemma distinct_numbered : forall W (l : list W), distinct (numbered l).
Proof.
  intros W l. unfold distinct, numbered. rewrite combine_left by (rewrite seq_length; reflexivity).
  apply seq_NoDup.
Qed.

Lemma NoDup_app : forall A (l m : list A),
  NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  intros A l m L M apart. induction L as [|x l new L IH]; simpl; [assumption|].
  constructor.
  - rewrite in_app_iff. intros [K|K]; [exact (new K)|]. apply (apart x); [left|]; auto.
  - apply IH. intros y K. apply apart. right. assumption.
Qed.

Lemma distinct_join : forall A W (f : W -> W -> W) (l : list (A * W)) m,
  distinct l -> distinct m -> distinct (join f l m).
Proof.
  intros A W f l m L M. unfold distinct, join in *.
  induction l as [|[x w] rest IH]; simpl; [constructor|]. inversion L as [|? ? new Lr]; subst.
  rewrite map_app, map_map. simpl. apply NoDup_app; [|apply IH; assumption|].
  - rewrite <- (map_map fst (cons x)). apply Injective_map_NoDup; [|assumption].
    intros a b E. injection E. auto.
  - intros z K1 K2. apply in_map_iff in K1, K2. destruct K1 as [y [<- _]].
    destruct K2 as [[z v] [E K2]]. simpl in E. subst. apply in_flat_map in K2.
    destruct K2 as [[x' v'] [K2 K3]]. apply in_map_iff in K3. destruct K3 as [y' [E _]].
    injection E as E _ _. simpl in E. subst. apply new. exact (in_map fst _ _ K2).
Qed.

Lemma distinct_unit : forall A W (w : W), distinct [(@nil A, w)].
Proof. intros. constructor; [intros []|constructor]. Qed.

Lemma distinct_sequences : forall A W (f : W -> W -> W) e n (l : list (A * W)),
  distinct l -> distinct (sequences f e n l).
Proof.
  intros A W f e n l L. induction n; simpl; [apply distinct_unit|apply distinct_join; assumption].
Qed.

Lemma distinct_joined : forall A W (f : W -> W -> W) e (l : list (list (A * W))),
  Forall distinct l -> distinct (joined f e l).
Proof.
  intros A W f e l L. induction L; simpl; [apply distinct_unit|apply distinct_join; assumption].
Qed.

Lemma distinct_tagged : forall A W (f : W -> W -> W) n w (l : list (A * W)),
  distinct l -> distinct (tagged f n w l).
Proof.
  intros A W f n w l L. unfold distinct, tagged. rewrite map_map. simpl.
  rewrite <- (map_map fst (fun a => (n, a))). apply Injective_map_NoDup; [|assumption].
  intros x y E. injection E. auto.
Qed.

Lemma distinct_branches : forall m bs n es fs,
  distinct (pair_of_branches m n bs es fs)
  /\ forall x, In x (map fst (pair_of_branches m n bs es fs)) -> (n <= fst x)%nat.
Proof.
  intros m. induction bs as [|b bs IH]; intros n es fs; [split; [constructor|intros x []]|].
  destruct es as [|e es], fs as [|f fs]; try (split; [constructor|intros x []]).
  destruct (IH (S n) es fs) as [D later]. simpl. unfold distinct. rewrite map_app.
  assert (tags : forall x, In x (map fst (tagged mul n (weight e, weight f)
    (pair_of_branch m b (chosen e) (chosen f)))) -> fst x = n).
  { intros x K. unfold tagged in K. rewrite map_map in K. apply in_map_iff in K.
    destruct K as [y [<- _]]. reflexivity. }
  split.
  - apply NoDup_app; [|assumption|].
    + apply distinct_tagged, distinct_joined, Forall_map, Forall_forall. intros x _.
      apply distinct_sequences, distinct_numbered.
    + intros x K1 K2. apply tags in K1. apply later in K2. lia.
  - intros x K. apply in_app_or in K. destruct K as [K|K]; [apply tags in K|apply later in K]; lia.
Qed.

Theorem distinct_pair : forall m i j, distinct (pair_of m i j).
Proof. intros m i j. apply distinct_branches. Qed.
