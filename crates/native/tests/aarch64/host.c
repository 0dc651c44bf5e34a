// Runs cases from a file: for each, a function's number and its argument registers; writes what came back.
// Built with the functions that tests/aarch64.rs has generated, and run under an emulator.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTS = 6, FLOATS = 8 };

struct input {
    uint64_t function, ints[INTS], floats[FLOATS];
};

struct output {
    // 0: returned; 1: overwrote a register that is not its own; otherwise 2 and the code of a trap.
    uint64_t status, polls, ints[INTS], floats[FLOATS];
};

extern void *const functions[];
extern uint64_t polls;
uint64_t call(void *context, void *code, const uint64_t *in, uint64_t *out);

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
    // All zero: there is always stack enough.
    void *context = calloc(1, 1 << 16);
    if (!in || !out || !context) return 2;
    struct input input;
    while (fread(&input, sizeof input, 1, in) == 1) {
        struct output output;
        memset(&output, 0, sizeof output);
        polls = 0;
        output.status = call(context, functions[input.function], input.ints, output.ints);
        output.polls = polls;
        if (fwrite(&output, sizeof output, 1, out) != 1) return 2;
    }
    return fclose(out) ? 2 : 0;
}
