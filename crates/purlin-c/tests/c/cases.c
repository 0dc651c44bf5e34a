/* Runs the cases of tests/bindings, in the form that `cargo xtask bindings` writes them: a line for each thing,
 * words between spaces, texts and values in hexadecimal digits, `-` for nothing. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

#define MAX_WORDS 16

static int failures;
static const char *case_name = "?";
static int step;

static void wrong(const char *what, const char *expected, size_t expected_len, const char *found, size_t len) {
    failures++;
    printf("%s, step %d: %s: expected `%.*s`, found `%.*s`\n", case_name, step, what, (int)expected_len,
           expected, (int)len, found);
}

/* Bytes of hexadecimal digits, with a zero after them. */
static unsigned char *unhex(const char *digits, size_t *len) {
    if (strcmp(digits, "-") == 0)
        digits = "";
    *len = strlen(digits) / 2;
    unsigned char *bytes = malloc(*len + 1);
    for (size_t i = 0; i < *len; i++) {
        unsigned byte = 0;
        sscanf(digits + 2 * i, "%2x", &byte);
        bytes[i] = (unsigned char)byte;
    }
    bytes[*len] = 0;
    return bytes;
}

static char *unhex_text(const char *digits) {
    size_t len;
    return (char *)unhex(digits, &len);
}

static purlin_value *value_of(const char *word) {
    if (word[0] == 'z') { /* A list of so many zero bytes. */
        size_t zeros = strtoul(word + 1, NULL, 10);
        unsigned char *bytes = calloc(zeros, 1);
        purlin_value *list = purlin_value_list();
        purlin_value_push(list, purlin_value_bytes(bytes, zeros));
        free(bytes);
        return list;
    }
    size_t len;
    unsigned char *bytes = unhex(word, &len);
    purlin_value *value = NULL;
    if (len > 0 && purlin_value_decode(bytes, len, &value, NULL) != PURLIN_OK)
        abort();
    free(bytes);
    return value;
}

/* What is expected of a call: a value, or an error. */
struct expected {
    char **words;
};

static int contains(const char *text, size_t len, const char *part) {
    size_t n = strlen(part);
    for (size_t i = 0; n <= len && i <= len - n; i++)
        if (memcmp(text + i, part, n) == 0)
            return 1;
    return n == 0;
}

static void check_part(purlin_error *error, const char *what, const char *digits,
                       void (*get)(const purlin_error *, const char **, size_t *)) {
    const char *text = "";
    size_t len = 0;
    get(error, &text, &len);
    char *part = unhex_text(digits);
    if (!contains(text, len, part))
        wrong(what, part, strlen(part), text, len);
    free(part);
}

/* Compares what came of a call with `ok VALUE` or `err KIND TEXT TRACEBACK EXIT`, and frees it. */
static void check_outcome(char **words, int32_t status, purlin_value *result, purlin_error *error) {
    const char *name = "ok", *expected = strcmp(words[0], "ok") == 0 ? "ok" : words[1];
    size_t len = 2;
    if (status != PURLIN_OK)
        purlin_error_name(error, &name, &len);
    if (strlen(expected) != len || memcmp(expected, name, len) != 0) {
        wrong("kind", expected, strlen(expected), name, len);
        purlin_error_message(error, &name, &len);
        printf("    %.*s\n", (int)len, name);
    } else if (status != PURLIN_OK) {
        check_part(error, "text", words[2], purlin_error_message);
        check_part(error, "traceback", words[3], purlin_error_traceback);
        char code[16];
        snprintf(code, sizeof code, "%d", purlin_error_exit_code(error));
        if (strcmp(code, words[4]) != 0)
            wrong("exit code", words[4], strlen(words[4]), code, strlen(code));
    } else {
        size_t wanted_len = 0, found_len = 0;
        unsigned char *wanted = unhex(words[1], &wanted_len);
        const char *found = NULL;
        purlin_value *bytes = purlin_value_encode(result);
        purlin_value_as_bytes(bytes, &found, &found_len);
        /* Nothing is encoded as null. */
        int same = wanted_len == found_len && memcmp(wanted, found, found_len) == 0;
        same |= result == NULL && wanted_len == 1 && wanted[0] == 0;
        if (!same)
            wrong("result", words[1], strlen(words[1]), "another value", 13);
        purlin_value_free(bytes);
        free(wanted);
    }
    purlin_value_free(result);
    purlin_error_free(error);
}

