module libraries.test/html

go 1.26

require golang.org/x/net v0.34.0
