(** Classes of n independent draws: how often each outcome occurs, and not in which order.

    The sum over all m^n sequences equals that over the classes, each with its multinomial
    coefficient. One class follows from another: from k to k + 1 of the other draws, out of those that
    are left, the weight is multiplied by (n - k) a and divided by (k + 1) y. *)
From Coq Require Import ZArith List Lia.
From Verify Require Import Pairs HockeyStick Alike.
Import ListNotations.
Local Open Scope Z_scope.

(** * Binomial coefficients *)

Fixpoint choose (n k : nat) : Z :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S n, S k => choose n k + choose n (S k)
  end.

Lemma choose_0 : forall n, choose n 0 = 1.
Proof. destruct n; reflexivity. Qed.

Lemma choose_above : forall n k, (n < k)%nat -> choose n k = 0.
Proof.
  induction n as [|n IH]; intros [|k] H; simpl; try lia. rewrite !IH by lia. reflexivity.
Qed.

Lemma choose_nonneg : forall n k, 0 <= choose n k.
Proof.
  induction n as [|n IH]; intros [|k]; simpl; try lia. pose proof (IH k). pose proof (IH (S k)). lia.
Qed.

Lemma choose_next : forall n k,
  (Z.of_nat k + 1) * choose n (S k) = (Z.of_nat n - Z.of_nat k) * choose n k.
Proof.
  induction n as [|n IH]; intros k.
  - destruct k; simpl choose; lia.
  - change (choose (S n) (S k)) with (choose n k + choose n (S k)).
    rewrite Nat2Z.inj_succ. destruct k as [|k].
    + specialize (IH 0%nat). rewrite !choose_0 in *. lia.
    + change (choose (S n) (S k)) with (choose n k + choose n (S k)).
      pose proof (IH k) as H1. pose proof (IH (S k)) as H2. rewrite Nat2Z.inj_succ in *. lia.
Qed.

(** Sum of f(j), ..., f(j + n). *)
Fixpoint sum (n j : nat) (f : nat -> Z) : Z :=
  f j + match n with O => 0 | S n => sum n (S j) f end.

Lemma sum_last : forall n j f, sum (S n) j f = sum n j f + f (S (j + n)).
Proof.
  induction n as [|n IH]; intros j f; [simpl; rewrite Nat.add_0_r; lia|].
  change (sum (S (S n)) j f) with (f j + sum (S n) (S j) f). rewrite IH.
  replace (S (S j + n)) with (S (j + S n)) by lia. simpl. lia.
Qed.

Lemma sum_ext : forall n j f g, (forall k, (j <= k <= j + n)%nat -> f k = g k) ->
  sum n j f = sum n j g.
Proof.
  induction n as [|n IH]; intros j f g H; simpl; rewrite (H j) by lia; [reflexivity|].
  rewrite (IH (S j) f g); [reflexivity|]. intros k K. apply H. lia.
Qed.

Lemma sum_plus : forall n j f g, sum n j f + sum n j g = sum n j (fun k => f k + g k).
Proof. induction n as [|n IH]; intros j f g; simpl; [lia|]. rewrite <- IH. lia. Qed.

Lemma sum_pascal : forall n m f,
  sum (S m) 0 (fun k => choose (S n) k * f k)
  = sum m 0 (fun k => choose n k * f (S k)) + sum (S m) 0 (fun k => choose n k * f k).
Proof.
  induction m as [|m IH]; intros f.
  - cbn [sum choose]. rewrite choose_0. ring.
  - rewrite sum_last, IH, (sum_last m 0 (fun k => choose n k * f (S k))), (sum_last (S m)). cbn [choose Nat.add]. ring.
Qed.

(** * One outcome taken out of n draws *)

Theorem draws_of_one : forall n a b l u v,
  divergence u v (power n ((a, b) :: l))
  = sum n 0 (fun k => choose n k * divergence (u * b ^ Z.of_nat k) (v * a ^ Z.of_nat k) (power (n - k) l)).
