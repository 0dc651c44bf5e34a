module libraries.test/goldmark

go 1.26

require github.com/yuin/goldmark v1.7.8
