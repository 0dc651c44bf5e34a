package other

import _ "example.com/setup/cyclic"
