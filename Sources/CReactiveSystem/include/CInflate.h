// Decoders of content codings: zlib, and the parts used of brotli (libbrotlidec.so.1) and Zstandard (libzstd.so.1),
// whose binary interfaces are stable. They are declared here so that no development package is needed, and resolved at
// run time so that nothing is linked.
#ifndef CINFLATE_H
#define CINFLATE_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cinflate cinflate;

// The format to decode; the first three are decoded by zlib.
enum cinflate_format { cinflate_gzip, cinflate_zlib, cinflate_raw_deflate, cinflate_brotli, cinflate_zstd };

// Returns whether the library for the format is available, loading it once.
int cinflate_available(enum cinflate_format format);

// Creates a decoder, or returns NULL if the library or memory is not available.
cinflate *_Nullable cinflate_create(enum cinflate_format format);
void cinflate_free(cinflate *decoder);
// Prepares to decode another stream after the end of one. It has no effect on brotli, whose streams cannot follow each
// other.
void cinflate_reset(cinflate *decoder);
// Decodes as much as input and output allow. On return, the counts are the numbers of bytes consumed and produced.
//
// Returns 0 if more input or room is needed, 1 at the end of the stream, -1 if the input is invalid.
int cinflate_decode(
    cinflate *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

#pragma clang assume_nonnull end

#endif
#endif
