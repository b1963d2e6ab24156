#define _GNU_SOURCE
#include "CLinux.h"
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

int laurel_accept4(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void laurel_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

#if defined(__x86_64__)
#define LAUREL_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LAUREL_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int laurel_confine(void) {
#ifdef LAUREL_ARCHITECTURE
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LAUREL_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read), ALLOW(write), ALLOW(exit), ALLOW(exit_group),
        // Memory; code is made in it as well.
        ALLOW(mmap), ALLOW(munmap), ALLOW(mprotect), ALLOW(mremap), ALLOW(madvise), ALLOW(brk),
        // Locks and random seeds of the libraries' own tables, and what Rust asks about its stack.
        ALLOW(futex), ALLOW(getrandom), ALLOW(clock_gettime), ALLOW(sched_yield), ALLOW(sched_getaffinity),
        ALLOW(gettid), ALLOW(getpid), ALLOW(membarrier), ALLOW(sigaltstack), ALLOW(rt_sigaction),
        ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : -1;
#else
    return -1;
#endif
}
