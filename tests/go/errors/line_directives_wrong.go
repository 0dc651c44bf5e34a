// Comments that would say where text comes from, but for their numbers.
package main

//line : // ERROR "invalid line number"

func main() {}
