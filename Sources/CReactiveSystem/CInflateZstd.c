#if defined(__linux__)

#include "CInflateLibrary.h"

#include <dlfcn.h>
#include <pthread.h>

// The layouts of ZSTD_inBuffer and ZSTD_outBuffer in zstd.h.
struct input {
    const void *bytes;
    size_t size;
    size_t position;
};
struct output {
    void *bytes;
    size_t size;
    size_t position;
};

// The content coding allows windows of 8 MiB (RFC 9659 §3), less than the library's default.
enum { window_log_max = 100, allowed_window_log = 23 };

static struct {
    void *(*create)(void);
    size_t (*init)(void *);
    size_t (*set)(void *, int, int);
    size_t (*decompress)(void *, struct output *, struct input *);
    unsigned (*is_error)(size_t);
    size_t (*release)(void *);
} zstd;

static void release(void *state) { zstd.release(state); }

static void *create(enum cinflate_format format) {
    (void)format;
    void *state = zstd.create();
    if (state == NULL) return NULL;
    if (!zstd.is_error(zstd.set(state, window_log_max, allowed_window_log))) return state;
    release(state);
    return NULL;
}

// Keeps the parameters.
static void reset(void *state) { zstd.init(state); }

static int decode(void *state, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    struct input from = { input, *input_count, 0 };
    struct output to = { output, *output_count, 0 };
    size_t wanted = zstd.decompress(state, &to, &from);
    *input_count = from.position;
    *output_count = to.position;
    if (zstd.is_error(wanted)) return -1;
    return wanted == 0;
}

static const struct cinflate_library functions = { create, release, reset, decode };
static const struct cinflate_library *loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    *(void **)&zstd.create = dlsym(library, "ZSTD_createDStream");
    *(void **)&zstd.init = dlsym(library, "ZSTD_initDStream");
    *(void **)&zstd.set = dlsym(library, "ZSTD_DCtx_setParameter");
    *(void **)&zstd.decompress = dlsym(library, "ZSTD_decompressStream");
    *(void **)&zstd.is_error = dlsym(library, "ZSTD_isError");
    *(void **)&zstd.release = dlsym(library, "ZSTD_freeDStream");
    if (zstd.create != NULL && zstd.init != NULL && zstd.set != NULL && zstd.decompress != NULL
        && zstd.is_error != NULL && zstd.release != NULL) loaded = &functions;
}

const struct cinflate_library *cinflate_load_zstd(void) {
    pthread_once(&once, load);
    return loaded;
}

#endif