struct waker {
    pthread_mutex_t lock;
    pthread_cond_t cond;
    int woken;
};

static void wake(void *user) {
    struct waker *waker = user;
    pthread_mutex_lock(&waker->lock);
    waker->woken = 1;
    pthread_cond_signal(&waker->cond);
    pthread_mutex_unlock(&waker->lock);
}

static int32_t await(purlin_future *future, purlin_value **result, purlin_error **error) {
    struct waker waker = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    int32_t status;
    while ((status = purlin_future_poll(future, wake, &waker, result, error)) == PURLIN_PENDING) {
        pthread_mutex_lock(&waker.lock);
        while (!waker.woken)
            pthread_cond_wait(&waker.cond, &waker.lock);
        waker.woken = 0;
        pthread_mutex_unlock(&waker.lock);
    }
    purlin_future_free(future);
    return status;
}

/* Calls a function with a list of arguments. */
static int32_t call(purlin_module *module, const char *name, purlin_value *args, int async, purlin_value **result,
                    purlin_error **error) {
    purlin_function *function = NULL;
    int32_t status = purlin_module_function(module, name, strlen(name), &function, error);
    if (status != PURLIN_OK)
        return status;
    size_t count = purlin_value_len(args);
    const purlin_value *list[16];
    for (size_t i = 0; i < count && i < 16; i++)
        list[i] = purlin_value_at(args, i);
    called = function;
    if (async) {
        purlin_future *future = NULL;
        status = purlin_call_start(function, current, list, count, &future, error);
        if (status == PURLIN_OK)
            status = await(future, result, error);
    } else {
        status = purlin_call(function, current, list, count, result, error);
    }
    called = NULL;
    purlin_function_free(function);
    return status;
}

struct canceller {
    purlin_isolate *isolate;
    int ms;
};

static void *cancel_after(void *arg) {
    struct canceller *canceller = arg;
    usleep(1000 * (useconds_t)canceller->ms);
    purlin_isolate_cancel(canceller->isolate);
    return NULL;
}

/* call NAME ARGS async CANCEL_MS OUTCOME... */
static void do_call(purlin_module *module, char **words) {
    char *name = unhex_text(words[1]);
    purlin_value *args = value_of(words[2]), *result = NULL;
    purlin_error *error = NULL;
    struct canceller canceller = {current, atoi(words[4])};
    pthread_t thread;
    if (canceller.ms > 0)
        pthread_create(&thread, NULL, cancel_after, &canceller);
    int32_t status = call(module, name, args, atoi(words[3]), &result, &error);
    if (canceller.ms > 0)
        pthread_join(thread, NULL);
    check_outcome(words + 5, status, result, error);
    purlin_value_free(args);
    free(name);
}

struct worker {
    purlin_module *module;
    char **words;
    int wrong;
};

static void *work(void *arg) {
    struct worker *worker = arg;
    char *name = unhex_text(worker->words[1]);
    purlin_value *args = value_of(worker->words[2]), *wanted = value_of(worker->words[3]);
    purlin_isolate_new(worker->module, NULL, &current, NULL);
    for (int i = atoi(worker->words[5]); i > 0; i--) {
        purlin_value *result = NULL;
        if (call(worker->module, name, args, 0, &result, NULL) != PURLIN_OK || !purlin_value_equal(result, wanted))
            worker->wrong++;
        purlin_value_free(result);
    }
    purlin_isolate_free(current);
    purlin_value_free(args);
    purlin_value_free(wanted);
    free(name);
    return NULL;
}

