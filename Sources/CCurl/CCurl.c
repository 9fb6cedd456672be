#if defined(__linux__)

#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/sockios.h>
#include <unistd.h>

// The beginning of curl_version_info_data. Later versions only append fields; `age` tells how many there are.
struct version_info {
    int age;
    const char *version;
    unsigned version_num;
    const char *host;
    int features;
    const char *ssl_version;
    long ssl_version_num;
    const char *libz_version;
    const char *const *protocols;
    const char *ares;
    int ares_num;
    const char *libidn;
    int iconv_ver_num;
    const char *libssh_version;
    unsigned brotli_ver_num;
    const char *brotli_version;
    unsigned nghttp2_ver_num;
    const char *nghttp2_version;
    const char *quic_version;
    const char *cainfo;
    const char *capath;
};

struct message {
    int kind;
    ccurl_easy *easy;
    union {
        void *whatever;
        int result;
    } data;
};

struct address {
    int family;
    int socktype;
    int protocol;
    unsigned length;
};

struct blob {
    void *bytes;
    size_t count;
    unsigned flags;
};

struct tls_session {
    int library;
    void *connection;
};

struct certificates {
    int count;
    ccurl_slist **lines;
};

enum {
    first_usable_version = 0x074400, // 7.68.0
    age_with_ca_paths = 6,
    global_default = 3,
    message_done = 1,
    blob_copy = 1,
    option_pre_request_function = 20312,
    option_pre_request_data = 10313,
    option_read_function = 20012,
    option_read_data = 10009,
    option_write_function = 20011,
    option_write_data = 10001,
    option_header_function = 20079,
    option_header_data = 10029,
    option_seek_function = 20167,
    option_seek_data = 10168,
    option_open_function = 20163,
    option_open_data = 10164,
    option_close_function = 20208,
    option_close_data = 10209,
    option_progress_function = 20219,
    option_progress_data = 10057,
    option_headers = 10023,
    info_private = 0x100000 + 21,
    info_certificates = 0x400000 + 34,
    info_tls_session = 0x400000 + 45,
    tls_of_openssl = 1,
    multi_option_socket_function = 20001,
    multi_option_socket_data = 10002,
    multi_option_timer_function = 20004,
    multi_option_timer_data = 10005,
    option_share = 10100,
    share_option_share = 1,
    share_option_lock = 3,
    share_option_unlock = 4,
    share_option_context = 5,
    share_cookies = 2,
    most_shared_kinds = 16,
    openssl_no_atexit = 0x00080000,
};

