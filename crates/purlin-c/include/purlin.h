/* Purlin for C: runs other people's source code inside your program, metered and bounded.
 *
 * Generated from crates/purlin-c by its test; do not edit.
 *
 * A pointer to a handle is null or one that a function of this library gave and that was not freed; text and
 * bytes are a pointer and a length, and text is UTF-8. Functions with a status return PURLIN_OK or the kind of
 * the error, which is stored where `error` leads to, unless that is null; the caller frees it. Results are null
 * after an error. Handles may be used from any thread, an isolate by one at a time: another use meanwhile is
 * PURLIN_BUSY. Nothing unwinds out of the library; callbacks must return, without longjmp and exceptions. */

#ifndef PURLIN_H
#define PURLIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* A value. The functions that make one give its ownership to the caller, who frees it or passes it on to a
 * function that takes it. What is a part of another value is borrowed from it. */
typedef struct purlin_value purlin_value;

// The version of the binary interface: what a program compares with `PURLIN_ABI_VERSION` of the header that
// it was compiled with. It grows when a function is added; the library of a greater version has all
// functions of the lesser ones, unless the upper 16 bits differ.
#define PURLIN_ABI_VERSION 65536

// Starts in the interpreter and compiles what is hot, in the background.
#define PURLIN_TIER_AUTO 0

// No machine code.
#define PURLIN_TIER_INTERP 1

// Everything is compiled before it runs first.
#define PURLIN_TIER_NATIVE 2

// No limit.
#define PURLIN_UNLIMITED UINT64_MAX

// All is well.
#define PURLIN_OK 0

// The guest panicked, and nothing recovered.
#define PURLIN_UNCAUGHT 1

// The guest ended the program: `purlin_error_exit_code`.
#define PURLIN_EXIT 2

// No goroutine can ever run again.
#define PURLIN_DEADLOCK 3

// The gas is used up: refuel and resume.
#define PURLIN_OUT_OF_GAS 4

// The limit of bytes allocated in all is reached.
#define PURLIN_ALLOC_BYTES 5

// The limit of nested calls is reached.
#define PURLIN_CALL_DEPTH 6

// The memory limit is reached.
#define PURLIN_OUT_OF_MEMORY 7

// The limit of stack is reached.
#define PURLIN_STACK_OVERFLOW 8

// The limit of output is reached.
#define PURLIN_OUTPUT_LIMIT 9

// The deadline has passed.
#define PURLIN_DEADLINE 10

// The host cancelled the isolate.
#define PURLIN_CANCELLED 11

// The limit of the host's objects is reached.
#define PURLIN_HOST_OBJECTS 12

// A host function failed, a value could not cross, or the call was wrong.
#define PURLIN_HOST 13

// A stream of the host's failed.
#define PURLIN_IO 14

// A defect of Purlin.
#define PURLIN_INTERNAL 15

// The program does not compile.
#define PURLIN_COMPILE 32

// The guest's function returned an error.
#define PURLIN_GUEST_ERROR 33

// A null handle, text that is no UTF-8, or something else that no program should do.
#define PURLIN_USAGE 34

// The isolate is in use: by another thread, by a future, or by the host function that asks for it.
#define PURLIN_BUSY 35

// A future has not ended yet. It has no error.
#define PURLIN_PENDING 36

// A panic of Purlin's own code, which is a defect.
#define PURLIN_PANIC 37

// Nothing: a null pointer.
#define PURLIN_VALUE_NULL 0

// A boolean.
#define PURLIN_VALUE_BOOL 1

// An integer of 64 bits.
#define PURLIN_VALUE_INT 2

// An integer above the range of signed ones.
#define PURLIN_VALUE_UINT 3

// A float.
#define PURLIN_VALUE_FLOAT 4

// Text in UTF-8.
#define PURLIN_VALUE_STRING 5

// Bytes.
#define PURLIN_VALUE_BYTES 6

// A list of values.
#define PURLIN_VALUE_LIST 7

// Keys and values.
#define PURLIN_VALUE_MAP 8

// Fields by name.
#define PURLIN_VALUE_STRUCT 9

// Where the answer of an asynchronous host function goes.
typedef struct purlin_answer purlin_answer;

// What compiles programs. May be used from any threads, and freed before what it has compiled.
typedef struct purlin_engine purlin_engine;

// Why something failed.
typedef struct purlin_error purlin_error;

// An exported function of a module, for calls in its isolates.
typedef struct purlin_function purlin_function;

// A call or a run that proceeds when it is polled. Until it has ended or is freed, its isolate is in use.
typedef struct purlin_future purlin_future;

