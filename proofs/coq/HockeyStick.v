(** The hockey-stick divergence of two laws side by side, over integers: the sum of the positive
    parts of v * p - u * q. It is the greatest excess of an event, so it decides privacy. *)
From Coq Require Import ZArith QArith List Lia.
From Verify Require Import Law Channel Pairs.
Import ListNotations.
Local Open Scope Z_scope.

Definition part (d : Z) : Z := match d with Zpos _ => d | _ => 0 end.

Fixpoint sum_parts (u v sum : Z) (l : list both) : Z :=
  match l with
  | [] => sum
  | (p, q) :: rest =>
      sum_parts u v (match v * p - u * q with Zpos _ as d => sum + d | _ => sum end) rest
  end.
Definition divergence (u v : Z) (l : list both) : Z := sum_parts u v 0 l.

Definition positive_weights (l : list both) := Forall (fun x => 0 <= fst x /\ 0 <= snd x) l.

Lemma part_spec : forall d, 0 <= part d /\ d <= part d /\ (part d = 0 \/ part d = d).
Proof. intros [|d|d]; simpl; lia. Qed.

Lemma sum_parts_plus : forall u v l s, sum_parts u v s l = s + divergence u v l.
Proof.
  unfold divergence. intros u v. induction l as [|[p q] rest IH]; intros s; simpl; [lia|].
  destruct (v * p - u * q); [apply IH| |apply IH]. rewrite IH, (IH (Z.pos _)). lia.
Qed.

Lemma divergence_cons : forall u v p q l,
  divergence u v ((p, q) :: l) = part (v * p - u * q) + divergence u v l.
Proof.
  intros u v p q l. unfold divergence at 1. simpl. rewrite sum_parts_plus.
  destruct (v * p - u * q); reflexivity.
Qed.

Lemma divergence_app : forall u v l m,
  divergence u v (l ++ m) = divergence u v l + divergence u v m.
Proof.
  intros u v l m. induction l as [|[p q] rest IH]; [reflexivity|].
  simpl app. rewrite !divergence_cons, IH. lia.
Qed.

Lemma divergence_nonneg : forall u v l, 0 <= divergence u v l.
Proof.
  intros u v l. induction l as [|[p q] rest IH]; [unfold divergence; simpl; lia|].
  rewrite divergence_cons. pose proof (part_spec (v * p - u * q)). lia.
Qed.

(** * Events *)

Definition first {A} (l : list (A * both)) : list (A * Z) := on (side true) l.
Definition second {A} (l : list (A * both)) : list (A * Z) := on (side false) l.

Definition excess {A} (u v : Z) (l : list (A * both)) (S : A -> bool) : Z :=
  v * total (first l) S - u * total (second l) S.

Lemma excess_cons : forall A u v (x : A) p q l S,
  excess u v ((x, (p, q)) :: l) S = (if S x then v * p - u * q else 0) + excess u v l S.
Proof. intros A u v x p q l S. unfold excess. simpl. unfold side, pick. simpl. destruct (S x); lia. Qed.

(** No event has a greater excess. *)
Theorem divergence_bounds : forall A u v (l : list (A * both)) S,
  excess u v l S <= divergence u v (map snd l).
Proof.
  intros A u v l S. induction l as [|[x [p q]] rest IH]; [unfold excess, divergence; simpl; lia|].
  rewrite excess_cons. simpl map. rewrite divergence_cons.
  pose proof (part_spec (v * p - u * q)). destruct (S x); lia.
Qed.

Definition equality (A : Type) := forall x y : A, {x = y} + {x <> y}.

Lemma outcome_equality : equality outcome.
Proof. intros x y. repeat decide equality. Qed.

(** An event that is chosen by the weights of its outcomes. *)
Lemma chosen_event : forall A W (eq : equality A) (l : list (A * W)) (f : W -> bool),
  distinct l -> exists S : A -> bool, forall x w, In (x, w) l -> S x = f w.
Proof.
  intros A W eq l f. unfold distinct. induction l as [|[x w] rest IH]; intros D.
  - exists (fun _ => false). intros x w [].
  - inversion D as [|? ? new Dr]; subst. destruct (IH Dr) as [S spec].
    exists (fun y => if eq y x then f w else S y). intros y z K. destruct (eq y x) as [E|N].
    + destruct K as [K|K]; [injection K; intros; subst; reflexivity|].
      subst. elim new. exact (in_map fst _ _ K).
    + destruct K as [K|K]; [injection K; intros; subst; contradiction|apply spec; assumption].
