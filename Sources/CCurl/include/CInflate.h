// What undoes content codings: the parts used of zlib (libz.so.1), brotli (libbrotlidec.so.1) and Zstandard (libzstd.so.1),
// whose binary interfaces are stable. They are declared here and resolved at run time for the same reasons as libcurl.
#ifndef CINFLATE_H
#define CINFLATE_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cinflate cinflate;

// What is decoded; the first three by zlib.
enum cinflate_format { cinflate_gzip, cinflate_zlib, cinflate_raw_deflate, cinflate_brotli, cinflate_zstd };

// Whether the library for the format is there. Loads it, once.
int cinflate_available(enum cinflate_format format);

// A decoder; NULL without the library, or without memory.
cinflate *_Nullable cinflate_create(enum cinflate_format format);
void cinflate_free(cinflate *decoder);
// Begins again, for what follows the end of a stream; not for brotli, whose end is the end.
void cinflate_reset(cinflate *decoder);
// Decodes as much as there is of, and room for. On return the counts say how much was taken and made.
//
// Returns 0 if it wants more, 1 at the end of the stream, -1 if the input is broken.
int cinflate_decode(
    cinflate *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

#pragma clang assume_nonnull end

#endif
#endif
