// The parts of the system that Swift does not see: declarations that its Glibc module lacks, zlib, and decoders of
// content codings.
#ifndef CREACTIVESYSTEM_H
#define CREACTIVESYSTEM_H

#include "CZlib.h"

#if defined(__linux__)

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "CInflate.h"

#endif
#endif
