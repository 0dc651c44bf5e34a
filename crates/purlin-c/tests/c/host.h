/* The package host/test that the cases of tests/bindings use, and what its functions share with the runner. */

#ifndef PURLIN_TESTS_HOST_H
#define PURLIN_TESTS_HOST_H

#include "purlin.h"

/* The isolate that this thread runs, and its function of the name Add or the one that is called. */
extern _Thread_local purlin_isolate *current;
extern _Thread_local purlin_function *called;

/* Adds the package to an engine. Ends the process on failure. */
void add_host(purlin_engine *engine);

/* Gives up the answers that nobody has given, and waits for those that are on their way. */
void finish_answers(void);

/* A value of text that ends with a zero. */
purlin_value *text_value(const char *text);

#endif
