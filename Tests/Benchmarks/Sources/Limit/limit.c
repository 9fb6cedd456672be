// The limit row: what one thread reaches on libcurl's multi-socket interface and epoll(7) when nothing is built on top.
// It declares what it uses of libcurl itself, so that it needs no development package.
//
//     limit <url> <requests in flight> <requests>
//
// prints the seconds and the seconds of processor time that the requests took, and the bytes of their bodies.
#if defined(__linux__)

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>

typedef void easy_t;
typedef void multi_t;
struct message { int kind; easy_t *easy; union { void *any; int result; } data; };

static void *library;
static easy_t *(*easy_init)(void);
static int (*easy_setopt)(easy_t *, int, ...);
static multi_t *(*multi_init)(void);
static int (*multi_setopt)(multi_t *, int, ...);
static int (*multi_add)(multi_t *, easy_t *);
static int (*multi_remove)(multi_t *, easy_t *);
static int (*multi_act)(multi_t *, int, int, int *);
static struct message *(*multi_read)(multi_t *, int *);

static int poller;
static long timeout_ms = -1;
static char watched[65536];
static uint64_t received;

static void *find(const char *name) {
    void *symbol = dlsym(library, name);
    if (symbol == NULL) { fprintf(stderr, "no %s\n", name); exit(1); }
    return symbol;
}

static int on_socket(easy_t *easy, int socket, int what, void *context, void *socket_context) {
    (void)easy, (void)context, (void)socket_context;
    struct epoll_event event = {0};
    event.events = (what & 1 ? EPOLLIN : 0) | (what & 2 ? EPOLLOUT : 0);
    event.data.fd = socket;
    epoll_ctl(poller, what == 4 ? EPOLL_CTL_DEL : watched[socket] ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    watched[socket] = what != 4;
    return 0;
}

static int on_timer(multi_t *multi, long milliseconds, void *context) {
    (void)multi, (void)context;
    timeout_ms = milliseconds;
    return 0;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    received += size * count;
    return size * count;
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "usage: limit <url> <requests in flight> <requests>\n"); return 2; }
    int in_flight = atoi(argv[2]);
    long count = atol(argv[3]);
    library = dlopen("libcurl.so.4", RTLD_NOW);
    if (library == NULL) { fprintf(stderr, "%s\n", dlerror()); return 1; }
    ((int (*)(long))find("curl_global_init"))(3);
    *(void **)&easy_init = find("curl_easy_init");
    *(void **)&easy_setopt = find("curl_easy_setopt");
    *(void **)&multi_init = find("curl_multi_init");
    *(void **)&multi_setopt = find("curl_multi_setopt");
    *(void **)&multi_add = find("curl_multi_add_handle");
    *(void **)&multi_remove = find("curl_multi_remove_handle");
    *(void **)&multi_act = find("curl_multi_socket_action");
    *(void **)&multi_read = find("curl_multi_info_read");

    poller = epoll_create1(0);
    multi_t *multi = multi_init();
    multi_setopt(multi, 20001, on_socket);
    multi_setopt(multi, 20004, on_timer);
    multi_setopt(multi, 6, (long)in_flight);

    double begun = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    long started = 0, done = 0, failed = 0;
    for (; started < in_flight && started < count; started += 1) {
        easy_t *easy = easy_init();
        easy_setopt(easy, 10002, argv[1]);
        easy_setopt(easy, 20011, on_body);
        easy_setopt(easy, 99, 1L);
        multi_add(multi, easy);
    }
    while (done < count) {
        struct epoll_event events[256];
        int running = 0;
        int ready = timeout_ms == 0 ? 0 : epoll_wait(poller, events, 256, (int)timeout_ms);
        if (ready <= 0) { timeout_ms = -1; multi_act(multi, -1, 0, &running); }
        for (int index = 0; index < ready; index += 1) {
            uint32_t seen = events[index].events;
            int bits = (seen & (EPOLLIN | EPOLLHUP) ? 1 : 0) | (seen & EPOLLOUT ? 2 : 0) | (seen & EPOLLERR ? 4 : 0);
            multi_act(multi, events[index].data.fd, bits, &running);
        }
        int left;
        struct message *message;
        while ((message = multi_read(multi, &left)) != NULL) {
            easy_t *easy = message->easy;
            failed += message->data.result != 0;
            done += 1;
            multi_remove(multi, easy);
            if (started < count) { started += 1; multi_add(multi, easy); }
        }
    }
    if (failed > 0) { fprintf(stderr, "%ld requests failed\n", failed); return 1; }
    printf("%.6f %.6f %llu\n", seconds(CLOCK_MONOTONIC) - begun, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
        (unsigned long long)received);
    return 0;
}

#else

int main(void) { return 2; }

#endif
