// The parts of zlib that are used, whose binary interface is stable: DEFLATE (RFC 1951) in both directions. They are
// declared here so that no development package is needed, and resolved at run time so that nothing is linked.
#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// A decoder or an encoder.
typedef struct czlib czlib;

// Returns whether zlib is available, loading it once.
int czlib_available(void);

// These return NULL if zlib or memory is not available. The value of zlib's windowBits selects the format, too.
czlib *_Nullable czlib_create_inflater(int window_bits);
czlib *_Nullable czlib_create_deflater(int window_bits, int memory_level);
void czlib_free(czlib *stream);

// Prepares for another stream, which does not refer to what was before.
void czlib_reset(czlib *stream);
// Prepares a decoder for another stream after the end of one, which may refer to what was before.
void czlib_continue(czlib *inflater);

// Decodes as much as input and output allow. On return, the counts are the numbers of bytes consumed and produced.
//
// Returns 0 if more input or room is needed, 1 at the end of the stream, -1 if the input is invalid.
int czlib_inflate(
    czlib *inflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);
// Returns whether the last byte of the input was the last one of a block.
int czlib_is_between_blocks(const czlib *inflater);

// Encodes as much as input and output allow. On return, the counts are the numbers of bytes consumed and produced. A
// flush makes the output that of all input, with an empty stored block at its end; it is done when room is left.
void czlib_deflate(
    czlib *deflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count, int flushes);

#pragma clang assume_nonnull end

#endif
