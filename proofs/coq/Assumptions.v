(** What the main theorems assume. Each line of the answer must be "Closed under the global context":
    no axioms. *)
From Verify Require Import Law Channel Pairs HockeyStick Alike Classes Merge Check.
From Verify Require Import Models Soundness Stated.
From Verify Require Import PostProcessing Adaptive Composition Corollaries.

Print Assumptions check_sound.
Print Assumptions check_complete.
Print Assumptions check_laws.
Print Assumptions refute_sound.
Print Assumptions refute_laws.
Print Assumptions witness_refutes.
Print Assumptions divergence_bounds.
Print Assumptions divergence_attained.
Print Assumptions within_sound.
Print Assumptions within_complete.
Print Assumptions draws_of_one.
Print Assumptions spread_alike.
Print Assumptions merged_alike.
Print Assumptions classes_alike.
Print Assumptions stated_alike.
Print Assumptions stated_sound.
Print Assumptions private_mean.
Print Assumptions postprocess.
Print Assumptions postprocess_randomized.
Print Assumptions composition.
Print Assumptions composition_fold.
Print Assumptions adaptive.
Print Assumptions adaptive_average.
Print Assumptions checked_postprocess.
Print Assumptions checked_composition.
Print Assumptions checked_fold.
