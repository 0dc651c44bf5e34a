/* What a call of a compiled function of two integers takes from C: the least of several rounds, in nanoseconds of
 * processor time. */

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "purlin.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(void) {
    const char *text = "package main\nfunc Add(a, b int64) int64 { return a + b }\nfunc main() {}";
    purlin_source file = {"add.go", 6, text, strlen(text)};
    purlin_engine *engine;
    purlin_module *module;
    purlin_function *add;
    purlin_isolate *isolate;
    purlin_config config;
    purlin_config_default(&config);
    config.tier = PURLIN_TIER_NATIVE;
    if (purlin_engine_new(&config, &engine, NULL) || purlin_engine_compile(engine, &file, 1, &module, NULL) ||
        purlin_module_function(module, "Add", 3, &add, NULL) || purlin_isolate_new(module, NULL, &isolate, NULL))
        return 1;
    const int calls = 2000000;
    double words_least = 1e18, values_least = 1e18;
    for (int round = 0; round < 7; round++) {
        uint64_t words[8] = {0};
        double from = now();
        for (int i = 0; i < calls; i++) {
            words[1] = 1;
            if (purlin_call_words(add, isolate, words, NULL))
                return 1;
        }
        double took = (now() - from) / calls;
        words_least = took < words_least ? took : words_least;
        if (words[0] != (uint64_t)calls)
            return 1;
        purlin_value *a = purlin_value_int(40), *b = purlin_value_int(2);
        const purlin_value *args[2] = {a, b};
        from = now();
        for (int i = 0; i < calls / 10; i++) {
            purlin_value *sum;
            if (purlin_call(add, isolate, args, 2, &sum, NULL))
                return 1;
            purlin_value_free(sum);
        }
        took = (now() - from) / (calls / 10);
        values_least = took < values_least ? took : values_least;
        purlin_value_free(a);
        purlin_value_free(b);
    }
    printf("C: a call with words takes %.1f ns, with values %.1f ns\n", words_least, values_least);
    purlin_function_free(add);
    purlin_isolate_free(isolate);
    purlin_module_free(module);
    purlin_engine_free(engine);
    return 0;
}
