# Frames of the profiler and of what it watches are left out of old profiles of memory and
# locks, by name, and others stay. Each name has a stack of its own.
profile() { # HEAD
    echo "--- $1 1 ---"
    echo 'format = java'
    n=16
    while read -r name; do
        n=$((n + 1))
        printf '10 10 @ 0x%x 0x01 0x02\n' $n
        printf ' 0x%x %s\n' $n "$name" >>names
    done
    printf ' 0x01 work\n 0x02 main\n'
    cat names
    rm -f names
}
kept() { # HEAD NAMES
    tr ',' '\n' <$2 | profile $1 >profile
    echo "$1: $(grep -c @ profile) stacks, of which these have more than main and work:"
    "$PROF2DOT" -q -T folded profile | sed -n 's/^main;work;/    /p'
}
cat >memory <<'END'
malloc,calloc,cfree,free,memalign,do_memalign,posix_memalign,__posix_memalign
pvalloc,valloc,realloc,__libc_malloc,tcmalloc::ThreadCache::Allocate
tc_malloc,tc_calloc,tc_cfree,tc_free,tc_memalign,tc_posix_memalign,tc_pvalloc
tc_valloc,tc_realloc,tc_new,tc_newarray,tc_delete,tc_deletearray
tc_new_nothrow,tc_newarray_nothrow,malloc_zone_malloc,malloc_zone_calloc
malloc_zone_valloc,malloc_zone_realloc,malloc_zone_memalign,malloc_zone_free
runtime.mallocgc,runtime.makeslice,BaseArena::Alloc,do_malloc,::do_malloc
do_malloc_no_errno,do_malloc_pages,DoSampledAllocation
MallocedMemBlock::MallocedMemBlock,_M_allocate,__builtin_new,__builtin_vec_new
__builtin_delete,__builtin_vec_delete,allocate,__gnu_cxx::new_allocator::allocate
__malloc_alloc_template::allocate,simple_alloc::allocate,cpp_alloc
operator new,operator new[]
runtime.panic,runtime.reflectcall,runtime.call32,my_malloc,mallocate,xmalloc
END
cat >locks <<'END'
RecordLockProfileData,base::RecordLockProfileData,SubmitMutexProfileData
base::SubmitMutexProfileData,SubmitSpinLockProfileData,AwaitCommon
Mutex::AwaitCommon,base::Mutex::AwaitCommon,Unlock,Mutex::Unlock,ReaderUnlock
base::Mutex::ReaderUnlock,~MutexLock,MutexLock::~MutexLock
base::MutexLock::~MutexLock,SlowUnlock,SpinLock::Unlock,SpinLock::SlowUnlock
~SpinLockHolder,SpinLockHolder::~SpinLockHolder
Lock,Mutex::Lock,MutexLock::MutexLock,my_Unlock,malloc
END
kept heapz memory
kept contentionz locks
