/* Nim-values of an octal game by the plain quadratic method: every pair of parts of every heap.
   quadratic CODE MAX, where CODE has the digits before and after the point, as in 0.77, or is `grundy`.
   Prints a check sum of the values of the heaps 0 to MAX, and the processor time in seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint32_t seen[1 << 16];

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    int unequal = strcmp(argv[1], "grundy") == 0;
    const char *code = unequal ? "4.0" : argv[1];
    uint32_t max = (uint32_t)strtoul(argv[2], 0, 10);
    uint16_t *value = calloc((size_t)max + 1, sizeof *value);
    if (!value)
        return 2;
    clock_t start = clock();
    for (uint32_t n = 1; n <= max; n++) {
        uint32_t taken = 0;
        for (const char *digit = code; *digit; digit++) {
            if (*digit == '.')
                continue;
            int allowed = *digit - '0';
            if (taken > n)
                break;
            uint32_t rest = n - taken;
            if ((allowed & 1) && rest == 0)
                seen[0] = n;
            if ((allowed & 2) && rest > 0)
                seen[value[rest]] = n;
            if ((allowed & 4) && rest > 1) {
                uint32_t last = unequal ? (rest - 1) / 2 : rest / 2;
                for (uint32_t a = 1; a <= last; a++)
                    seen[value[a] ^ value[rest - a]] = n;
            }
            taken++;
        }
        uint16_t least = 0;
        while (seen[least] == n)
            least++;
        value[n] = least;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    uint16_t low = 0, high = 0;
    for (uint32_t n = 0; n <= max; n++) {
        low += value[n];
        high += low;
    }
    printf("%X %f\n", (unsigned)((uint32_t)high << 16 | low), seconds);
    return 0;
}