static struct {
    int (*global_init)(long);
    struct version_info *(*version_info)(int);
    ccurl_easy *(*easy_init)(void);
    void (*easy_cleanup)(ccurl_easy *);
    void (*easy_reset)(ccurl_easy *);
    int (*easy_pause)(ccurl_easy *, int);
    const char *(*easy_strerror)(int);
    int (*easy_setopt)(ccurl_easy *, int, ...);
    int (*easy_getinfo)(ccurl_easy *, int, ...);
    ccurl_multi *(*multi_init)(void);
    int (*multi_cleanup)(ccurl_multi *);
    int (*multi_setopt)(ccurl_multi *, int, ...);
    int (*multi_add_handle)(ccurl_multi *, ccurl_easy *);
    int (*multi_remove_handle)(ccurl_multi *, ccurl_easy *);
    int (*multi_socket_action)(ccurl_multi *, int, int, int *);
    struct message *(*multi_info_read)(ccurl_multi *, int *);
    void *(*share_init)(void);
    int (*share_setopt)(void *, int, ...);
    int (*share_cleanup)(void *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char refusal[256];
static struct version_info *info;

static bool resolve(void *library, const char *name, void *slot) {
    void *symbol = dlsym(library, name);
    if (symbol == NULL) {
        snprintf(refusal, sizeof refusal, "libcurl.so.4 has no function %s", name);
        return false;
    }
    *(void **)slot = symbol;
    return true;
}

static bool resolve_all(void *library) {
    return resolve(library, "curl_global_init", &curl.global_init)
        && resolve(library, "curl_version_info", &curl.version_info)
        && resolve(library, "curl_easy_init", &curl.easy_init)
        && resolve(library, "curl_easy_cleanup", &curl.easy_cleanup)
        && resolve(library, "curl_easy_reset", &curl.easy_reset)
        && resolve(library, "curl_easy_pause", &curl.easy_pause)
        && resolve(library, "curl_easy_strerror", &curl.easy_strerror)
        && resolve(library, "curl_easy_setopt", &curl.easy_setopt)
        && resolve(library, "curl_easy_getinfo", &curl.easy_getinfo)
        && resolve(library, "curl_multi_init", &curl.multi_init)
        && resolve(library, "curl_multi_cleanup", &curl.multi_cleanup)
        && resolve(library, "curl_multi_setopt", &curl.multi_setopt)
        && resolve(library, "curl_multi_add_handle", &curl.multi_add_handle)
        && resolve(library, "curl_multi_remove_handle", &curl.multi_remove_handle)
        && resolve(library, "curl_multi_socket_action", &curl.multi_socket_action)
        && resolve(library, "curl_multi_info_read", &curl.multi_info_read)
        && resolve(library, "curl_share_init", &curl.share_init)
        && resolve(library, "curl_share_setopt", &curl.share_setopt)
        && resolve(library, "curl_share_cleanup", &curl.share_cleanup);
}

// OpenSSL frees its state at exit while other threads still use it, and they crash. Initialized with this option, it
// does not; the system reclaims the memory anyway. A libcurl without OpenSSL does not need this.
static void keep_openssl_until_the_end(void) {
    int (*init)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(RTLD_DEFAULT, "OPENSSL_init_crypto");
    if (init == NULL) {
        void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_NOLOAD);
        if (crypto != NULL) init = (int (*)(uint64_t, const void *))dlsym(crypto, "OPENSSL_init_crypto");
    }
    if (init != NULL) init(openssl_no_atexit, NULL);
}

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(refusal, sizeof refusal, "%s", reason != NULL ? reason : "libcurl.so.4 cannot be loaded");
        return;
    }
    if (!resolve_all(library)) return;
    info = curl.version_info(age_with_ca_paths);
    if (info->version_num < first_usable_version) {
        snprintf(refusal, sizeof refusal, "libcurl %s is too old; 7.68.0 or newer is required", info->version);
        return;
    }
    keep_openssl_until_the_end();
    if (curl.global_init(global_default) != 0) snprintf(refusal, sizeof refusal, "libcurl cannot be initialized");
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return refusal[0] == '\0' ? NULL : refusal;
}

unsigned ccurl_version_number(void) { return info->version_num; }
int ccurl_features(void) { return info->features; }
const char *ccurl_version_text(void) { return info->version; }
const char *ccurl_tls_text(void) { return info->ssl_version; }
const char *ccurl_default_ca_file(void) { return info->age >= age_with_ca_paths ? info->cainfo : NULL; }
const char *ccurl_default_ca_directory(void) { return info->age >= age_with_ca_paths ? info->capath : NULL; }

ccurl_easy *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(ccurl_easy *easy) { curl.easy_cleanup(easy); }
void ccurl_easy_reset(ccurl_easy *easy) { curl.easy_reset(easy); }
int ccurl_easy_pause(ccurl_easy *easy, int directions) { return curl.easy_pause(easy, directions); }
const char *ccurl_easy_strerror(int code) { return curl.easy_strerror(code); }