// A call of a host function by a guest, good until the function returns, on its thread.
typedef struct purlin_host_call purlin_host_call;

// A running program: memory, limits, streams. Runs on one thread at a time.
typedef struct purlin_isolate purlin_isolate;

// A compiled program: immutable, used from any threads, alive as long as one of its handles, functions or
// isolates is.
typedef struct purlin_module purlin_module;

// How programs are compiled. `purlin_config_default` fills one; each field may then be changed.
typedef struct purlin_config {
    // Bytes of this structure, as the program was compiled.
    size_t size;
    // `PURLIN_TIER_AUTO` and so on. Results and gas are the same in all.
    int32_t tier;
    // Whether data races are looked for, which takes several times as long.
    bool races;
    // Bytes that compiling a program may take; no limit by default.
    uint64_t compile_bytes;
} purlin_config;

// A host function. The arguments are borrowed. `PURLIN_OK` takes the result from `result`: nothing for a
// function without results, a list for several. `PURLIN_GUEST_ERROR` takes a text from there, and the guest
// gets it as the error that is its last result; any other status ends the guest's run with a trap of kind
// `PURLIN_HOST`, whose message is the text.
typedef int32_t (*purlin_host_function)(void *user,
                                        struct purlin_host_call *call,
                                        const purlin_value *const *args,
                                        size_t count,
                                        purlin_value **result);

// Called with the user's pointer when nothing can use it any more.
typedef void (*purlin_free_user)(void *user);

// An asynchronous host function: it begins something that will call one of the `purlin_answer` functions,
// once, at any time, from any thread. The arguments are borrowed until it returns.
typedef void (*purlin_host_start)(void *user,
                                  const purlin_value *const *args,
                                  size_t count,
                                  struct purlin_answer *answer);

// A file of a program: name and text.
typedef struct purlin_source {
    // The name, whose ending tells the language.
    const char *name;
    // Bytes of the name.
    size_t name_len;
    // The text, in UTF-8.
    const char *text;
    // Bytes of the text.
    size_t text_len;
} purlin_source;

// Called when a future is to be polled again: at any time until it is freed, from any thread, also during a
// poll. It must not poll or free the future itself.
typedef void (*purlin_wake)(void *user);

// What an isolate may use. `purlin_limits_default` fills one; each field may then be changed.
typedef struct purlin_limits {
    // Bytes of this structure, as the program was compiled.
    size_t size;
    // Units of gas; none by default.
    uint64_t gas;
    // Bytes ever allocated; none by default.
    uint64_t alloc_bytes;
    // Bytes of memory at once, stacks included; 1 GiB by default.
    uint64_t heap_bytes;
    // Bytes of stack of one goroutine; 256 MiB by default.
    uint64_t stack_bytes;
    // Calls that may be nested; none by default.
    uint64_t call_depth;
    // Bytes of output; none by default.
    uint64_t output_bytes;
    // Milliseconds by the clock, from when the isolate is made; none by default.
    uint64_t time_ms;
    // Objects of the host's at once; 10,000 by default.
    uint64_t host_objects;
} purlin_limits;

// What an isolate has used since it was made or reset.
typedef struct purlin_stats {
    // Units of gas.
    uint64_t gas;
    // Units of gas that are left; `PURLIN_UNLIMITED` without a limit.
    uint64_t gas_left;
    // Bytes allocated in all.
    uint64_t alloc_bytes;
    // Bytes written.
    uint64_t output_bytes;
    // Goroutines started.
    uint64_t fibers;
} purlin_stats;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library's binary interface.
uint32_t purlin_abi_version(void);

// Fills in the defaults.
void purlin_config_default(struct purlin_config *config);

// Makes an engine. Null for the configuration is the defaults.
int32_t purlin_engine_new(const struct purlin_config *config,
                          struct purlin_engine **engine,
                          struct purlin_error **error);

// Frees an engine. Null is good.
void purlin_engine_free(struct purlin_engine *engine);

// Gives a host package declarations in the guest's language, in the place of those that are derived from the
// signatures of its functions, whose types may then be `_`.
int32_t purlin_engine_declare(const struct purlin_engine *engine,
                              const char *package,
                              size_t package_len,
                              const char *declarations,
                              size_t declarations_len,
                              struct purlin_error **error);

// Adds a function to a host package, for programs that are compiled from now on. The signature is such as
// `(item: String, n: i64) -> Result<f64, Error>`: names of types as in Rust, and `_` where declarations are
// given. `free_user` is called with `user` when nothing can call the function any more, also if this fails.
int32_t purlin_engine_function(const struct purlin_engine *engine,
                               const char *package,
                               size_t package_len,
                               const char *name,
                               size_t name_len,
                               const char *signature,
                               size_t signature_len,
                               purlin_host_function function,
                               void *user,
                               purlin_free_user free_user,
                               struct purlin_error **error);

