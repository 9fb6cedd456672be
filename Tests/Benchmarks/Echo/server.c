// A server that echoes messages of up to 64 KiB, one connection after the other, with one thread. It answers all
// messages of one read with one write, so that it is faster than every client that is measured with it.
//
//     server
//
// prints the port.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 1 << 18 };

static unsigned char in[SIZE], out[SIZE];

static void fail(const char *text) {
    perror(text);
    exit(1);
}

static uint32_t rotate(uint32_t word, int count) { return word << count | word >> (32 - count); }

// SHA-1 of a text of 56 to 119 bytes (RFC 3174).
static void hash(const char *text, unsigned char digest[20]) {
    unsigned char blocks[128] = {0};
    uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    size_t length = strlen(text);
    memcpy(blocks, text, length);
    blocks[length] = 0x80;
    blocks[126] = (unsigned char)(length * 8 >> 8);
    blocks[127] = (unsigned char)(length * 8);
    for (unsigned char *block = blocks; block < blocks + sizeof blocks; block += 64) {
        uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 16; i++) {
            memcpy(&w[i], block + 4 * i, 4);
            w[i] = ntohl(w[i]);
        }
        for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20 ? ((b & c) | (~b & d)) + 0x5A827999
                : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                : (b ^ c ^ d) + 0xCA62C1D6;
            uint32_t next = rotate(a, 5) + f + e + w[i];
            e = d, d = c, c = rotate(b, 30), b = a, a = next;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    }
    for (int i = 0; i < 20; i++) digest[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

// The answer to a key in base64 (RFC 6455 section 4.2.2).
static void answer(const char *key, char text[29]) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char whole[64];
    unsigned char digest[21] = {0};
    snprintf(whole, sizeof whole, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    hash(whole, digest);
    for (int i = 0; i < 7; i++) {
        uint32_t three = (uint32_t)digest[3 * i] << 16 | (uint32_t)digest[3 * i + 1] << 8 | digest[3 * i + 2];
        for (int j = 0; j < 4; j++) text[4 * i + j] = letters[three >> (18 - 6 * j) & 63];
    }
    text[27] = '=';
    text[28] = 0;
}

static int put(int client, const void *bytes, size_t count) {
    for (const char *next = bytes; count > 0;) {
        ssize_t sent = send(client, next, count, MSG_NOSIGNAL);
        if (sent <= 0) return 0;
        next += sent;
        count -= (size_t)sent;
    }
    return 1;
}

static int open_socket(int client) {
    char head[8192], reply[256], key[29];
    size_t count = 0;
    while (count < 4 || memcmp(head + count - 4, "\r\n\r\n", 4) != 0) {
        if (count == sizeof head - 1 || recv(client, head + count, 1, 0) != 1) return 0;
        count++;
    }
    head[count] = 0;
    char *field = strcasestr(head, "\r\nSec-WebSocket-Key:");
    if (field == NULL) return 0;
    for (field += 20; *field == ' '; field++) {}
    answer(field, key);
    int length = snprintf(reply, sizeof reply, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", key);
    return put(client, reply, (size_t)length);
}

// Copies a frame without its mask. Returns the bytes of the frame, or 0 if it is not whole.
static size_t echo(const unsigned char *frame, size_t count, size_t *used) {
    if (count < 6) return 0;
    size_t length = frame[1] & 0x7F, start = 2;
    if (length == 127) fail("a long message");
    if (length == 126) {
        length = (size_t)frame[2] << 8 | frame[3];
        start = 4;
    }
    if (count < start + 4 + length) return 0;
    out[*used] = frame[0];
    out[*used + 1] = frame[1] & 0x7F;
    memcpy(out + *used + 2, frame + 2, start - 2);
    *used += start;
    for (size_t at = 0; at < length; at++) out[*used + at] = frame[start + 4 + at] ^ frame[start + at % 4];
    *used += length;
    return start + 4 + length;
}

static void serve(int client) {
    if (!open_socket(client)) return;
    size_t kept = 0;
    while (1) {
        ssize_t count = recv(client, in + kept, sizeof in - kept, 0);
        if (count <= 0) return;
        kept += (size_t)count;
        size_t at = 0, used = 0, taken;
        int closes = 0;
        while (!closes && (taken = echo(in + at, kept - at, &used)) > 0) {
            closes = (in[at] & 0x0F) == 8;
            at += taken;
        }
        memmove(in, in + at, kept - at);
        kept -= at;
        if (!put(client, out, used) || closes) return;
    }
}

int main(void) {
    int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in name = {.sin_family = AF_INET};
    socklen_t size = sizeof name;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&name, sizeof name) != 0 || listen(listener, 8) != 0) fail("listen");
    if (getsockname(listener, (struct sockaddr *)&name, &size) != 0) fail("getsockname");
    printf("%d\n", ntohs(name.sin_port));
    fflush(stdout);
    while (1) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) fail("accept");
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        serve(client);
        close(client);
    }
}
