(** Mechanisms over integers: tables of weights, independent draws from their rows, branches.

    Every outcome lies in one branch; in it independent draws are made from rows of tables. The law
    at an input gives the branch a weight and chooses a row for every factor of it. A plain table
    is one branch with one draw; k fresh answers are one branch with k draws from one table. *)
From Coq Require Import ZArith QArith List Lia.
From Verify Require Import Law.
Import ListNotations.
Local Open Scope Z_scope.

Definition row := list Z.  (** a weight for every output *)
Definition table := list row.
Definition factor := (nat * nat)%type.  (** number of the table, number of draws *)
Definition branch := list factor.
Record entry := Entry { weight : Z; chosen : list nat }.  (** a row for every factor *)
Record input := Input { scale : positive; entries : list entry }.
Record model := Model { tables : list table; branches : list branch; inputs : list input }.

(** An outcome: the branch, and for every factor of it the outputs of its draws, by number. *)
Definition outcome := (nat * list (list nat))%type.

(** * Outcomes with weights of any kind: integers here, pairs of them in HockeyStick.v *)
Section Weights.
  Variable W : Type.
  Variable mul : W -> W -> W.
  Variable one : W.

  Definition numbered (l : list W) : list (nat * W) := combine (seq 0 (length l)) l.

  Definition join {A} (l : list (A * W)) (m : list (list A * W)) : list (list A * W) :=
    flat_map (fun x => map (fun y => (fst x :: fst y, mul (snd x) (snd y))) m) l.

  (** Everything that n draws can give. *)
  Fixpoint sequences {A} (n : nat) (l : list (A * W)) : list (list A * W) :=
    match n with
    | O => [([], one)]
    | S n => join l (sequences n l)
    end.

  (** Everything that several factors can give. *)
  Fixpoint joined {A} (factors : list (list (A * W))) : list (list A * W) :=
    match factors with
    | [] => [([], one)]
    | l :: rest => join l (joined rest)
    end.

  Definition tagged {A} (b : nat) (w : W) (l : list (A * W)) : list (nat * A * W) :=
    map (fun x => (b, fst x, mul w (snd x))) l.
End Weights.
Arguments numbered {W}.
Arguments join {W} mul {A}.
Arguments sequences {W} mul one {A}.
Arguments joined {W} mul one {A}.
Arguments tagged {W} mul {A}.

(** * The law at an input *)

Definition row_of (m : model) (t r : nat) : row := nth r (nth t (tables m) []) [].
Definition input_of (m : model) (i : nat) : input := nth i (inputs m) (Input 1 []).

Definition of_branch (m : model) (b : branch) (rows : list nat) : list (list (list nat) * Z) :=
  joined Z.mul 1
    (map (fun x => sequences Z.mul 1 (snd (fst x)) (numbered (row_of m (fst (fst x)) (snd x))))
      (combine b rows)).

Fixpoint of_branches (m : model) (n : nat) (bs : list branch) (es : list entry)
    : list (outcome * Z) :=
  match bs, es with
  | b :: bs, e :: es =>
      tagged Z.mul n (weight e) (of_branch m b (chosen e)) ++ of_branches m (S n) bs es
  | _, _ => []
  end.

Definition weights_of (m : model) (i : nat) : list (outcome * Z) :=
  of_branches m 0 (branches m) (entries (input_of m i)).

(** Weights over one denominator are probabilities. *)
Definition over {A} (D : positive) (l : list (A * Z)) : law A :=
  map (fun x => (fst x, (snd x # D)%Q)) l.

Definition law_of (m : model) (i : nat) : law outcome := over (scale (input_of m i)) (weights_of m i).

(** * Sums of weights *)

Fixpoint total {A} (l : list (A * Z)) (S : A -> bool) : Z :=
  match l with
  | [] => 0
  | (x, w) :: rest => (if S x then w else 0) + total rest S
  end.

Lemma prob_over : forall A D (l : list (A * Z)) S, (prob (over D l) S == total l S # D)%Q.
Proof.
  intros A D l S. unfold prob. induction l as [|[x w] rest IH]; simpl; [reflexivity|].
  rewrite IH. destruct (S x).
  - rewrite Qmult_1_r. unfold Qeq. simpl. rewrite Pos2Z.inj_mul. ring.
  - rewrite Qmult_0_r, Qplus_0_l. reflexivity.
Qed.
