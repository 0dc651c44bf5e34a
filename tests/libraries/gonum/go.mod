module libraries.test/gonum

go 1.26

require gonum.org/v1/gonum v0.15.1
