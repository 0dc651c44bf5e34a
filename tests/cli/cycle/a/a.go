package a

import _ "example.com/cycle/b"
