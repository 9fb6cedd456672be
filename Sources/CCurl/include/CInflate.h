// The part of zlib (libz.so.1, whose binary interface is stable) that undoes content codings, declared here and resolved at
// run time for the same reasons as libcurl, which brings it along.
#ifndef CINFLATE_H
#define CINFLATE_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cinflate cinflate;

// Whether zlib is there. Loads it, once.
int cinflate_available(void);

// A decoder; `window_bits` as zlib has them: 31 for gzip, 15 for zlib's own format, -15 for neither. NULL without memory.
cinflate *_Nullable cinflate_create(int window_bits);
void cinflate_free(cinflate *decoder);
// Begins again, for what follows the end of a stream.
void cinflate_reset(cinflate *decoder);
// Decodes as much as there is of, and room for. On return the counts say how much was taken and made.
//
// Returns 0 if it wants more, 1 at the end of the stream, -1 if the input is broken.
int cinflate_decode(
    cinflate *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

#pragma clang assume_nonnull end

#endif
#endif
