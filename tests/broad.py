"""Parameters of tests that are broad rather than different: `pytest -m broad` runs them.

Each takes over some 0.1 s of CPU, and what it holds is held by the others of its test in the default suite, or by
the smaller test that its comment names. `tests/conftest.py` gives them the marker, and refuses a name that is no
parameter of its test, and a test all of whose parameters are broad.
"""

from __future__ import annotations


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BROAD: dict[str, dict[str, frozenset[str]]] = {
    "test_certificates.py": {
        "test_the_whole_way": names(
            """
            6x6-all 6x6-orbits drawn-all drawn-orbits exact-all holes-all holes-orbits letters-all
            partial-all
            """
        ),
    },
    "test_checker.py": {
        "test_bombs_are_one_line": frozenset(["many lists", "mappings"]),
    },
    "test_coversearch.py": {
        "test_all_find_the_same_packings": names(
            """
            dominoes6x6-6728 nocrossings3x20-8 pento3x20-8
            """
        ),
    },
    "test_cubes_structures.py": {
        "test_a_cube_has_the_solutions_in_it": names(
            """
            domino6 many nonogram10 nonogram11 nonogram2 nonogram3 nonogram4 nonogram5 nonogram6
            nonogram7 nonogram8 nonogram9 squares sudoku0 sudoku1 sudoku2 sudoku3
            """
        ),
        "test_a_partition_has_all_solutions_once": names(
            """
            sudoku1 sudoku2 sudoku3
            """
        ),
        "test_cubes_of_cubes": names(
            """
            sudoku1 sudoku2 sudoku3
            """
        ),
        "test_parts_have_all_solutions_once": names(
            """
            1-gpcc2005-square-2-3-auto 1-gpcc2005-square-3-3-cover 1-ring-2-4-cover
            1-squares122-4-4-cover 1-staircase3x8-1-3-auto 2-cross20-3-3-cover
            2-gpcc2005-square-2-3-auto 2-gpcc2005-square-3-3-cover 2-ring-2-4-cover 2-ring-2-5-join
            2-ring-3-5-auto 2-squares122-3-5-join 2-squares122-4-4-cover 2-staircase3x8-1-3-auto
            """
        ),
    },
    "test_dissection.py": {
        "test_a_range_is_the_sum_of_its_numbers": names(
            """
            mirror-True-sat none-True-sat rotations-True-sat
            """
        ),
        "test_exchanged_mirrored_and_turned_figures_give_the_same_number": frozenset(["3"]),
        "test_published_and_measured_counts": frozenset(
            [
                "('#######/#######/#######/####...', '#####/#####/#####/#####/#####', 3)",
                "('#####/#####/#####/#####/#####', '#######/#######/#######/####...', 3)",
            ]
        ),
        "test_small_counts_by_every_engine_and_brute_force": frozenset(
            [
                "('####', '##/##', 3)",
                "('####', '##/##', 4)",
                "('###/###', '######', 2)",
                "('###/###', '######', 3)",
                "('###/###', '###/###', 2)",
                "('###/#.#/###', '####/####', 2)",
            ]
        ),
        "test_the_gallery_by_other_engines": names(
            """
            squares122-cpsat squares122-sat staircase2x8-cpsat staircase2x8-sat
            """
        ),
    },
    "test_dissection_engines.py": {
        "test_as_many_pieces_as_cells_by_sets_of_moves": frozenset(["4-3"]),
        "test_every_pair_of_small_polyominoes_for_every_number": frozenset(["4"]),
        "test_random_pairs_up_to_8_cells": frozenset(["False-True", "True-False"]),
        "test_the_declarative_model_has_the_same_solutions": frozenset(["cpsat"]),
    },
    "test_door.py": {
        "test_save_writes_the_file_of_the_command": frozenset(
            ["nonogram/permutations4-words1", "nonogram/permutations4-words2"]
        ),
    },
    "test_exactcover.py": {
        "TestBatches::test_counts_agree": frozenset(["letters beyond ASCII", "more copies"]),
        "test_counting_that_gives_up_costs_little_of_a_search": frozenset(["pento8x8-square"]),
        "TestBatches::test_pipeline_equals_one_by_one": frozenset(
            ["all-letters beyond ASCII", "all-more copies"]
        ),
        "test_domino_tilings_are_counted": names(
            """
            10x10-258584046368 14x14-112202208776036178000000 7x8-1292697
            """
        ),
        "test_tilings_of_the_aztec_diamond": frozenset(["6"]),
    },
    "test_export.py": {
        "test_every_format_has_all_solutions": frozenset(["atmostonce3x5", "stairs"]),
    },
    "test_family.py": {
        "test_boards_are_drawn": names(
            """
            anti-taxicab aztec24 aztec40 checkered4x8 count-distinct cross20 domino10 double-arrow
            first-hidden frame6 gpcc2005-reverse gpcc2005-square hexiamonds4x9 lunchbox
            non-consecutive numbered-room numbers5x5 onehole5x5 pair5x6 pento6x10-border pyramid25
            quarterturn6x6 region-sums sandwich skyscraper solid2x3x10 staircase3x8 staircase4x9 sum
            tangram tetrahexes4x7 tetris-twice threecolours4x5 torus4x4 triangle36 tube4x5
            twentyfive weights5x5
            """
        ),
        "test_corrupted_boards_are_refused": names(
            """
            anti-taxicab aztec24 aztec40 checkered4x8 count-distinct cross20 domino10 double-arrow
            first-hidden frame6 gpcc2005-reverse gpcc2005-square hexiamonds4x9 lunchbox
            non-consecutive numbered-room numbers5x5 onehole5x5 pair5x6 pento6x10-border pyramid25
            quarterturn6x6 region-sums sandwich skyscraper solid2x3x10 staircase3x8 staircase4x9 sum
            tangram tetrahexes4x7 tetris-twice threecolours4x5 torus4x4 triangle36 tube4x5
            twentyfive weights5x5
            """
        ),
        "test_orbits_add_up_to_all": names(
            """
            aztec24 aztec40 checkered4x8 congruent3x4 cross20 domino10 frame6 gpcc2005-reverse
            gpcc2005-square hexiamonds4x9 hole5 numbers5x5 onehole5x5 pair5x6 pento6x10-border
            pyramid25 quarterturn6x6 solid2x3x10 squares122 staircase3x8 staircase4x9 tangram
            tetris-twice threecolours4x5 torus4x4 triangle36 weights5x5
            """
        ),
    },
    "test_formula.py": {
        "test_what_is_exported_has_as_many_solutions": frozenset(
            ["dimacs-cnf-sudoku/several", "dimacs-cnf-sudoku/thermo"]
        ),
    },
    "test_giving.py": {
        "test_fewest_is_that_of_all_subsets": frozenset(["cut in 2..3"]),
        "test_fixed_pieces_leave_the_dissections_that_show_them": frozenset(["2..3", "min"]),
    },
    "test_golden.py": {
        "test_expectation": names(
            """
            alike4x4 anti-taxicab aztec24 aztec40 bigl48 carpet checkered4x8 convexholes5x5
            count-distinct cross20 diamond25 domino10 double-arrow entropic first-hidden frame6
            full-rank gpcc2005-reverse gpcc2005-square hexiamonds4x9 hexiamonds6x6 hole7
            king-knight-nonconsecutive klein4x4 little-killer lockout lunchbox moebius4x5
            nocrossings3x20 nocrossings6x10 non-consecutive numbered-room numbers5x5 onehole5x5
            onesided3x30 pair5x6 pentatwigs3x5 pento4x15 pento5x12 pento6x10-border pento8x8-centre
            pento8x8-corners pento8x8-hole permutations6 pointing pyramid25 quarterturn6x6
            region-sums rings sandwich sizes234 skyscraper solid2x3x10 solid2x5x6 soma-turns
            squares244 staircase3x8 staircase4x9 tetris-twice threecolours4x5 triangle36 weights5x5
            x-sum zipper
            """
        ),
    },
    "test_lattices.py": {
        "test_as_many_pieces_as_published": frozenset(["cubes-free-numbers1", "cubes-one-sided-numbers0"]),
        "test_batches_judge_as_the_rules_do": names(
            """
            solid2x3x10 soma torus4x4 tube4x5
            """
        ),
        "test_published_counts": frozenset(
            [
                "3 and 4 hexes, hexagon",
                "dominoes, cylinder 6x6",
                "dominoes, klein 6x4",
                "dominoes, torus 4x6",
                "hexiamonds 3x12",
                "hexiamonds 6x6",
                "hexiamonds, chevron 12x3",
                "iamonds 1 to 5, hexagon 9x1",
                "pentatwigs 3x5",
                "pentatwigs, trapezoid 6x3",
                "pentominoes, loop 3x20",
                "solid pentominoes 2x3x10",
                "solid pentominoes, ring 3x5x5",
                "solid pentominoes, ring 5x7x3",
                "tetracubes 2x2x8, reflections",
            ]
        ),
    },
    "test_making.py": {
        "test_puzzles_of_every_family_have_one_solution": frozenset(
            ["dissection --to 2x4 --pieces 2 --difficulty 505..-594695e5db24869b"]
        ),
        "test_symmetry_of_the_givens": frozenset(["full"]),
    },
    "test_mrv.py": {
        "test_published": frozenset(["latin 5"]),
    },
    "test_mutations.py": {
        "test_damaged_inputs": names(
            """
            dissection-bigl48.yaml- dissection-cross20.yaml- dissection-staircase2x8.yaml-
            formula-weights.yaml- instances-pento8x8-square.yaml- nonogram-domino14.yaml-
            nonogram-permutations4.yaml- sudoku-clone.yaml- sudoku-dutch-flatmates.yaml-
            x.g-1 x.non-1
            x.xml-1
            """
        ),
    },
    "test_nonogram.py": {
        "test_all_black_and_all_white": frozenset(["0-size6", "1-size6"]),
        "test_all_clue_sets": frozenset(["3-3"]),
        "test_permutation_matrices": frozenset(["7"]),
    },
    "test_packing_groups.py": {
        "test_congruent_boards_agree_with_plain_geometry": frozenset(["cubes 2x2x2"]),
    },
    "test_packing_pieces.py": {
        "TestSymmetryOfLimitedPieces::test_all_orbits_and_brute_force_agree": frozenset(
            ["one piece is not flipped", "two pieces of one shape"]
        ),
    },
    "test_packing_rules.py": {
        "test_fault_lines_are_those_of_plain_geometry": frozenset(["triangles-3x4-pieces1"]),
    },
    "test_records.py": {
        "test_the_compiled_checker_counts": names(
            """
            onesided3x30 pento5x12 pento6x10
            """
        ),
    },
    "test_rotate.py": {
        "test_any_size_of_parts": names(
            """
            2-3 3-2 6-1
            """
        ),
    },
    "test_run.py": {
        "test_ctrl_c_leaves_a_valid_file": frozenset(["15-cpsat"]),
    },
    "test_scale_same.py": {
        "test_three_parts_with_stages": frozenset(["dissection/cross20"]),
    },
    "test_scale_shards.py": {
        "test_sorted": frozenset(["100-2-3000"]),
    },
    "test_scale_splitting.py": {
        "test_leaves_have_every_solution_once": names(
            """
            dissection/gpcc2005-square-dissect-all dissection/gpcc2005-square-dissect-orbits
            dissection/staircase2x8-dissect-orbits dominoes4x4-cpsat-all dominoes6x6-exactcover-all
            dominoes6x6-exactcover-orbits nonogram/permutations5-lines-all pento3x20-exactcover-all
            pento3x20-exactcover-orbits squares-and-dominoes4x4-sat-all sudoku/empty4-auto-all
            sudoku/many-exactcover-all sudoku/many-exactcover-orbits sudoku/many-sat-all
            sudoku/many-sat-orbits sudoku/many-sudoku-all sudoku/many-sudoku-orbits
            tetris4x7-exactcover-all tetris4x7-sat-all
            """
        ),
        "test_trees_of_instances_are_proved": names(
            """
            atmostonce3x5-auto dominoes6x6-exactcover sudoku/many-sat sudoku/many-sudoku
            sudoku/thermo-auto
            """
        ),
    },
    "test_sift.py": {
        "test_no_four_pieces_meet": frozenset(["size0-2252"]),
        "test_pentominoes_in_rectangles": names(
            """
            size1-1472 size2-4040 size3-9356
            """
        ),
    },
    "test_sudoku.py": {
        "test_constraints_and_check_agree": frozenset(["black-dots", "king-knight-nonconsecutive"]),
        "test_sat_and_cpsat_agree": frozenset(["king-knight-nonconsecutive"]),
    },
    "test_sudoku9.py": {
        "test_same_solutions_as_brute_force": names(
            """
            26 27 28
            """
        ),
        "test_same_solutions_as_other_engines": frozenset(["exactcover"]),
    },
    "test_sudoku_formats.py": {
        "test_hostile_texts_end": frozenset(["x.sdk-short lines"]),
    },
    "test_symmetry.py": {
        "test_board_maps_are_permutations": names(
            """
            alike4x4 aztec24 aztec40 bedlam bigl48 convexholes5x5 cross20 diamond25 domino10
            domino14 dominoes8x8 frame6 gpcc2005-reverse gpcc2005-square hexiamonds4x9 hexiamonds6x6
            hole7 klein4x4 moebius4x5 onehole5x5 pair5x6 pentatwigs3x5 pento5x12 pento6x10
            pento6x10-border pento8x8-corners pento8x8-hole pento8x8-square pyramid25 quarterturn6x6
            rings sizes234 solid2x3x10 solid2x5x6 solid3x4x5 soma soma-turns squares244 squares345
            staircase3x8 staircase4x9 tetris-twice threecolours4x5 triangle36 weights5x5
            """
        ),
        "test_images_of_an_anchored_model_are_all_solutions": frozenset(["soma-turns"]),
        "test_permutations_are_a_group": names(
            """
            bedlam carpet full-rank hole9 king-knight-nonconsecutive onesided3x30 pair5x6
            pento8x8-corners pento8x8-square solid2x5x6 solid3x4x5 staircase9x16
            """
        ),
    },
    "test_xmpuzzle.py": {
        "test_what_is_written_is_read_again": frozenset(["keys1"]),
    },
    "test_sudoku_conformance.py": {
        "test_stated_solution": frozenset(
            [
                "71-I Bet Someone Did This Already",
                "82-Hailstone - little killer",
                "169-Wecoc #1",
                "174-Hard renban 1",
                "175-Hard renban 2",
                "198-7x7: Killer Squishdoku",
            ]
        ),
    },
    "test_compiling.py": {
        "test_a_command_compiles_nothing_but_what_it_named": frozenset(
            ["nonogram", "compile", "sets", "make-unique", "draw", "packing"]
        ),
        "test_a_run_compiles_nothing_but_what_it_named": frozenset(["dominoes6x8"]),  # a cover, as pento6x10
        "test_a_count_compiles_nothing_but_what_it_named": frozenset(
            ["pento6x10", "nonogram/permutations4", "sudoku/inkala2006"]
        ),
    },
    "test_making_genres.py": {
        "test_the_places_of_clues_have_the_symmetry": frozenset(["masyu-circles"]),
        "test_seeds_have_one_solution_by_another_engine": frozenset(["shugaku-small"]),
        "test_each_genre_is_made_unique": frozenset(["kakuro"]),
    },
    "test_all_at_once.py": {
        "test_packings_equal_brute_force": frozenset(["1"]),
        "test_draws_equal_brute_force": frozenset(["1", "2"]),
    },
    "test_forgeries.py": {
        "test_a_worker_that_is_wrong_is_not_certified": frozenset(["nonogram-lost", "clauses-lost"]),
    },
    "test_certificates_cubes.py": {
        "test_a_kept_run_is_certified_by_clauses": frozenset(["threecolours4x5"]),
    },
    "test_certificates_effort.py": {
        "test_what_is_too_much_work_in_every_way_is_not_certified": frozenset(["sudoku/thermo", "alike4x4"]),
    },
    "test_abilities.py": {
        "test_another_engine_finds_what_the_instance_expects": frozenset(["fourcells"]),
    },
}
