#define _GNU_SOURCE
#include "CLinux.h"
#include <pthread.h>

int laurel_accept4(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void laurel_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}
