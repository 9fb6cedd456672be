// The part of libcurl's interface that the transport uses. libcurl.so.4 has a stable binary interface. It is declared
// here so that no development package is needed, and resolved at run time so that nothing is linked.
//
// The numbers of options, results, and properties come from libcurl's manual pages and never change within version 4 of
// the library.
#ifndef CCURL_H
#define CCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#include "CInflate.h"

#pragma clang assume_nonnull begin

typedef struct ccurl_easy ccurl_easy;
typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_share ccurl_share;
// A list of texts, with the layout of `struct curl_slist`.
typedef struct ccurl_slist {
    char *_Nullable text;
    struct ccurl_slist *_Nullable next;
} ccurl_slist;

// Loads the library and its functions once; later calls return the first result.
//
// Returns NULL, or the reason why the library cannot be used, a text with static lifetime.
const char *_Nullable ccurl_load(void);

// The library's version as 0xXXYYZZ, its features as bits, its version and TLS library as text, and its default
// locations of trusted certificates (NULL if unknown). Call these only after a successful ccurl_load.
unsigned ccurl_version_number(void);
int ccurl_features(void);
const char *ccurl_version_text(void);
const char *_Nullable ccurl_tls_text(void);
const char *_Nullable ccurl_default_ca_file(void);
const char *_Nullable ccurl_default_ca_directory(void);

// Transfers

ccurl_easy *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(ccurl_easy *easy);
void ccurl_easy_reset(ccurl_easy *easy);
int ccurl_easy_pause(ccurl_easy *easy, int directions);
const char *ccurl_easy_strerror(int code);

int ccurl_set_long(ccurl_easy *easy, int option, long value);
int ccurl_set_offset(ccurl_easy *easy, int option, int64_t value);
int ccurl_set_text(ccurl_easy *easy, int option, const char *_Nullable value);
int ccurl_set_pointer(ccurl_easy *easy, int option, void *_Nullable value);
int ccurl_set_blob(ccurl_easy *easy, int option, const void *bytes, size_t count);
int ccurl_set_headers(ccurl_easy *easy, ccurl_slist *_Nullable list);

typedef size_t (*ccurl_data_function)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef int (*ccurl_seek_function)(void *_Nullable context, int64_t offset, int origin);
typedef int (*ccurl_prerequest_function)(
    void *_Nullable context, char *_Nullable remote_address, char *_Nullable local_address, int remote_port, int local_port);
typedef int (*ccurl_progress_function)(
    void *_Nullable context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
typedef int (*ccurl_open_function)(void *_Nullable context, int purpose, void *_Nullable address);
typedef int (*ccurl_close_function)(void *_Nullable context, int socket);

int ccurl_set_header_function(ccurl_easy *easy, ccurl_data_function function, void *context);
int ccurl_set_write_function(ccurl_easy *easy, ccurl_data_function function, void *context);
int ccurl_set_read_function(ccurl_easy *easy, ccurl_data_function function, void *context);
int ccurl_set_seek_function(ccurl_easy *easy, ccurl_seek_function function, void *context);
int ccurl_set_prerequest_function(ccurl_easy *easy, ccurl_prerequest_function function, void *context);
int ccurl_set_progress_function(ccurl_easy *easy, ccurl_progress_function function, void *context);
// `function` is called once the name is resolved. It returns a socket (see ccurl_open_socket), or -1.
int ccurl_set_open_function(ccurl_easy *easy, ccurl_open_function function, void *context);

// Watches whether the server closes the TLS connection of a transfer with a closure alert (CTLSNotice.c). Returns NULL
// if this cannot be determined.
typedef struct ccurl_notice ccurl_notice;
ccurl_notice *_Nullable ccurl_notice_watch(ccurl_easy *easy);
int ccurl_notice_has_come(ccurl_notice *notice);
void ccurl_notice_free(ccurl_notice *notice);

// Returns whether the TLS handshake of a transfer's connection selected HTTP/2; 0 if this cannot be determined.
int ccurl_speaks_http2(ccurl_easy *easy);

// Returns the OpenSSL connection of a transfer, or NULL if there is none or another TLS library is used.
void *_Nullable ccurl_get_openssl(ccurl_easy *easy);

// `function` closes its socket. It may be called long after the transfer, until the end of its loop.
int ccurl_set_close_function(ccurl_easy *easy, ccurl_close_function function, void *context);

// Opens a socket for the address passed to an open function, or returns -1.
int ccurl_open_socket(const void *address);

// Closes a socket. If unsent bytes remain, they are dropped, and the connection is reset.
int ccurl_close_socket(int socket);
// Returns the local port, or 0 if there is none.
int ccurl_local_port(int socket);
// Returns whether the connection is open and nothing has arrived on it. Does not consume input.
int ccurl_is_quiet(int socket);

long ccurl_get_long(ccurl_easy *easy, int info);
int64_t ccurl_get_offset(ccurl_easy *easy, int info);
const char *_Nullable ccurl_get_text(ccurl_easy *easy, int info);
void *_Nullable ccurl_get_private(ccurl_easy *easy);

// The certificates of the connection, leaf first, as the lines "Name:value" that libcurl provides.
int ccurl_certificate_count(ccurl_easy *easy);
// Returns the PEM text of the certificate at `index`, or NULL.
const char *_Nullable ccurl_certificate_pem(ccurl_easy *easy, int index);

// Multi handles: all transfers of one loop

typedef int (*ccurl_socket_function)(
    ccurl_easy *_Nullable easy, int socket, int what, void *_Nullable context, void *_Nullable socket_context);
typedef int (*ccurl_timer_function)(ccurl_multi *_Nullable multi, long milliseconds, void *_Nullable context);

ccurl_multi *_Nullable ccurl_multi_init(void);
int ccurl_multi_cleanup(ccurl_multi *multi);
int ccurl_multi_set_long(ccurl_multi *multi, int option, long value);
int ccurl_multi_set_socket_function(ccurl_multi *multi, ccurl_socket_function function, void *context);
int ccurl_multi_set_timer_function(ccurl_multi *multi, ccurl_timer_function function, void *context);
int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_act(ccurl_multi *multi, int socket, int events);
// Returns the next completed transfer and its result, or NULL if there is none.
ccurl_easy *_Nullable ccurl_multi_next_done(ccurl_multi *multi, int *code);

// Shares: cookies that several transfers use, on any thread

ccurl_share *_Nullable ccurl_share_cookies(void);
// Call this after all handles that use the share were freed.
void ccurl_share_free(ccurl_share *share);
// Sets the share of a transfer; NULL removes it.
int ccurl_set_share(ccurl_easy *easy, ccurl_share *_Nullable share);

// Waiting for sockets (epoll(7)) and for a wake-up (eventfd(2)), with the bits of curl_multi_socket_action: 1 readable,
// 2 writable, 4 error.

typedef struct {
    int socket;
    int events;
} ccurl_ready;

int ccurl_poll_create(void);
// Watches `socket`; `is_new` states that it was not watched before. Passing 0 as `events` ends the watch.
int ccurl_poll_watch(int poll, int socket, int events, int is_new);
// Waits for at most the given number of milliseconds (-1: no limit), and returns the number of entries in `ready`; 0
// after a signal, too.
int ccurl_poll_wait(int poll, ccurl_ready *ready, int capacity, int milliseconds);
// Creates a wake-up that `poll` watches.
int ccurl_wake_create(int poll);
void ccurl_wake(int wake);

#pragma clang assume_nonnull end

#endif
#endif
