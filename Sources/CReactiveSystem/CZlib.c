#include "CZlib.h"

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

struct czlib {
    struct stream stream;
    int deflates;
};

enum { no_flush = 0, sync_flush = 2, ok = 0, stream_end = 1, buffer_error = -5 };
enum { default_level = -1, deflated = 8, default_strategy = 0 };
// In the data type of a decoder, the bits of the last byte that were not used, and the end of a block.
enum { between_blocks = 128 };

static struct {
    int (*inflate_init)(struct stream *, int, const char *, int);
    int (*inflate)(struct stream *, int);
    int (*inflate_reset)(struct stream *);
    int (*inflate_reset_keep)(struct stream *);
    int (*inflate_end)(struct stream *);
    int (*deflate_init)(struct stream *, int, int, int, int, int, const char *, int);
    int (*deflate)(struct stream *, int);
    int (*deflate_reset)(struct stream *);
    int (*deflate_end)(struct stream *);
} zlib;

static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#if defined(__APPLE__)
    void *library = dlopen("/usr/lib/libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (library == NULL) return;
    const struct { const char *name; void *function; } symbols[] = {
        { "inflateInit2_", &zlib.inflate_init },
        { "inflate", &zlib.inflate },
        { "inflateReset", &zlib.inflate_reset },
        { "inflateResetKeep", &zlib.inflate_reset_keep },
        { "inflateEnd", &zlib.inflate_end },
        { "deflateInit2_", &zlib.deflate_init },
        { "deflate", &zlib.deflate },
        { "deflateReset", &zlib.deflate_reset },
        { "deflateEnd", &zlib.deflate_end },
    };
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        void *function = dlsym(library, symbols[index].name);
        if (function == NULL) return;
        *(void **)symbols[index].function = function;
    }
    is_loaded = 1;
}

int czlib_available(void) {
    pthread_once(&once, load);
    return is_loaded;
}

// zlib checks the first digit of the version and the size of the structure.
static const char version[] = "1.2.0";

czlib *czlib_create_inflater(int window_bits) {
    if (!czlib_available()) return NULL;
    czlib *created = calloc(1, sizeof *created);
    if (created == NULL) return NULL;
    if (zlib.inflate_init(&created->stream, window_bits, version, (int)sizeof created->stream) == ok) return created;
    free(created);
    return NULL;
}

czlib *czlib_create_deflater(int window_bits, int memory_level) {
    if (!czlib_available()) return NULL;
    czlib *created = calloc(1, sizeof *created);
    if (created == NULL) return NULL;
    created->deflates = 1;
    int code = zlib.deflate_init(
        &created->stream, default_level, deflated, window_bits, memory_level, default_strategy, version,
        (int)sizeof created->stream);
    if (code == ok) return created;
    free(created);
    return NULL;
}

void czlib_free(czlib *stream) {
    (stream->deflates ? zlib.deflate_end : zlib.inflate_end)(&stream->stream);
    free(stream);
}

void czlib_reset(czlib *stream) { (stream->deflates ? zlib.deflate_reset : zlib.inflate_reset)(&stream->stream); }

void czlib_continue(czlib *inflater) { zlib.inflate_reset_keep(&inflater->stream); }

static unsigned clamped(size_t count) { return count > UINT_MAX ? UINT_MAX : (unsigned)count; }

static int run(
    int (*function)(struct stream *, int), struct stream *stream, const uint8_t *input, size_t *input_count,
    uint8_t *output, size_t *output_count, int flush) {
    stream->next_in = input;
    stream->avail_in = clamped(*input_count);
    stream->next_out = output;
    stream->avail_out = clamped(*output_count);
    int code = function(stream, flush);
    *input_count = (size_t)(stream->next_in - input);
    *output_count = (size_t)(stream->next_out - output);
    return code;
}

int czlib_inflate(czlib *inflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    int code = run(zlib.inflate, &inflater->stream, input, input_count, output, output_count, no_flush);
    // zlib reports an error if it has no input or no room for output.
    if (code == ok || code == buffer_error) return 0;
    return code == stream_end ? 1 : -1;
}

int czlib_is_between_blocks(const czlib *inflater) { return inflater->stream.data_type == between_blocks; }

void czlib_deflate(
    czlib *deflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count, int flushes) {
    int flush = flushes ? sync_flush : no_flush;
    run(zlib.deflate, &deflater->stream, input, input_count, output, output_count, flush);
}
