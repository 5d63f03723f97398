(** Integers written as hexadecimal digit strings: [0x1f%hex].

    Coq turns a plain literal into a binary [positive] digit by digit, which takes quadratic time.
    Here a literal stays a string of digits until [vm_compute] reads it. *)
From Coq Require Import ZArith QArith_base List Hexadecimal Number.
Import ListNotations.

Inductive digits := Digits (h : Hexadecimal.uint).

Definition of_number (n : Number.uint) : option digits :=
  match n with Number.UIntHexadecimal h => Some (Digits h) | _ => None end.
Definition to_number (d : digits) : Number.uint :=
  match d with Digits h => Number.UIntHexadecimal h end.

Declare Scope hex_scope.
Delimit Scope hex_scope with hex.
Number Notation digits of_number to_number : hex_scope.

Definition number (d : digits) : Z := match d with Digits h => Z.of_hex_uint h end.
Definition numbers (l : list digits) : list Z := map number l.
Definition scale_of (d : digits) : positive := Z.to_pos (number d).
Definition fraction (n d : digits) : Q := number n # scale_of d.
