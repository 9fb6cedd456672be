#if defined(__linux__)

#include "CInflateLibrary.h"

#include <dlfcn.h>
#include <pthread.h>

// The values of BrotliDecoderResult in brotli/decode.h.
enum { failed = 0, succeeded = 1 };

static struct {
    void *(*create)(void *, void *, void *);
    int (*decompress)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
    void (*destroy)(void *);
} brotli;

// The window is at most 16 MiB; larger ones would have to be enabled.
static void *create(enum cinflate_format format) {
    (void)format;
    return brotli.create(NULL, NULL, NULL);
}

static void release(void *state) { brotli.destroy(state); }

static void reset(void *state) { (void)state; }

static int decode(void *state, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    size_t input_left = *input_count, output_left = *output_count;
    int result = brotli.decompress(state, &input_left, &input, &output_left, &output, NULL);
    *input_count -= input_left;
    *output_count -= output_left;
    if (result == failed) return -1;
    return result == succeeded;
}

static const struct cinflate_library functions = { create, release, reset, decode };
static const struct cinflate_library *loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    *(void **)&brotli.create = dlsym(library, "BrotliDecoderCreateInstance");
    *(void **)&brotli.decompress = dlsym(library, "BrotliDecoderDecompressStream");
    *(void **)&brotli.destroy = dlsym(library, "BrotliDecoderDestroyInstance");
    if (brotli.create != NULL && brotli.decompress != NULL && brotli.destroy != NULL) loaded = &functions;
}

const struct cinflate_library *cinflate_load_brotli(void) {
    pthread_once(&once, load);
    return loaded;
}

#endif
