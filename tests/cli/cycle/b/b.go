package b

import _ "example.com/cycle/a"