// `purlin_engine_function` for an asynchronous function: other goroutines run until its answer is there.
int32_t purlin_engine_async_function(const struct purlin_engine *engine,
                                     const char *package,
                                     size_t package_len,
                                     const char *name,
                                     size_t name_len,
                                     const char *signature,
                                     size_t signature_len,
                                     purlin_host_start start,
                                     void *user,
                                     purlin_free_user free_user,
                                     struct purlin_error **error);

// Compiles a program of so many files. `PURLIN_COMPILE` if it does not compile; then the message has a line
// for each thing that is wrong, `file:line:col: message`.
int32_t purlin_engine_compile(const struct purlin_engine *engine,
                              const struct purlin_source *files,
                              size_t count,
                              struct purlin_module **module,
                              struct purlin_error **error);

// The kind of an error: `PURLIN_UNCAUGHT` and so on.
int32_t purlin_error_status(const struct purlin_error *error);

// The kind of an error as a word: `Uncaught`, `OutOfGas`, `Compile`. The text lives as long as the error, as
// do those of the next functions; it does not end with a zero.
void purlin_error_name(const struct purlin_error *error, const char **at, size_t *len);

// What happened, in one sentence or in several lines.
void purlin_error_message(const struct purlin_error *error, const char **at, size_t *len);

// The guest's frames, innermost first; empty where no guest code ran.
void purlin_error_traceback(const struct purlin_error *error, const char **at, size_t *len);

// All of it as a person reads it: of a run, as the guest's language reports it; of a compilation, with lines
// and carets.
void purlin_error_report(const struct purlin_error *error, const char **at, size_t *len);

// The code with which the guest ended the program; 0 for other errors.
int32_t purlin_error_exit_code(const struct purlin_error *error);

// Frees an error. Null is good.
void purlin_error_free(struct purlin_error *error);

// Calls a function of numbers and booleans, by words: eight of them, of which the first are the parameters,
// and afterwards the results. `purlin_function_words` says which types they have: an integer in a word, with
// its sign if it has one; the bits of a float, those of 4 bytes in the lower half; 0 or 1.
int32_t purlin_call_words(const struct purlin_function *function,
                          struct purlin_isolate *isolate,
                          uint64_t *words,
                          struct purlin_error **error);

// Calls a function with one value for each parameter, which stay the caller's. The result is a new value:
// null for a function without results, a list for several. An error that the function returns is
// `PURLIN_GUEST_ERROR`.
int32_t purlin_call(const struct purlin_function *function,
                    struct purlin_isolate *isolate,
                    const purlin_value *const *args,
                    size_t count,
                    purlin_value **result,
                    struct purlin_error **error);

// `purlin_call` with a list of the arguments as bytes, in the form of `purlin_value_encode`.
int32_t purlin_call_encoded(const struct purlin_function *function,
                            struct purlin_isolate *isolate,
                            const uint8_t *args,
                            size_t len,
                            purlin_value **result,
                            struct purlin_error **error);

// Resumes a run or a call that ran out of gas, once it was refuelled. The result is that of the call, and
// null for a run.
int32_t purlin_isolate_resume(struct purlin_isolate *isolate,
                              purlin_value **result,
                              struct purlin_error **error);

// `purlin_call` as a future. Nothing begins before it is polled.
int32_t purlin_call_start(const struct purlin_function *function,
                          struct purlin_isolate *isolate,
                          const purlin_value *const *args,
                          size_t count,
                          struct purlin_future **future,
                          struct purlin_error **error);

// `purlin_isolate_run` as a future. Nothing begins before it is polled.
int32_t purlin_run_start(struct purlin_isolate *isolate,
                         struct purlin_future **future,
                         struct purlin_error **error);

// Proceeds until the call ends, waits for the host, or has used the gas after which others have a turn.
// `PURLIN_PENDING` asks for another poll after `wake` was called, which may be null.
// Any other status is the end: the isolate is free again, and the future is only to be freed.
int32_t purlin_future_poll(const struct purlin_future *future,
                           purlin_wake wake,
                           void *user,
                           purlin_value **result,
                           struct purlin_error **error);

// Frees a future. One that has not ended ends its call, as a cancellation would. Null is good.
void purlin_future_free(struct purlin_future *future);

