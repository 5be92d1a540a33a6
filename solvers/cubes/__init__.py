"""Runs that lose nothing and use every core, then every machine: disjoint cubes, a ledger, shards, workers.

    splitting    a model's search space as a tree of cubes, and its proof by unit propagation
    jobs         what travels to workers and back
    session      an instance as a worker holds it, and how jobs are done
    shards       the solutions of one cube: a file, written whole or not at all
    ledger       which cubes there are, and the state of each (SQLite)
    workers      worker processes on this machine; cluster: the same on Dask
    coordinator  hands cubes to workers and writes their answers into the ledger
    sorting      lines of any number in order, in bounded memory

Only the coordinator writes the ledger, and only after the shard is safely in place; so whatever dies at
whatever moment, a cube is either closed, with all its solutions, or open.
"""