/* threads NAME ARGS RESULT THREADS CALLS */
static void do_threads(purlin_module *module, char **words) {
    pthread_t threads[16];
    struct worker workers[16];
    int count = atoi(words[4]);
    for (int i = 0; i < count; i++) {
        workers[i] = (struct worker){module, words, 0};
        pthread_create(&threads[i], NULL, work, &workers[i]);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        if (workers[i].wrong > 0)
            wrong("threads", "no wrong results", 16, "wrong ones", 10);
    }
}

/* repeat NAME TIMES LAST: with the words of a function of numbers. */
static void do_repeat(purlin_module *module, char **words) {
    char *name = unhex_text(words[1]);
    purlin_function *function = NULL;
    uint64_t slots[8] = {0};
    purlin_module_function(module, name, strlen(name), &function, NULL);
    for (int i = atoi(words[2]); i > 0; i--)
        if (purlin_call_words(function, current, slots, NULL) != PURLIN_OK)
            wrong("repeat", "ok", 2, "an error", 8);
    if ((int64_t)slots[0] != atoll(words[3]))
        wrong("repeat", words[3], strlen(words[3]), "another result", 14);
    purlin_function_free(function);
    free(name);
}

static void do_output(int stream, const char *digits) {
    char *expected = unhex_text(digits);
    const char *found = "";
    size_t len = 0;
    purlin_value *output = purlin_isolate_take_output(current, stream);
    purlin_value_as_bytes(output, &found, &len);
    if (strlen(expected) != len || memcmp(expected, found, len) != 0)
        wrong("output", expected, strlen(expected), found, len);
    purlin_value_free(output);
    free(expected);
}

/* What one case has beside its steps. */
struct setup {
    purlin_config config;
    purlin_limits limits;
    purlin_value *args, *env;
    char *input, *folder;
    size_t input_len;
    purlin_engine *engine;
    purlin_module *module;
    uint64_t gas;
};

static void fresh(struct setup *setup) {
    purlin_isolate_free(current);
    purlin_error *error = NULL;
    if (purlin_isolate_new(setup->module, &setup->limits, &current, &error) != PURLIN_OK)
        wrong("isolate", "ok", 2, "an error", 8);
    purlin_isolate_set_surroundings(current, setup->args, setup->env, NULL);
    purlin_isolate_set_input(current, (const uint8_t *)setup->input, setup->input_len, NULL);
    if (setup->folder && purlin_isolate_allow_folder(current, setup->folder, strlen(setup->folder), false, &error) != PURLIN_OK)
        wrong("folder", "ok", 2, "an error", 8);
}

static void compile(struct setup *setup, const char *source, const char *error_digits) {
    size_t len;
    char *text = (char *)unhex(source, &len);
    purlin_source file = {"main.go", 7, text, len};
    purlin_error *error = NULL;
    purlin_engine_new(&setup->config, &setup->engine, NULL);
    add_host(setup->engine);
    int32_t status = purlin_engine_compile(setup->engine, &file, 1, &setup->module, &error);
    purlin_engine_free(setup->engine);
    if (strcmp(error_digits, "-") != 0) {
        if (status != PURLIN_COMPILE)
            wrong("compilation", "an error", 8, "none", 4);
        check_part(error, "text", error_digits, purlin_error_message);
    } else if (status != PURLIN_OK) {
        check_part(error, "compilation", "6f6b", purlin_error_report);
    } else {
        fresh(setup);
    }
    purlin_error_free(error);
    free(text);
}

static void set_limit(purlin_limits *limits, const char *name, uint64_t n) {
    if (strcmp(name, "gas") == 0) limits->gas = n;
    else if (strcmp(name, "alloc_bytes") == 0) limits->alloc_bytes = n;
    else if (strcmp(name, "heap_bytes") == 0) limits->heap_bytes = n;
    else if (strcmp(name, "stack_bytes") == 0) limits->stack_bytes = n;
    else if (strcmp(name, "call_depth") == 0) limits->call_depth = n;
    else if (strcmp(name, "output_bytes") == 0) limits->output_bytes = n;
    else if (strcmp(name, "time_ms") == 0) limits->time_ms = n;
    else abort();
}

