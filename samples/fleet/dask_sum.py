#!/usr/bin/env python3
"""Adds up recordings on a Dask cluster, by a tree of sums:

    dask_sum.py SUM.pb.gz RECORDING...

DASK_SCHEDULER is the address of the cluster, such as tcp://10.0.0.1:8786; else
the cluster is this machine. All workers must see the recordings and have
prof2dot (PROF2DOT). A step that a dead worker has begun or whose result it held
is done again by another one, with the same bytes.
"""

import os
import subprocess
import sys
import tempfile

from distributed import Client, LocalCluster

PROF2DOT = os.environ.get("PROF2DOT", "prof2dot")
PAGES = "127.0.0.1:0"  # where the pages of a cluster on this machine are
AT_ONCE = 8  # profiles that one step adds up


def convert(path):
    return subprocess.run([PROF2DOT, "-q", "-T", "pprof", "--", path],
                          stdout=subprocess.PIPE, check=True).stdout


def add(profiles):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, profile in enumerate(profiles):
            paths.append(os.path.join(folder, "%d.pb.gz" % i))
            with open(paths[-1], "wb") as file:
                file.write(profile)
        return subprocess.run([PROF2DOT, "-q", "-T", "pprof"] + paths,
                              stdout=subprocess.PIPE, check=True).stdout


def add_up(client, paths):
    parts = [client.submit(convert, path, retries=2) for path in paths]
    while len(parts) > 1:
        parts = [client.submit(add, parts[i:i + AT_ONCE], retries=2)
                 for i in range(0, len(parts), AT_ONCE)]
    return parts[0].result()


def main():
    path, recordings = sys.argv[1], [os.path.abspath(p) for p in sys.argv[2:]]
    address = os.environ.get("DASK_SCHEDULER")
    cluster = address or LocalCluster(host="127.0.0.1", threads_per_worker=1,
                                      dashboard_address=PAGES,
                                      worker_dashboard_address=PAGES)
    with Client(cluster) as client:
        profile = add_up(client, recordings)
    with open(path + ".part", "wb") as file:
        file.write(profile)
    os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
