/* The package host/test in C: see tests/bindings/README.md. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

_Thread_local purlin_isolate *current;
_Thread_local purlin_function *called;

purlin_value *text_value(const char *text) { return purlin_value_string(text, strlen(text)); }

static int32_t add(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                   purlin_value **result) {
    (void)user, (void)n;
    purlin_host_charge(call, 1);
    *result = purlin_value_int(purlin_value_as_int(args[0]) + purlin_value_as_int(args[1]));
    return PURLIN_OK;
}

static int32_t fail(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                    purlin_value **result) {
    (void)user, (void)call, (void)n;
    *result = purlin_value_clone(args[0]);
    return PURLIN_GUEST_ERROR;
}

static int32_t end(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                   purlin_value **result) {
    (void)user, (void)call, (void)n;
    *result = purlin_value_clone(args[0]);
    return PURLIN_HOST;
}

static int32_t same(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                    purlin_value **result) {
    (void)user, (void)call, (void)n;
    *result = purlin_value_clone(args[0]);
    return PURLIN_OK;
}

static int32_t sum(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                   purlin_value **result) {
    (void)user, (void)call, (void)n;
    double total = 0;
    for (size_t i = 0; i < purlin_value_len(args[0]); i++)
        total += purlin_value_as_float(purlin_value_at(args[0], i));
    *result = purlin_value_float(total);
    return PURLIN_OK;
}

static int32_t total(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                     purlin_value **result) {
    (void)user, (void)call, (void)n;
    int64_t total = 0;
    for (size_t i = 0; i < purlin_value_len(args[0]); i++)
        total += purlin_value_as_int(purlin_value_at(args[0], i));
    *result = purlin_value_int(total);
    return PURLIN_OK;
}

static int32_t maybe(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                     purlin_value **result) {
    (void)user, (void)call, (void)n;
    if (purlin_value_kind(args[0]) != PURLIN_VALUE_NULL)
        *result = purlin_value_int(purlin_value_as_int(args[0]) + 1);
    return PURLIN_OK;
}

static int32_t pair(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                    purlin_value **result) {
    (void)user, (void)call, (void)n;
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)purlin_value_as_int(args[0]));
    *result = purlin_value_list();
    purlin_value_push(*result, purlin_value_clone(args[0]));
    purlin_value_push(*result, text_value(text));
    return PURLIN_OK;
}

static int32_t bump(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                    purlin_value **result) {
    (void)user, (void)call, (void)n;
    *result = purlin_value_struct();
    purlin_value_set(*result, "item", 4, purlin_value_clone(purlin_value_field(args[0], "Item", 4)));
    int64_t count = purlin_value_as_int(purlin_value_field(args[0], "N", 1));
    purlin_value_set(*result, "n", 1, purlin_value_int(count + 1));
    return PURLIN_OK;
}

static int32_t cancel(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                      purlin_value **result) {
    (void)user, (void)args, (void)n, (void)result;
    purlin_isolate_cancel(current);
    return purlin_host_is_called_off(call) ? PURLIN_OK : PURLIN_HOST;
}

static int32_t reenter(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                       purlin_value **result) {
    (void)user, (void)call, (void)args, (void)n;
    purlin_error *error = NULL;
    const char *name = "";
    size_t len = 0;
    purlin_call(called, current, NULL, 0, NULL, &error);
    purlin_error_name(error, &name, &len);
    *result = purlin_value_string(name, len);
    purlin_error_free(error);
    return PURLIN_OK;
}

static int32_t wrong(void *user, purlin_host_call *call, const purlin_value *const *args, size_t n,
                     purlin_value **result) {
    (void)user, (void)call, (void)args, (void)n;
    *result = text_value("no integer");
    return PURLIN_OK;
}

/* Answers on their way, and those that never come. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_given = PTHREAD_COND_INITIALIZER;
static int on_their_way;
static purlin_answer *never_given[16];
static int never_count;

struct later {
    purlin_answer *answer;
    int64_t n;
};

static void *give_later(void *arg) {
    struct later *later = arg;
    usleep(1000);
    purlin_answer_give(later->answer, purlin_value_int(2 * later->n));
    free(later);
    pthread_mutex_lock(&lock);
    on_their_way--;
    pthread_cond_signal(&all_given);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void later(void *user, const purlin_value *const *args, size_t n, purlin_answer *answer) {
    (void)user, (void)n;
    struct later *later = malloc(sizeof *later);
    later->answer = answer;
    later->n = purlin_value_as_int(args[0]);
    pthread_mutex_lock(&lock);
    on_their_way++;
    pthread_mutex_unlock(&lock);
    pthread_t thread;
    if (pthread_create(&thread, NULL, give_later, later) != 0)
        abort();
    pthread_detach(thread);
}

static void never(void *user, const purlin_value *const *args, size_t n, purlin_answer *answer) {
    (void)user, (void)args, (void)n;
    if (never_count == 16)
        abort();
    never_given[never_count++] = answer;
}

void finish_answers(void) {
    pthread_mutex_lock(&lock);
    while (on_their_way > 0)
        pthread_cond_wait(&all_given, &lock);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < never_count; i++)
        purlin_answer_fail(never_given[i], PURLIN_HOST, "too late", 8);
    never_count = 0;
}

static void check(int32_t status, purlin_error *error) {
    if (status == PURLIN_OK)
        return;
    const char *message = "";
    size_t len = 0;
    purlin_error_message(error, &message, &len);
    fprintf(stderr, "host/test: %.*s\n", (int)len, message);
    exit(1);
}

static void count_free(void *user) { __atomic_fetch_add((int *)user, 1, __ATOMIC_RELAXED); }

static int freed;

static void function(purlin_engine *engine, const char *name, const char *signature, purlin_host_function f) {
    purlin_error *error = NULL;
    int32_t status = purlin_engine_function(engine, "host/test", 9, name, strlen(name), signature,
                                            strlen(signature), f, &freed, count_free, &error);
    check(status, error);
}

static void async_function(purlin_engine *engine, const char *name, const char *signature, purlin_host_start f) {
    purlin_error *error = NULL;
    int32_t status = purlin_engine_async_function(engine, "host/test", 9, name, strlen(name), signature,
                                                  strlen(signature), f, &freed, count_free, &error);
    check(status, error);
}

void add_host(purlin_engine *engine) {
    function(engine, "Add", "(a: i64, b: i64) -> i64", add);
    function(engine, "Fail", "(text: String) -> Result<i64, Error>", fail);
    function(engine, "End", "(text: String)", end);
    function(engine, "Echo", "(text: String) -> String", same);
    function(engine, "Same", "(bytes: Vec<u8>) -> Vec<u8>", same);
    function(engine, "Sum", "(list: Vec<f64>) -> f64", sum);
    function(engine, "Total", "(counts: HashMap<String, i64>) -> i64", total);
    function(engine, "Maybe", "(n: Option<i64>) -> Option<i64>", maybe);
    function(engine, "Pair", "(n: i64) -> (i64, String)", pair);
    function(engine, "Bump", "(line: Line{item: String, n: i64}) -> Line{item: String, n: i64}", bump);
    function(engine, "Cancel", "()", cancel);
    function(engine, "Reenter", "() -> String", reenter);
    function(engine, "Wrong", "() -> i64", wrong);
    async_function(engine, "Later", "(n: i64) -> i64", later);
    async_function(engine, "Never", "() -> i64", never);
}
