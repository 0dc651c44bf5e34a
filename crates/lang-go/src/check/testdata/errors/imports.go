// Import paths that can be none.

package main

import "fmt"
import ""              // ERROR "invalid import path \(empty string\)"
import "a!"            // ERROR "invalid import path \(invalid character U\+0021 '!'\)"
import `a\b`           // ERROR "invalid import path \(invalid character U\+005C '\\'\)"
import "a b"           // ERROR "invalid import path \(invalid character U\+0020 ' '\)"
import "\x00"          // ERROR "invalid import path \(invalid character U\+0000\)"
import "\xff/x"        // ERROR "invalid import path \(invalid character U\+FFFD"
import "/abs"          // ERROR "could not import /abs \(import path cannot be absolute path\)"
import "unicode//utf8" // ERROR "could not import unicode//utf8 \(non-canonical import path "unicode//utf8" \(should be "unicode/utf8"\)\)"
import "unicode/utf8/" // ERROR "non-canonical import path"

func main() { fmt.Println("x") }
