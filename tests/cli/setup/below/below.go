package below

import _ "example.com/setup/nosuch"