int ccurl_set_long(ccurl_easy *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int ccurl_set_offset(ccurl_easy *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int ccurl_set_text(ccurl_easy *easy, int option, const char *value) { return curl.easy_setopt(easy, option, value); }
int ccurl_set_pointer(ccurl_easy *easy, int option, void *value) { return curl.easy_setopt(easy, option, value); }

int ccurl_set_blob(ccurl_easy *easy, int option, const void *bytes, size_t count) {
    struct blob blob = {(void *)bytes, count, blob_copy};
    return curl.easy_setopt(easy, option, &blob);
}

int ccurl_set_headers(ccurl_easy *easy, ccurl_slist *list) { return curl.easy_setopt(easy, option_headers, list); }

int ccurl_set_header_function(ccurl_easy *easy, ccurl_data_function function, void *context) {
    curl.easy_setopt(easy, option_header_data, context);
    return curl.easy_setopt(easy, option_header_function, function);
}

int ccurl_set_write_function(ccurl_easy *easy, ccurl_data_function function, void *context) {
    curl.easy_setopt(easy, option_write_data, context);
    return curl.easy_setopt(easy, option_write_function, function);
}

int ccurl_set_read_function(ccurl_easy *easy, ccurl_data_function function, void *context) {
    curl.easy_setopt(easy, option_read_data, context);
    return curl.easy_setopt(easy, option_read_function, function);
}

int ccurl_set_seek_function(ccurl_easy *easy, ccurl_seek_function function, void *context) {
    curl.easy_setopt(easy, option_seek_data, context);
    return curl.easy_setopt(easy, option_seek_function, function);
}

int ccurl_set_prerequest_function(ccurl_easy *easy, ccurl_prerequest_function function, void *context) {
    curl.easy_setopt(easy, option_pre_request_data, context);
    return curl.easy_setopt(easy, option_pre_request_function, function);
}

int ccurl_set_progress_function(ccurl_easy *easy, ccurl_progress_function function, void *context) {
    curl.easy_setopt(easy, option_progress_data, context);
    return curl.easy_setopt(easy, option_progress_function, function);
}

int ccurl_set_open_function(ccurl_easy *easy, ccurl_open_function function, void *context) {
    curl.easy_setopt(easy, option_open_data, context);
    return curl.easy_setopt(easy, option_open_function, function);
}

int ccurl_set_close_function(ccurl_easy *easy, ccurl_close_function function, void *context) {
    curl.easy_setopt(easy, option_close_data, context);
    return curl.easy_setopt(easy, option_close_function, function);
}

int ccurl_open_socket(const void *address) {
    const struct address *wanted = address;
    return socket(wanted->family, wanted->socktype | SOCK_CLOEXEC, wanted->protocol);
}

int ccurl_close_socket(int socket) {
    // Behind bytes that the peer does not read, an orderly close would never reach it.
    int unsent = 0;
    if (ioctl(socket, SIOCOUTQNSD, &unsent) == 0 && unsent > 0) {
        struct linger none = {1, 0};
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    return close(socket);
}

int ccurl_local_port(int socket) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
        struct sockaddr_storage most;
    } name;
    socklen_t size = sizeof name;
    if (getsockname(socket, &name.any, &size) != 0) return 0;
    if (name.any.sa_family == AF_INET) return ntohs(name.four.sin_port);
    return name.any.sa_family == AF_INET6 ? ntohs(name.six.sin6_port) : 0;
}

int ccurl_is_quiet(int socket) {
    char byte;
    ssize_t count;
    do {
        count = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

long ccurl_get_long(ccurl_easy *easy, int wanted) {
    long value = 0;
    return curl.easy_getinfo(easy, wanted, &value) == 0 ? value : 0;
}

int64_t ccurl_get_offset(ccurl_easy *easy, int wanted) {
    int64_t value = 0;
    return curl.easy_getinfo(easy, wanted, &value) == 0 ? value : 0;
}

const char *ccurl_get_text(ccurl_easy *easy, int wanted) {
    const char *value = NULL;
    return curl.easy_getinfo(easy, wanted, &value) == 0 ? value : NULL;
}

void *ccurl_get_private(ccurl_easy *easy) {
    void *value = NULL;
    curl.easy_getinfo(easy, info_private, &value);
    return value;
}

void *ccurl_get_openssl(ccurl_easy *easy) {
    struct tls_session *session = NULL;
    if (curl.easy_getinfo(easy, info_tls_session, &session) != 0 || session == NULL) return NULL;
    return session->library == tls_of_openssl ? session->connection : NULL;
}

static struct certificates *certificates(ccurl_easy *easy) {
    struct certificates *found = NULL;
    return curl.easy_getinfo(easy, info_certificates, &found) == 0 ? found : NULL;
}

int ccurl_certificate_count(ccurl_easy *easy) {
    struct certificates *found = certificates(easy);
    return found != NULL ? found->count : 0;
}

const char *ccurl_certificate_pem(ccurl_easy *easy, int index) {
    static const char prefix[] = "Cert:";
    struct certificates *found = certificates(easy);
    if (found == NULL || index < 0 || index >= found->count) return NULL;
    for (ccurl_slist *line = found->lines[index]; line != NULL; line = line->next) {
        size_t matched = 0;
        while (matched < sizeof prefix - 1 && line->text[matched] == prefix[matched]) matched += 1;
        if (matched == sizeof prefix - 1) return line->text + matched;
    }
    return NULL;
}

ccurl_multi *ccurl_multi_init(void) { return curl.multi_init(); }
int ccurl_multi_cleanup(ccurl_multi *multi) { return curl.multi_cleanup(multi); }

int ccurl_multi_set_long(ccurl_multi *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }

int ccurl_multi_set_socket_function(ccurl_multi *multi, ccurl_socket_function function, void *context) {
    curl.multi_setopt(multi, multi_option_socket_data, context);
    return curl.multi_setopt(multi, multi_option_socket_function, function);
}

int ccurl_multi_set_timer_function(ccurl_multi *multi, ccurl_timer_function function, void *context) {
    curl.multi_setopt(multi, multi_option_timer_data, context);
    return curl.multi_setopt(multi, multi_option_timer_function, function);
}

int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy) { return curl.multi_add_handle(multi, easy); }
int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy) { return curl.multi_remove_handle(multi, easy); }

int ccurl_multi_act(ccurl_multi *multi, int socket, int events) {
    int running = 0;
    return curl.multi_socket_action(multi, socket, events, &running);
}

ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, int *code) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->kind != message_done) continue;
        *code = message->data.result;
        return message->easy;
    }
    return NULL;
}

