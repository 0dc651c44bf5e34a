module libraries.test/regexp2

go 1.26

require github.com/dlclark/regexp2 v1.11.4