Proof.
  induction n as [|n IH]; intros a b l u v.
  - cbn [sum choose power Nat.sub]. rewrite !Z.pow_0_r, !Z.mul_1_r. ring.
  - simpl power at 1. rewrite divergence_app, divergence_mul, IH, sum_pascal. f_equal.
    + apply sum_ext. intros k _. rewrite Nat2Z.inj_succ, !Z.pow_succ_r, !Z.mul_assoc by lia. reflexivity.
    + rewrite sum_last, (choose_above n (S (0 + n))), Z.mul_0_l, Z.add_0_r by lia.
      transitivity (sum n 0 (fun k => choose n k *
        divergence (u * b ^ Z.of_nat k) (v * a ^ Z.of_nat k) (cross l (power (n - k) l)))).
      2:{ apply sum_ext. intros k K. replace (S n - k)%nat with (S (n - k)) by lia. reflexivity. }
      fold (cross l (power n ((a, b) :: l))). generalize l at 1 3 as m.
      induction m as [|[p q] rest IHm].
      * simpl cross. rewrite divergence_nil. symmetry.
        transitivity (sum n 0 (fun _ => 0)); [apply sum_ext; intros; rewrite divergence_nil; ring|].
        generalize 0%nat. clear. induction n; intros j; simpl; [|rewrite IHn]; reflexivity.
      * rewrite divergence_cross, IH, IHm, sum_plus. apply sum_ext. intros k _.
        rewrite divergence_cross.
        replace (u * q * b ^ Z.of_nat k) with (u * b ^ Z.of_nat k * q) by ring.
        replace (v * p * a ^ Z.of_nat k) with (v * a ^ Z.of_nat k * p) by ring. ring.
Qed.

(** * The table of classes, by its recurrence *)

(** From [j] to [j + 1] draws turned into the outcome (a, b), where [m] of the pivot (y, z) are left. *)
Definition turn (m j : Z) (c pivot w : both) : both :=
  (fst w * (m * fst c) / ((j + 1) * fst pivot), snd w * (m * snd c) / ((j + 1) * snd pivot)).

(** All classes in which some of [n] draws of the pivot, which weigh [w] together, are turned into
    other outcomes. *)
Fixpoint spread (cs : list both) (pivot : both) (n : nat) (m : Z) (w : both) : list both :=
  match cs with
  | [] => [w]
  | c :: rest =>
      (fix turned (n : nat) (m j : Z) (w : both) : list both :=
        match n with
        | O => spread rest pivot n m w
        | S n' => spread rest pivot n m w ++ turned n' (m - 1) (j + 1) (turn m j c pivot w)
        end) n m 0 w
  end.

Lemma turn_exact : forall N j n s a y, 0 < y -> (j + S n = N)%nat ->
  choose N j * a ^ Z.of_nat j * s * y ^ Z.of_nat (S n) * (Z.of_nat (S n) * a)
    / ((Z.of_nat j + 1) * y)
  = choose N (S j) * a ^ Z.of_nat (S j) * s * y ^ Z.of_nat n.
Proof.
  intros N j n s a y Y E.
  rewrite <- (Z.div_mul (choose N (S j) * _ * s * _) ((Z.of_nat j + 1) * y)) by nia. f_equal.
  rewrite !Nat2Z.inj_succ, !Z.pow_succ_r by lia. pose proof (choose_next N j) as R.
  replace (Z.of_nat N - Z.of_nat j) with (Z.succ (Z.of_nat n)) in R by lia.
  transitivity ((Z.succ (Z.of_nat n) * choose N j)
    * (a * a ^ Z.of_nat j * s * y ^ Z.of_nat n * y)); [ring|]. rewrite <- R. ring.
Qed.

(** The classes have the divergence of all sequences. *)
Lemma divergence_spread : forall cs y z n s t u v,
  0 < y -> 0 < z -> 0 <= s -> 0 <= t -> positive_weights cs ->
  divergence u v (spread cs (y, z) n (Z.of_nat n) (s * y ^ Z.of_nat n, t * z ^ Z.of_nat n))
  = divergence (u * t) (v * s) (power n (cs ++ [(y, z)])).