Qed.

(** The event {v * p > u * q} has it. *)
Theorem divergence_attained : forall A u v (l : list (A * both)), equality A -> distinct l ->
  exists S, excess u v l S = divergence u v (map snd l).
Proof.
  intros A u v l eq D.
  destruct (chosen_event A both eq l (fun w => 0 <? v * fst w - u * snd w) D) as [S spec].
  exists S. clear D. induction l as [|[x [p q]] rest IH]; [unfold excess, divergence; simpl; lia|].
  rewrite excess_cons. simpl map. rewrite divergence_cons.
  rewrite IH by (intros; apply spec; right; assumption).
  rewrite (spec x (p, q)) by (left; reflexivity). simpl fst. simpl snd.
  destruct (v * p - u * q); reflexivity.
Qed.

(** * The decision

    p/A - (u/v) q/B = (v b p - u a q) / (v A b), where A : B = a : b in lowest terms. *)

Definition within (alpha delta : Q) (A B : positive) (l : list both) : bool :=
  let (a, b) := snd (Pos.ggcd A B) in
  Z.pos (Qden delta) * divergence (Qnum alpha * Z.pos a) (Z.pos (Qden alpha * b)) l
  <=? Qnum delta * Z.pos (Qden alpha * (A * b)).

Lemma ratio : forall A B : positive, let (a, b) := snd (Pos.ggcd A B) in
  exists g, (A = g * a)%positive /\ (B = g * b)%positive.
Proof.
  intros A B. pose proof (Pos.ggcd_correct_divisors A B) as H.
  destruct (Pos.ggcd A B) as [g [a b]]. exists g. exact H.
Qed.

(** What the decision compares is the excess of an event beside delta. *)
Lemma excess_scaled : forall T alpha delta g a b (l : list (T * both)) S,
  let A := (g * a)%positive in let B := (g * b)%positive in
  (prob (over A (first l)) S <= alpha * prob (over B (second l)) S + delta)%Q <->
  Z.pos (Qden delta) * excess (Qnum alpha * Z.pos a) (Z.pos (Qden alpha * b)) l S
  <= Qnum delta * Z.pos (Qden alpha * (A * b)).
Proof.
  intros T [un ud] [dn dd] g a b l S A B. unfold A, B, excess. rewrite !prob_over.
  generalize (total (first l) S) (total (second l) S). intros p q.
  unfold Qle, Qplus, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul.
  transitivity (Z.pos g * (Z.pos dd * (Z.pos ud * Z.pos b * p - un * Z.pos a * q))
    <= Z.pos g * (dn * (Z.pos ud * (Z.pos g * Z.pos a * Z.pos b)))).
  - match goal with |- ?x <= ?y <-> ?z <= ?t => assert (E : y - x = t - z) by ring; lia end.
  - symmetry. apply Z.mul_le_mono_pos_l. reflexivity.
Qed.

Theorem within_sound : forall T alpha delta A B (l : list (T * both)),
  within alpha delta A B (map snd l) = true ->
  private alpha delta (over A (first l)) (over B (second l)).
Proof.
  intros T alpha delta A B l H S. unfold within in H. pose proof (ratio A B) as R.
  destruct (snd (Pos.ggcd A B)) as [a b]. destruct R as [g [-> ->]].
  apply excess_scaled. apply Z.leb_le in H.
  pose proof (divergence_bounds T (Qnum alpha * Z.pos a) (Z.pos (Qden alpha * b)) l S).
  etransitivity; [|exact H]. apply Z.mul_le_mono_nonneg_l; [discriminate|assumption].
Qed.

Theorem within_complete : forall T alpha delta A B (l : list (T * both)), equality T -> distinct l ->
  within alpha delta A B (map snd l) = false ->
  exists S, (alpha * prob (over B (second l)) S + delta < prob (over A (first l)) S)%Q.
Proof.
  intros T alpha delta A B l eq D H. unfold within in H. pose proof (ratio A B) as R.
  destruct (snd (Pos.ggcd A B)) as [a b]. destruct R as [g [-> ->]].
  destruct (divergence_attained T (Qnum alpha * Z.pos a) (Z.pos (Qden alpha * b)) l eq D) as [S E].
  exists S. apply Qnot_le_lt. intros K. apply excess_scaled in K. rewrite E in K.
  apply Z.leb_gt in H. lia.
Qed.
