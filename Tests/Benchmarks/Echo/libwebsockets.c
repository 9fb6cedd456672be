// The client of libwebsockets, with one thread and its own loop.
//
//     libwebsockets <port> <path> <messages in flight> <messages>
//
// prints the microseconds that a message took, and those of processor time.
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BYTES = 100 };

static int flight, total, sent, received, owed, has_failed;
static double begun, used;
static unsigned char message[LWS_PRE + BYTES];

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int act(struct lws *socket, enum lws_callback_reasons reason, void *user, void *bytes, size_t count) {
    (void)user;
    (void)bytes;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        begun = seconds(CLOCK_MONOTONIC);
        used = seconds(CLOCK_PROCESS_CPUTIME_ID);
        owed = sent = flight;
        lws_callback_on_writable(socket);
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        do {
            if (owed == 0) break;
            owed--;
            memset(message + LWS_PRE, 'a', BYTES);
            if (lws_write(socket, message + LWS_PRE, BYTES, LWS_WRITE_TEXT) < BYTES) return -1;
        } while (!lws_send_pipe_choked(socket));
        if (owed > 0) lws_callback_on_writable(socket);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (count != BYTES || !lws_is_final_fragment(socket)) return -1;
        received++;
        if (sent < total) {
            sent++;
            owed++;
            lws_callback_on_writable(socket);
        }
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        has_failed = 1;
        break;
    default:
        break;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    flight = atoi(argv[3]);
    total = atoi(argv[4]);
    if (flight < 1 || flight > total) return 2;
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_protocols protocols[] = {{.name = "echo", .callback = act, .rx_buffer_size = 1 << 16}, {0}};
    struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols};
    struct lws_context *context = lws_create_context(&info);
    if (context == NULL) return 1;
    struct lws_client_connect_info target = {
        .context = context, .address = "127.0.0.1", .port = atoi(argv[1]), .path = argv[2], .host = "127.0.0.1",
        .local_protocol_name = "echo",
    };
    if (lws_client_connect_via_info(&target) == NULL) return 1;
    while (received < total && !has_failed) lws_service(context, 0);
    if (received < total) return 1;
    double elapsed = seconds(CLOCK_MONOTONIC) - begun, work = seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
    printf("%.2f %.2f\n", elapsed / total * 1e6, work / total * 1e6);
    lws_context_destroy(context);
    return 0;
}
