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

// No new rights, and from now on only system calls of memory, of reading and writing open descriptors, and of the end;
// any other one ends the process by SIGSYS. Returns 0, or -1 where the kernel cannot.
int laurel_confine(void);
#endif
