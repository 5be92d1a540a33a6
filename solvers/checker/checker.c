/*
 * A checker of zenkai's certificates, in C99 with nothing but the C library.
 *
 * Written from FORMAT.md alone, beside the checker in Python and without looking at it: two programs by two hands
 * that must say the same. The sections below are named after those of that paper.
 *
 *     cc -std=c99 -O2 -o checker solvers/checker/checker.c
 *     ./checker CERT        ./checker SOLUTIONS CERT        ./checker SOLUTIONS CERT INSTANCE
 *
 * Exit code 0: certified; 1: refused; 2: a file cannot be read or unpacked, or wrong arguments; 3: not certified.
 *
 * The program ends at the first fault: refuse() and unreadable() do not return. It runs once and frees at the end of a
 * phase only what is large. All memory is got by allocate() and grow(), which check sizes, and is bounded: by the sizes
 * of the files, by the limits of section 2 and 3, and by the limit of work of section 7.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CERTIFIED = 0, REFUSED = 1, UNREADABLE = 2, NOT_CERTIFIED = 3 };

#define MAX_LINE 4194304u  /* bytes of the header and of a line of the solutions file */
#define MAX_DEPTH 100      /* lists and objects within each other */
#define MAX_DIGITS 4300    /* of a number */

/* ---------------------------------------------------------------- ends, memory, work */

static void end_with(int code, const char *kind, const char *form, va_list arguments)
{
    fprintf(stderr, "checker: %s", kind);
    vfprintf(stderr, form, arguments);
    fputc('\n', stderr);
    exit(code);
}

#if defined(__GNUC__)
#define ENDS(n) __attribute__((noreturn, format(printf, n, n + 1)))
#else
#define ENDS(n)
#endif

static void refuse(const char *form, ...) ENDS(1);
static void unreadable(const char *form, ...) ENDS(1);

static void refuse(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    end_with(REFUSED, "refused: ", form, arguments);
    abort();
}

static void unreadable(const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    end_with(UNREADABLE, "", form, arguments);
    abort();
}

/* New memory for `count` things of `size` bytes, all zero. */
static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1); /* calloc checks the product */
    if (!memory)
        unreadable("out of memory");
    return memory;
}

/* Makes room for `wanted` things of `size` bytes; what is new is not set. */
static void *grow(void *old, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room && old)
        return old;
    size_t more = *room < 16 ? 16 : *room;
    while (more < wanted) {
        if (more > SIZE_MAX / 2 / size)
            unreadable("out of memory");
        more *= 2;
    }
    if (more > SIZE_MAX / size)
        unreadable("out of memory");
    void *memory = realloc(old, more * size);
    if (!memory)
        unreadable("out of memory");
    *room = more;
    return memory;
}

typedef struct { int32_t *v; size_t n, room; } Ints;

static void push(Ints *list, int32_t value)
{
    if (list->n == list->room)
        list->v = grow(list->v, &list->room, list->n + 1, sizeof *list->v);
    list->v[list->n++] = value;
}

typedef struct { uint8_t *v; size_t n, room; } Bytes;

static void put_byte(Bytes *bytes, unsigned value)
{
    if (bytes->n == bytes->room)
        bytes->v = grow(bytes->v, &bytes->room, bytes->n + 1, 1);
    bytes->v[bytes->n++] = (uint8_t)value;
}