// Sets after how many units of gas a future returns, so that others have a turn; a million unless it is set.
int32_t purlin_isolate_set_yield_interval(struct purlin_isolate *isolate,
                                          uint64_t units,
                                          struct purlin_error **error);

// Takes units of gas for the function's own work.
void purlin_host_charge(struct purlin_host_call *call, uint64_t units);

// Whether the run is to end: a function that takes long can return early.
bool purlin_host_is_called_off(struct purlin_host_call *call);

// Writes to the program's standard output. False if the limit of output is reached or the stream has failed:
// the function is to return a status that ends the run.
bool purlin_host_write(struct purlin_host_call *call, const uint8_t *at, size_t len);

// The arguments of a call as bytes: a list in the form of `purlin_value_encode`, as a new value.
purlin_value *purlin_values_encode(const purlin_value *const *args, size_t count);

// Answers with a result, as a host function gives one, and takes both.
void purlin_answer_give(struct purlin_answer *answer, purlin_value *result);

// Answers with a failure, and takes the answer: `PURLIN_GUEST_ERROR` is an error of the guest's, any other
// status ends its run.
void purlin_answer_fail(struct purlin_answer *answer, int32_t status, const char *message, size_t len);

// Whether the guest still waits for an answer; one that is not wanted may be left out, but for freeing it.
bool purlin_answer_is_wanted(const struct purlin_answer *answer);

// Makes an isolate of a module. Null for the limits are the defaults. What it writes is gathered for
// `purlin_isolate_take_output`.
int32_t purlin_isolate_new(const struct purlin_module *module,
                           const struct purlin_limits *limits,
                           struct purlin_isolate **isolate,
                           struct purlin_error **error);

// Frees an isolate. One that is in use, even by the caller's own host function, is freed when that use ends.
// Null is good.
void purlin_isolate_free(struct purlin_isolate *isolate);

// Runs the program's `main` after the initialisation of its packages.
int32_t purlin_isolate_run(struct purlin_isolate *isolate, struct purlin_error **error);

// Brings an isolate back to the state of a fresh one, its limits included. Cancellations until then are
// taken back.
int32_t purlin_isolate_reset(struct purlin_isolate *isolate, struct purlin_error **error);

// Stops what runs in the isolate, from any thread. It stays cancelled until it is reset.
void purlin_isolate_cancel(const struct purlin_isolate *isolate);

// Takes a cancellation back, so that the isolate can run with the state that it has.
int32_t purlin_isolate_clear_cancellation(struct purlin_isolate *isolate, struct purlin_error **error);

// Adds units of gas to what is left.
int32_t purlin_isolate_refuel(struct purlin_isolate *isolate, uint64_t units, struct purlin_error **error);

// Sets the limits that can change while an isolate lives: units of gas from now on, bytes of output in all,
// and milliseconds from now. `PURLIN_UNLIMITED` is none.
int32_t purlin_isolate_set_limits(struct purlin_isolate *isolate,
                                  uint64_t gas,
                                  uint64_t output_bytes,
                                  uint64_t time_ms,
                                  struct purlin_error **error);

// What the isolate has used.
int32_t purlin_isolate_stats(struct purlin_isolate *isolate,
                             struct purlin_stats *stats,
                             struct purlin_error **error);

// What the isolate has written since this was called last, as bytes: 1 is standard output, 2 standard error.
// May be called while it runs. Null for another stream.
purlin_value *purlin_isolate_take_output(const struct purlin_isolate *isolate, int32_t stream);

// Sets what the program reads from standard input: a copy of these bytes.
int32_t purlin_isolate_set_input(struct purlin_isolate *isolate,
                                 const uint8_t *at,
                                 size_t len,
                                 struct purlin_error **error);

// Sets the arguments that the program sees, a list of texts with its own name first, and adds variables to
// its environment, a map of texts. Null leaves what was set before.
int32_t purlin_isolate_set_surroundings(struct purlin_isolate *isolate,
                                        const purlin_value *args,
                                        const purlin_value *env,
                                        struct purlin_error **error);

// Lets the program read the files in a folder, and change them if `write` is set.
int32_t purlin_isolate_allow_folder(struct purlin_isolate *isolate,
                                    const char *path,
                                    size_t path_len,
                                    bool write,
                                    struct purlin_error **error);

// Fills in the defaults.
void purlin_limits_default(struct purlin_limits *limits);

// Frees a module. Its isolates and functions stay good. Null is good.
void purlin_module_free(struct purlin_module *module);

// The functions that a host may call, by name: a list of lists of a name and a signature in the guest's
// language.
purlin_value *purlin_module_exports(const struct purlin_module *module);