static void check_gas(struct setup *setup) {
    purlin_stats stats;
    purlin_isolate_stats(current, &stats, NULL);
    if (stats.gas == 0 || (setup->gas != 0 && stats.gas != setup->gas))
        wrong("gas", "the same", 8, "other", 5);
    setup->gas = stats.gas;
}

static void run(struct setup *setup, char **words) {
    purlin_error *error = NULL;
    purlin_value *result = NULL;
    const char *what = words[0];
    step++;
    if (strcmp(what, "call") == 0) do_call(setup->module, words);
    else if (strcmp(what, "run") == 0) {
        int32_t status = purlin_isolate_run(current, &error);
        check_outcome(words + 1, status, NULL, error);
    } else if (strcmp(what, "resume") == 0) {
        int32_t status = purlin_isolate_resume(current, &result, &error);
        check_outcome(words + 1, status, result, error);
    } else if (strcmp(what, "refuel") == 0) purlin_isolate_refuel(current, strtoull(words[1], NULL, 10), NULL);
    else if (strcmp(what, "reset") == 0) purlin_isolate_reset(current, NULL);
    else if (strcmp(what, "fresh") == 0) fresh(setup);
    else if (strcmp(what, "cancel") == 0) purlin_isolate_cancel(current);
    else if (strcmp(what, "clear") == 0) purlin_isolate_clear_cancellation(current, NULL);
    else if (strcmp(what, "set_limits") == 0) {
        uint64_t gas = strtoull(words[1], NULL, 10);
        purlin_isolate_set_limits(current, gas, PURLIN_UNLIMITED, PURLIN_UNLIMITED, NULL);
    } else if (strcmp(what, "output") == 0) do_output(1, words[1]);
    else if (strcmp(what, "errors") == 0) do_output(2, words[1]);
    else if (strcmp(what, "gas") == 0) check_gas(setup);
    else if (strcmp(what, "threads") == 0) do_threads(setup->module, words);
    else if (strcmp(what, "repeat") == 0) do_repeat(setup->module, words);
    else abort();
}

static void begin(struct setup *setup, char *name) {
    memset(setup, 0, sizeof *setup);
    purlin_config_default(&setup->config);
    purlin_limits_default(&setup->limits);
    case_name = name;
    step = 0;
}

static void finish(struct setup *setup) {
    purlin_isolate_free(current);
    current = NULL;
    purlin_module_free(setup->module);
    purlin_value_free(setup->args);
    purlin_value_free(setup->env);
    free(setup->input);
    free(setup->folder);
    free((char *)case_name);
    finish_answers();
}

static int split(char *line, char **words) {
    int count = 0;
    for (char *word = strtok(line, " \n"); word && count < MAX_WORDS; word = strtok(NULL, " \n"))
        words[count++] = word;
    return count;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || purlin_abi_version() != PURLIN_ABI_VERSION)
        return 2;
    char *line = NULL, *words[MAX_WORDS];
    size_t room = 0;
    int cases = 0;
    struct setup setup;
    while (getline(&line, &room, file) > 0) {
        if (split(line, words) == 0)
            continue;
        if (strcmp(words[0], "case") == 0) begin(&setup, unhex_text(words[1]));
        else if (strcmp(words[0], "tier") == 0) setup.config.tier = atoi(words[1]);
        else if (strcmp(words[0], "limit") == 0) set_limit(&setup.limits, words[1], strtoull(words[2], NULL, 10));
        else if (strcmp(words[0], "input") == 0) setup.input = (char *)unhex(words[1], &setup.input_len);
        else if (strcmp(words[0], "folder") == 0) setup.folder = unhex_text(words[1]);
        else if (strcmp(words[0], "args") == 0) setup.args = value_of(words[1]);
        else if (strcmp(words[0], "env") == 0) setup.env = value_of(words[1]);
        else if (strcmp(words[0], "source") == 0) compile(&setup, words[1], words[2]);
        else if (strcmp(words[0], "end") == 0) finish(&setup), cases++;
        else run(&setup, words);
    }
    free(line);
    fclose(file);
    printf("C: %d cases, %d failures\n", cases, failures);
    return failures > 0;
}
