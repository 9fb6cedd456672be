#if defined(__linux__)

#include "CInflate.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream of zlib.h.
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

struct cinflate {
    struct stream stream;
};

enum { no_flush = 0, ok = 0, stream_end = 1, buffer_error = -5 };

static struct {
    int (*init)(struct stream *, int, const char *, int);
    int (*inflate)(struct stream *, int);
    int (*reset)(struct stream *);
    int (*end)(struct stream *);
} zlib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_available;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    *(void **)&zlib.init = dlsym(library, "inflateInit2_");
    *(void **)&zlib.inflate = dlsym(library, "inflate");
    *(void **)&zlib.reset = dlsym(library, "inflateReset");
    *(void **)&zlib.end = dlsym(library, "inflateEnd");
    is_available = zlib.init != NULL && zlib.inflate != NULL && zlib.reset != NULL && zlib.end != NULL;
}

int cinflate_available(void) {
    pthread_once(&once, load);
    return is_available;
}

cinflate *cinflate_create(int window_bits) {
    if (!cinflate_available()) return NULL;
    cinflate *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    // zlib compares the first digit of the version and the size of the structure.
    if (zlib.init(&decoder->stream, window_bits, "1.2.0", (int)sizeof decoder->stream) == ok) return decoder;
    free(decoder);
    return NULL;
}

void cinflate_free(cinflate *decoder) {
    zlib.end(&decoder->stream);
    free(decoder);
}

void cinflate_reset(cinflate *decoder) { zlib.reset(&decoder->stream); }

static unsigned clamped(size_t count) { return count > UINT_MAX ? UINT_MAX : (unsigned)count; }

int cinflate_decode(
    cinflate *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    struct stream *stream = &decoder->stream;
    stream->next_in = input;
    stream->avail_in = clamped(*input_count);
    stream->next_out = output;
    stream->avail_out = clamped(*output_count);
    int code = zlib.inflate(stream, no_flush);
    *input_count = (size_t)(stream->next_in - input);
    *output_count = (size_t)(stream->next_out - output);
    // Without input or room there is nothing to do, which zlib takes for an error.
    if (code == ok || code == buffer_error) return 0;
    return code == stream_end ? 1 : -1;
}

#endif
