// The parts of the system that Swift does not see: declarations that its Glibc module lacks, and decoders of content
// codings.
#ifndef CREACTIVESYSTEM_H
#define CREACTIVESYSTEM_H

#if defined(__linux__)

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "CInflate.h"

#endif
#endif
