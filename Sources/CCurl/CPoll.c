#if defined(__linux__)

#include "CCurl.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { readable = 1, writable = 2, broken = 4, most_events = 256 };

int ccurl_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int ccurl_poll_watch(int poll, int socket, int events, int is_new) {
    struct epoll_event event = {0};
    event.events = (events & readable ? (uint32_t)EPOLLIN : 0) | (events & writable ? (uint32_t)EPOLLOUT : 0);
    event.data.fd = socket;
    return epoll_ctl(poll, events == 0 ? EPOLL_CTL_DEL : is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
}

int ccurl_poll_wait(int poll, ccurl_ready *ready, int capacity, int milliseconds) {
    struct epoll_event events[most_events];
    int count = epoll_wait(poll, events, capacity < most_events ? capacity : most_events, milliseconds);
    for (int index = 0; index < count; index += 1) {
        uint32_t seen = events[index].events;
        ready[index].socket = events[index].data.fd;
        ready[index].events = (seen & (EPOLLIN | EPOLLHUP) ? readable : 0) | (seen & EPOLLOUT ? writable : 0)
            | (seen & EPOLLERR ? broken : 0);
    }
    return count > 0 ? count : 0;
}

int ccurl_wake_create(int poll) {
    int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake < 0 || poll < 0) return wake;
    struct epoll_event event = {0};
    // Edge-triggered, so that nobody must read the counter.
    event.events = EPOLLIN | (uint32_t)EPOLLET;
    event.data.fd = wake;
    if (epoll_ctl(poll, EPOLL_CTL_ADD, wake, &event) == 0) return wake;
    close(wake);
    return -1;
}

void ccurl_wake(int wake) {
    uint64_t one = 1;
    // A full counter wakes the loop, too.
    if (write(wake, &one, sizeof one) < 0) return;
}

#endif