struct ccurl_share {
    void *handle;
    // libcurl requests one lock for each kind of data, and one for the share itself.
    pthread_mutex_t locks[most_shared_kinds];
};

static void lock(ccurl_easy *easy, int kind, int access, void *context) {
    (void)easy, (void)access;
    pthread_mutex_lock(&((ccurl_share *)context)->locks[kind]);
}

static void unlock(ccurl_easy *easy, int kind, void *context) {
    (void)easy;
    pthread_mutex_unlock(&((ccurl_share *)context)->locks[kind]);
}

ccurl_share *ccurl_share_cookies(void) {
    ccurl_share *share = malloc(sizeof *share);
    if (share == NULL) return NULL;
    share->handle = curl.share_init();
    if (share->handle == NULL) {
        free(share);
        return NULL;
    }
    for (int kind = 0; kind < most_shared_kinds; kind += 1) pthread_mutex_init(&share->locks[kind], NULL);
    curl.share_setopt(share->handle, share_option_lock, lock);
    curl.share_setopt(share->handle, share_option_unlock, unlock);
    curl.share_setopt(share->handle, share_option_context, share);
    curl.share_setopt(share->handle, share_option_share, share_cookies);
    return share;
}

void ccurl_share_free(ccurl_share *share) {
    if (curl.share_cleanup(share->handle) != 0) return;
    for (int kind = 0; kind < most_shared_kinds; kind += 1) pthread_mutex_destroy(&share->locks[kind]);
    free(share);
}

int ccurl_set_share(ccurl_easy *easy, ccurl_share *share) {
    return curl.easy_setopt(easy, option_share, share != NULL ? share->handle : NULL);
}

#endif
