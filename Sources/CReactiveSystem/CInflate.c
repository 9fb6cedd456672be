#if defined(__linux__)

#include "CInflate.h"

#include "CInflateLibrary.h"

#include <stdlib.h>

struct cinflate {
    const struct cinflate_library *library;
    void *state;
};

static const struct cinflate_library *library_for(enum cinflate_format format) {
    switch (format) {
    case cinflate_gzip:
    case cinflate_zlib:
    case cinflate_raw_deflate: return cinflate_load_zlib();
    case cinflate_brotli: return cinflate_load_brotli();
    case cinflate_zstd: return cinflate_load_zstd();
    }
    return NULL;
}

int cinflate_available(enum cinflate_format format) { return library_for(format) != NULL; }

cinflate *cinflate_create(enum cinflate_format format) {
    const struct cinflate_library *library = library_for(format);
    if (library == NULL) return NULL;
    cinflate *decoder = malloc(sizeof *decoder);
    if (decoder == NULL) return NULL;
    *decoder = (cinflate){ .library = library, .state = library->create(format) };
    if (decoder->state != NULL) return decoder;
    free(decoder);
    return NULL;
}

void cinflate_free(cinflate *decoder) {
    decoder->library->release(decoder->state);
    free(decoder);
}

void cinflate_reset(cinflate *decoder) { decoder->library->reset(decoder->state); }

int cinflate_decode(
    cinflate *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    return decoder->library->decode(decoder->state, input, input_count, output, output_count);
}

#endif
