// A decoding library, as used by the functions of CInflate.h.
#ifndef CINFLATELIBRARY_H
#define CINFLATELIBRARY_H

#include "CInflate.h"

struct cinflate_library {
    void *(*create)(enum cinflate_format);
    void (*release)(void *);
    void (*reset)(void *);
    int (*decode)(void *, const uint8_t *, size_t *, uint8_t *, size_t *);
};

// These return NULL if the library cannot be loaded.
const struct cinflate_library *cinflate_load_zlib(void);
const struct cinflate_library *cinflate_load_brotli(void);
const struct cinflate_library *cinflate_load_zstd(void);

#endif
