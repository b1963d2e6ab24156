#ifndef LAUREL_CLINUX_H
#define LAUREL_CLINUX_H
// What Glibc's module map leaves out, or what Swift cannot call because it is variadic.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/socket.h>

// accept4 is declared only with _GNU_SOURCE, which importers of this header need not set.
int laurel_accept4(int listener, struct sockaddr *address, socklen_t *length);
void laurel_name_thread(const char *name);
#endif
