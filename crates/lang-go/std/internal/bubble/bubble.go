// Package bubble connects testing with testing/synctest.
package bubble

// Run runs a function with a test of its own, whose results are those of the test t, in a goroutine of its own, and then
// what the function gave to Cleanup. Package testing sets it.
var Run func(t any, body func(t any))

// Inside tells whether a test is one of a bubble. Package testing sets it.
var Inside func(t any) bool
