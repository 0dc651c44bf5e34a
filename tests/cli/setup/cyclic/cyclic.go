package cyclic

import _ "example.com/setup/cyclic/other"