static int compare_ints(const int32_t *a, size_t na, const int32_t *b, size_t nb)
{
    for (size_t i = 0; i < na && i < nb; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return na < nb ? -1 : na > nb;
}

static int by_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_ints(int32_t *v, size_t n)
{
    if (n > 24) {
        qsort(v, n, sizeof *v, by_value);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        int32_t x = v[i];
        size_t j = i;
        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

/* Section 7: what is left of the work that files of this size allow. */
static uint64_t work_left;

static void spend(uint64_t units)
{
    if (units > work_left)
        refuse("it is too much work for the size of its files");
    work_left -= units;
}

/* ---------------------------------------------------------------- bits, and hashes for tables */

static uint64_t hash_seed; /* differs from run to run, so that no file is made for collisions */

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ (h >> 29);
}

static uint64_t finish(uint64_t h)
{
    h = (h ^ (h >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    return h ^ (h >> 32);
}

static unsigned lowest_bit(uint64_t set)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set);
#else
    unsigned n = 0;
    for (; !(set & 1); set >>= 1)
        n++;
    return n;
#endif
}

static uint64_t hash_ints(const int32_t *v, size_t n)
{
    uint64_t h = hash_seed ^ n;
    for (size_t i = 0; i < n; i++)
        h = mix(h, (uint32_t)v[i]);
    return finish(h);
}

/* ---------------------------------------------------------------- numbers of arbitrary size */

/* A whole number, not negative: `small`, and above it limbs of 2^64, 2^96, ...; most have none. */
typedef struct { uint64_t small; uint32_t *limb; size_t n, room; } Number;

static void carry_into(Number *a, size_t at, uint64_t carry)
{
    for (; carry; at++) {
        if (at == a->n) {
            a->limb = grow(a->limb, &a->room, a->n + 1, sizeof *a->limb);
            a->limb[a->n++] = 0;
        }
        carry += a->limb[at];
        a->limb[at] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void add_small(Number *a, uint64_t b)
{
    a->small += b;
    if (a->small < b)
        carry_into(a, 0, 1);
}

static void add_number(Number *a, uint64_t small, const uint32_t *limb, size_t n)
{
    for (size_t i = n; i-- > 0;) { /* from the top, so that a carry meets what is added */
        while (a->n <= i) {
            a->limb = grow(a->limb, &a->room, a->n + 1, sizeof *a->limb);
            a->limb[a->n++] = 0;
        }
        carry_into(a, i, limb[i]);
    }
    add_small(a, small);
}

static void set_zero(Number *a)
{
    a->small = 0;
    a->n = 0;
}

static bool is_number(const Number *a, uint64_t b)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->limb[i])
            return false;
    return a->small == b;
}

/* The number in decimal, with a comma every three digits; the caller frees it. */
static char *with_commas(const Number *a)
{
    size_t n = a->n + 2;
    uint32_t *rest = allocate(n, sizeof *rest);
    rest[0] = (uint32_t)a->small;
    rest[1] = (uint32_t)(a->small >> 32);
    for (size_t i = 0; i < a->n; i++)
        rest[i + 2] = a->limb[i];
    size_t room = n * 14 + 8, at = room;
    char *text = allocate(room, 1);
    text[--at] = 0;
    for (int digits = 0;; digits++) {
        while (n > 0 && !rest[n - 1])
            n--;
        if (n == 0 && digits)
            break;
        uint64_t carry = 0;
        for (size_t i = n; i-- > 0;) {
            carry = carry << 32 | rest[i];
            rest[i] = (uint32_t)(carry / 10);
            carry %= 10;
        }
        if (digits && digits % 3 == 0)
            text[--at] = ',';
        text[--at] = (char)('0' + carry);
    }
    free(rest);
    memmove(text, text + at, room - at);
    return text;
}

/* ---------------------------------------------------------------- SHA-256 (FIPS 180-4), BLAKE2b (RFC 7693) */

static uint32_t right32(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint64_t right64(uint64_t x, int n) { return x >> n | x << (64 - n); }

static void sha256_block(uint32_t state[8], const uint8_t *p)
{
    static const uint32_t K[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (right32(w[i - 15], 7) ^ right32(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (right32(w[i - 2], 17) ^ right32(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t a = s[0], e = s[4];
        uint32_t t = s[7] + (right32(e, 6) ^ right32(e, 11) ^ right32(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + K[i] + w[i];
        uint32_t u = (right32(a, 2) ^ right32(a, 13) ^ right32(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t;
        s[0] = t + u;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

static void sha256(const uint8_t *data, size_t n, uint8_t out[32])
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t last[128] = {0};
    size_t whole = n / 64 * 64, rest = n - whole, blocks = rest < 56 ? 1 : 2;
    for (size_t i = 0; i < whole; i += 64)
        sha256_block(state, data + i);
    if (rest)
        memcpy(last, data + whole, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        last[64 * blocks - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < blocks; i++)
        sha256_block(state, last + 64 * i);
    for (int i = 0; i < 32; i++)
        out[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

static void to_hex(const uint8_t *bytes, size_t n, char *text)
{
    for (size_t i = 0; i < n; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
}

static void sha256_hex(const uint8_t *data, size_t n, char text[65])
{
    uint8_t out[32];
    sha256(data, n, out);
    to_hex(out, 32, text);
}

/* BLAKE2b without a key, to 16 bytes. */
static void blake2b_16(const uint8_t *data, size_t n, uint8_t out[16])
{
    static const uint64_t IV[8] = {
        UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
        UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f), UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};
    static const uint8_t SIGMA[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    static const uint8_t PLACE[8][4] = {{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
                                        {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14}};
    uint64_t h[8];
    memcpy(h, IV, sizeof h);
    h[0] ^= 0x01010000 ^ 16;
    for (size_t done = 0;;) {
        size_t part = n - done > 128 ? 128 : n - done;
        uint8_t block[128] = {0};
        uint64_t m[16] = {0}, v[16];
        if (part)
            memcpy(block, data + done, part);
        done += part;
        for (int i = 0; i < 128; i++)
            m[i / 8] |= (uint64_t)block[i] << 8 * (i % 8);
        memcpy(v, h, sizeof h);
        memcpy(v + 8, IV, sizeof IV);
        v[12] ^= done;
        if (done == n)
            v[14] = ~v[14];
        for (int round = 0; round < 12; round++)
            for (int g = 0; g < 8; g++) {
                uint64_t *a = v + PLACE[g][0], *b = v + PLACE[g][1], *c = v + PLACE[g][2], *d = v + PLACE[g][3];
                *a += *b + m[SIGMA[round % 10][2 * g]];
                *d = right64(*d ^ *a, 32);
                *c += *d;
                *b = right64(*b ^ *c, 24);
                *a += *b + m[SIGMA[round % 10][2 * g + 1]];
                *d = right64(*d ^ *a, 16);
                *c += *d;
                *b = right64(*b ^ *c, 63);
            }
        for (int i = 0; i < 8; i++)
            h[i] ^= v[i] ^ v[i + 8];
        if (done == n)
            break;
    }
    for (int i = 0; i < 16; i++)
        out[i] = (uint8_t)(h[i / 8] >> 8 * (i % 8));
}

/* ---------------------------------------------------------------- files, and xz (the .xz file format 1.1.0) */

static Bytes read_file(const char *name)
{
    Bytes bytes = {0};
    FILE *file = fopen(name, "rb");
    if (!file)
        unreadable("%s: %s", name, strerror(errno));
    for (;;) {
        bytes.v = grow(bytes.v, &bytes.room, bytes.n + 65536, 1);
        size_t got = fread(bytes.v + bytes.n, 1, 65536, file);
        bytes.n += got;
        if (got < 65536)
            break;
    }
    if (ferror(file))
        unreadable("%s: %s", name, strerror(errno));
    fclose(file);
    return bytes;
}

static uint32_t crc32_table[256];
static uint64_t crc64_table[256];

static void make_crc_tables(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t a = i;
        uint64_t b = i;
        for (int k = 0; k < 8; k++) {
            a = a >> 1 ^ (a & 1 ? UINT32_C(0xEDB88320) : 0);
            b = b >> 1 ^ (b & 1 ? UINT64_C(0xC96C5795D7870F42) : 0);
        }
        crc32_table[i] = a;
        crc64_table[i] = b;
    }
}

static uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = ~UINT32_C(0);
    while (n--)
        c = c >> 8 ^ crc32_table[(c ^ *p++) & 255];
    return ~c;
}

static uint64_t crc64(const uint8_t *p, size_t n)
{
    uint64_t c = ~UINT64_C(0);
    while (n--)
        c = c >> 8 ^ crc64_table[(c ^ *p++) & 255];
    return ~c;
}

static uint32_t little32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The packed file while it is read, and what is unpacked so far. */
typedef struct {
    const uint8_t *in;
    size_t n, at;     /* bytes of `in`, and how many are read */
    Bytes out;
    size_t most;      /* bytes that may be unpacked */
} Packed;

static const uint8_t *take(Packed *x, size_t n)
{
    if (n > x->n - x->at)
        unreadable("the certificate cannot be unpacked: it ends too early");
    x->at += n;
    return x->in + x->at - n;
}

static void not_xz(const char *why) { unreadable("the certificate cannot be unpacked: %s", why); }

static uint64_t take_size(Packed *x)
{
    uint64_t value = 0;
    for (int i = 0; i < 9; i++) {
        unsigned byte = *take(x, 1);
        value |= (uint64_t)(byte & 127) << 7 * i;
        if (!(byte & 128)) {
            if (byte == 0 && i > 0)
                break;
            return value;
        }
    }
    not_xz("a size is not written as it should be");
    return 0;
}

/* LZMA: the probabilities and the last distances, kept from chunk to chunk. */
enum { LITERALS = 0x300 << 4, STATES = 12, LENGTHS = 2 + 16 * 8 + 16 * 8 + 256 };

typedef struct {
    uint32_t range, code;
    const uint8_t *in, *end;
    bool over;                      /* more bits were asked for than the chunk has */
    size_t dictionary_start;        /* where in `out` the dictionary begins */
    size_t dictionary_size;
    unsigned lc, lp_mask, pb_mask, state;
    uint32_t rep[4];
    uint16_t is_match[STATES][16], is_rep[STATES], is_rep0[STATES], is_rep1[STATES], is_rep2[STATES], is_rep0_long[STATES][16];
    uint16_t slot[4][64], special[115], align[16], match_length[LENGTHS], rep_length[LENGTHS], literal[LITERALS];
} Lzma;

static void reset_probabilities(uint16_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = 1024;
}

#define RESET(field) reset_probabilities((uint16_t *)(z->field), sizeof z->field / sizeof(uint16_t))

static void reset_lzma(Lzma *z)
{
    z->state = 0;
    memset(z->rep, 0, sizeof z->rep);
    RESET(is_match); RESET(is_rep); RESET(is_rep0); RESET(is_rep1); RESET(is_rep2); RESET(is_rep0_long);
    RESET(slot); RESET(special); RESET(align); RESET(match_length); RESET(rep_length); RESET(literal);
}

static inline void normalize(Lzma *z)
{
    if (z->range < UINT32_C(1) << 24) {
        z->range <<= 8;
        z->code <<= 8;
        if (z->in < z->end)
            z->code |= *z->in++;
        else
            z->over = true;
    }
}

static inline unsigned bit(Lzma *z, uint16_t *p)
{
    normalize(z);
    uint32_t bound = (z->range >> 11) * *p;
    if (z->code < bound) {
        z->range = bound;
        *p = (uint16_t)(*p + ((2048 - *p) >> 5));
        return 0;
    }
    z->range -= bound;
    z->code -= bound;
    *p = (uint16_t)(*p - (*p >> 5));
    return 1;
}

static inline unsigned tree(Lzma *z, uint16_t *p, unsigned bits)
{
    unsigned at = 1;
    for (unsigned i = 0; i < bits; i++)
        at = at << 1 | bit(z, p + at);
    return at - (1u << bits);
}

static inline unsigned reverse_tree(Lzma *z, uint16_t *p, unsigned bits)
{
    unsigned at = 1, value = 0;
    for (unsigned i = 0; i < bits; i++) {
        unsigned b = bit(z, p + at);
        at = at << 1 | b;
        value |= b << i;
    }
    return value;
}

static unsigned match_length(Lzma *z, uint16_t *p, unsigned pos)
{
    if (!bit(z, p))
        return 2 + tree(z, p + 2 + 8 * pos, 3);
    if (!bit(z, p + 1))
        return 10 + tree(z, p + 130 + 8 * pos, 3);
    return 18 + tree(z, p + 258, 8);
}

static uint32_t distance(Lzma *z, unsigned length)
{
    unsigned slot = tree(z, z->slot[length < 6 ? length - 2 : 3], 6);
    if (slot < 4)
        return slot;
    unsigned bits = (slot >> 1) - 1;
    uint32_t value = (2 | (slot & 1u)) << bits;
    if (slot < 14) /* the probabilities of these slots lie one behind the other; each tree begins at 1 */
        return value + reverse_tree(z, z->special + value - slot, bits);
    uint32_t direct = 0;
    for (unsigned i = 4; i < bits; i++) {
        normalize(z);
        z->range >>= 1;
        uint32_t one = z->code >= z->range;
        if (one)
            z->code -= z->range;
        direct = direct << 1 | one;
    }
    return value + (direct << 4) + reverse_tree(z, z->align, 4);
}

/* Decodes one chunk of LZMA into out[at..to). */
static void lzma_chunk(Lzma *z, uint8_t *out, size_t at, size_t to)
{
    while (at < to) {
        size_t done = at - z->dictionary_start;
        unsigned pos = (unsigned)done & z->pb_mask;
        size_t reach = done < z->dictionary_size ? done : z->dictionary_size;
        unsigned length;
        if (!bit(z, &z->is_match[z->state][pos])) {
            unsigned before = done ? out[at - 1] : 0;
            uint16_t *p = z->literal + 0x300 * ((((unsigned)done & z->lp_mask) << z->lc) + (before >> (8 - z->lc)));
            unsigned symbol = 1;
            if (z->state >= 7) {
                if (z->rep[0] >= reach)
                    not_xz("a distance is too large");
                unsigned match = out[at - z->rep[0] - 1], offset = 0x100;
                while (symbol < 0x100) {
                    match <<= 1;
                    unsigned b = bit(z, p + offset + (match & offset) + symbol);
                    symbol = symbol << 1 | b;
                    offset &= b ? match : ~match;
                }
            } else {
                while (symbol < 0x100)
                    symbol = symbol << 1 | bit(z, p + symbol);
            }
            out[at++] = (uint8_t)symbol;
            z->state = z->state < 4 ? 0 : z->state < 10 ? z->state - 3 : z->state - 6;
            continue;
        }
        if (!bit(z, &z->is_rep[z->state])) {
            z->rep[3] = z->rep[2];
            z->rep[2] = z->rep[1];
            z->rep[1] = z->rep[0];
            length = match_length(z, z->match_length, pos);
            z->rep[0] = distance(z, length);
            z->state = z->state < 7 ? 7 : 10;
        } else {
            if (!bit(z, &z->is_rep0[z->state])) {
                if (!bit(z, &z->is_rep0_long[z->state][pos])) {
                    if (z->rep[0] >= reach)
                        not_xz("a distance is too large");
                    out[at] = out[at - z->rep[0] - 1];
                    at++;
                    z->state = z->state < 7 ? 9 : 11;
                    continue;
                }
            } else {
                uint32_t far;
                if (!bit(z, &z->is_rep1[z->state])) {
                    far = z->rep[1];
                } else {
                    if (!bit(z, &z->is_rep2[z->state])) {
                        far = z->rep[2];
                    } else {
                        far = z->rep[3];
                        z->rep[3] = z->rep[2];
                    }
                    z->rep[2] = z->rep[1];
                }
                z->rep[1] = z->rep[0];
                z->rep[0] = far;
            }
            length = match_length(z, z->rep_length, pos);
            z->state = z->state < 7 ? 8 : 11;
        }
        if (z->rep[0] >= reach)
            not_xz("a distance is too large");
        if (length > to - at)
            not_xz("a chunk unpacks to more than it says");
        for (; length; length--, at++)
            out[at] = out[at - z->rep[0] - 1];
    }
    normalize(z);
    if (z->over || z->in != z->end || z->code)
        not_xz("a chunk does not end as it should");
}

static void lzma2(Packed *x, Lzma *z, unsigned size_code)
{
    bool need_properties = true, need_dictionary = true;
    uint64_t size = size_code == 40 ? UINT32_MAX : (uint64_t)(2 | (size_code & 1)) << (size_code / 2 + 11);
    z->dictionary_size = size > SIZE_MAX - 16 ? SIZE_MAX : (size_t)((size + 15) / 16 * 16);
    for (;;) {
        unsigned control = *take(x, 1);
        if (control == 0)
            return;
        if (control == 1 || control >= 0xE0) {
            need_properties = true;
            need_dictionary = false;
            z->dictionary_start = x->out.n;
        }
        if (need_dictionary || (control > 2 && control < 0x80))
            not_xz("a chunk is of no known kind");
        const uint8_t *sizes = take(x, control >= 0x80 ? 4 : 2);
        size_t unpacked = ((size_t)sizes[0] << 8 | sizes[1]) + 1;
        if (control >= 0x80)
            unpacked += (size_t)(control & 0x1F) << 16;
        if (unpacked > x->most - x->out.n)
            refuse("it is too much work for the size of its files: it unpacks to more than is allowed");
        x->out.v = grow(x->out.v, &x->out.room, x->out.n + unpacked, 1);
        if (control < 0x80) {
            memcpy(x->out.v + x->out.n, take(x, unpacked), unpacked);
            x->out.n += unpacked;
            continue;
        }
        size_t packed = ((size_t)sizes[2] << 8 | sizes[3]) + 1;
        if (control >= 0xC0) {
            unsigned properties = *take(x, 1);
            if (properties >= 9 * 5 * 5)
                not_xz("properties are out of range");
            z->lc = properties % 9;
            z->lp_mask = (1u << properties / 9 % 5) - 1;
            z->pb_mask = (1u << properties / 45) - 1;
            if (z->lc + properties / 9 % 5 > 4)
                not_xz("properties are out of range");
            need_properties = false;
        }
        if (need_properties)
            not_xz("a chunk lacks its properties");
        if (control >= 0xA0)
            reset_lzma(z);
        if (packed < 5)
            not_xz("a chunk is too short");
        z->in = take(x, packed);
        z->end = z->in + packed;
        if (z->in[0])
            not_xz("a chunk does not begin with 0");
        z->code = (uint32_t)z->in[1] << 24 | (uint32_t)z->in[2] << 16 | (uint32_t)z->in[3] << 8 | z->in[4];
        z->in += 5;
        z->range = UINT32_MAX;
        z->over = false;
        lzma_chunk(z, x->out.v, x->out.n, x->out.n + unpacked);
        x->out.n += unpacked;
    }
}

typedef struct { uint64_t packed, unpacked; } Block;

/* Reads a block whose header begins with `first`, the size of the header; what the index must say of it is returned. */
static Block xz_block(Packed *x, Lzma *z, unsigned check)
{
    static const unsigned CHECK_BYTES[16] = {0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};
    size_t start = x->at, header = ((size_t)x->in[start] + 1) * 4, from = x->out.n;
    const uint8_t *head = take(x, header);
    if (little32(head + header - 4) != crc32(head, header - 4))
        not_xz("the header of a block is damaged");
    Packed fields = {head, header - 4, 1, {0}, 0};
    unsigned flags = *take(&fields, 1);
    if (flags & 0x3F)
        not_xz("a block has other filters than LZMA2");
    uint64_t packed = flags & 0x40 ? take_size(&fields) : UINT64_MAX;
    uint64_t unpacked = flags & 0x80 ? take_size(&fields) : UINT64_MAX;
    if (take_size(&fields) != 0x21 || take_size(&fields) != 1)
        not_xz("a block has other filters than LZMA2");
    unsigned size_code = *take(&fields, 1);
    if (size_code > 40)
        not_xz("the dictionary is too large");
    while (fields.at < fields.n)
        if (*take(&fields, 1))
            not_xz("the header of a block has more fields");
    size_t data = x->at;
    lzma2(x, z, size_code);
    Block block = {x->at - data, x->out.n - from};
    if ((packed != UINT64_MAX && packed != block.packed) || (unpacked != UINT64_MAX && unpacked != block.unpacked) || packed == 0)
        not_xz("a block is not as long as it says");
    while ((x->at - start) % 4)
        if (*take(x, 1))
            not_xz("a block is not filled up with zeros");
    const uint8_t *sum = take(x, CHECK_BYTES[check]), *got = x->out.v + from;
    uint8_t hash[32];
    bool right = true;
    if (check == 1) {
        right = little32(sum) == crc32(got, (size_t)block.unpacked);
    } else if (check == 4) {
        right = (little32(sum) | (uint64_t)little32(sum + 4) << 32) == crc64(got, (size_t)block.unpacked);
    } else if (check == 10) {
        sha256(got, (size_t)block.unpacked, hash);
        right = memcmp(hash, sum, 32) == 0;
    }
    if (!right)
        not_xz("the checksum of a block is wrong");
    block.packed += header + CHECK_BYTES[check];
    return block;
}

static void xz_stream(Packed *x, Lzma *z)
{
    static const uint8_t MAGIC[6] = {0xFD, '7', 'z', 'X', 'Z', 0};
    Block *blocks = NULL;
    size_t n = 0, room = 0;
    const uint8_t *head = take(x, 12);
    if (memcmp(head, MAGIC, 6))
        not_xz("it is no xz file");
    if (head[6] || head[7] > 15 || little32(head + 8) != crc32(head + 6, 2))
        not_xz("the header of a stream is damaged");
    while (x->at < x->n && x->in[x->at] != 0) {
        blocks = grow(blocks, &room, n + 1, sizeof *blocks);
        blocks[n++] = xz_block(x, z, head[7]);
    }
    size_t index = x->at;
    take(x, 1);
    if (take_size(x) != n)
        not_xz("the index does not fit the blocks");
    for (size_t i = 0; i < n; i++) {
        uint64_t packed = take_size(x), unpacked = take_size(x);
        if (packed != blocks[i].packed || unpacked != blocks[i].unpacked)
            not_xz("the index does not fit the blocks");
    }
    free(blocks);
    while ((x->at - index) % 4)
        if (*take(x, 1))
            not_xz("the index is not filled up with zeros");
    uint32_t sum = crc32(x->in + index, x->at - index);
    if (little32(take(x, 4)) != sum)
        not_xz("the index is damaged");
    size_t length = x->at - index;
    const uint8_t *foot = take(x, 12);
    if (memcmp(foot + 10, "YZ", 2) || little32(foot) != crc32(foot + 4, 6) || memcmp(foot + 8, head + 6, 2) ||
        ((uint64_t)little32(foot + 4) + 1) * 4 != length)
        not_xz("the footer of a stream is damaged");
}

/* What the xz file holds, at most `most` bytes. */
static Bytes unpack(const Bytes *file, size_t most)
{
    Packed x = {file->v, file->n, 0, {0}, most};
    Lzma *z = allocate(1, sizeof *z);
    do
        xz_stream(&x, z);
    while (x.at < x.n);
    free(z);
    return x.out;
}

/* ---------------------------------------------------------------- UTF-8 */

/* One character from p; 0 bytes where there is none. A surrogate is none, unless `loose`. */
static size_t utf8(const uint8_t *p, const uint8_t *end, uint32_t *character, bool loose)
{
    size_t n = p == end ? 0 : *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0;
    static const uint32_t LEAST[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (n == 0 || (size_t)(end - p) < n)
        return 0;
    uint32_t c = n == 1 ? *p : *p & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (p[i] & 0x3F);
    }
    if (c < LEAST[n] || c > 0x10FFFF || (!loose && c >= 0xD800 && c < 0xE000))
        return 0;
    *character = c;
    return n;
}

static bool is_utf8(const uint8_t *p, const uint8_t *end)
{
    uint32_t c;
    while (p < end) {
        size_t n = utf8(p, end, &c, false);
        if (!n)
            return false;
        p += n;
    }
    return true;
}

static void put_utf8(Bytes *out, uint32_t c)
{
    if (c < 0x80) {
        put_byte(out, c);
    } else if (c < 0x800) {
        put_byte(out, 0xC0 | c >> 6);
        put_byte(out, 0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put_byte(out, 0xE0 | c >> 12);
        put_byte(out, 0x80 | (c >> 6 & 0x3F));
        put_byte(out, 0x80 | (c & 0x3F));
    } else {
        put_byte(out, 0xF0 | c >> 18);
        put_byte(out, 0x80 | (c >> 12 & 0x3F));
        put_byte(out, 0x80 | (c >> 6 & 0x3F));
        put_byte(out, 0x80 | (c & 0x3F));
    }
}

/* ---------------------------------------------------------------- section 1: the header, canonical JSON */

typedef struct { const uint8_t *p, *end; } Cursor;

static void not_canonical(void) { refuse("the header is not written as it should be"); }

static bool has(Cursor *c, const char *words)
{
    size_t n = strlen(words);
    if ((size_t)(c->end - c->p) < n || memcmp(c->p, words, n))
        return false;
    c->p += n;
    return true;
}

static void want(Cursor *c, const char *words)
{
    if (!has(c, words))
        not_canonical();
}

/* A canonical string; what it means is put to `out`. */
static void canonical_string(Cursor *c, Bytes *out)
{
    want(c, "\"");
    for (;;) {
        if (c->p == c->end)
            not_canonical();
        unsigned byte = *c->p++;
        if (byte == '"')
            return;
        if (byte < 32)
            not_canonical();
        if (byte == '\\') {
            static const char NAMES[] = "\"\\btnfr", VALUES[] = "\"\\\b\t\n\f\r";
            if (c->p == c->end)
                not_canonical();
            const char *name = *c->p ? strchr(NAMES, *c->p) : NULL;
            if (name) {
                byte = (unsigned char)VALUES[name - NAMES];
                c->p++;
            } else {
                static const char HEX[] = "0123456789abcdef";
                want(c, "u00");
                if (c->end - c->p < 2 || (c->p[0] != '0' && c->p[0] != '1') || !c->p[1] || !strchr(HEX, c->p[1]))
                    not_canonical();
                byte = (unsigned)(c->p[0] - '0') * 16 + (unsigned)(strchr(HEX, c->p[1]) - HEX);
                if (byte >= 8 && byte <= 13 && byte != 11)
                    not_canonical();
                c->p += 2;
            }
        }
        put_byte(out, byte);
    }
}

/* A canonical number; what is beyond 2^62 is given as 2^62 or -2^62, which nothing allows. */
static int64_t canonical_number(Cursor *c)
{
    const int64_t MOST = INT64_C(1) << 62;
    int64_t value = 0;
    bool negative = has(c, "-");
    const uint8_t *from = c->p;
    for (; c->p < c->end && *c->p >= '0' && *c->p <= '9'; c->p++)
        value = value > MOST / 10 ? MOST : value * 10 + (*c->p - '0') > MOST ? MOST : value * 10 + (*c->p - '0');
    if (c->p == from || (*from == '0' && (c->p - from > 1 || negative)) || c->p - from > MAX_DIGITS)
        not_canonical();
    return negative ? -value : value;
}

/* A number from lo to hi, of what is called `what`. */
static int32_t number_in(Cursor *c, int64_t lo, int64_t hi, const char *what)
{
    int64_t value = canonical_number(c);
    if (value < lo || value > hi)
        refuse("the header: a number is out of range: %s", what);
    return (int32_t)value;
}

/* After a list or an object was opened: is there a further item? Steps over the comma before it. */
static bool more_items(Cursor *c, bool *first, const char *close)
{
    if (has(c, close))
        return false;
    if (!*first)
        want(c, ",");
    *first = false;
    return true;
}

static int by_text(const void *a, const void *b)
{
    const Cursor *x = a, *y = b;
    size_t nx = (size_t)(x->end - x->p), ny = (size_t)(y->end - y->p);
    int order = memcmp(x->p, y->p, nx < ny ? nx : ny);
    return order ? order : nx < ny ? -1 : nx > ny;
}

static bool any_twice(Cursor *keys, size_t n)
{
    if (n)
        qsort(keys, n, sizeof *keys, by_text);
    for (size_t i = 1; i < n; i++)
        if (by_text(keys + i - 1, keys + i) == 0)
            return true;
    return false;
}

/* Steps over a number, list or object. */
static void pass_over(Cursor *c, int depth)
{
    bool first = true;
    if (depth > MAX_DEPTH)
        refuse("the header: lists are nested too deep");
    if (has(c, "[")) {
        while (more_items(c, &first, "]"))
            pass_over(c, depth + 1);
    } else if (has(c, "{")) {
        Cursor *keys = NULL;
        size_t n = 0, room = 0;
        while (more_items(c, &first, "}")) {
            keys = grow(keys, &room, n + 1, sizeof *keys);
            want(c, "\"");
            keys[n].p = c->p;
            while (c->p < c->end && ((*c->p >= 'a' && *c->p <= 'z') || *c->p == '_'))
                c->p++;
            keys[n].end = c->p;
            if (keys[n].p == keys[n].end)
                not_canonical();
            n++;
            want(c, "\":");
            pass_over(c, depth + 1);
        }
        if (any_twice(keys, n))
            not_canonical();
        free(keys);
    } else {
        canonical_number(c);
    }
}

/* ---------------------------------------------------------------- section 2: the plain part of YAML */

/* The text of the instance as characters, and what a part of it is: `from` and `n` name characters. */
static uint32_t *text;
static size_t text_n;

typedef struct { size_t from, n; } Range;

typedef enum { NUMBER, WORD, LIST, OBJECT, DRAWING, CONSTANT } Kind;

/* A value; what is in a list, the keys of an object with their values below, the lines of a drawing follow each other. */
typedef struct {
    Kind kind;
    Range range;        /* of a word, of a line of a drawing */
    int64_t number;     /* at most 2^62 */
    size_t n;           /* items of a list, keys of an object, lines of a drawing */
    size_t child, next; /* places in `values`; 0 for none */
} Value;

static Value *values;
static size_t values_n, values_room;

static jmp_buf is_not_read; /* where to go on when the text has what section 2 does not describe */

static void not_read(void) { longjmp(is_not_read, 1); }

static size_t new_value(Kind kind)
{
    values = grow(values, &values_room, values_n + 1, sizeof *values);
    memset(values + values_n, 0, sizeof *values);
    values[values_n].kind = kind;
    return values_n++;
}

/* Hangs value `item` behind `last` (0: as the first) below value `parent`. */
static void hang(size_t parent, size_t last, size_t item)
{
    if (last)
        values[last].next = item;
    else
        values[parent].child = item;
    values[parent].n++;
}

static bool is_allowed(uint32_t c)
{
    return c == '\n' || (c >= 0x20 && c <= 0x7E) || (c >= 0xA1 && c <= 0x2FF && c != 0xAD) || (c >= 0x370 && c <= 0x58F) ||
           (c >= 0x1E00 && c <= 0x1FFF) || (c >= 0x2010 && c <= 0x2027) || (c >= 0x2030 && c <= 0x205E) ||
           (c >= 0x2070 && c <= 0x2BFF) || (c >= 0x3001 && c <= 0xD7FF);
}

static bool digit(uint32_t c) { return c >= '0' && c <= '9'; }
static bool letter(uint32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static Range strip(Range r)
{
    while (r.n && text[r.from] == ' ')
        r.from++, r.n--;
    while (r.n && text[r.from + r.n - 1] == ' ')
        r.n--;
    return r;
}

static bool says(Range r, const char *word)
{
    size_t i = 0;
    for (; i < r.n && word[i]; i++)
        if (text[r.from + i] != (unsigned char)word[i])
            return false;
    return i == r.n && !word[i];
}

static bool same_text(Range a, Range b)
{
    return a.n == b.n && memcmp(text + a.from, text + b.from, a.n * sizeof *text) == 0;
}

static size_t count_digits(const uint32_t *c, size_t n)
{
    size_t i = 0;
    while (i < n && digit(c[i]))
        i++;
    return i;
}

/* The number that n digits write; at most 2^62. */
static int64_t to_number(const uint32_t *c, size_t n)
{
    const int64_t MOST = INT64_C(1) << 62;
    int64_t value = 0;
    for (size_t i = 0; i < n; i++)
        value = value > (MOST - 9) / 10 ? MOST : value * 10 + (int64_t)(c[i] - '0');
    return value;
}

/* D..D: the two numbers. */
static bool is_span(Range r, int64_t *lo, int64_t *hi)
{
    const uint32_t *c = text + r.from;
    size_t a = count_digits(c, r.n);
    if (!a || r.n < a + 3 || a > MAX_DIGITS || r.n - a - 2 > MAX_DIGITS || c[a] != '.' || c[a + 1] != '.' || count_digits(c + a + 2, r.n - a - 2) != r.n - a - 2)
        return false;
    *lo = to_number(c, a);
    *hi = to_number(c + a + 2, r.n - a - 2);
    return true;
}

/* A number from 1 on, and what follows it: a letter alone (then hi is 0), or x and a number from 1 on. */
static bool is_product(Range r, int64_t *lo, uint32_t *mark, int64_t *hi)
{
    const uint32_t *c = text + r.from;
    size_t a = count_digits(c, r.n);
    if (!a || c[0] == '0' || r.n == a || !letter(c[a]))
        return false;
    size_t b = r.n - a - 1;
    if (a > MAX_DIGITS || b > MAX_DIGITS)
        return false;
    if (b && (c[a] != 'x' || c[a + 1] == '0' || count_digits(c + a + 1, b) != b))
        return false;
    *lo = to_number(c, a);
    *mark = c[a];
    *hi = to_number(c + a + 1, b);
    return true;
}

static bool is_name(Range r)
{
    static const char *const OTHERS[] = {"yes", "no", "on", "off", "true", "false", "null"};
    const uint32_t *c = text + r.from;
    if (!r.n || !letter(c[0]) || c[r.n - 1] == '-' || c[r.n - 1] == ' ')
        return false;
    for (size_t i = 0; i < r.n; i++)
        if (!letter(c[i]) && !digit(c[i]) && c[i] != '_' && c[i] != '-' && c[i] != '.' && c[i] != ' ')
            return false;
    for (size_t w = 0; w < sizeof OTHERS / sizeof *OTHERS; w++) {
        size_t i = 0;
        while (i < r.n && OTHERS[w][i] && (c[i] | 0x20) == (unsigned char)OTHERS[w][i])
            i++;
        if (!OTHERS[w][i] && (i == r.n || (!letter(c[i]) && !digit(c[i]) && c[i] != '_')))
            return false;
    }
    return true;
}

static bool is_word(Range r)
{
    int64_t lo, hi;
    uint32_t mark;
    return is_span(r, &lo, &hi) || is_product(r, &lo, &mark, &hi) || is_name(r);
}

/* What is left of a head while it is read as JSON. */
static void skip_blanks(Range *r)
{
    while (r->n && text[r->from] == ' ')
        r->from++, r->n--;
}

static bool next_is(const Range *r, uint32_t c) { return r->n && text[r->from] == c; }

static void step(Range *r, size_t n)
{
    if (n > r->n)
        not_read();
    r->from += n;
    r->n -= n;
}

/* Steps over all up to the next of [ ] { } , and a colon before a blank, or the end. */
static Range token(Range *r)
{
    Range t = {r->from, 0};
    for (; t.n < r->n; t.n++) {
        uint32_t c = text[t.from + t.n];
        if (c == '[' || c == ']' || c == '{' || c == '}' || c == ',')
            break;
        if (c == ':' && t.n + 1 < r->n && text[t.from + t.n + 1] == ' ')
            break;
    }
    step(r, t.n);
    return t;
}

static size_t plain_value(Range *r, int depth);

static size_t plain_list(Range *r, int depth)
{
    size_t list = new_value(LIST), last = 0;
    step(r, 1);
    skip_blanks(r);
    while (!next_is(r, ']') || last) {
        size_t item = plain_value(r, depth + 1);
        hang(list, last, item);
        last = item;
        skip_blanks(r);
        if (next_is(r, ']'))
            break;
        if (!next_is(r, ','))
            not_read();
        step(r, 1);
    }
    step(r, 1);
    return list;
}

static size_t plain_object(Range *r, int depth)
{
    size_t object = new_value(OBJECT), last = 0;
    step(r, 1);
    skip_blanks(r);
    while (!next_is(r, '}') || last) {
        skip_blanks(r);
        Range key = token(r);
        if (!is_word(key) || !next_is(r, ':'))
            not_read();
        step(r, 2);
        for (size_t old = values[object].child; old; old = values[old].next)
            if (same_text(values[old].range, key))
                not_read();
        size_t item = new_value(WORD);
        values[item].range = key;
        hang(object, last, item);
        last = item;
        size_t value = plain_value(r, depth + 1);
        values[item].child = value;
        skip_blanks(r);
        if (next_is(r, '}'))
            break;
        if (!next_is(r, ','))
            not_read();
        step(r, 1);
    }
    step(r, 1);
    return object;
}

static size_t plain_value(Range *r, int depth)
{
    if (depth > MAX_DEPTH)
        not_read();
    skip_blanks(r);
    if (next_is(r, '['))
        return plain_list(r, depth);
    if (next_is(r, '{'))
        return plain_object(r, depth);
    Range raw = token(r), t = strip(raw);
    if (says(t, "true") || says(t, "false") || says(t, "null"))
        return new_value(CONSTANT);
    size_t sign = t.n && text[t.from] == '-', digits = t.n - sign;
    const uint32_t *c = text + t.from + sign;
    if (digits && count_digits(c, digits) == digits && (c[0] != '0' || digits == 1) && digits <= MAX_DIGITS) {
        size_t value = new_value(NUMBER);
        values[value].number = sign ? -to_number(c, digits) : to_number(c, digits);
        return value;
    }
    if (!is_word(raw))
        not_read();
    size_t value = new_value(WORD);
    values[value].range = raw;
    return value;
}

static size_t blanks_before(Range line)
{
    size_t n = 0;
    while (n < line.n && text[line.from + n] == ' ')
        n++;
    return n;
}

static size_t drawing(const Range *lines, size_t n)
{
    size_t value = new_value(DRAWING), last = 0, blanks = blanks_before(lines[0]);
    for (size_t i = 0; i < n; i++) {
        if (blanks == 0 || blanks_before(lines[i]) != blanks || lines[i].n == blanks)
            not_read();
        size_t line = new_value(WORD);
        values[line].range.from = lines[i].from + blanks;
        values[line].range.n = lines[i].n - blanks;
        hang(value, last, line);
        last = line;
    }
    return value;
}

/* The value of a head and the lines below it. */
static size_t value_of(Range head, Range *lines, size_t n, bool in_list)
{
    if (n && says(head, "|"))
        return drawing(lines, n);
    if (!n) {
        size_t value = plain_value(&head, 0);
        skip_blanks(&head);
        if (head.n)
            not_read();
        return value;
    }
    if (head.n || in_list)
        not_read();
    size_t list = new_value(LIST), last = 0, common = SIZE_MAX;
    for (size_t i = 0; i < n; i++)
        if (blanks_before(lines[i]) < common)
            common = blanks_before(lines[i]);
    for (size_t i = 0; i < n; i++)
        lines[i].from += common, lines[i].n -= common;
    for (size_t i = 0, end; i < n; i = end) {
        if (lines[i].n < 2 || text[lines[i].from] != '-' || text[lines[i].from + 1] != ' ')
            not_read();
        for (end = i + 1; end < n && lines[end].n && text[lines[end].from] == ' ';)
            end++;
        Range rest = {lines[i].from + 2, lines[i].n - 2};
        rest = strip(rest);
        if (!rest.n)
            not_read();
        size_t item = value_of(rest, lines + i + 1, end - i - 1, true);
        hang(list, last, item);
        last = item;
    }
    return list;
}

/* Is the head of a title, source, expect or symmetry one that is passed over? */
static bool is_remark(Range head)
{
    const uint32_t *c = text + head.from;
    if (!head.n)
        return false;
    if (letter(c[0]) || digit(c[0])) {
        for (size_t i = 0; i < head.n; i++)
            if (c[i] == ':' && (i + 1 == head.n || c[i + 1] == ' '))
                return false;
        return true;
    }
    if (c[0] == '"' || c[0] == '\'') {
        for (size_t i = 1; i + 1 < head.n; i++)
            if (c[i] == c[0] || (c[0] == '"' && c[i] == '\\'))
                return false;
        return head.n > 1 && c[head.n - 1] == c[0];
    }
    if (c[0] != '{')
        return false;
    for (size_t i = 1;;) {
        size_t from = i;
        while (i < head.n && (letter(c[i]) || digit(c[i]) || c[i] == '_'))
            i++;
        if (i == from || i + 2 > head.n || c[i] != ':' || c[i + 1] != ' ')
            return false;
        from = i += 2;
        i += count_digits(c + i, head.n - i);
        if (i == from || i == head.n)
            return false;
        if (c[i] == '}')
            return i + 1 == head.n;
        if (i + 2 > head.n || c[i] != ',' || c[i + 1] != ' ')
            return false;
        i += 2;
    }
}

typedef struct { Range key; size_t value; } Entry;  /* value 0: passed over */

static Entry *entries;
static size_t entries_n, entries_room;

static void read_entries(void)
{
    Range *lines = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0, from = 0; i < text_n; i++)
        if (text[i] == '\n') {
            lines = grow(lines, &room, n + 1, sizeof *lines);
            lines[n].from = from;
            lines[n++].n = i - from;
            from = i + 1;
        }
    if (text_n && text[text_n - 1] != '\n')
        not_read();
    for (size_t i = 0, below; i < n; i = below) {
        const uint32_t *c = text + lines[i].from;
        below = i + 1;
        if (lines[i].n == 0 || c[0] == '#')
            continue;
        Range key = {lines[i].from, 0};
        while (key.n < lines[i].n && ((c[key.n] >= 'a' && c[key.n] <= 'z') || c[key.n] == '_'))
            key.n++;
        Range head = {lines[i].from + key.n + 1, lines[i].n - key.n - 1};
        if (key.n == 0 || key.n == lines[i].n || c[key.n] != ':' || (head.n && text[head.from] != ' '))
            not_read();
        head = strip(head);
        while (below < n && lines[below].n && (text[lines[below].from] == ' ' || text[lines[below].from] == '-'))
            below++;
        for (size_t e = 0; e < entries_n; e++)
            if (same_text(entries[e].key, key))
                not_read();
        bool remark = says(key, "title") || says(key, "source") || says(key, "expect") || says(key, "symmetry");
        entries = grow(entries, &entries_room, entries_n + 1, sizeof *entries);
        entries[entries_n].key = key;
        entries[entries_n].value = remark && below == i + 1 && is_remark(head) ? 0 : value_of(head, lines + i + 1, below - i - 1, false);
        entries_n++;
    }
    free(lines);
}

/* The value of a key, or 0. */
static size_t value_at(const char *key)
{
    for (size_t e = 0; e < entries_n; e++)
        if (entries[e].value && says(entries[e].key, key))
            return entries[e].value;
    return 0;
}

static size_t need_value(const char *key)
{
    size_t value = value_at(key);
    if (!value)
        not_read();
    return value;
}

static void no_keys_but(const char *const *keys, size_t n)
{
    for (size_t e = 0; e < entries_n; e++) {
        bool known = !entries[e].value || says(entries[e].key, "puzzle");
        for (size_t k = 0; k < n && !known; k++)
            known = says(entries[e].key, keys[k]);
        if (!known)
            not_read();
    }
}

static bool is_the_word(size_t value, const char *word) { return values[value].kind == WORD && says(values[value].range, word); }

/* ---------------------------------------------------------------- section 3: covers */

enum { ONCE = 1, MUST = 2, CELL = 4 };

typedef struct {
    size_t n_items, n_groups, n_options;
    uint8_t *what;            /* of each item: ONCE, MUST, CELL */
    int32_t *lo, *hi;         /* of each group */
    Ints items, adds;         /* of all options; adds are group, amount, group, amount */
    size_t *items_at, *adds_at; /* where those of an option begin; with an end */
    size_t options_room, options_room2;
} Cover;

static const Cover *sorted_cover; /* for qsort */

static const int32_t *items_of(const Cover *c, size_t o, size_t *n)
{
    *n = c->items_at[o + 1] - c->items_at[o];
    return c->items.v + c->items_at[o];
}

static const int32_t *adds_of(const Cover *c, size_t o, size_t *n)
{
    *n = c->adds_at[o + 1] - c->adds_at[o];
    return c->adds.v + c->adds_at[o];
}

static void new_cover(Cover *c, size_t n_items, size_t n_groups)
{
    memset(c, 0, sizeof *c);
    c->n_items = n_items;
    c->n_groups = n_groups;
    c->what = allocate(n_items, 1);
    c->lo = allocate(n_groups, sizeof *c->lo);
    c->hi = allocate(n_groups, sizeof *c->hi);
    push(&c->items, 0), push(&c->adds, 0); /* so that there is memory even where there is nothing */
    c->items.n = c->adds.n = 0;
    c->items_at = grow(NULL, &c->options_room, 2, sizeof *c->items_at);
    c->adds_at = grow(NULL, &c->options_room2, 2, sizeof *c->adds_at);
    c->items_at[0] = c->adds_at[0] = 0;
}

/* Ends an option whose items and adds were pushed. */
static void end_option(Cover *c)
{
    size_t n = ++c->n_options;
    c->items_at = grow(c->items_at, &c->options_room, n + 1, sizeof *c->items_at);
    c->adds_at = grow(c->adds_at, &c->options_room2, n + 1, sizeof *c->adds_at);
    c->items_at[n] = c->items.n;
    c->adds_at[n] = c->adds.n;
    if ((uint64_t)n * (c->n_items + 17 * c->n_groups) > UINT64_C(1) << 28)
        refuse("the cover is too large");
}

static int compare_options(const Cover *c, size_t a, size_t b)
{
    size_t na, nb;
    const int32_t *x = items_of(c, a, &na), *y = items_of(c, b, &nb);
    int order = compare_ints(x, na, y, nb);
    if (order)
        return order;
    x = adds_of(c, a, &na), y = adds_of(c, b, &nb);
    return compare_ints(x, na, y, nb); /* pairs, one behind the other, compare as the list of pairs does */
}

static int by_option(const void *a, const void *b)
{
    return compare_options(sorted_cover, *(const size_t *)a, *(const size_t *)b);
}

static void sort_options(Cover *c)
{
    Cover old = *c;
    size_t *order = allocate(c->n_options, sizeof *order);
    for (size_t o = 0; o < c->n_options; o++)
        order[o] = o;
    sorted_cover = &old;
    qsort(order, c->n_options, sizeof *order, by_option);
    memset(&c->items, 0, sizeof c->items), memset(&c->adds, 0, sizeof c->adds);
    push(&c->items, 0), push(&c->adds, 0);
    c->items.n = c->adds.n = 0;
    c->items_at = allocate(c->n_options + 1, sizeof *c->items_at);
    c->adds_at = allocate(c->n_options + 1, sizeof *c->adds_at);
    for (size_t o = 0; o < c->n_options; o++) {
        size_t n;
        const int32_t *v = items_of(&old, order[o], &n);
        for (size_t i = 0; i < n; i++)
            push(&c->items, v[i]);
        v = adds_of(&old, order[o], &n);
        for (size_t i = 0; i < n; i++)
            push(&c->adds, v[i]);
        c->items_at[o + 1] = c->items.n;
        c->adds_at[o + 1] = c->adds.n;
    }
    free(old.items.v), free(old.adds.v), free(old.items_at), free(old.adds_at), free(order);
}

/* The options by hash: of their items below `key_items`, and of their adds, if `with_adds`. */
typedef struct { uint32_t *slot; size_t mask; } OptionTable;

static uint64_t hash_option(const int32_t *items, size_t n, const int32_t *adds, size_t na)
{
    return hash_ints(items, n) ^ (na ? hash_ints(adds, na) * 3 : 0);
}

static OptionTable table_of(const Cover *c, size_t key_items, bool with_adds)
{
    OptionTable t = {NULL, 16};
    while (t.mask < 2 * c->n_options)
        t.mask *= 2;
    t.slot = allocate(t.mask--, sizeof *t.slot);
    for (size_t o = 0; o < c->n_options; o++) {
        size_t n, na;
        const int32_t *items = items_of(c, o, &n), *adds = adds_of(c, o, &na);
        while (n && (size_t)items[n - 1] >= key_items)
            n--;
        uint64_t at = hash_option(items, n, adds, with_adds ? na : 0) & t.mask;
        while (t.slot[at])
            at = (at + 1) & t.mask;
        t.slot[at] = (uint32_t)(o + 1);
    }
    return t;
}

static const size_t NO_OPTION = SIZE_MAX;

/* The option with these items below `key_items` (and these adds, if `adds` is given). */
static size_t find_option(const Cover *c, const OptionTable *t, size_t key_items, const int32_t *items, size_t n, const int32_t *adds,
                          size_t na)
{
    for (uint64_t at = hash_option(items, n, adds, adds ? na : 0) & t->mask; t->slot[at]; at = (at + 1) & t->mask) {
        size_t o = t->slot[at] - 1, m, ma;
        const int32_t *other = items_of(c, o, &m), *other_adds = adds_of(c, o, &ma);
        while (m && (size_t)other[m - 1] >= key_items)
            m--;
        if (compare_ints(items, n, other, m) == 0 && (!adds || compare_ints(adds, na, other_adds, ma) == 0))
            return o;
    }
    return NO_OPTION;
}

/* ---------------------------------------------------------------- section 2: packings */

typedef struct { int32_t *v; size_t n; } Shape; /* row, column, row, column, ...; n cells */

static int by_cell(const void *a, const void *b)
{
    return compare_ints(a, 2, b, 2);
}

static int by_shape(const void *a, const void *b)
{
    const Shape *x = a, *y = b;
    return compare_ints(x->v, 2 * x->n, y->v, 2 * y->n);
}

/* Moves a shape to least row and column 0, and sorts its cells. */
static void settle(Shape s)
{
    int32_t row = INT32_MAX, column = INT32_MAX;
    for (size_t i = 0; i < s.n; i++) {
        row = s.v[2 * i] < row ? s.v[2 * i] : row;
        column = s.v[2 * i + 1] < column ? s.v[2 * i + 1] : column;
    }
    for (size_t i = 0; i < s.n; i++)
        s.v[2 * i] -= row, s.v[2 * i + 1] -= column;
    qsort(s.v, s.n, 2 * sizeof *s.v, by_cell);
}

/* One of the 8 isometries: 0 to 3 are turns, 4 to 7 the same after a reflection. */
static void turn(int isometry, int32_t row, int32_t column, int32_t *to)
{
    if (isometry & 4)
        column = -column;
    switch (isometry & 3) {
    case 0: to[0] = row, to[1] = column; break;
    case 1: to[0] = column, to[1] = -row; break;
    case 2: to[0] = -row, to[1] = -column; break;
    default: to[0] = -column, to[1] = row; break;
    }
}

static Shape image_of_shape(Shape s, int isometry)
{
    Shape image = {allocate(2 * s.n, sizeof *image.v), s.n};
    for (size_t i = 0; i < s.n; i++)
        turn(isometry, s.v[2 * i], s.v[2 * i + 1], image.v + 2 * i);
    settle(image);
    return image;
}

typedef struct { Shape image[8]; int n; } Piece; /* its different images, sorted */

static Piece *pieces;
static size_t pieces_n, pieces_room;

/* The images of a shape by the first so many isometries. */
static Piece piece_of(Shape s, int isometries)
{
    Piece p;
    p.n = 0;
    for (int i = 0; i < isometries; i++)
        p.image[p.n++] = image_of_shape(s, i);
    qsort(p.image, (size_t)p.n, sizeof *p.image, by_shape);
    int kept = 0;
    for (int i = 0; i < p.n; i++)
        if (kept && by_shape(p.image + kept - 1, p.image + i) == 0)
            free(p.image[i].v);
        else
            p.image[kept++] = p.image[i];
    p.n = kept;
    return p;
}

static void add_piece(Piece p)
{
    pieces = grow(pieces, &pieces_room, pieces_n + 1, sizeof *pieces);
    pieces[pieces_n++] = p;
}

static bool among(const Shape *shapes, size_t n, Shape s)
{
    for (size_t i = 0; i < n; i++)
        if (by_shape(shapes + i, &s) == 0)
            return true;
    return false;
}

/* All classes of edge-connected shapes of so many cells; two are in one class if one of the first so many isometries maps them. */
static void add_set(size_t cells, int isometries)
{
    enum { MOST = 216 }; /* fixed hexominoes */
    static const int32_t STEP[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    Shape all[MOST], next[MOST];
    size_t n = 1;
    all[0].n = 1;
    all[0].v = allocate(2, sizeof *all[0].v);
    for (size_t size = 2; size <= cells; size++) {
        size_t m = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < 4 * all[i].n; j++) {
                int32_t at[2] = {all[i].v[j / 4 * 2] + STEP[j % 4][0], all[i].v[j / 4 * 2 + 1] + STEP[j % 4][1]};
                bool there = false;
                for (size_t k = 0; k < all[i].n; k++)
                    there = there || by_cell(all[i].v + 2 * k, at) == 0;
                if (there)
                    continue;
                Shape grown = {allocate(2 * size, sizeof *grown.v), size};
                memcpy(grown.v, all[i].v, 2 * (size - 1) * sizeof *grown.v);
                memcpy(grown.v + 2 * (size - 1), at, sizeof at);
                settle(grown);
                if (m < MOST && !among(next, m, grown))
                    next[m++] = grown;
                else
                    free(grown.v);
            }
        for (size_t i = 0; i < n; i++)
            free(all[i].v);
        memcpy(all, next, m * sizeof *all);
        n = m;
    }
    qsort(all, n, sizeof *all, by_shape);
    for (size_t i = 0; i < n; i++) { /* a shape that is the least of its images stands for its class */
        Piece p = piece_of(all[i], isometries);
        if (by_shape(p.image, all + i) == 0)
            add_piece(p);
        else
            for (int k = 0; k < p.n; k++)
                free(p.image[k].v);
        free(all[i].v);
    }
}

static bool begins(Range *r, const char *word)
{
    size_t n = strlen(word);
    Range head = {r->from, n};
    if (r->n < n || !says(head, word))
        return false;
    step(r, n);
    return true;
}

static bool size_was_there[6];

static void read_pieces(size_t entry)
{
    const Value *v = values + entry;
    if (v->kind == WORD) {
        static const char *const SIZES[] = {"mono", "do", "tro", "tetro", "pento", "hexo"};
        Range name = v->range;
        int isometries = begins(&name, "one-sided ") ? 4 : begins(&name, "fixed ") ? 1 : 8;
        if (isometries == 8)
            begins(&name, "free ");
        for (size_t s = 0; s < 6; s++) {
            Range rest = name;
            if (begins(&rest, SIZES[s]) && (says(rest, "mino") || says(rest, "minoes"))) {
                if (size_was_there[s]) /* both sets have all shapes of this size */
                    not_read();
                size_was_there[s] = true;
                add_set(s + 1, isometries);
                return;
            }
        }
        not_read();
    }
    if (v->kind != DRAWING || v->n < 2)
        not_read();
    size_t cells[128] = {0};
    for (size_t line = v->child; line; line = values[line].next)
        for (size_t i = 0; i < values[line].range.n; i++) {
            uint32_t mark = text[values[line].range.from + i];
            if (!letter(mark) && !digit(mark) && mark != '.')
                not_read();
            cells[mark]++;
        }
    cells['.'] = 0;
    for (uint32_t mark = 0; mark < 128; mark++) {
        if (!cells[mark])
            continue;
        Shape s = {allocate(2 * cells[mark], sizeof *s.v), 0};
        int32_t row = 0;
        for (size_t line = values[entry].child; line; line = values[line].next, row++)
            for (size_t i = 0; i < values[line].range.n; i++)
                if (text[values[line].range.from + i] == mark) {
                    s.v[2 * s.n] = row;
                    s.v[2 * s.n++ + 1] = (int32_t)i;
                }
        settle(s);
        add_piece(piece_of(s, 8));
        free(s.v);
    }
}

/* The instance as it was read. */
typedef enum { NOT_READ, PACKING, SUDOKU, NONOGRAM } Family;

static Cover cover;           /* of a packing, of a sudoku, or of a model of its own */
static size_t board_rows, board_n;
static size_t *row_at;        /* where each row of the board begins in `cell_number`; with an end */
static int32_t *cell_number;  /* of each place of the board, row behind row; -1 where there is no cell */
static int32_t (*place_of)[2]; /* row and column of each cell */
static int32_t *permutation[8]; /* the group: of the cells */
static size_t group_order;
static size_t sudoku_n;

static const char SUDOKU_MARKS[] = "123456789ABCDEFGHIJKLMNOP";

static void read_board(size_t board)
{
    const Value *v = values + board;
    int64_t height, width;
    uint32_t mark;
    size_t line = 0;
    if (v->kind == WORD) {
        if (!is_product(v->range, &height, &mark, &width) || width == 0 || height > 99 || width > 99)
            not_read();
        board_rows = (size_t)height;
    } else {
        if (v->kind != DRAWING)
            not_read();
        board_rows = v->n;
        line = v->child;
    }
    Ints numbers = {0};
    row_at = allocate(board_rows + 1, sizeof *row_at);
    place_of = allocate(1024, sizeof *place_of);
    for (size_t row = 0; row < board_rows; row++) {
        size_t columns = line ? values[line].range.n : (size_t)width;
        for (size_t column = 0; column < columns; column++) {
            uint32_t c = line ? text[values[line].range.from + column] : '#';
            if ((c != '#' && c != '.' && c != ' ') || (c == '#' && board_n == 1024))
                not_read();
            push(&numbers, c == '#' ? (int32_t)board_n : -1);
            if (c == '#') {
                place_of[board_n][0] = (int32_t)row;
                place_of[board_n++][1] = (int32_t)column;
            }
        }
        row_at[row + 1] = numbers.n;
        line = line ? values[line].next : 0;
    }
    cell_number = numbers.v;
}

/* The number of the cell at a place, or -1. */
static int32_t cell_at(int64_t row, int64_t column)
{
    if (row < 0 || column < 0 || row >= (int64_t)board_rows || column >= (int64_t)(row_at[row + 1] - row_at[row]))
        return -1;
    return cell_number[row_at[row] + (size_t)column];
}

/* The group: the isometries of the grid that map the cells to themselves, each as a permutation. */
static void find_group(void)
{
    int32_t top = INT32_MAX, left = INT32_MAX;
    for (size_t i = 0; i < board_n; i++) {
        top = place_of[i][0] < top ? place_of[i][0] : top;
        left = place_of[i][1] < left ? place_of[i][1] : left;
    }
    for (int g = 0; g < 8; g++) {
        int32_t *map = allocate(board_n, sizeof *map), least[2] = {INT32_MAX, INT32_MAX}, to[2];
        for (size_t i = 0; i < board_n; i++) {
            turn(g, place_of[i][0], place_of[i][1], to);
            least[0] = to[0] < least[0] ? to[0] : least[0];
            least[1] = to[1] < least[1] ? to[1] : least[1];
        }
        bool good = true;
        for (size_t i = 0; i < board_n && good; i++) {
            turn(g, place_of[i][0], place_of[i][1], to);
            map[i] = cell_at((int64_t)to[0] - least[0] + top, (int64_t)to[1] - least[1] + left);
            good = map[i] >= 0;
        }
        if (good)
            permutation[group_order++] = map;
        else
            free(map);
    }
}

static void read_packing(void)
{
    static const char *const KEYS[] = {"board", "pieces", "counts", "fill"};
    no_keys_but(KEYS, 4);
    read_board(need_value("board"));
    size_t entry = need_value("pieces"), counts = value_at("counts"), fill = value_at("fill");
    if (values[entry].kind != LIST)
        read_pieces(entry);
    else
        for (size_t item = values[entry].child; item; item = values[item].next)
            read_pieces(item);
    int64_t n = (int64_t)board_n, lo = 1, hi = 1;
    if (counts && values[counts].kind == NUMBER)
        lo = hi = values[counts].number;
    else if (counts && is_the_word(counts, "any"))
        lo = 0, hi = n;
    else if (counts && (values[counts].kind != WORD || !is_span(values[counts].range, &lo, &hi)))
        not_read();
    if (lo < 0 || lo > (hi < n ? hi : n) || hi <= 0)
        not_read();
    bool exact = !fill || is_the_word(fill, "exact");
    if (!exact && !is_the_word(fill, "partial"))
        not_read();

    Shape *images = NULL; /* of all pieces, to find those that two pieces have */
    size_t images_n = 0, room = 0;
    uint64_t cells = 0;
    for (size_t p = 0; p < pieces_n; p++)
        for (int i = 0; i < pieces[p].n; i++) {
            images = grow(images, &room, images_n + 1, sizeof *images);
            images[images_n++] = pieces[p].image[i];
            cells += pieces[p].image[i].n;
        }
    if (cells * board_n > 4194304)
        not_read();
    if (images_n)
        qsort(images, images_n, sizeof *images, by_shape);
    for (size_t i = 1; i < images_n; i++)
        if (by_shape(images + i - 1, images + i) == 0)
            not_read();
    free(images);

    find_group();
    bool each_once = hi == 1;
    size_t n_items = board_n + (each_once ? pieces_n : 0), n_groups = each_once ? 0 : pieces_n;
    if (n_items < 1 || n_items > 10000 || n_groups > 1000)
        refuse("the cover is too large, or has no items");
    new_cover(&cover, n_items, n_groups);
    for (size_t i = 0; i < n_items; i++) {
        if (i < board_n)
            cover.what[i] = (uint8_t)(ONCE | CELL | (exact ? MUST : 0));
        else
            cover.what[i] = (uint8_t)(ONCE | (lo == 1 ? MUST : 0));
    }
    for (size_t g = 0; g < n_groups; g++)
        cover.lo[g] = (int32_t)lo, cover.hi[g] = (int32_t)(hi < n ? hi : n);
    for (size_t p = 0; p < pieces_n; p++)
        for (int i = 0; i < pieces[p].n; i++) {
            Shape s = pieces[p].image[i];
            for (size_t c = 0; c < board_n; c++) { /* the first cell of the shape, in its row 0, is put on each cell */
                int64_t row = place_of[c][0], column = (int64_t)place_of[c][1] - s.v[1];
                size_t before = cover.items.n, k = 0;
                for (; k < s.n; k++) {
                    int32_t cell = cell_at(row + s.v[2 * k], column + s.v[2 * k + 1]);
                    if (cell < 0)
                        break;
                    push(&cover.items, cell);
                }
                if (k < s.n) {
                    cover.items.n = before;
                    continue;
                }
                if (each_once)
                    push(&cover.items, (int32_t)(board_n + p));
                else
                    push(&cover.adds, (int32_t)p), push(&cover.adds, 1);
                end_option(&cover);
            }
        }
    sort_options(&cover);
}

/* ---------------------------------------------------------------- section 2: sudokus */

/* The height of a box, by n; 0 where there is no such grid. */
static const uint8_t HEIGHT[26] = {0, 0, 0, 0, 2, 0, 2, 0, 2, 3, 2, 0, 3, 0, 0, 3, 4, 0, 0, 0, 4, 0, 0, 0, 4, 5};

/* The items of a digit in a cell: the cell, and the digit in its row, column and box. */
static void sudoku_items(size_t row, size_t column, size_t d, int32_t items[4])
{
    size_t n = sudoku_n, h = HEIGHT[n], units[3] = {row, n + column, 2 * n + h * (row / h) + column / (n / h)};
    items[0] = (int32_t)(row * n + column);
    for (int u = 0; u < 3; u++)
        items[u + 1] = (int32_t)(n * n + units[u] * n + d);
}

static void read_sudoku(void)
{
    static const char *const KEYS[] = {"grid"};
    no_keys_but(KEYS, 1);
    size_t grid = need_value("grid");
    if (values[grid].kind != DRAWING || values[grid].n > 25 || !HEIGHT[values[grid].n])
        not_read();
    size_t n = sudoku_n = values[grid].n, row = 0;
    board_n = n * n;
    new_cover(&cover, 4 * n * n, 0);
    memset(cover.what, ONCE | MUST, 4 * n * n);
    memset(cover.what, ONCE | MUST | CELL, n * n);
    for (size_t line = values[grid].child; line; line = values[line].next, row++) {
        size_t column = 0;
        for (size_t i = 0; i < values[line].range.n; i++) {
            uint32_t mark = text[values[line].range.from + i];
            if (mark == ' ')
                continue;
            const char *given = mark < 128 ? strchr(SUDOKU_MARKS, (int)mark) : NULL;
            if (column == n || (mark != '.' && (!given || given >= SUDOKU_MARKS + n)))
                not_read();
            for (size_t d = 0; d < n; d++) {
                if (mark != '.' && d != (size_t)(given - SUDOKU_MARKS))
                    continue;
                int32_t items[4];
                sudoku_items(row, column, d, items);
                for (int i = 0; i < 4; i++)
                    push(&cover.items, items[i]);
                end_option(&cover);
            }
            column++;
        }
        if (column != n)
            not_read();
    }
    sort_options(&cover);
    group_order = 1;
    permutation[0] = allocate(board_n, sizeof *permutation[0]);
    for (size_t i = 0; i < board_n; i++)
        permutation[0][i] = (int32_t)i;
}

/* ---------------------------------------------------------------- section 2: nonograms */

typedef struct { int32_t length, ink; } Clue;

typedef struct {
    Clue *block;
    size_t blocks, cells;
    int64_t slack;    /* s: what is left when all blocks are packed; may be negative */
    int32_t *first;   /* e: the first place of each block, and what all take; only if slack >= 0 */
} Line;

static Line *clues;               /* rows, then columns */
static size_t rows_n, columns_n;  /* cells are numbered by rows */
static uint32_t inks[53];         /* the character of each; ink 0 is white */
static size_t inks_n;             /* without white */
static int32_t greatest_ink = 1;  /* k */

static size_t cell_of_line(size_t line, size_t i)
{
    return line < rows_n ? line * columns_n + i : i * columns_n + (line - rows_n);
}

static int gap_before(const Line *line, size_t block)
{
    return block > 0 && block < line->blocks && line->block[block - 1].ink == line->block[block].ink;
}

static int gap_after(const Line *line, size_t block) { return gap_before(line, block + 1); }

static void read_inks(size_t value)
{
    inks[0] = '.';
    if (!value) {
        inks[++inks_n] = '#';
        return;
    }
    if (values[value].kind != LIST && values[value].kind != OBJECT)
        not_read();
    for (size_t item = values[value].child; item; item = values[item].next) {
        Range r = values[item].range;
        if (values[item].kind != WORD || r.n != 1 || !letter(text[r.from]))
            not_read();
        for (size_t i = 1; i <= inks_n; i++)
            if (inks[i] == text[r.from])
                not_read();
        inks[++inks_n] = text[r.from];
    }
    if (!inks_n)
        not_read();
}

static Clue read_clue(size_t value)
{
    Clue clue = {0, 1};
    int64_t length, other;
    uint32_t mark;
    const Value *v = values + value;
    if (v->kind == NUMBER) {
        length = v->number;
        if (inks_n != 1)
            not_read();
    } else {
        if (v->kind != WORD || !is_product(v->range, &length, &mark, &other) || other)
            not_read();
        for (clue.ink = 1; (size_t)clue.ink <= inks_n && inks[clue.ink] != mark;)
            clue.ink++;
        if ((size_t)clue.ink > inks_n)
            not_read();
    }
    if (length < 1 || length > 999)
        not_read();
    clue.length = (int32_t)length;
    return clue;
}

static void read_lines(size_t value, size_t cells, Line *to)
{
    for (size_t list = values[value].child; list; list = values[list].next, to++) {
        if (values[list].kind != LIST)
            not_read();
        size_t item = values[list].child;
        to->cells = cells;
        to->slack = (int64_t)cells;
        to->block = allocate(values[list].n, sizeof *to->block);
        to->first = allocate(values[list].n + 1, sizeof *to->first);
        if (values[list].n == 1 && values[item].kind == NUMBER && values[item].number == 0)
            continue;
        for (; item; item = values[item].next) {
            to->block[to->blocks++] = read_clue(item);
            if (to->block[to->blocks - 1].ink > greatest_ink)
                greatest_ink = to->block[to->blocks - 1].ink;
        }
        int64_t at = 0; /* at most 65,536 blocks of 1,000 */
        for (size_t j = 0; j < to->blocks; j++) {
            to->first[j] = (int32_t)at;
            at += to->block[j].length + gap_after(to, j);
        }
        to->first[to->blocks] = (int32_t)at;
        to->slack -= at;
    }
}

static void read_nonogram(void)
{
    static const char *const KEYS[] = {"rows", "columns", "inks"};
    no_keys_but(KEYS, 3);
    size_t rows = need_value("rows"), columns = need_value("columns");
    if (values[rows].kind != LIST || values[columns].kind != LIST)
        not_read();
    rows_n = values[rows].n, columns_n = values[columns].n;
    if (!rows_n || !columns_n || (uint64_t)rows_n * columns_n > 65536)
        not_read();
    read_inks(value_at("inks"));
    clues = allocate(rows_n + columns_n, sizeof *clues);
    read_lines(rows, columns_n, clues);
    read_lines(columns, rows_n, clues + rows_n);
}

static bool same_clues(const Line *a, const Line *b, bool backwards)
{
    if (a->blocks != b->blocks)
        return false;
    for (size_t i = 0; i < a->blocks; i++) {
        Clue x = a->block[i], y = b->block[backwards ? b->blocks - 1 - i : i];
        if (x.length != y.length || x.ink != y.ink)
            return false;
    }
    return true;
}

/* The isometries of a nonogram: transposed or not, rows upside down or not, columns likewise; only those that differ on the cells. */
typedef struct { bool transpose, flip_rows, flip_columns; } Isometry;

static Isometry isometries[8];

/* Does the isometry map the clues to themselves? The image's line i is line `from` of the old picture. */
static bool keeps_clues(Isometry g)
{
    for (size_t i = 0; i < rows_n + columns_n; i++) {
        bool row = i < rows_n, flip_order = row ? g.flip_rows : g.flip_columns, backwards = row ? g.flip_columns : g.flip_rows;
        size_t at = row ? i : i - rows_n, last = (row ? rows_n : columns_n) - 1;
        size_t from = flip_order ? last - at : at;
        if (g.transpose ? row : !row)
            from += rows_n;
        if (!same_clues(clues + i, clues + from, backwards))
            return false;
    }
    return true;
}

static void find_isometries(void)
{
    for (int i = 0; i < 8; i++) {
        Isometry g = {(i & 4) != 0, (i & 2) != 0, (i & 1) != 0};
        if ((g.transpose && (rows_n != columns_n || rows_n == 1)) || (g.flip_rows && rows_n == 1) || (g.flip_columns && columns_n == 1))
            continue;
        if (keeps_clues(g))
            isometries[group_order++] = g;
    }
}

/* Reads the text; what it is. */
static Family read_instance(void)
{
    if (setjmp(is_not_read))
        return NOT_READ;
    if (text_n > 65536)
        not_read();
    for (size_t i = 0; i < text_n; i++)
        if (!is_allowed(text[i]))
            not_read();
    values_n = 0;
    new_value(CONSTANT); /* so that 0 is no value */
    read_entries();
    size_t puzzle = need_value("puzzle");
    if (is_the_word(puzzle, "packing")) {
        read_packing();
        return PACKING;
    }
    if (is_the_word(puzzle, "sudoku")) {
        read_sudoku();
        return SUDOKU;
    }
    if (!is_the_word(puzzle, "nonogram"))
        not_read();
    read_nonogram();
    find_isometries();
    return NONOGRAM;
}

/* ---------------------------------------------------------------- section 3: a model of its own */

/* A rising list of numbers below `end`, pushed to `out`. */
static void rising_list(Cursor *c, size_t end, Ints *out)
{
    bool first = true;
    int64_t least = 0;
    want(c, "[");
    while (more_items(c, &first, "]")) {
        int32_t value = number_in(c, least, (int64_t)end - 1, "the model: a list does not rise, or names what is not there");
        push(out, value);
        least = (int64_t)value + 1;
    }
}

static void read_items_of_kind(Cursor *c, Cover *cover_, unsigned what)
{
    Ints list = {0};
    rising_list(c, cover_->n_items, &list);
    for (size_t i = 0; i < list.n; i++)
        cover_->what[list.v[i]] |= (uint8_t)what;
    free(list.v);
}

/* The list of groups stands behind the options; but how many there are is needed before. */
static size_t count_groups(Cursor c)
{
    bool first = true;
    size_t n = 0;
    pass_over(&c, 0);
    want(&c, ",\"groups\":[");
    while (more_items(&c, &first, "]")) {
        pass_over(&c, 0);
        if (++n > 1000)
            refuse("the model: more than 1,000 groups");
    }
    return n;
}

static void read_option(Cursor *c, Cover *to)
{
    bool first = true, has_cell = false;
    int64_t least = 0;
    size_t from = to->items.n;
    want(c, "[");
    rising_list(c, to->n_items, &to->items);
    for (size_t i = from; i < to->items.n; i++)
        has_cell = has_cell || to->what[to->items.v[i]] & CELL;
    if (!has_cell)
        refuse("the model: an option has none of the cells");
    want(c, ",[");
    while (more_items(c, &first, "]")) {
        want(c, "[");
        int32_t group = number_in(c, least, (int64_t)to->n_groups - 1, "the model: an option's groups do not rise, or are not there");
        want(c, ",");
        push(&to->adds, group);
        push(&to->adds, number_in(c, 1, 65535, "the model: an amount"));
        want(c, "]");
        least = (int64_t)group + 1;
    }
    want(c, "]");
    end_option(to);
    if (to->n_options > 1 && compare_options(to, to->n_options - 2, to->n_options - 1) >= 0)
        refuse("the model: its options do not rise");
}

static void read_model(Cursor *c)
{
    bool first = true;
    want(c, "{\"n_items\":");
    size_t n_items = (size_t)number_in(c, 1, 10000, "the model: n_items");
    uint8_t *what = allocate(n_items, 1);
    Cover early = {0};
    early.n_items = n_items;
    early.what = what;
    want(c, ",\"once\":");
    read_items_of_kind(c, &early, ONCE);
    want(c, ",\"must\":");
    read_items_of_kind(c, &early, MUST);
    want(c, ",\"cells\":");
    read_items_of_kind(c, &early, CELL);
    want(c, ",\"options\":");
    new_cover(&cover, n_items, count_groups(*c));
    free(cover.what);
    cover.what = what;
    for (size_t i = 0; i < n_items; i++)
        if ((what[i] & (ONCE | CELL)) == CELL)
            refuse("the model: a cell is not of once");
    want(c, "[");
    while (more_items(c, &first, "]"))
        read_option(c, &cover);
    want(c, ",\"groups\":[");
    first = true;
    for (size_t g = 0; more_items(c, &first, "]"); g++) {
        want(c, "[");
        cover.lo[g] = number_in(c, 0, 65535, "the model: a group's bounds");
        want(c, ",");
        cover.hi[g] = number_in(c, cover.lo[g], 65535, "the model: a group's bounds");
        want(c, "]");
    }
    want(c, "}");
}

/* ---------------------------------------------------------------- section 3: the group, and the roots */

/* Generators of the group, as permutations of options; different ones. */
static int32_t *generators[64];
static size_t generators_n;

/* A permutation of 0..n-1. */
static int32_t *read_permutation(Cursor *c, size_t n)
{
    bool first = true;
    size_t k = 0;
    int32_t *map = allocate(n, sizeof *map);
    uint8_t *seen = allocate(n, 1);
    want(c, "[");
    for (; more_items(c, &first, "]"); k++) {
        int32_t value = number_in(c, 0, (int64_t)n - 1, "a generator");
        if (k == n || seen[value])
            refuse("a generator is no permutation");
        seen[value] = 1;
        map[k] = value;
    }
    if (k != n)
        refuse("a generator is no permutation");
    free(seen);
    return map;
}

static int by_group(const void *a, const void *b)
{
    return compare_ints(a, 1, b, 1);
}

/* What a permutation of items and groups does to the options. */
static int32_t *options_under(const int32_t *items, const int32_t *groups, const OptionTable *table)
{
    int32_t *map = allocate(cover.n_options, sizeof *map);
    int32_t *image = allocate(cover.n_items, sizeof *image), *added = allocate(2 * cover.n_groups, sizeof *added);
    for (size_t i = 0; i < cover.n_items; i++)
        if (cover.what[i] != cover.what[items[i]])
            refuse("a generator does not map the model to itself");
    for (size_t g = 0; g < cover.n_groups; g++)
        if (cover.lo[g] != cover.lo[groups[g]] || cover.hi[g] != cover.hi[groups[g]])
            refuse("a generator does not map the model to itself");
    for (size_t o = 0; o < cover.n_options; o++) {
        size_t n, na;
        const int32_t *v = items_of(&cover, o, &n), *a = adds_of(&cover, o, &na);
        for (size_t i = 0; i < n; i++)
            image[i] = items[v[i]];
        for (size_t i = 0; i < na; i += 2)
            added[i] = groups[a[i]], added[i + 1] = a[i + 1];
        sort_ints(image, n);
        qsort(added, na / 2, 2 * sizeof *added, by_group);
        size_t to = find_option(&cover, table, cover.n_items, image, n, added, na);
        if (to == NO_OPTION)
            refuse("a generator does not map the model to itself");
        map[o] = (int32_t)to;
    }
    free(image), free(added);
    return map;
}

/* The group that the generators generate is counted, element by element, until it is too large. */
static void limit_group(void)
{
    const uint64_t MOST = UINT64_C(1) << 22;
    size_t n = cover.n_options, order = 1, room = 0;
    uint64_t each = (uint64_t)n * generators_n;
    if (!each)
        return;
    if (each > MOST)
        refuse("the group is too large");
    size_t slots = 16;
    while (slots < 4 * (MOST / each + 1))
        slots *= 2;
    uint32_t *slot = allocate(slots, sizeof *slot);
    int32_t *elements = grow(NULL, &room, 2 * n, sizeof *elements);
    for (size_t o = 0; o < n; o++)
        elements[o] = (int32_t)o;
    slot[hash_ints(elements, n) & (slots - 1)] = 1;
    for (size_t done = 0; done < order; done++)
        for (size_t g = 0; g < generators_n; g++) {
            elements = grow(elements, &room, (order + 1) * n, sizeof *elements);
            int32_t *product = elements + order * n;
            for (size_t o = 0; o < n; o++)
                product[o] = generators[g][elements[done * n + o]];
            size_t at = (size_t)hash_ints(product, n) & (slots - 1);
            while (slot[at] && memcmp(elements + (slot[at] - 1) * n, product, n * sizeof *product))
                at = (at + 1) & (slots - 1);
            if (slot[at])
                continue;
            slot[at] = (uint32_t)++order;
            if (order * each > MOST)
                refuse("the group is too large");
        }
    free(slot), free(elements);
}

static void read_generators(Cursor *c)
{
    bool first = true;
    size_t n = 0;
    int32_t *items[64] = {0}, *groups[64] = {0};
    OptionTable table = table_of(&cover, cover.n_items, true);
    want(c, "[");
    for (; more_items(c, &first, "]"); n++) {
        if (n == 64)
            refuse("more than 64 generators");
        want(c, "[");
        items[n] = read_permutation(c, cover.n_items);
        want(c, ",");
        groups[n] = read_permutation(c, cover.n_groups);
        want(c, "]");
        bool known = false;
        for (size_t k = 0; k < n && !known; k++)
            known = compare_ints(items[k], cover.n_items, items[n], cover.n_items) == 0 &&
                    compare_ints(groups[k], cover.n_groups, groups[n], cover.n_groups) == 0;
        if (known)
            continue;
        int32_t *map = options_under(items[n], groups[n], &table);
        for (size_t k = 0; k < generators_n && !known; k++)
            known = compare_ints(generators[k], cover.n_options, map, cover.n_options) == 0;
        if (known)
            free(map);
        else
            generators[generators_n++] = map;
        if ((uint64_t)generators_n * cover.n_options > UINT64_C(1) << 22)
            refuse("the group is too large");
    }
    for (size_t k = 0; k < n; k++)
        free(items[k]), free(groups[k]);
    free(table.slot);
    limit_group();
}

/* For an instance: the option that a permutation of the cells makes of option o. Pieces have no image in common, so cells say which. */
static size_t image_of_option(const OptionTable *table, const int32_t *map, size_t o, int32_t *room)
{
    size_t n;
    const int32_t *v = items_of(&cover, o, &n);
    while (n && (size_t)v[n - 1] >= board_n)
        n--;
    for (size_t i = 0; i < n; i++)
        room[i] = map[v[i]];
    sort_ints(room, n);
    size_t image = find_option(&cover, table, board_n, room, n, NULL, 0);
    if (image == NO_OPTION)
        refuse("an image of an option is no option"); /* cannot be: sets and drawings are closed under isometries */
    return image;
}

/* The orbits of the options are named by an option of each: `leader`, as in union-find. */
static int32_t find_leader(int32_t *leader, int32_t o)
{
    while (leader[o] != o)
        o = leader[o] = leader[leader[o]];
    return o;
}

static void join(int32_t *leader, int32_t a, int32_t b)
{
    a = find_leader(leader, a), b = find_leader(leader, b);
    if (a < b)
        leader[b] = a;
    else
        leader[a] = b;
}

/* ---------------------------------------------------------------- the numbers of a certificate */

static const uint8_t *numbers; /* what follows the header */
static size_t numbers_left, number_width;

static uint32_t next_number(void)
{
    uint32_t value = 0;
    if (!numbers_left)
        refuse("it ends before the search does");
    for (size_t i = 0; i < number_width; i++)
        value = value << 8 | numbers[i];
    numbers += number_width;
    numbers_left -= number_width;
    return value;
}

static void set_numbers(const uint8_t *from, const uint8_t *end, size_t width)
{
    numbers = from;
    numbers_left = (size_t)(end - from);
    number_width = width;
    spend(numbers_left);
    if (numbers_left % width)
        refuse("it ends within a number");
}

static void no_more_numbers(void)
{
    if (numbers_left)
        refuse("it goes on when the search has ended");
}

/* ---------------------------------------------------------------- section 3: the search of a cover */

/*
 * A state is `words` words: a bit for each covered item, and behind them the sums of the groups, four to a word.
 */
static size_t item_words, words;

static bool is_covered(const uint64_t *state, size_t item) { return state[item / 64] >> item % 64 & 1; }
static void set_covered(uint64_t *state, size_t item) { state[item / 64] |= UINT64_C(1) << item % 64; }
static int32_t sum_of(const uint64_t *state, size_t g) { return (int32_t)(state[item_words + g / 4] >> 16 * (g % 4) & 0xFFFF); }

/*
 * The states that are remembered, in order, each with a word for its count: below 2^63 itself, otherwise the place of its
 * limbs with the highest bit set. They are found by hash and compared whole. Slots have a byte of the hash, 0 where they
 * are empty, apart from the number of the state, so that most of what is looked for and not there touches bytes alone.
 */
static struct {
    uint8_t *tag;
    uint32_t *entry;
    size_t slots, n;
    uint64_t *states;
    size_t room;
    uint64_t *large; /* of counts from 2^63 on: limbs, lowest 64 bits, limbs two to a word */
    size_t large_n, large_room;
} known;

#define LARGE (UINT64_C(1) << 63)
#define SLOTS_IN_CACHE 65536

/* C has no word for it: where the compiler has none either nothing is said. */
#ifdef __GNUC__
#define PREFETCH(place) __builtin_prefetch(place)
#else
#define PREFETCH(place) ((void)(place))
#endif

static uint64_t hash_state(const uint64_t *state)
{
    uint64_t h = hash_seed;
    for (size_t i = 0; i < words; i++)
        h = mix(h, state[i]);
    return finish(h);
}

static uint8_t tag_of(uint64_t hash) { return (uint8_t)((hash >> 57) + 1); }

static uint64_t *known_state(size_t entry) { return known.states + entry * (words + 1); }

/* Forgets all: many by clearing every tag, few one by one, from the last on, so that each is found where it was put. */
static void forget_states(void)
{
    if (known.n > known.slots / 64) {
        memset(known.tag, 0, known.slots);
        known.n = 0;
    }
    for (size_t e = known.n; e-- > 0;) {
        size_t at = (size_t)hash_state(known_state(e)) & (known.slots - 1);
        while (known.entry[at] != e || !known.tag[at])
            at = (at + 1) & (known.slots - 1);
        known.tag[at] = 0;
    }
    known.n = known.large_n = 0;
}

static void put_slot(size_t at, uint64_t hash, size_t entry)
{
    while (known.tag[at])
        at = (at + 1) & (known.slots - 1);
    known.tag[at] = tag_of(hash);
    known.entry[at] = (uint32_t)entry;
}

static void make_slots(size_t slots)
{
    free(known.tag), free(known.entry);
    known.slots = slots;
    known.tag = allocate(slots, sizeof *known.tag);
    known.entry = allocate(slots, sizeof *known.entry);
    for (size_t e = 0; e < known.n; e++) {
        uint64_t hash = hash_state(known_state(e));
        put_slot((size_t)hash & (slots - 1), hash, e);
    }
}

/* Is the state known? `entry` is where it is; a new one is put there, and its count later. */
static bool recall(const uint64_t *state, size_t *entry)
{
    if (known.n >= UINT32_MAX)
        refuse("it has too many states");
    if (3 * known.n >= 2 * known.slots)
        make_slots(known.slots ? 4 * known.slots : 1024);
    uint64_t hash = hash_state(state);
    size_t at = (size_t)hash & (known.slots - 1);
    for (; known.tag[at]; at = (at + 1) & (known.slots - 1)) {
        *entry = known.entry[at];
        if (known.tag[at] == tag_of(hash) && memcmp(known_state(*entry), state, words * sizeof *state) == 0)
            return true;
    }
    *entry = known.n++;
    known.states = grow(known.states, &known.room, known.n * (words + 1), sizeof *known.states);
    memcpy(known_state(*entry), state, words * sizeof *state);
    put_slot(at, hash, *entry);
    return false;
}

static void set_count(size_t entry, const Number *count)
{
    uint64_t *to = known_state(entry) + words;
    *to = count->small;
    if (!count->n && count->small < LARGE)
        return;
    *to = LARGE | known.large_n;
    known.large = grow(known.large, &known.large_room, known.large_n + 2 + (count->n + 1) / 2, sizeof *known.large);
    known.large[known.large_n++] = count->n;
    known.large[known.large_n++] = count->small;
    if (count->n)
        memcpy(known.large + known.large_n, count->limb, count->n * sizeof *count->limb);
    known.large_n += (count->n + 1) / 2;
}

static void add_known(Number *to, uint64_t value)
{
    if (!(value & LARGE)) {
        add_small(to, value);
        return;
    }
    const uint64_t *large = known.large + (value & ~LARGE);
    size_t n = (size_t)large[0];
    uint32_t *limb = allocate(n, sizeof *limb);
    memcpy(limb, large + 2, n * sizeof *limb);
    add_number(to, large[1], limb, n);
    free(limb);
}

/*
 * For each item its options, in order. Which of them have no covered item of `once` is found in one of two ways, both by
 * sets of options as bits. Where the cover is small, `clashes` has for each item, each four items (their 16 ways to be
 * covered) which of the item's own options have one of these: a set of as many words as the item's options need.
 * Otherwise each frame has the set of all options that are left.
 */
static size_t *having_at;
static int32_t *having;
static uint64_t *clashes;               /* NULL where the cover is not small */
static size_t *clashes_at;
static uint64_t *having_bits, *left_bits;
static size_t option_words, left_room;
static uint64_t *cell_mask, *must_mask;
static uint64_t step_weight;

enum { SMALL = 4096 }; /* options of a small cover */

static size_t words_for(size_t item) { return (having_at[item + 1] - having_at[item] + 63) / 64; }

static void prepare_clashes(void)
{
    size_t fours = (cover.n_items + 3) / 4, at = 0;
    clashes_at = allocate(cover.n_items, sizeof *clashes_at);
    for (size_t item = 0; item < cover.n_items; item++) {
        clashes_at[item] = at;
        at += fours * 16 * words_for(item);
    }
    clashes = allocate(at, sizeof *clashes);
    for (size_t item = 0; item < cover.n_items; item++) {
        size_t w = words_for(item), n;
        uint64_t *own = clashes + clashes_at[item];
        for (size_t k = 0; k < having_at[item + 1] - having_at[item]; k++) {
            const int32_t *v = items_of(&cover, (size_t)having[having_at[item] + k], &n);
            for (size_t i = 0; i < n; i++)
                for (size_t way = 1; way < 16 && cover.what[v[i]] & ONCE; way++)
                    if (way >> v[i] % 4 & 1)
                        set_covered(own + ((size_t)v[i] / 4 * 16 + way) * w, k);
        }
    }
}

static void prepare_search(void)
{
    item_words = (cover.n_items + 63) / 64;
    words = item_words + (cover.n_groups + 3) / 4;
    step_weight = 8 + (cover.n_items + 17 * cover.n_groups + cover.n_options) / 512;
    having_at = allocate(cover.n_items + 1, sizeof *having_at);
    having = allocate(cover.items.n, sizeof *having);
    cell_mask = allocate(item_words, sizeof *cell_mask);
    must_mask = allocate(item_words, sizeof *must_mask);
    for (size_t i = 0; i < cover.n_items; i++) {
        if (cover.what[i] & CELL)
            set_covered(cell_mask, i);
        if (cover.what[i] & MUST)
            set_covered(must_mask, i);
    }
    for (size_t k = 0; k < cover.items.n; k++)
        having_at[cover.items.v[k] + 1]++;
    for (size_t i = 0; i < cover.n_items; i++)
        having_at[i + 1] += having_at[i];
    size_t *next = allocate(cover.n_items, sizeof *next);
    memcpy(next, having_at, cover.n_items * sizeof *next);
    for (size_t o = 0; o < cover.n_options; o++)
        for (size_t i = cover.items_at[o]; i < cover.items_at[o + 1]; i++)
            having[next[cover.items.v[i]]++] = (int32_t)o;
    free(next);
    if (cover.n_items <= 128 && cover.n_options <= SMALL) {
        prepare_clashes();
        return;
    }
    option_words = (cover.n_options + 63) / 64;
    having_bits = allocate(cover.n_items * option_words, sizeof *having_bits);
    for (size_t i = 0; i < cover.n_items; i++)
        for (size_t k = having_at[i]; k < having_at[i + 1]; k++)
            set_covered(having_bits + i * option_words, (size_t)having[k]);
}

static bool sums_fit(const uint64_t *state, size_t o)
{
    size_t n;
    const int32_t *a = adds_of(&cover, o, &n);
    for (size_t i = 0; i < n; i += 2)
        if (sum_of(state, (size_t)a[i]) + a[i + 1] > cover.hi[a[i]])
            return false;
    return true;
}

static void take_option(uint64_t *state, size_t o)
{
    size_t n;
    const int32_t *v = items_of(&cover, o, &n);
    for (size_t i = 0; i < n; i++)
        set_covered(state, (size_t)v[i]);
    v = adds_of(&cover, o, &n);
    for (size_t i = 0; i < n; i += 2)
        state[item_words + (size_t)v[i] / 4] += (uint64_t)v[i + 1] << 16 * (v[i] % 4);
}

static bool has_all(const uint64_t *state, const uint64_t *mask)
{
    for (size_t i = 0; i < item_words; i++)
        if (mask[i] & ~state[i])
            return false;
    return true;
}

/* What a leaf counts. */
static unsigned worth_of(const uint64_t *state)
{
    if (!has_all(state, must_mask))
        return 0;
    for (size_t g = 0; g < cover.n_groups; g++)
        if (sum_of(state, g) < cover.lo[g])
            return 0;
    return 1;
}

/* A state on the way from the root to where the search is, with those of its children that are still to come. */
typedef struct {
    size_t from, child, to; /* in the list of children: where its own begin, the next one, where they end */
    size_t item, entry;     /* where it branches; where its count is remembered */
    Number count;
    bool marked;            /* what is remembered began here */
} Frame;

static struct {
    Frame *frame;
    size_t room, made, depth;
    uint64_t *states;       /* of each frame, and behind them the state that is looked at */
    size_t states_room;
    Ints children;          /* options, or -1: left empty */
    bool tree, remembering;
} search;

/* The options that have an item of once leave the set. */
static void strike_out(uint64_t *set, size_t item)
{
    const uint64_t *bits = having_bits + item * option_words;
    if (cover.what[item] & ONCE)
        for (size_t w = 0; w < option_words; w++)
            set[w] &= ~bits[w];
}

/* The options that are left in the state that is looked at: of those of the frame before it, or of all at a root, of which `root` was taken. */
static const uint64_t *options_left(size_t root)
{
    left_bits = grow(left_bits, &left_room, (search.depth + 1) * option_words, sizeof *left_bits);
    uint64_t *left = left_bits + search.depth * option_words;
    size_t option = root, n;
    if (search.depth == 0) {
        memset(left, 0xFF, option_words * sizeof *left);
    } else {
        const Frame *f = search.frame + search.depth - 1;
        memcpy(left, left - option_words, option_words * sizeof *left);
        int32_t taken = search.children.v[f->child - 1];
        option = taken < 0 ? NO_OPTION : (size_t)taken;
        if (taken < 0)
            strike_out(left, f->item);
    }
    if (option != NO_OPTION) {
        const int32_t *v = items_of(&cover, option, &n);
        for (size_t i = 0; i < n; i++)
            strike_out(left, (size_t)v[i]);
    }
    return left;
}

/* An option with the item of a step that has no covered item of `once`: a child, if the sums allow it. */
static uint64_t list_child(const uint64_t *state, size_t o)
{
    if (sums_fit(state, o))
        push(&search.children, (int32_t)o);
    return 2 + (cover.items_at[o + 1] - cover.items_at[o]) / 4;
}

/* Puts the children of the state that is looked at, by item, on the list; spends the work of the step. */
static void list_children(size_t item, size_t root)
{
    const uint64_t *state = search.states + search.depth * words;
    uint64_t units = 1;
    if (!(cover.what[item] & MUST))
        push(&search.children, -1);
    if (clashes) {
        size_t w = words_for(item), options = having_at[item + 1] - having_at[item];
        uint64_t out[SMALL / 64] = {0};
        const uint64_t *sets = clashes + clashes_at[item];
        for (size_t four = 0; 4 * four < cover.n_items; four++) {
            const uint64_t *set = sets + (four * 16 + (state[four / 16] >> four % 16 * 4 & 15)) * w;
            for (size_t i = 0; i < w; i++)
                out[i] |= set[i];
        }
        for (size_t i = 0; i < w; i++) {
            uint64_t in = ~out[i];
            if (i + 1 == w && options % 64)
                in &= (UINT64_C(1) << options % 64) - 1;
            for (; in; in &= in - 1)
                units += list_child(state, (size_t)having[having_at[item] + 64 * i + lowest_bit(in)]);
        }
    } else {
        const uint64_t *left = options_left(root), *bits = having_bits + item * option_words;
        for (size_t w = 0; w < option_words; w++)
            for (uint64_t in = left[w] & bits[w]; in; in &= in - 1)
                units += list_child(state, 64 * w + lowest_bit(in));
    }
    spend(units * step_weight);
}

/* Says of each child of the state that is looked at that its slot will soon be looked up: memory is what takes the time. */
static void expect_children(size_t from)
{
    if (!search.remembering || known.slots < SLOTS_IN_CACHE)
        return;
    const uint64_t *state = search.states + search.depth * words;
    uint64_t *child = search.states + (search.depth + 1) * words;
    for (size_t c = from; c < search.children.n; c++) {
        if (search.children.v[c] < 0)
            continue;
        memcpy(child, state, words * sizeof *child);
        take_option(child, (size_t)search.children.v[c]);
        size_t at = (size_t)hash_state(child) & (known.slots - 1);
        PREFETCH(known.tag + at);
        PREFETCH(known.entry + at);
    }
}

/* Makes room for one more frame and one more state. */
static void deepen(void)
{
    search.frame = grow(search.frame, &search.room, search.depth + 1, sizeof *search.frame);
    search.states = grow(search.states, &search.states_room, (search.depth + 2) * words, sizeof *search.states);
    if (search.depth == search.made)
        memset(search.frame + search.made++, 0, sizeof *search.frame);
}

/* Looks at the state behind the last frame. Is its count known? Then it is `count`, as it is remembered; otherwise a frame is opened. */
static bool visit(uint64_t *count, size_t root)
{
    const uint64_t *state = search.states + search.depth * words;
    if (has_all(state, cell_mask)) {
        *count = worth_of(state);
        return true;
    }
    size_t entry = 0;
    if (search.remembering && recall(state, &entry)) {
        *count = known_state(entry)[words];
        return true;
    }
    deepen();
    state = search.states + search.depth * words;
    Frame *f = search.frame + search.depth;
    f->marked = false;
    f->entry = entry;
    f->item = next_number();
    if (search.tree && !search.remembering && f->item == cover.n_items) {
        f->marked = search.remembering = true;
        forget_states();
        f->item = next_number();
    }
    if (f->item >= cover.n_items || is_covered(state, f->item) || !(cover.what[f->item] & (ONCE | MUST)))
        refuse("it branches on item %lu, which is covered, free or not there", (unsigned long)f->item);
    set_zero(&f->count);
    f->from = f->child = search.children.n;
    list_children(f->item, root);
    f->to = search.children.n;
    expect_children(f->from);
    if (!(cover.what[f->item] & ONCE) && f->child < f->to)
        refuse("it branches on item %lu, which may be covered twice", (unsigned long)f->item);
    search.depth++;
    return false;
}

/* Ends the last frame, and adds its count to the frame before it, or to the total. */
static void close_frame(Number *total)
{
    Frame *f = search.frame + --search.depth;
    if (f->marked)
        search.remembering = false;
    else if (search.remembering)
        set_count(f->entry, &f->count);
    search.children.n = f->from;
    Number *above = search.depth ? &search.frame[search.depth - 1].count : total;
    add_number(above, f->count.small, f->count.limb, f->count.n);
}

/* Counts the state that is looked at, a root, and adds that to the total. `root` is the option that was taken, or NO_OPTION. */
static void count_root(Number *total, size_t root)
{
    uint64_t count;
    if (visit(&count, root))
        add_known(total, count);
    while (search.depth) {
        Frame *f = search.frame + search.depth - 1;
        if (f->child == f->to) {
            close_frame(total);
            continue;
        }
        int32_t option = search.children.v[f->child++];
        uint64_t *next = search.states + search.depth * words;
        memcpy(next, next - words, words * sizeof *next);
        if (option < 0)
            set_covered(next, f->item);
        else
            take_option(next, (size_t)option);
        if (visit(&count, NO_OPTION))
            add_known(&search.frame[search.depth - 1].count, count);
    }
}

static void add_times(Number *total, const Number *count, size_t times)
{
    while (times--)
        add_number(total, count->small, count->limb, count->n);
}

/* Gives each option the leader of its orbit. */
static int32_t *find_orbits(bool derived)
{
    int32_t *leader = allocate(cover.n_options, sizeof *leader);
    for (size_t o = 0; o < cover.n_options; o++)
        leader[o] = (int32_t)o;
    for (size_t g = 0; g < generators_n; g++)
        for (size_t o = 0; o < cover.n_options; o++)
            join(leader, (int32_t)o, generators[g][o]);
    if (derived && group_order > 1) {
        OptionTable table = table_of(&cover, board_n, false);
        int32_t *room = allocate(board_n, sizeof *room);
        for (size_t g = 0; g < group_order; g++)
            for (size_t o = 0; o < cover.n_options; o++)
                join(leader, (int32_t)o, (int32_t)image_of_option(&table, permutation[g], o, room));
        free(room), free(table.slot);
    }
    return leader;
}

/* Follows a cover's certificate; the number of all solutions is added to `total`. */
static void count_cover(int64_t anchor, bool derived, Number *total)
{
    if (anchor < -1 || anchor >= (int64_t)cover.n_items || (anchor >= 0 && (cover.what[anchor] & (ONCE | MUST)) != (ONCE | MUST)))
        refuse("the anchor is no item of once and must");
    prepare_search();
    search.remembering = !search.tree;
    search.states = grow(NULL, &search.states_room, words, sizeof *search.states);
    memset(search.states, 0, words * sizeof *search.states);
    if (anchor < 0) {
        count_root(total, NO_OPTION);
        no_more_numbers();
        return;
    }
    int32_t *leader = find_orbits(derived);
    int32_t *size = allocate(cover.n_options, sizeof *size); /* of the part of each orbit that is in P */
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = having_at[anchor]; k < having_at[anchor + 1]; k++) {
            size_t o = (size_t)having[k];
            memset(search.states, 0, words * sizeof *search.states);
            if (!sums_fit(search.states, o))
                continue;
            int32_t l = find_leader(leader, (int32_t)o);
            if (pass == 0) {
                size[l]++;
            } else if (size[l]) { /* the least option of its orbit in P */
                Number count = {0};
                take_option(search.states, o);
                count_root(&count, o);
                add_times(total, &count, (size_t)size[l]);
                free(count.limb);
                size[l] = 0;
            }
        }
    free(leader), free(size);
    no_more_numbers();
}

/* ---------------------------------------------------------------- section 4: lines */

static uint64_t *ink_set;  /* of each cell the inks that it may have, as bits; white is bit 0 */
static size_t undecided;   /* cells with more than one */

typedef struct { size_t cell; uint64_t was; } Change;

static Change *trail;      /* what to undo, the last first */
static size_t trail_n, trail_room;

static bool is_one(uint64_t set) { return (set & (set - 1)) == 0; }

static void set_cell(size_t cell, uint64_t set)
{
    if (ink_set[cell] == set)
        return;
    trail = grow(trail, &trail_room, trail_n + 1, sizeof *trail);
    trail[trail_n].cell = cell;
    trail[trail_n++].was = ink_set[cell];
    undecided -= !is_one(ink_set[cell]) && is_one(set);
    ink_set[cell] = set;
}

static void undo(size_t to)
{
    while (trail_n > to) {
        Change *c = trail + --trail_n;
        undecided += is_one(ink_set[c->cell]) && !is_one(c->was);
        ink_set[c->cell] = c->was;
    }
}

/* Does a line of cells with one ink each show just its blocks? */
static bool line_shows(size_t line)
{
    const Line *l = clues + line;
    size_t block = 0, length;
    for (size_t i = 0; i < l->cells; i += length) {
        uint64_t set = ink_set[cell_of_line(line, i)];
        for (length = 1; i + length < l->cells && ink_set[cell_of_line(line, i + length)] == set;)
            length++;
        if (set == 1)
            continue;
        if (block == l->blocks || set != UINT64_C(1) << l->block[block].ink || (size_t)l->block[block].length != length)
            return false;
        block++;
    }
    return block == l->blocks;
}

static bool picture_shows(void)
{
    for (size_t line = 0; line < rows_n + columns_n; line++)
        if (!line_shows(line))
            return false;
    return true;
}

/* Does a cell of the line, by its place, have the ink among those that it may have? */
static bool may_be(size_t line, size_t i, int32_t ink) { return ink_set[cell_of_line(line, i)] >> ink & 1; }

/*
 * Block j can begin at first[j] + d, d = 0..slack; block m is the end of the line. For each j and d:
 *   before: the cells before first[j] + d can be filled by the blocks before j, with the gap that j needs;
 *   fits:   block j can stand there;
 *   after:  the cells from there on can be filled by the blocks from j on.
 */
static uint8_t *before, *fits, *after;
static size_t before_room, fits_room, after_room;
static uint64_t *kept;   /* of each cell of the line the inks of its fillings */
static size_t kept_room;

static void fill_forwards(size_t line, size_t width)
{
    const Line *l = clues + line;
    for (size_t j = 0; j <= l->blocks; j++) {
        uint8_t *b = before + j * width;
        size_t e = (size_t)l->first[j];
        for (size_t d = 0; d < width; d++) {
            bool pushed = d > 0 && b[d - 1] && may_be(line, e + d - 1, 0);
            bool behind = j == 0 ? d == 0
                                 : before[(j - 1) * width + d] && fits[(j - 1) * width + d] && (!gap_before(l, j) || may_be(line, e + d - 1, 0));
            b[d] = pushed || behind;
        }
        if (j == l->blocks)
            break;
        size_t good = e; /* all cells from here to where we look may have the ink */
        size_t length = (size_t)l->block[j].length;
        for (size_t i = e; i < e + width - 1 + length; i++) {
            if (!may_be(line, i, l->block[j].ink))
                good = i + 1;
            if (i + 1 >= e + length)
                fits[j * width + i + 1 - e - length] = good + length <= i + 1;
        }
    }
}

/* Can block j stand at d, as far as what comes after it is concerned? */
static bool can_go_on(size_t line, size_t width, size_t j, size_t d)
{
    const Line *l = clues + line;
    size_t end = (size_t)l->first[j] + d + (size_t)l->block[j].length;
    return fits[j * width + d] && after[(j + 1) * width + d] && (!gap_after(l, j) || may_be(line, end, 0));
}

static void fill_backwards(size_t line, size_t width)
{
    const Line *l = clues + line;
    for (size_t j = l->blocks + 1; j-- > 0;)
        for (size_t d = width; d-- > 0;) {
            bool pushed = d + 1 < width && after[j * width + d + 1] && may_be(line, (size_t)l->first[j] + d, 0);
            after[j * width + d] = pushed || (j == l->blocks ? d + 1 == width : can_go_on(line, width, j, d));
        }
}

/* Solves a line; false if it has no filling. */
static bool solve_line(size_t line)
{
    const Line *l = clues + line;
    uint64_t width = l->slack < 0 ? 0 : (uint64_t)l->slack + 1;
    spend(32 * (1 + l->cells + width * (1 + l->blocks)) + rows_n * columns_n / 8);
    if (!width)
        return false;
    size_t w = (size_t)width, size = w * (l->blocks + 1);
    before = grow(before, &before_room, size, 1);
    fits = grow(fits, &fits_room, size, 1);
    after = grow(after, &after_room, size, 1);
    kept = grow(kept, &kept_room, l->cells, sizeof *kept);
    memset(kept, 0, l->cells * sizeof *kept);
    fill_forwards(line, w);
    if (!before[l->blocks * w + w - 1])
        return false;
    fill_backwards(line, w);
    for (size_t j = 0; j <= l->blocks; j++) {
        size_t e = (size_t)l->first[j], inked = e;
        for (size_t d = 0; d < w; d++) {
            if (d > 0 && before[j * w + d - 1] && after[j * w + d] && may_be(line, e + d - 1, 0))
                kept[e + d - 1] |= 1;
            if (j == l->blocks || !before[j * w + d] || !can_go_on(line, w, j, d))
                continue;
            size_t end = e + d + (size_t)l->block[j].length;
            for (inked = inked > e + d ? inked : e + d; inked < end; inked++)
                kept[inked] |= UINT64_C(1) << l->block[j].ink;
            if (gap_after(l, j))
                kept[end] |= 1;
        }
    }
    for (size_t i = 0; i < l->cells; i++)
        set_cell(cell_of_line(line, i), kept[i]);
    return true;
}

/* A cell on which the search branched. */
typedef struct { size_t cell, trail; uint64_t rest; } Branch;

static Branch *branches;
static size_t branches_n, branches_room;

static void branch_on(size_t cell)
{
    uint64_t set = ink_set[cell];
    unsigned n = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        n++;
    spend(n * (8 + (uint64_t)rows_n * columns_n));
    branches = grow(branches, &branches_room, branches_n + 1, sizeof *branches);
    branches[branches_n].cell = cell;
    branches[branches_n].trail = trail_n;
    branches[branches_n++].rest = set;
}

static size_t marked_at = SIZE_MAX; /* below a state with the number R+C+cells: how many branches were open there */

/* Goes on to the next child of the last branch; false if there is none. */
static bool next_child(void)
{
    if (!branches_n)
        return false;
    Branch *b = branches + branches_n - 1;
    uint64_t ink = b->rest & (~b->rest + 1);
    if (marked_at != SIZE_MAX && branches_n <= marked_at)
        marked_at = SIZE_MAX;
    undo(b->trail);
    set_cell(b->cell, ink);
    b->rest &= ~ink;
    if (!b->rest)
        branches_n--; /* this is its last child */
    return true;
}

static uint64_t count_lines(void)
{
    size_t lines = rows_n + columns_n, cells = rows_n * columns_n;
    uint64_t count = 0;
    ink_set = allocate(cells, sizeof *ink_set);
    for (size_t i = 0; i < cells; i++)
        ink_set[i] = (UINT64_C(2) << greatest_ink) - 1;
    undecided = cells;
    for (;;) {
        if (!undecided) {
            count += picture_shows();
        } else {
            size_t number = next_number();
            if (number == lines + cells && marked_at == SIZE_MAX) {
                marked_at = branches_n;
                number = next_number();
            }
            if (number < lines) {
                if (solve_line(number))
                    continue;
            } else {
                if (number >= lines + cells)
                    refuse("it branches on cell %lu, which is not there", (unsigned long)(number - lines));
                branch_on(number - lines);
            }
        }
        if (!next_child())
            break;
    }
    no_more_numbers();
    return count;
}

/* ---------------------------------------------------------------- section 5: clauses */

/*
 * Variables are numbered from 0 inside: `names` are their numbers, rising; literal 2 v is variable v, 2 v + 1 its
 * negation. Lists are those of `once`; places are numbered from 1 through them.
 */
static Ints names;
static Ints list_items, clause_items, projection;
static size_t *list_at, *clause_at; /* where each begins; with an end */
static size_t lists_n, clauses_n, lists_room, clauses_room;

static void end_list(void)
{
    list_at = grow(list_at, &lists_room, lists_n + 2, sizeof *list_at);
    list_at[0] = 0;
    list_at[++lists_n] = list_items.n;
}

static void end_clause(void)
{
    clause_at = grow(clause_at, &clauses_room, clauses_n + 2, sizeof *clause_at);
    clause_at[0] = 0;
    clause_at[++clauses_n] = clause_items.n;
}

/* The variable with this number, or -1. */
static int32_t variable(int64_t name)
{
    size_t lo = 0, hi = names.n;
    if (names.n && name >= 1 && name <= (int64_t)names.n && names.v[name - 1] == name)
        return (int32_t)(name - 1); /* most formulas have all numbers from 1 on */
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (names.v[middle] < name)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < names.n && names.v[lo] == name ? (int32_t)lo : -1;
}

static int32_t literal(int32_t signed_name)
{
    int64_t name = signed_name;
    return name < 0 ? 2 * variable(-name) + 1 : 2 * variable(name);
}

/* A list of numbers, different as variables, pushed to `out`. */
static void read_names(Cursor *c, bool literals, Ints *out)
{
    bool first = true;
    size_t from = out->n;
    want(c, "[");
    while (more_items(c, &first, "]")) {
        int64_t value = number_in(c, literals ? -INT32_MAX : 1, INT32_MAX, "the model: a variable");
        if (!value)
            refuse("the model: a variable is 0");
        push(out, (int32_t)value);
    }
    size_t n = out->n - from;
    int32_t *sorted = allocate(n, sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = out->v[from + i] < 0 ? -out->v[from + i] : out->v[from + i];
    sort_ints(sorted, n);
    for (size_t i = 1; i < n; i++)
        if (sorted[i] == sorted[i - 1])
            refuse("the model: a variable is twice in a list");
    free(sorted);
}

static void read_formula(Cursor *c)
{
    bool first = true;
    want(c, "{\"once\":[");
    while (more_items(c, &first, "]")) {
        read_names(c, false, &list_items);
        end_list();
    }
    want(c, ",\"clauses\":[");
    first = true;
    while (more_items(c, &first, "]")) {
        read_names(c, true, &clause_items);
        end_clause();
    }
    want(c, ",\"projection\":");
    read_names(c, false, &projection);
    for (size_t i = 1; i < projection.n; i++)
        if (projection.v[i] <= projection.v[i - 1])
            refuse("the model: its projection does not rise");
    want(c, "}");
    for (size_t i = 0; i < list_items.n; i++)
        push(&names, list_items.v[i]);
    for (size_t i = 0; i < clause_items.n; i++)
        push(&names, clause_items.v[i] < 0 ? -clause_items.v[i] : clause_items.v[i]);
    for (size_t i = 0; i < projection.n; i++)
        push(&names, projection.v[i]);
    sort_ints(names.v, names.n);
    size_t n = 0;
    for (size_t i = 0; i < names.n; i++)
        if (!n || names.v[n - 1] != names.v[i])
            names.v[n++] = names.v[i];
    names.n = n;
    for (size_t i = 0; i < list_items.n; i++)
        list_items.v[i] = variable(list_items.v[i]);
    for (size_t i = 0; i < clause_items.n; i++)
        clause_items.v[i] = literal(clause_items.v[i]);
    for (size_t i = 0; i < projection.n; i++)
        projection.v[i] = variable(projection.v[i]);
}

/* The formula of a nonogram. A literal is a number or its negation, or one of these two. */
enum { IS_TRUE = INT32_MAX, IS_FALSE = -INT32_MAX };

typedef struct { const Line *line; int32_t *y; } LineVariables; /* y: of each block the number of y(j, first place) */

/* y(j, p): block j starts at p or before. */
static int32_t starts_by(const LineVariables *v, int64_t j, int64_t p)
{
    const Line *l = v->line;
    if (j < 0)
        return IS_TRUE;
    if (j >= (int64_t)l->blocks || p < l->first[j])
        return IS_FALSE;
    if (p >= l->first[j] + l->slack)
        return IS_TRUE;
    return v->y[j] + (int32_t)(p - l->first[j]);
}

static void nonogram_clause(int32_t a, int32_t b, int32_t c)
{
    int32_t literals[3] = {a, b, c};
    size_t from = clause_items.n;
    for (int i = 0; i < 3; i++) {
        if (literals[i] == IS_TRUE) {
            clause_items.n = from;
            return;
        }
        if (literals[i] != IS_FALSE)
            push(&clause_items, literal(literals[i]));
    }
    end_clause();
}

static int32_t ink_variable(size_t line, size_t i, int32_t ink)
{
    return (int32_t)cell_of_line(line, i) * greatest_ink + ink;
}

static void line_clauses(size_t line, const LineVariables *v)
{
    const Line *l = v->line;
    const int64_t m = (int64_t)l->blocks, n = (int64_t)l->cells, s = l->slack;
    if (s < 0) {
        end_clause();
        return;
    }
    for (int64_t j = 0; j < m; j++)
        for (int64_t p = l->first[j]; p < l->first[j] + s - 1; p++)
            nonogram_clause(-starts_by(v, j, p), starts_by(v, j, p + 1), IS_FALSE);
    for (int64_t j = 0; j < m - 1; j++)
        for (int64_t p = l->first[j + 1]; p <= l->first[j + 1] + s; p++)
            nonogram_clause(-starts_by(v, j + 1, p), starts_by(v, j, p - l->block[j].length - gap_after(l, (size_t)j)), IS_FALSE);
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = l->first[j]; i < l->first[j] + s + l->block[j].length; i++)
            nonogram_clause(-starts_by(v, j, i), starts_by(v, j, i - l->block[j].length),
                            ink_variable(line, (size_t)i, l->block[j].ink));
    for (int64_t j = -1; j < m; j++)
        for (int64_t i = 0; i < n; i++)
            for (int32_t t = 1; t <= greatest_ink; t++)
                nonogram_clause(-starts_by(v, j, j < 0 ? i : i - l->block[j].length), starts_by(v, j + 1, i),
                                -ink_variable(line, (size_t)i, t));
}

static void nonogram_formula(void)
{
    size_t lines = rows_n + columns_n, cells = rows_n * columns_n;
    int64_t next = (int64_t)cells * greatest_ink + 1;
    uint64_t size = 0;
    LineVariables *v = allocate(lines, sizeof *v);
    for (size_t i = 0; i < lines; i++)
        size += (uint64_t)(1 + clues[i].blocks) * clues[i].cells * ((uint64_t)greatest_ink + 3);
    if (size > UINT64_C(1) << 22)
        refuse("the formula is too large");
    for (size_t i = 0; i < lines; i++) {
        v[i].line = clues + i;
        v[i].y = allocate(clues[i].blocks, sizeof *v[i].y);
        for (size_t j = 0; j < clues[i].blocks && clues[i].slack >= 0; j++) {
            v[i].y[j] = (int32_t)next;
            next += clues[i].slack; /* the sum above bounds it */
        }
    }
    for (int32_t name = 1; name < next; name++)
        push(&names, name);
    for (int32_t i = 0; i < (int32_t)cells * greatest_ink; i++) {
        push(&projection, i);
        if (greatest_ink == 1)
            continue;
        push(&list_items, i);
        if ((i + 1) % greatest_ink == 0)
            end_list();
    }
    for (size_t i = 0; i < lines; i++) {
        line_clauses(i, v + i);
        free(v[i].y);
    }
    free(v);
}

static int32_t next_signed(void)
{
    uint32_t value = next_number();
    return value <= INT32_MAX ? (int32_t)value : value == UINT32_C(1) << 31 ? INT32_MIN : -(int32_t)(~value + 1);
}

/* A list of numbers up to a 0, which may be missing at the end of the file. */
static void next_list(Ints *list)
{
    list->n = 0;
    while (numbers_left) {
        int32_t value = next_signed();
        if (!value)
            return;
        push(list, value);
        if (list->n >= 1u << 20)
            refuse("a list of numbers is too long");
    }
}

/* Tests a solution, and excludes it. */
static void take_solution(const Ints *list, uint8_t *is_true, size_t lists, size_t clauses)
{
    spend(8 + 2 * (4 * (uint64_t)names.n + list_items.n + clause_at[clauses]));
    memset(is_true, 0, names.n);
    for (size_t i = 0; i < list->n; i++) {
        int32_t v = variable(list->v[i]);
        if (v >= 0)
            is_true[v] = 1;
    }
    for (size_t i = 0; i < lists; i++) {
        unsigned n = 0;
        for (size_t k = list_at[i]; k < list_at[i + 1]; k++)
            n += is_true[list_items.v[k]];
        if (n > 1)
            refuse("a solution has two variables of a list");
    }
    for (size_t i = 0; i < clauses; i++) {
        bool good = false;
        for (size_t k = clause_at[i]; k < clause_at[i + 1] && !good; k++)
            good = is_true[clause_items.v[k] / 2] != (clause_items.v[k] & 1);
        if (!good)
            refuse("a solution does not satisfy a clause");
    }
    for (size_t i = 0; i < projection.n; i++)
        push(&clause_items, 2 * projection.v[i] + is_true[projection.v[i]]);
    end_clause();
}

static int by_exclusion(const void *a, const void *b)
{
    size_t x = clause_at[*(const size_t *)a], y = clause_at[*(const size_t *)b];
    return projection.n ? memcmp(clause_items.v + x, clause_items.v + y, projection.n * sizeof *clause_items.v) : 0;
}

static void no_two_equal(size_t from, size_t n)
{
    size_t *order = allocate(n, sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = from + i;
    qsort(order, n, sizeof *order, by_exclusion);
    for (size_t i = 1; i < n; i++)
        if (by_exclusion(order + i - 1, order + i) == 0)
            refuse("two solutions are equal");
    free(order);
}

/* The resolvent, a set of literals: `place` has where in `items` a literal is, from 1. */
static struct { Ints items; size_t *place; } resolvent;

static void put_in(int32_t l)
{
    if (resolvent.place[l])
        return;
    push(&resolvent.items, l);
    resolvent.place[l] = resolvent.items.n;
}

static void take_out(int32_t l)
{
    size_t at = resolvent.place[l];
    if (!at)
        return;
    int32_t last = resolvent.items.v[--resolvent.items.n];
    resolvent.items.v[at - 1] = last;
    resolvent.place[last] = at;
    resolvent.place[l] = 0;
}

/* Resolves with a clause, on the one literal whose negation is in the resolvent. */
static void resolve_with(size_t clause)
{
    int32_t pivot = -1;
    for (size_t k = clause_at[clause]; k < clause_at[clause + 1]; k++)
        if (resolvent.place[clause_items.v[k] ^ 1]) {
            if (pivot >= 0)
                refuse("a lemma does not follow: a clause meets the resolvent in two literals");
            pivot = clause_items.v[k];
        }
    if (pivot < 0)
        refuse("a lemma does not follow: a clause does not meet the resolvent");
    take_out(pivot ^ 1);
    for (size_t k = clause_at[clause]; k < clause_at[clause + 1]; k++)
        if (clause_items.v[k] != pivot)
            put_in(clause_items.v[k]);
}

static void resolve_with_place(size_t place, size_t list)
{
    for (size_t k = list_at[list]; k < list_at[list + 1]; k++)
        if (k != place)
            take_out(2 * list_items.v[k]);
    put_in(2 * list_items.v[place] + 1);
}

/* Derives a lemma. `list_of` has the list of each place, `forgotten` a flag for each place and clause. */
static void take_lemma(const Ints *numbers_, const int32_t *list_of, Bytes *forgotten)
{
    size_t places = list_items.n;
    if (!numbers_->n)
        refuse("a lemma names no clause");
    while (resolvent.items.n)
        take_out(resolvent.items.v[resolvent.items.n - 1]);
    for (size_t i = 0; i < numbers_->n; i++) {
        int64_t n = numbers_->v[i];
        size_t at = (size_t)(n < 0 ? -n : n) - 1;
        if (at >= places + clauses_n || (at < forgotten->n && forgotten->v[at]) || (i == 0 && at < places))
            refuse("a lemma names %ld, which is not there, or forgotten, or a place at first", (long)n);
        if (at < places) {
            size_t list = (size_t)list_of[at];
            spend(8 + 2 * (uint64_t)(list_at[list + 1] - list_at[list]));
            resolve_with_place(at, list);
        } else {
            size_t clause = at - places;
            spend(8 + 2 * (uint64_t)(clause_at[clause + 1] - clause_at[clause]));
            if (i == 0)
                for (size_t k = clause_at[clause]; k < clause_at[clause + 1]; k++)
                    put_in(clause_items.v[k]);
            else
                resolve_with(clause);
        }
        while (n < 0 && forgotten->n <= at)
            put_byte(forgotten, 0);
        if (n < 0)
            forgotten->v[at] = 1;
    }
    spend(40 + 8 * (uint64_t)resolvent.items.n);
    for (size_t i = 0; i < resolvent.items.n; i++)
        push(&clause_items, resolvent.items.v[i]);
    end_clause();
}

/* Follows a proof by clauses; the number of solutions. */
static uint64_t count_clauses(void)
{
    size_t lists = lists_n, clauses = clauses_n;
    Ints list = {0};
    Bytes forgotten = {0};
    if (!clause_at)
        clause_at = allocate(clauses_room = 2, sizeof *clause_at);
    uint8_t *is_true = allocate(names.n, 1);
    int32_t *list_of = allocate(list_items.n, sizeof *list_of);
    for (size_t i = 0; i < lists; i++)
        for (size_t k = list_at[i]; k < list_at[i + 1]; k++)
            list_of[k] = (int32_t)i;
    resolvent.place = allocate(2 * names.n, sizeof *resolvent.place);
    int32_t count = next_signed();
    if (count < 0)
        refuse("the number of solutions is negative");
    for (int32_t i = 0; i < count; i++) {
        next_list(&list);
        take_solution(&list, is_true, lists, clauses);
    }
    no_two_equal(clauses, (size_t)count);
    while (!clauses_n || clause_at[clauses_n] != clause_at[clauses_n - 1]) {
        next_list(&list);
        take_lemma(&list, list_of, &forgotten);
    }
    no_more_numbers();
    return (uint64_t)count;
}

/* ---------------------------------------------------------------- section 6: JSON of all forms */

typedef enum { J_NULL, J_TRUE, J_FALSE, J_NUMBER, J_STRING, J_LIST, J_OBJECT } JsonKind;

/* A value; strings are in `json_text` and numbers in the line. The value of a key is its `child`. */
typedef struct {
    JsonKind kind;
    const uint8_t *p;   /* of a number */
    size_t at, n;       /* of a string, of a number */
    size_t child, next; /* 0 for none */
} Json;

static Json *json;
static size_t json_n, json_room;
static Bytes json_text;

static const char *solutions_name;
static size_t solutions_line;

static void wrong_line(const char *why) { refuse("%s:%lu: %s", solutions_name, (unsigned long)solutions_line, why); }

static size_t new_json(JsonKind kind)
{
    json = grow(json, &json_room, json_n + 1, sizeof *json);
    memset(json + json_n, 0, sizeof *json);
    json[json_n].kind = kind;
    return json_n++;
}

static void skip_space(Cursor *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\t' || *c->p == '\n' || *c->p == '\r'))
        c->p++;
}

static uint32_t four_digits(Cursor *c)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, c->p++) {
        static const char HEX[] = "0123456789abcdef0123456789ABCDEF";
        const char *d = c->p < c->end && *c->p ? strchr(HEX, *c->p) : NULL;
        if (!d)
            wrong_line("it is no JSON");
        value = value << 4 | ((uint32_t)(d - HEX) & 15);
    }
    return value;
}

static size_t json_string(Cursor *c)
{
    static const char NAMES[] = "\"\\/btnfr", VALUES[] = "\"\\/\b\t\n\f\r";
    size_t value = new_json(J_STRING);
    json[value].at = json_text.n;
    c->p++;
    for (;;) {
        if (c->p == c->end || *c->p < 32)
            wrong_line("it is no JSON");
        uint32_t byte = *c->p++;
        if (byte == '"')
            break;
        if (byte != '\\') {
            put_byte(&json_text, byte);
            continue;
        }
        const char *name = c->p < c->end && *c->p ? strchr(NAMES, *c->p) : NULL;
        if (name) {
            put_byte(&json_text, (unsigned char)VALUES[name - NAMES]);
            c->p++;
            continue;
        }
        if (!has(c, "u"))
            wrong_line("it is no JSON");
        uint32_t character = four_digits(c);
        Cursor further = *c;
        if (character >= 0xD800 && character < 0xDC00 && has(&further, "\\u")) {
            uint32_t low = four_digits(&further);
            if (low >= 0xDC00 && low < 0xE000) {
                character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
                *c = further;
            }
        }
        put_utf8(&json_text, character); /* a surrogate alone becomes three bytes that are no UTF-8 */
    }
    json[value].n = json_text.n - json[value].at;
    return value;
}

static size_t count_bytes(const Cursor *c, const char *set)
{
    size_t n = 0;
    while (c->p + n < c->end && c->p[n] && strchr(set, c->p[n]))
        n++;
    return n;
}

static size_t json_number(Cursor *c)
{
    static const char DIGITS[] = "0123456789";
    size_t value = new_json(J_NUMBER), n;
    json[value].p = c->p;
    has(c, "-");
    n = count_bytes(c, DIGITS);
    if (n == 0 || (n > 1 && *c->p == '0') || n > MAX_DIGITS)
        wrong_line("it is no JSON, or a number has too many digits");
    c->p += n;
    if (has(c, ".")) {
        n = count_bytes(c, DIGITS);
        if (!n)
            wrong_line("it is no JSON");
        c->p += n;
    }
    if (has(c, "e") || has(c, "E")) {
        if (!has(c, "-"))
            has(c, "+");
        n = count_bytes(c, DIGITS);
        if (!n)
            wrong_line("it is no JSON");
        c->p += n;
    }
    json[value].n = (size_t)(c->p - json[value].p);
    return value;
}

static size_t json_value(Cursor *c, int depth);

static void no_key_twice(size_t object)
{
    size_t n = 0, i = 0;
    for (size_t key = json[object].child; key; key = json[key].next)
        n++;
    Cursor *keys = allocate(n, sizeof *keys);
    for (size_t key = json[object].child; key; key = json[key].next, i++) {
        keys[i].p = json_text.n ? json_text.v + json[key].at : (const uint8_t *)"";
        keys[i].end = keys[i].p + json[key].n;
    }
    if (any_twice(keys, n))
        wrong_line("a key is there twice");
    free(keys);
}

/* A list or an object. */
static size_t json_items(Cursor *c, int depth, bool is_object)
{
    size_t parent = new_json(is_object ? J_OBJECT : J_LIST), last = 0;
    const char *close = is_object ? "}" : "]";
    c->p++;
    skip_space(c);
    if (has(c, close))
        return parent;
    do {
        size_t item;
        skip_space(c);
        if (is_object) {
            if (c->p == c->end || *c->p != '"')
                wrong_line("it is no JSON");
            item = json_string(c);
            skip_space(c);
            if (!has(c, ":"))
                wrong_line("it is no JSON");
            size_t value = json_value(c, depth + 1);
            json[item].child = value;
        } else {
            item = json_value(c, depth + 1);
        }
        if (last)
            json[last].next = item;
        else
            json[parent].child = item;
        last = item;
        skip_space(c);
    } while (has(c, ","));
    if (!has(c, close))
        wrong_line("it is no JSON");
    if (is_object)
        no_key_twice(parent);
    return parent;
}

static size_t json_value(Cursor *c, int depth)
{
    if (depth > MAX_DEPTH)
        wrong_line("lists are nested too deep");
    skip_space(c);
    if (c->p == c->end)
        wrong_line("it is no JSON");
    if (*c->p == '"')
        return json_string(c);
    if (*c->p == '[' || *c->p == '{')
        return json_items(c, depth, *c->p == '{');
    if (has(c, "null"))
        return new_json(J_NULL);
    if (has(c, "true"))
        return new_json(J_TRUE);
    if (has(c, "false"))
        return new_json(J_FALSE);
    return json_number(c);
}

/* The next line of the solutions file as an object; what the line before held is gone. */
static size_t next_object(Cursor *file)
{
    size_t left = (size_t)(file->end - file->p);
    const uint8_t *feed = left ? memchr(file->p, '\n', left < MAX_LINE ? left : MAX_LINE) : NULL;
    solutions_line++;
    if (!feed)
        wrong_line("a line is missing, has no line feed, or is too long");
    Cursor line = {file->p, feed};
    file->p = feed + 1;
    if (!is_utf8(line.p, line.end))
        wrong_line("it is no UTF-8");
    json_n = json_text.n = 0;
    new_json(J_NULL); /* so that 0 is no value */
    size_t object = json_value(&line, 0);
    skip_space(&line);
    if (line.p != line.end || json[object].kind != J_OBJECT)
        wrong_line("it is no JSON object");
    return object;
}

/* The value of a key of an object, or 0. */
static size_t json_at(size_t object, const char *key)
{
    size_t n = strlen(key);
    for (size_t k = json[object].child; k; k = json[k].next)
        if (json[k].n == n && memcmp(json_text.v + json[k].at, key, n) == 0)
            return json[k].child;
    return 0;
}

static bool json_says(size_t value, const void *bytes, size_t n)
{
    return value && json[value].kind == J_STRING && json[value].n == n && (!n || memcmp(json_text.v + json[value].at, bytes, n) == 0);
}

/* Is it this number, written as digits alone? */
static bool json_is(size_t value, uint64_t number)
{
    char digits[24];
    size_t n = (size_t)sprintf(digits, "%llu", (unsigned long long)number);
    return value && json[value].kind == J_NUMBER && json[value].n == n && memcmp(json[value].p, digits, n) == 0;
}

/* ---------------------------------------------------------------- section 6: the boards */

/* Lists of numbers of which no two are equal, by hash, compared whole. */
typedef struct { size_t *slot, mask, n; Ints items; size_t *at; size_t at_room; } Set;

static bool put_new(Set *s, const int32_t *v, size_t n)
{
    if (!s->slot || 2 * s->n >= s->mask) {
        free(s->slot);
        s->mask = s->slot ? 2 * s->mask + 1 : 1023;
        s->slot = allocate(s->mask + 1, sizeof *s->slot);
        for (size_t e = 0; e < s->n; e++) {
            size_t at = (size_t)hash_ints(s->items.v + s->at[e], s->at[e + 1] - s->at[e]) & s->mask;
            while (s->slot[at])
                at = (at + 1) & s->mask;
            s->slot[at] = e + 1;
        }
    }
    size_t at = (size_t)hash_ints(v, n) & s->mask;
    for (; s->slot[at]; at = (at + 1) & s->mask) {
        size_t e = s->slot[at] - 1;
        if (compare_ints(s->items.v + s->at[e], s->at[e + 1] - s->at[e], v, n) == 0)
            return false;
    }
    s->at = grow(s->at, &s->at_room, s->n + 2, sizeof *s->at);
    s->at[0] = 0;
    for (size_t i = 0; i < n; i++)
        push(&s->items, v[i]);
    s->at[++s->n] = s->items.n;
    s->slot[at] = s->n;
    return true;
}

static Family family;
static OptionTable board_table;
static size_t board_key;        /* items below this one are a key of the options in `board_table` */
static int32_t *option_image[8]; /* -1 where it was not yet looked for */

/* The characters of a board's row, pushed to `out`. */
static void characters_of(size_t row, Ints *out)
{
    if (json[row].kind != J_STRING)
        wrong_line("a row of the board is no string");
    const uint8_t *p = json_text.n ? json_text.v + json[row].at : NULL, *end = p ? p + json[row].n : p;
    while (p < end) {
        uint32_t c = 0;
        size_t n = utf8(p, end, &c, false);
        if (!n)
            wrong_line("a row of the board is no text");
        push(out, (int32_t)c);
        p += n;
    }
}

/* The options of a packing's board. */
static void options_of_packing(size_t board, Ints *options)
{
    Ints row_text = {0}, marks = {0}, cells = {0};
    int64_t row = 0;
    for (size_t line = json[board].child; line; line = json[line].next, row++) {
        row_text.n = 0;
        characters_of(line, &row_text);
        for (size_t i = 0; i < row_text.n; i++) {
            if (row_text.v[i] == '.' || row_text.v[i] == ' ')
                continue;
            int32_t cell = cell_at(row, (int64_t)i);
            if (cell < 0)
                wrong_line("there is no cell where the board shows one");
            push(&marks, row_text.v[i] * 1024 + cell); /* below 2^31: there are 0x110000 characters and 1,024 cells */
        }
    }
    sort_ints(marks.v, marks.n);
    for (size_t i = 0; i < marks.n;) {
        int32_t mark = marks.v[i] / 1024;
        cells.n = 0;
        for (; i < marks.n && marks.v[i] / 1024 == mark; i++)
            push(&cells, marks.v[i] % 1024);
        size_t o = find_option(&cover, &board_table, board_key, cells.v, cells.n, NULL, 0);
        if (o == NO_OPTION)
            wrong_line("a piece of the board is none of the instance");
        push(options, (int32_t)o);
    }
    free(row_text.v), free(marks.v), free(cells.v);
}

static void options_of_sudoku(size_t board, Ints *options)
{
    Ints marks = {0};
    size_t n = sudoku_n;
    for (size_t line = json[board].child; line; line = json[line].next)
        characters_of(line, &marks);
    if (marks.n != n * n)
        wrong_line("the board has not as many cells as the instance");
    for (size_t c = 0; c < marks.n; c++) {
        const char *mark = marks.v[c] > 0 && marks.v[c] < 128 ? strchr(SUDOKU_MARKS, marks.v[c]) : NULL;
        if (!mark || mark >= SUDOKU_MARKS + n)
            wrong_line("a cell of the board has no digit");
        int32_t items[4];
        sudoku_items(c / n, c % n, (size_t)(mark - SUDOKU_MARKS), items);
        size_t o = find_option(&cover, &board_table, board_key, items, 4, NULL, 0);
        if (o == NO_OPTION)
            wrong_line("a cell of the board has not the digit that is given");
        push(options, (int32_t)o);
    }
    free(marks.v);
}

static void must_be_solution(const Ints *options)
{
    uint8_t *covered = allocate(cover.n_items, 1);
    uint64_t *sums = allocate(cover.n_groups, sizeof *sums);
    for (size_t k = 0; k < options->n; k++) {
        size_t n;
        const int32_t *v = items_of(&cover, (size_t)options->v[k], &n);
        for (size_t i = 0; i < n; i++) {
            if (covered[v[i]] && cover.what[v[i]] & ONCE)
                wrong_line("the board breaks a rule: something is there twice");
            covered[v[i]] = 1;
        }
        v = adds_of(&cover, (size_t)options->v[k], &n);
        for (size_t i = 0; i < n; i += 2)
            sums[v[i]] += (uint64_t)v[i + 1];
    }
    for (size_t i = 0; i < cover.n_items; i++)
        if (cover.what[i] & MUST && !covered[i])
            wrong_line("the board breaks a rule: something is missing");
    for (size_t g = 0; g < cover.n_groups; g++)
        if (sums[g] < (uint64_t)cover.lo[g] || sums[g] > (uint64_t)cover.hi[g])
            wrong_line("the board breaks a rule: a piece is there too often or not often enough");
    free(covered), free(sums);
}

/* The image of a set of options, sorted. */
static void image_of_options(const Ints *options, size_t g, Ints *image)
{
    int32_t room[1024];
    image->n = 0;
    for (size_t i = 0; i < options->n; i++) {
        int32_t o = options->v[i];
        if (group_order > 1 && option_image[g][o] < 0)
            option_image[g][o] = (int32_t)image_of_option(&board_table, permutation[g], (size_t)o, room);
        push(image, group_order > 1 ? option_image[g][o] : o);
    }
    sort_ints(image->v, image->n);
}

/* The inks of a nonogram's board, cell by cell; it must show the blocks. */
static void picture_of(size_t board, Ints *picture)
{
    size_t row = 0;
    for (size_t line = json[board].child; line; line = json[line].next, row++) {
        size_t from = picture->n;
        characters_of(line, picture);
        if (row == rows_n || picture->n - from != columns_n)
            wrong_line("the board has not the size of the instance");
        for (size_t i = from; i < picture->n; i++) {
            int32_t ink = 0;
            while (ink <= greatest_ink && (int32_t)inks[ink] != picture->v[i])
                ink++;
            if (ink > greatest_ink)
                wrong_line("a cell of the board has no ink of the clues");
            picture->v[i] = ink;
            ink_set[i] = UINT64_C(1) << ink;
        }
    }
    if (row != rows_n)
        wrong_line("the board has not the size of the instance");
    if (!picture_shows())
        wrong_line("the board does not show the blocks");
}

static void image_of_picture(const Ints *picture, size_t g, Ints *image)
{
    Isometry how = isometries[g];
    image->n = 0;
    for (size_t i = 0; i < rows_n * columns_n; i++) {
        size_t row = i / columns_n, column = i % columns_n;
        if (how.flip_rows)
            row = rows_n - 1 - row;
        if (how.flip_columns)
            column = columns_n - 1 - column;
        push(image, picture->v[how.transpose ? column * columns_n + row : row * columns_n + column]);
    }
}

/* What is found in the solutions file, up to its footer. */
static struct {
    bool all_mode;
    Set boards, orbits;
    uint64_t lines, total;
    uint32_t digest[4]; /* least first */
} found;

static void add_to_digest(size_t board)
{
    Bytes rows = {0};
    uint8_t hash[16];
    uint64_t carry = 0;
    for (size_t line = json[board].child; line; line = json[line].next) {
        if (line != json[board].child)
            put_byte(&rows, '\n');
        for (size_t i = 0; i < json[line].n; i++)
            put_byte(&rows, json_text.v[json[line].at + i]);
    }
    blake2b_16(rows.v, rows.n, hash);
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *p = hash + 12 - 4 * i;
        carry += (uint64_t)found.digest[i] + ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]);
        found.digest[i] = (uint32_t)carry;
        carry >>= 32;
    }
    free(rows.v);
}

/* Takes the line of a solution. */
static void take_board(size_t object)
{
    Ints own = {0}, image = {0}, least = {0};
    Set images = {0};
    size_t board = json_at(object, "board");
    if (json_at(object, "complete"))
        wrong_line("a line follows the footer");
    if (!json_is(json_at(object, "n"), ++found.lines))
        wrong_line("the number of the board is not right");
    if (!board || json[board].kind != J_LIST)
        wrong_line("there is no board");
    if (family == NONOGRAM) {
        picture_of(board, &own);
    } else {
        if (family == PACKING)
            options_of_packing(board, &own);
        else
            options_of_sudoku(board, &own);
        sort_ints(own.v, own.n);
        must_be_solution(&own);
    }
    for (size_t g = 0; g < group_order; g++) {
        if (family == NONOGRAM)
            image_of_picture(&own, g, &image);
        else
            image_of_options(&own, g, &image);
        put_new(&images, image.v, image.n);
        if (g == 0 || compare_ints(image.v, image.n, least.v, least.n) < 0) {
            least.n = 0;
            for (size_t i = 0; i < image.n; i++)
                push(&least, image.v[i]);
        }
    }
    if (!json_is(json_at(object, "orbit"), images.n))
        wrong_line("the orbit is not right");
    bool new_orbit = put_new(&found.orbits, least.v, least.n);
    if (found.all_mode ? !put_new(&found.boards, own.v, own.n) : !new_orbit)
        wrong_line("the board was there already, or an image of it");
    found.total += found.all_mode ? 1 : images.n;
    add_to_digest(board);
    free(own.v), free(image.v), free(least.v), free(images.slot), free(images.items.v), free(images.at);
}

static void take_footer(size_t object, char digest[33])
{
    size_t complete = json_at(object, "complete"), reason = json_at(object, "reason"), levels = json_at(object, "levels");
    sprintf(digest, "%08lx%08lx%08lx%08lx", (unsigned long)found.digest[3], (unsigned long)found.digest[2],
            (unsigned long)found.digest[1], (unsigned long)found.digest[0]);
    if (!complete || json[complete].kind != J_TRUE || (reason && json[reason].kind != J_NULL))
        wrong_line("it does not end as complete");
    if (!json_is(json_at(object, "count"), found.orbits.n) || !json_is(json_at(object, "all"), found.total) ||
        !json_says(json_at(object, "digest"), digest, 32))
        wrong_line("the footer does not say what was found");
    if (levels && json[levels].kind != J_LIST)
        wrong_line("the levels are no list");
    for (size_t level = levels ? json[levels].child : 0; level; level = json[level].next)
        if (json_says(level, "certified (model)", 17))
            wrong_line("the footer says that the checker cannot read the instance");
}

/* Reads the solutions file; of a model of its own the first line alone. */
static void read_solutions(const Bytes *file, const Bytes *header_text, const Bytes *header_sha, char digest[33])
{
    Cursor c = {file->v, file->v + file->n};
    size_t head = next_object(&c);
    if (!json_says(json_at(head, "text"), header_text->v, header_text->n) ||
        !json_says(json_at(head, "sha256"), header_sha->v, header_sha->n))
        wrong_line("it is of another instance than the certificate");
    if (family == NOT_READ)
        return;
    size_t symmetry = json_at(head, "symmetry");
    size_t mode = symmetry && json[symmetry].kind == J_OBJECT ? json_at(symmetry, "mode") : 0;
    found.all_mode = json_says(mode, "all", 3);
    if ((!found.all_mode && !json_says(mode, "orbits", 6)) || !json_is(json_at(symmetry, "order"), group_order))
        wrong_line("the mode or the order of the symmetry is not right");
    if (family == NONOGRAM) {
        free(ink_set);
        ink_set = allocate(rows_n * columns_n, sizeof *ink_set);
    } else {
        board_key = family == PACKING ? board_n : cover.n_items;
        board_table = table_of(&cover, board_key, false);
        for (size_t g = 0; g < group_order && group_order > 1; g++) {
            option_image[g] = allocate(cover.n_options, sizeof *option_image[g]);
            memset(option_image[g], 0xFF, cover.n_options * sizeof *option_image[g]);
        }
    }
    for (;;) {
        size_t object = next_object(&c);
        if (c.p == c.end) {
            take_footer(object, digest);
            return;
        }
        take_board(object);
    }
}

/* ---------------------------------------------------------------- section 8: what is said */

typedef struct {
    Bytes format, kind, name, sha, text;
    char model_sha[65];
    bool is_lines, is_rup;
} Header;

static bool is_string(const Bytes *b, const char *word)
{
    return b->n == strlen(word) && (!b->n || memcmp(b->v, word, b->n) == 0);
}

static void decode_text(const Bytes *utf)
{
    const uint8_t *p = utf->v, *end = utf->n ? p + utf->n : p;
    text = allocate(utf->n, sizeof *text);
    while (p < end)
        p += utf8(p, end, text + text_n++, false); /* the header is UTF-8 */
}

static void print_text(const Bytes *utf)
{
    const uint8_t *p = utf->v, *end = utf->n ? p + utf->n : p;
    do { /* an empty text has one line */
        fputs("| ", stdout);
        while (p < end && *p != '\n') {
            uint32_t c = '?';
            size_t n = utf8(p, end, &c, false);
            if (is_allowed(c))
                fwrite(p, 1, n, stdout);
            else
                putchar('?');
            p += n ? n : 1;
        }
        putchar('\n');
        if (p < end)
            p++;
    } while (p < end);
}

/* Reads the five strings that every header begins with. */
static Header read_strings(Cursor *c)
{
    Header h;
    memset(&h, 0, sizeof h);
    char sha[65];
    want(c, "{\"format\":");
    canonical_string(c, &h.format);
    want(c, ",\"kind\":");
    canonical_string(c, &h.kind);
    want(c, ",\"name\":");
    canonical_string(c, &h.name);
    want(c, ",\"sha256\":");
    canonical_string(c, &h.sha);
    want(c, ",\"text\":");
    canonical_string(c, &h.text);
    if (!is_string(&h.format, "zenkai-certificate/4"))
        refuse("it is of another format than zenkai-certificate/4");
    sha256_hex(h.text.v, h.text.n, sha);
    if (!is_string(&h.sha, sha))
        refuse("the text does not have the stated sha256");
    h.is_lines = is_string(&h.kind, "lines");
    h.is_rup = is_string(&h.kind, "rup");
    search.tree = is_string(&h.kind, "cover-tree");
    if (!h.is_lines && !h.is_rup && !search.tree && !is_string(&h.kind, "cover-dag"))
        refuse("it is of no known kind");
    return h;
}

/* Reads the rest of the header, and then follows the numbers; the number of solutions is added to `total`. */
static void prove(Cursor *c, const uint8_t *end, Header *h, Number *total)
{
    int64_t anchor = -1;
    if (family == NONOGRAM ? !h->is_lines && !h->is_rup : family == NOT_READ ? h->is_lines : h->is_lines || h->is_rup)
        refuse("the kind of the certificate does not fit the instance");
    if (!h->is_lines && !h->is_rup) {
        want(c, ",\"anchor\":");
        anchor = canonical_number(c);
    }
    if (family == NOT_READ) {
        Cursor generators_text = {NULL, NULL}, model;
        if (!h->is_rup) {
            want(c, ",\"generators\":");
            generators_text = *c;
            pass_over(c, 0);
            want(c, ",\"cuts\":");
            if (c->p == c->end || *c->p != '[')
                not_canonical();
            pass_over(c, 0);
        }
        want(c, ",\"model\":");
        model = *c;
        if (h->is_rup)
            read_formula(c);
        else
            read_model(c);
        sha256_hex(model.p, (size_t)(c->p - model.p), h->model_sha);
        if (!h->is_rup)
            read_generators(&generators_text);
    }
    want(c, "}");
    if (c->p != c->end)
        not_canonical();
    size_t many = family == NONOGRAM ? rows_n + columns_n + rows_n * columns_n : cover.n_items;
    set_numbers(c->end + 1, end, h->is_rup ? 4 : many > 255 ? 2 : 1);
    if (h->is_lines) {
        add_small(total, count_lines());
    } else if (h->is_rup) {
        if (family == NONOGRAM)
            nonogram_formula();
        add_small(total, count_clauses());
    } else {
        count_cover(anchor, family != NOT_READ, total);
    }
}

static int say(const Header *h, const Number *total, bool with_solutions, const char *digest)
{
    static const char *const NAMES[] = {"", "packing", "sudoku", "nonogram"};
    char *n = with_commas(total);
    print_text(&h->text);
    printf("instance: sha256 %.64s, ", (const char *)h->sha.v);
    if (family == NOT_READ)
        printf("not read by this checker\n");
    else
        printf("read as %s\n", NAMES[family]);
    printf("kind: %.*s", (int)h->kind.n, (const char *)h->kind.v);
    if (family == NOT_READ) {
        printf("; model: sha256 %s\nnot certified: this proof shows %s solutions of the model with digest %s; ", h->model_sha, n, h->model_sha);
        printf("that %s states the instance was not checked here\n", h->model_sha);
        return NOT_CERTIFIED;
    }
    printf("\ngroup: order %lu\ncertified: ", (unsigned long)group_order);
    if (with_solutions && !found.all_mode) {
        Number orbits = {0};
        add_small(&orbits, found.orbits.n);
        printf("%s solutions up to symmetry, ", with_commas(&orbits));
        printf("%s in all, and there are no others; digest %s\n", n, digest);
    } else if (with_solutions) {
        printf("%s solutions in all, and there are no others; digest %s\n", n, digest);
    } else {
        printf("%s solutions in all, and there are no others\n", n);
    }
    return CERTIFIED;
}

int main(int argc, char **argv)
{
    Bytes solutions = {0}, instance = {0};
    char digest[33] = "";
    Number total = {0};
    if (argc < 2 || argc > 4)
        unreadable("usage: checker CERT, checker SOLUTIONS CERT, or checker SOLUTIONS CERT INSTANCE");
    bool with_solutions = argc > 2;
    hash_seed = mix((uint64_t)time(NULL), (uint64_t)clock()) ^ (uint64_t)(uintptr_t)&total;
    make_crc_tables();
    Bytes packed = read_file(argv[argc == 2 ? 1 : 2]);
    if (with_solutions)
        solutions = read_file(argv[1]);
    if (argc == 4)
        instance = read_file(argv[3]);
    solutions_name = argv[1];
    work_left = (UINT64_C(1) << 25) + 144 * ((uint64_t)packed.n + solutions.n);
    Bytes all = unpack(&packed, work_left > SIZE_MAX - MAX_LINE ? SIZE_MAX : (size_t)work_left + MAX_LINE);
    free(packed.v);

    const uint8_t *feed = all.n ? memchr(all.v, '\n', all.n < MAX_LINE ? all.n : MAX_LINE) : NULL;
    if (!feed)
        refuse("the header is missing or too long");
    Cursor c = {all.v, feed};
    if (!is_utf8(c.p, c.end))
        refuse("the header is no UTF-8");
    Header header = read_strings(&c);
    if (argc == 4 && (instance.n != header.text.n || (instance.n && memcmp(instance.v, header.text.v, instance.n))))
        refuse("%s: it is another instance than that of the certificate", argv[3]);
    decode_text(&header.text);
    family = read_instance();
    prove(&c, all.v + all.n, &header, &total);
    if (with_solutions) {
        read_solutions(&solutions, &header.text, &header.sha, digest);
        if (family != NOT_READ && !is_number(&total, found.total))
            refuse("%s: the boards are not as many as there are", solutions_name);
    }
    int code = say(&header, &total, with_solutions, digest);
    if (fflush(stdout) || ferror(stdout))
        unreadable("standard output: %s", strerror(errno));
    return code;
}
