// The declarations of Linux that Swift's Glibc module lacks.
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif
