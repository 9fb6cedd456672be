#if defined(__linux__)

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// libcurl treats the end of the connection as the end of TLS, although only a closure alert (close_notify) ends TLS
// securely (RFC 8446 §6.1). OpenSSL reports the alerts that it reads, including this one, to a callback.

// The level of an alert, in the higher byte, has no meaning in TLS 1.3 (RFC 8446 §6).
enum { alert_was_read = 0x4004, description_of_alert = 0xFF, notice_of_end = 0, of_connections = 0 };

// Owned by the watching transfer and by the connection, either of which may be released first.
struct ccurl_notice {
    int owners;
    int has_come;
};

static struct {
    void (*set_info_callback)(void *, void (*)(const void *, int, int));
    int (*set_ex_data)(void *, int, void *);
    void *(*get_ex_data)(const void *, int);
    void (*get_protocol)(const void *, const unsigned char **, unsigned int *);
    int slot;
} tls = {.slot = -1};

static pthread_once_t once = PTHREAD_ONCE_INIT;

void ccurl_notice_free(ccurl_notice *notice) {
    if (__atomic_sub_fetch(&notice->owners, 1, __ATOMIC_ACQ_REL) == 0) free(notice);
}

int ccurl_notice_has_come(ccurl_notice *notice) { return __atomic_load_n(&notice->has_come, __ATOMIC_ACQUIRE); }

static void release(void *parent, void *notice, void *data, int slot, long number, void *argument) {
    (void)parent, (void)data, (void)slot, (void)number, (void)argument;
    if (notice != NULL) ccurl_notice_free(notice);
}

static void find_openssl(void) {
    static const char *const names[][3] = {
        {"libssl.so.3", "libcrypto.so.3", "OpenSSL/3"}, {"libssl.so.1.1", "libcrypto.so.1.1", "OpenSSL/1.1"}};
    // The process may have loaded several; libcurl's connections belong to the one that libcurl uses.
    const char *used = ccurl_tls_text();
    for (int index = 0; index < 2; index += 1) {
        if (used == NULL || strncmp(used, names[index][2], strlen(names[index][2])) != 0) continue;
        void *library = dlopen(names[index][0], RTLD_NOW | RTLD_NOLOAD);
        void *base = dlopen(names[index][1], RTLD_NOW | RTLD_NOLOAD);
        if (library == NULL || base == NULL) continue;
        *(void **)&tls.set_info_callback = dlsym(library, "SSL_set_info_callback");
        *(void **)&tls.set_ex_data = dlsym(library, "SSL_set_ex_data");
        *(void **)&tls.get_ex_data = dlsym(library, "SSL_get_ex_data");
        *(void **)&tls.get_protocol = dlsym(library, "SSL_get0_alpn_selected");
        int (*new_slot)(int, long, void *, void *, void *, void (*)(void *, void *, void *, int, long, void *));
        *(void **)&new_slot = dlsym(base, "CRYPTO_get_ex_new_index");
        if (tls.set_info_callback == NULL || tls.set_ex_data == NULL || tls.get_ex_data == NULL || new_slot == NULL) return;
        tls.slot = new_slot(of_connections, 0, NULL, NULL, NULL, release);
        return;
    }
}

static void on_info(const void *connection, int what, int value) {
    if (what != alert_was_read || (value & description_of_alert) != notice_of_end) return;
    ccurl_notice *notice = tls.get_ex_data(connection, tls.slot);
    if (notice != NULL) __atomic_store_n(&notice->has_come, 1, __ATOMIC_RELEASE);
}

int ccurl_speaks_http2(ccurl_easy *easy) {
    void *connection = ccurl_get_openssl(easy);
    if (connection == NULL) return 0;
    pthread_once(&once, find_openssl);
    if (tls.get_protocol == NULL) return 0;
    const unsigned char *name = NULL;
    unsigned int length = 0;
    tls.get_protocol(connection, &name, &length);
    return name != NULL && length == 2 && memcmp(name, "h2", 2) == 0;
}

ccurl_notice *ccurl_notice_watch(ccurl_easy *easy) {
    void *connection = ccurl_get_openssl(easy);
    if (connection == NULL) return NULL;
    pthread_once(&once, find_openssl);
    if (tls.slot < 0 || tls.get_ex_data(connection, tls.slot) != NULL) return NULL;
    ccurl_notice *notice = malloc(sizeof *notice);
    if (notice == NULL) return NULL;
    *notice = (ccurl_notice){.owners = 2, .has_come = 0};
    if (tls.set_ex_data(connection, tls.slot, notice) != 1) {
        free(notice);
        return NULL;
    }
    tls.set_info_callback(connection, on_info);
    return notice;
}

#endif
