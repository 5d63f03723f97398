(** The checker of claims: what it computes. Soundness.v proves that it is right. *)
From Coq Require Import ZArith QArith List Bool.
From Verify Require Import Channel Pairs HockeyStick Alike Merge.
Import ListNotations.
Local Open Scope Z_scope.

(** * The classes of a pair of inputs *)

(** Several factors, merged one by one. *)
Fixpoint crossed (l : list (list both)) : list both :=
  match l with
  | [] => [one]
  | [last] => last
  | next :: rest => merged (cross (merged next) (crossed rest))
  end.

Definition classes_of_branch (m : model) (b : branch) (r s : list nat) : list both :=
  crossed (map (fun x => classes (snd (fst x))
                           (rows_of m (fst (fst x)) (fst (snd x)) (snd (snd x)))) (choices b r s)).

Fixpoint classes_of_branches (m : model) (bs : list branch) (es fs : list entry) : list both :=
  match bs, es, fs with
  | b :: bs, e :: es, f :: fs =>
      map (mul (weight e, weight f)) (classes_of_branch m b (chosen e) (chosen f))
      ++ classes_of_branches m bs es fs
  | _, _, _ => []
  end.

Definition classes_of (m : model) (i j : nat) : list both :=
  classes_of_branches m (branches m) (entries (input_of m i)) (entries (input_of m j)).

(** * What is checked *)

Definition all_nonneg (l : list Z) : bool := forallb (Z.leb 0) l.
Definition row_sum (l : row) : Z := fold_left Z.add l 0.

Fixpoint branches_total (m : model) (bs : list branch) (es : list entry) : Z :=
  match bs, es with
  | b :: bs, e :: es =>
      weight e
      * fold_right Z.mul 1
          (map (fun x => row_sum (row_of m (fst (fst x)) (snd x)) ^ Z.of_nat (snd (fst x)))
            (combine b (chosen e)))
      + branches_total m bs es
  | _, _ => 0
  end.

(** Weights are not negative, and those of an input sum to its scale. *)
Definition valid_input (m : model) (x : input) : bool :=
  all_nonneg (map weight (entries x))
  && (branches_total m (branches m) (entries x) =? Z.pos (scale x)).
Definition valid (m : model) : bool :=
  forallb (forallb all_nonneg) (tables m) && forallb (valid_input m) (inputs m).

Definition known (m : model) (i j : nat) : bool :=
  Nat.ltb i (length (inputs m)) && Nat.ltb j (length (inputs m)) && aligned m i j.

Definition decide (m : model) (alpha delta : Q) (i j : nat) : bool :=
  within alpha delta (scale (input_of m i)) (scale (input_of m j)) (classes_of m i j).

(** All claims about the listed ordered pairs are true ... *)
Definition check (m : model) (pairs : list (nat * nat)) (alpha delta : Q) : bool :=
  valid m && (0 <=? Qnum alpha)
  && forallb (fun x => known m (fst x) (snd x) && decide m alpha delta (fst x) (snd x)) pairs.

(** ... or all of them are false. *)
Definition refute (m : model) (pairs : list (nat * nat)) (alpha delta : Q) : bool :=
  valid m && (0 <=? Qnum alpha)
  && forallb (fun x => known m (fst x) (snd x) && negb (decide m alpha delta (fst x) (snd x))) pairs.
