# The scripts of samples/fleet with the real engines, which tests/recipes/run
# includes. All of them run on this machine, listen at 127.0.0.1 only, and end
# when the case does. A worker is killed in each: the sum must be the same bytes
# as without an engine, so that nothing is lost or counted twice.
# shellcheck shell=sh disable=SC2154

# This prof2dot hangs when it converts 3.folded for the first time, until it is
# killed.
make_fleet() {
    fleet=$root/samples/fleet
    for i in 1 2 3 4 5 6; do
        printf 'main;f%d %d\nmain;g %d\n' $i $i $((i * i)) >$i.folded
    done
    "$PROF2DOT" -q -T pprof ./*.folded -o expected.pb.gz
    cat >slow <<END
#!/bin/sh
case "\$*" in
*3.folded*)
    if mkdir "$PWD/tried" 2>/dev/null; then
        echo \$\$ >"$PWD/pid.part" && mv "$PWD/pid.part" "$PWD/pid"
        exec sleep 60
    fi
    ;;
esac
exec "$PROF2DOT" "\$@"
END
    chmod +x slow
}

# Waits until the file is there, for 20 seconds at most.
wait_for() { # FILE
    tenths=0
    while [ ! -s "$1" ] && [ $tenths -lt 200 ]; do
        sleep .1
        tenths=$((tenths + 1))
    done
    [ -s "$1" ]
}

# Kills the worker that converts 3.folded, by its process id.
kill_worker() {
    wait_for pid && kill -9 "$(cat pid)"
}

is_expected() {
    if ! cmp -s sum.pb.gz expected.pb.gz; then
        fail "not the same bytes: $(tail -n 1 log)"
    elif [ ! -e pid ]; then
        fail 'no worker was killed'
    else
        echo "ok $name: the same bytes, also after a worker was killed"
        passed=$((passed + 1))
    fi
}

try_fleet_parallel() { # RECORDING-PREFIX
    prefix=$1
    set --
    for i in 1 2 3 4 5 6; do
        set -- "$@" "$prefix$PWD/$i.folded"
    done
    mkdir -p home
    kill_worker &
    killer=$!
    HOME=$PWD/home PROF2DOT=$PWD/slow JOBS=2 timeout 60 \
        "$fleet/parallel.sh" sum.pb.gz parts "$@" >log 2>&1
    wait $killer
    is_expected
}

# A server with a key of its own, at a port that is free.
try_fleet_ssh() {
    port=$((20000 + $$ % 10000))
    sshd=$(command -v sshd || echo /usr/sbin/sshd)
    mkdir -p ssh /run/sshd && chmod 700 ssh || return
    ssh-keygen -q -t ed25519 -N '' -f ssh/host
    ssh-keygen -q -t ed25519 -N '' -f ssh/id
    cat >ssh/config <<END
ListenAddress 127.0.0.1
Port $port
HostKey $PWD/ssh/host
AuthorizedKeysFile $PWD/ssh/id.pub
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
END
    timeout 90 "$sshd" -D -f ssh/config 2>log &
    server=$!
    SSH="ssh -F none -p $port -i $PWD/ssh/id -o BatchMode=yes"
    SSH="$SSH -o StrictHostKeyChecking=no -o UserKnownHostsFile=$PWD/ssh/known"
    SSH="$SSH -o LogLevel=ERROR -o ConnectionAttempts=20"
    export SSH
    try_fleet_parallel 127.0.0.1:
    unset SSH
    kill $server
    wait $server 2>/dev/null
}

# One node, of which this process starts the three daemons.
start_slurm() {
    mkdir -p slurm/state slurm/spool
    dd if=/dev/urandom of=slurm/key bs=1 count=1024 2>/dev/null
    chmod 400 slurm/key
    port=$((20000 + $$ % 10000))
    host=$(hostname -s)
    cat >slurm/slurm.conf <<END
ClusterName=recipes
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge
CredType=cred/munge
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/ctld.pid
SlurmdPidFile=$PWD/slurm/d.pid
SlurmctldLogFile=$PWD/slurm/ctld.log
SlurmdLogFile=$PWD/slurm/d.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=p Nodes=$host Default=YES MaxTime=2 State=UP
END
    echo CgroupPlugin=cgroup/v1 >slurm/cgroup.conf
    export SLURM_CONF="$PWD/slurm/slurm.conf"
    timeout 200 munged --force --foreground --key-file=slurm/key \
        --socket="$PWD/slurm/munge" --pid-file="$PWD/slurm/munge.pid" \
        --log-file="$PWD/slurm/munge.log" \
        --seed-file="$PWD/slurm/munge.seed" >log 2>&1 &
    munged=$!
    sleep 1
    timeout 200 slurmctld -D -c >>log 2>&1 &
    controller=$!
    timeout 200 slurmd -D -c -N "$host" >>log 2>&1 &
    node=$!
    tenths=0
    while [ $tenths -lt 200 ]; do
        sinfo -h -o %T 2>/dev/null | grep -q idle && return
        sleep .1
        tenths=$((tenths + 1))
    done
    return 1
}

stop_slurm() {
    kill "$node" "$controller" "$munged"
    wait "$node" "$controller" "$munged" 2>/dev/null
    unset SLURM_CONF
}

# A task that is killed has failed, and the sum with it, so the command is
# repeated.
try_fleet_slurm() {
    set -- sum.pb.gz parts 1.folded 2.folded 3.folded 4.folded 5.folded \
        6.folded
    if start_slurm; then
        kill_worker &
        killer=$!
        PROF2DOT=$PWD/slow timeout 80 "$fleet/slurm.sh" "$@" >>log 2>&1 &&
            rm -f pid
        wait $killer
        PROF2DOT=$PWD/slow timeout 80 "$fleet/slurm.sh" "$@" >>log 2>&1
        is_expected
    else
        fail "no node: $(tail -n 1 log)"
    fi
    stop_slurm
}

# The worker is the parent of the program that it runs.
try_fleet_dask() {
    {
        wait_for pid && worker=$(cut -d ' ' -f 4 "/proc/$(cat pid)/stat") &&
            kill -9 "$worker" "$(cat pid)"
    } &
    killer=$!
    PROF2DOT=$PWD/slow timeout 90 "$python" "$fleet/dask_sum.py" sum.pb.gz \
        ./*.folded >log 2>&1
    wait $killer
    is_expected
}

find_python() {
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import distributed' 2>/dev/null && return
    done
    return 1
}

needs() { # PACKAGE PROGRAM...
    package=$1
    shift
    for tool; do
        PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null && continue
        skip "$package is not installed"
        return 1
    done
}

try_fleet() {
    make_fleet
    case $name in
    'fleet: GNU parallel') needs parallel parallel && try_fleet_parallel '' ;;
    'fleet: ssh')
        needs parallel parallel && needs openssh-server sshd ssh-keygen &&
            try_fleet_ssh
        ;;
    'fleet: Slurm')
        if [ "$(id -u)" != 0 ]; then
            skip 'slurmd has to be started by root'
        elif needs slurm-wlm slurmctld slurmd sbatch && needs munge munged; then
            PATH=$PATH:/usr/sbin
            try_fleet_slurm
        fi
        ;;
    'fleet: Dask')
        if find_python; then
            try_fleet_dask
        else
            skip 'python3-distributed is not installed'
        fi
        ;;
    esac
}
