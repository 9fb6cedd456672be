#if defined(__linux__)

#include "CInflateLibrary.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// The layout of z_stream in zlib.h.
struct stream {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate;
    void *release;
    void *opaque;
    int data_type;
    unsigned long check;
    unsigned long reserved;
};

enum { no_flush = 0, ok = 0, stream_end = 1, buffer_error = -5 };
// The value of zlib's windowBits selects the format.
enum { gzip_bits = 31, zlib_bits = 15, raw_bits = -15 };

static struct {
    int (*init)(struct stream *, int, const char *, int);
    int (*inflate)(struct stream *, int);
    int (*reset)(struct stream *);
    int (*end)(struct stream *);
} zlib;

static void *create(enum cinflate_format format) {
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    int bits = format == cinflate_gzip ? gzip_bits : format == cinflate_zlib ? zlib_bits : raw_bits;
    // zlib checks the first digit of the version and the size of the structure.
    if (zlib.init(stream, bits, "1.2.0", (int)sizeof *stream) == ok) return stream;
    free(stream);
    return NULL;
}

static void release(void *state) {
    zlib.end(state);
    free(state);
}

static void reset(void *state) { zlib.reset(state); }

static unsigned clamped(size_t count) { return count > UINT_MAX ? UINT_MAX : (unsigned)count; }

static int decode(void *state, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    struct stream *stream = state;
    stream->next_in = input;
    stream->avail_in = clamped(*input_count);
    stream->next_out = output;
    stream->avail_out = clamped(*output_count);
    int code = zlib.inflate(stream, no_flush);
    *input_count = (size_t)(stream->next_in - input);
    *output_count = (size_t)(stream->next_out - output);
    // zlib reports an error if it has no input or no room for output.
    if (code == ok || code == buffer_error) return 0;
    return code == stream_end ? 1 : -1;
}

static const struct cinflate_library functions = { create, release, reset, decode };
static const struct cinflate_library *loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    *(void **)&zlib.init = dlsym(library, "inflateInit2_");
    *(void **)&zlib.inflate = dlsym(library, "inflate");
    *(void **)&zlib.reset = dlsym(library, "inflateReset");
    *(void **)&zlib.end = dlsym(library, "inflateEnd");
    if (zlib.init != NULL && zlib.inflate != NULL && zlib.reset != NULL && zlib.end != NULL) loaded = &functions;
}

const struct cinflate_library *cinflate_load_zlib(void) {
    pthread_once(&once, load);
    return loaded;
}

#endif
