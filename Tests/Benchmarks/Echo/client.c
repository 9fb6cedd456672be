// The limit of the measurement of WebSockets: what a client reaches with one thread, one socket, and nothing built on
// top. It checks the length of what comes back, and no more.
//
//     client <port> <path> <messages in flight> <messages>
//
// prints the microseconds that a message took, and those of processor time.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 100, HEAD = 6, MOST = 1024 };

static char out[MOST * (HEAD + BYTES)], in[1 << 16];

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *text) {
    perror(text);
    exit(1);
}

static void put(int socket, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) fail("send");
        bytes += sent;
        count -= (size_t)sent;
    }
}

// Appends a masked frame with a key of its own.
static char *frame(char *to) {
    uint32_t key;
    if (getrandom(&key, sizeof key, 0) != sizeof key) fail("getrandom");
    *to++ = (char)0x81;
    *to++ = (char)(0x80 | BYTES);
    memcpy(to, &key, sizeof key);
    to += sizeof key;
    for (int at = 0; at < BYTES; at += 4) {
        uint32_t word;
        memset(&word, 'a', sizeof word);
        word ^= key;
        memcpy(to + at, &word, sizeof word);
    }
    return to + BYTES;
}

static void send_frames(int socket, int count) {
    char *end = out;
    while (count-- > 0) end = frame(end);
    if (end > out) put(socket, out, (size_t)(end - out));
}

static int open_socket(int port, const char *path) {
    int on = 1, result = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(result, (struct sockaddr *)&name, sizeof name) != 0) fail("connect");
    setsockopt(result, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    char head[512];
    int length = snprintf(head, sizeof head,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", path, port);
    put(result, head, (size_t)length);
    size_t count = 0;
    while (count < 4 || memcmp(in + count - 4, "\r\n\r\n", 4) != 0) {
        if (count == sizeof in || recv(result, in + count, 1, 0) != 1) fail("handshake");
        count++;
    }
    return result;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    int flight = atoi(argv[3]), total = atoi(argv[4]), sent = flight, received = 0;
    if (flight < 1 || flight > MOST || flight > total) return 2;
    int socket = open_socket(atoi(argv[1]), argv[2]);
    double begun = seconds(CLOCK_MONOTONIC), used = seconds(CLOCK_PROCESS_CPUTIME_ID);
    send_frames(socket, flight);
    size_t kept = 0;
    while (received < total) {
        ssize_t count = recv(socket, in + kept, sizeof in - kept, 0);
        if (count <= 0) fail("recv");
        kept += (size_t)count;
        size_t at = 0;
        int whole = 0;
        for (; kept - at >= 2 + BYTES; at += 2 + BYTES, whole++) {
            if ((in[at] & 0xFF) != 0x81 || in[at + 1] != BYTES) fail("another frame");
        }
        memmove(in, in + at, kept - at);
        kept -= at;
        received += whole;
        int more = whole < total - sent ? whole : total - sent;
        sent += more;
        send_frames(socket, more);
    }
    double elapsed = seconds(CLOCK_MONOTONIC) - begun, work = seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
    printf("%.2f %.2f\n", elapsed / total * 1e6, work / total * 1e6);
    close(socket);
    return 0;
}