Proof.
  induction cs as [|[a b] rest IH]; intros y z n s t u v Y Z' S' T L.
  - simpl spread. rewrite <- divergence_mul.
    assert (power_one : forall n, power n [(y, z)] = [(y ^ Z.of_nat n, z ^ Z.of_nat n)]).
    { clear. induction n as [|n IH]; [reflexivity|].
      rewrite Nat2Z.inj_succ, !Z.pow_succ_r by lia. simpl power. rewrite IH. reflexivity. }
    simpl app. rewrite power_one. reflexivity.
  - inversion L as [|? ? [A B] L']; subst. simpl in A, B. simpl app. rewrite draws_of_one.
    simpl spread.
    enough (loop : forall n' j, (j + n' = n)%nat -> forall w,
      w = (choose n j * a ^ Z.of_nat j * s * y ^ Z.of_nat n',
           choose n j * b ^ Z.of_nat j * t * z ^ Z.of_nat n') ->
      divergence u v ((fix turned (n : nat) (m j : Z) (w : both) : list both :=
        match n with
        | O => spread rest (y, z) n m w
        | S n' => spread rest (y, z) n m w ++ turned n' (m - 1) (j + 1) (turn m j (a, b) (y, z) w)
        end) n' (Z.of_nat n') (Z.of_nat j) w)
      = sum n' j (fun k => choose n k
          * divergence (u * t * b ^ Z.of_nat k) (v * s * a ^ Z.of_nat k) (power (n - k) (rest ++ [(y, z)])))).
    { apply (loop n 0%nat); [reflexivity|]. rewrite choose_0, !Z.pow_0_r, !Z.mul_1_l. reflexivity. }
    assert (term : forall n' j, (j + n' = n)%nat ->
      divergence u v (spread rest (y, z) n' (Z.of_nat n')
        (choose n j * a ^ Z.of_nat j * s * y ^ Z.of_nat n',
         choose n j * b ^ Z.of_nat j * t * z ^ Z.of_nat n'))
      = choose n j * divergence (u * t * b ^ Z.of_nat j) (v * s * a ^ Z.of_nat j)
          (power (n - j) (rest ++ [(y, z)]))).
    { intros n' j E. pose proof (choose_nonneg n j) as C.
      assert (0 <= a ^ Z.of_nat j) by (apply Z.pow_nonneg; assumption).
      assert (0 <= b ^ Z.of_nat j) by (apply Z.pow_nonneg; assumption).
      rewrite IH by (try assumption; repeat apply Z.mul_nonneg_nonneg; assumption).
      rewrite <- divergence_scale by assumption. replace (n - j)%nat with n' by lia.
      f_equal; ring. }
    induction n' as [|n' IHn]; intros j E w ->.
    + rewrite term by lia. simpl sum. ring.
    + rewrite divergence_app, term by lia. simpl sum. f_equal.
      unfold turn at 2. cbn [fst snd]. rewrite !turn_exact by lia.
      replace (Z.of_nat (S n') - 1) with (Z.of_nat n') by lia.
      replace (Z.of_nat j + 1) with (Z.of_nat (S j)) by lia.
      apply (IHn (S j)); [lia|reflexivity].
Qed.

Theorem spread_alike : forall cs y z n, 0 < y -> 0 < z -> positive_weights cs ->
  alike (power n (cs ++ [(y, z)]))
        (spread cs (y, z) n (Z.of_nat n) (y ^ Z.of_nat n, z ^ Z.of_nat n)).
Proof.
  intros cs y z n Y Z' L u v U V. symmetry.
  rewrite <- (Z.mul_1_l (y ^ _)), <- (Z.mul_1_l (z ^ _)), divergence_spread by (lia || assumption).
  rewrite !Z.mul_1_r. reflexivity.
Qed.

Lemma spread_positive : forall cs y z n w, 0 < y -> 0 < z -> positive_weights cs ->
  0 <= fst w /\ 0 <= snd w -> positive_weights (spread cs (y, z) n (Z.of_nat n) w).
Proof.
  induction cs as [|[a b] rest IH]; intros y z n w Y Z' L X; [repeat constructor; apply X|].
  inversion L as [|? ? [A B] L']; subst. simpl in A, B. simpl spread.
  enough (loop : forall n j w, 0 <= j -> 0 <= fst w /\ 0 <= snd w ->
    positive_weights ((fix turned (n : nat) (m j : Z) (w : both) : list both :=
      match n with
      | O => spread rest (y, z) n m w
      | S n' => spread rest (y, z) n m w ++ turned n' (m - 1) (j + 1) (turn m j (a, b) (y, z) w)
      end) n (Z.of_nat n) j w)) by (apply loop; [lia|assumption]).
  clear n w X. induction n as [|n IHn]; intros j w J [X1 X2]; [apply IH; auto|].
  apply positive_app; [apply IH; auto|].
  replace (Z.of_nat (S n) - 1) with (Z.of_nat n) by lia. apply IHn; [lia|].
  unfold turn. cbn [fst snd].
  split; apply Z.div_pos; try nia; apply Z.mul_nonneg_nonneg; try assumption; nia.
Qed.
