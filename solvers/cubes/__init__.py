"""Runs that are kept in a folder and use all cores, or many machines: disjoint cubes, a ledger, shards,
workers.

    splitting    a model's search space as a tree of cubes, and its proof by unit propagation
    jobs         the jobs for workers, and their answers
    session      an instance in a worker, and how jobs are done
    shards       the solutions of one cube: a file, written whole or not at all
    ledger       which cubes there are, and the state of each (SQLite)
    workers      worker processes on this machine; cluster: the same on Dask
    coordinator  hands cubes to workers and writes their answers into the ledger
    kept         a run from its beginning, or its resumption, to its end
    gather       the closed cubes of one or more runs, checked to be the whole search
    sorting      any number of lines in order, in bounded memory
    proofs       certificates of kept runs, cube by cube; prover: a worker's part of it

Only the coordinator writes the ledger, and only after the shard is safely in place; so whatever dies at
whatever moment, a cube is either closed, with all its solutions, or open.
"""
