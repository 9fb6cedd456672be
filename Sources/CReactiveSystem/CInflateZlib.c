#if defined(__linux__)

#include "CInflateLibrary.h"
#include "CZlib.h"

// The value of zlib's windowBits selects the format.
enum { gzip_bits = 31, zlib_bits = 15, raw_bits = -15 };

static void *create(enum cinflate_format format) {
    int bits = format == cinflate_gzip ? gzip_bits : format == cinflate_zlib ? zlib_bits : raw_bits;
    return czlib_create_inflater(bits);
}

static void release(void *state) { czlib_free(state); }

static void reset(void *state) { czlib_reset(state); }

static int decode(void *state, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    return czlib_inflate(state, input, input_count, output, output_count);
}

static const struct cinflate_library functions = { create, release, reset, decode };

const struct cinflate_library *cinflate_load_zlib(void) { return czlib_available() ? &functions : NULL; }

#endif
