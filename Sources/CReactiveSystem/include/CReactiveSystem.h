// The parts of the system that Swift does not see: declarations that its Glibc module lacks, zlib, and decoders of
// content codings.
#ifndef CREACTIVESYSTEM_H
#define CREACTIVESYSTEM_H

#include "CZlib.h"

#if defined(__linux__)

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/types.h>

#include "CInflate.h"

// Declared for GNU sources alone.
int pthread_setname_np(pthread_t thread, const char *name);
pid_t gettid(void);

#endif
#endif
