/* GMP without linking it.
 *
 * No mpz may cross between two copies of GMP, so the extension must use the very library that
 * gmpy2 uses: the one bundled in its wheel, or a system one. dlsym() on the handle of gmpy2's own
 * extension module searches that module's dependencies, so the table below is filled from that
 * library by construction, and nothing is exported to other modules.
 *
 * A field is named after a GMP function; gmp.h turns the name into the symbol (mpz_mul into
 * __gmpz_mul) wherever it is written, also where _gmp.pxd refers to "verify_gmp.mpz_mul".
 */
#ifndef VERIFY_GMP_H
#define VERIFY_GMP_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <gmp.h>

#if GMP_NUMB_BITS != 64 || !defined(__SIZEOF_INT128__)
#error "verify needs 64-bit GMP limbs and a compiler with 128-bit integers"
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "verify needs a little-endian machine"
#endif

typedef unsigned __int128 verify_u128;

#define VERIFY_GMP_FUNCTIONS(F) \
    F(mpn_mul) F(mpn_sub_n) F(mpn_add_n) F(mpn_mul_1) F(mpn_addmul_1) F(mpz_init) F(mpz_clear) \
    F(mpz_set) F(mpz_set_ui) F(mpz_import) F(mpz_sizeinbase) F(mpz_add) F(mpz_sub) F(mpz_mul) \
    F(mpz_mul_ui) F(mpz_addmul) F(mpz_pow_ui) F(mpz_ui_pow_ui) F(mpz_divexact) \
    F(mpz_divexact_ui) F(mpz_submul) F(mpz_addmul_ui) F(mpz_submul_ui) F(mpz_swap) F(mpz_cmp) \
    F(mpz_bin_uiui) F(mpz_gcd)

#define VERIFY_GMP_FIELD(name) __typeof__(name) *name;
static struct { VERIFY_GMP_FUNCTIONS(VERIFY_GMP_FIELD) } verify_gmp;

#define VERIFY_GMP_TEXT_(symbol) #symbol
#define VERIFY_GMP_TEXT(symbol) VERIFY_GMP_TEXT_(symbol)
#define VERIFY_GMP_FIND(name) \
    if ((*(void **)&verify_gmp.name = dlsym(handle, VERIFY_GMP_TEXT(name))) == NULL) \
        return VERIFY_GMP_TEXT(name);

/* Fills the table from the shared object at path; NULL, or what could not be found. The handle
 * stays open for good. */
static const char *verify_gmp_load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return "a loadable shared object";
    VERIFY_GMP_FUNCTIONS(VERIFY_GMP_FIND)
    return NULL;
}

#endif