// Looks an exported function up. `PURLIN_HOST` if there is none of that name, or a host cannot call it.
int32_t purlin_module_function(const struct purlin_module *module,
                               const char *name,
                               size_t name_len,
                               struct purlin_function **function,
                               struct purlin_error **error);

// The signature of a function in the guest's language, which lives as long as the function.
void purlin_function_signature(const struct purlin_function *function, const char **at, size_t *len);

// The types of parameters and results of a function that `purlin_call_words` calls, such as `qd>?`: the
// letters b h i q are signed integers of 1 to 8 bytes, B H I Q unsigned ones, f and d floats, ? a boolean.
// Empty for other functions. The text lives as long as the function.
void purlin_function_words(const struct purlin_function *function, const char **at, size_t *len);

// Frees a function. Null is good.
void purlin_function_free(struct purlin_function *function);

// Nothing: a null pointer of the guest's.
purlin_value *purlin_value_null(void);

// A boolean.
purlin_value *purlin_value_bool(bool value);

// An integer. It fits every integer type that holds it, and floats that hold it exactly.
purlin_value *purlin_value_int(int64_t value);

// An integer without a sign.
purlin_value *purlin_value_uint(uint64_t value);

// A float.
purlin_value *purlin_value_float(double value);

// Text, which is copied; null if it is no UTF-8.
purlin_value *purlin_value_string(const char *at, size_t len);

// Bytes, which are copied.
purlin_value *purlin_value_bytes(const uint8_t *at, size_t len);

// An empty list, for slices, arrays, and structures by the order of their fields.
purlin_value *purlin_value_list(void);

// An empty map, also for structures by the names of their fields.
purlin_value *purlin_value_map(void);

// A structure without fields; those that are not set are zero in the guest.
purlin_value *purlin_value_struct(void);

// A copy.
purlin_value *purlin_value_clone(const purlin_value *value);

// Frees a value that the caller owns. Null is good.
void purlin_value_free(purlin_value *value);

// Appends a value to a list, and takes it. `PURLIN_USAGE` if the first is no list or the second is null.
int32_t purlin_value_push(purlin_value *to, purlin_value *value);

// Adds an entry to a map, and takes key and value. `PURLIN_USAGE` if the first is no map or one is null.
int32_t purlin_value_insert(purlin_value *to, purlin_value *key, purlin_value *value);

// Adds a field to a structure, and takes the value. `PURLIN_USAGE` if the first is no structure.
int32_t purlin_value_set(purlin_value *to, const char *name, size_t name_len, purlin_value *value);

// The kind of a value: `PURLIN_VALUE_NULL` and so on, also for a null handle.
int32_t purlin_value_kind(const purlin_value *value);

// The boolean; false for other values.
bool purlin_value_as_bool(const purlin_value *value);

// The integer; 0 for other values, and for integers above the range.
int64_t purlin_value_as_int(const purlin_value *value);

// The integer without a sign; 0 for other values, and for negative ones.
uint64_t purlin_value_as_uint(const purlin_value *value);

// The float, or the integer as one; 0 for other values.
double purlin_value_as_float(const purlin_value *value);

// Text or bytes, which live as long as the value and are not changed by others; empty for other values.
void purlin_value_as_bytes(const purlin_value *value, const char **at, size_t *len);

// How many elements, entries or fields there are; the bytes of text; 0 for other values.
size_t purlin_value_len(const purlin_value *value);

// The element, value or field at a place, borrowed; null if there is none.
const purlin_value *purlin_value_at(const purlin_value *value, size_t n);

// The key of the entry at a place of a map, borrowed; null if there is none.
const purlin_value *purlin_value_key(const purlin_value *value, size_t n);

// The name of the field at a place of a structure, which lives as long as the value; empty if there is none.
void purlin_value_field_name(const purlin_value *value, size_t n, const char **at, size_t *len);

// The field of this name, borrowed; null if there is none.
const purlin_value *purlin_value_field(const purlin_value *value, const char *name, size_t name_len);

// Whether two values are equal, their kinds included. The order of the entries of maps counts; a float that
// is no number equals none.
bool purlin_value_equal(const purlin_value *a, const purlin_value *b);

// A value as bytes: a new value of kind `PURLIN_VALUE_BYTES`. For languages in which a call of C costs more
// than the bytes; their form is described in `src/wire.rs`.
purlin_value *purlin_value_encode(const purlin_value *value);

// The value of bytes that `purlin_value_encode` made, or a host in the same form. Damaged bytes are
// `PURLIN_USAGE`.
int32_t purlin_value_decode(const uint8_t *at, size_t len, purlin_value **value, struct purlin_error **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PURLIN_H */
