module libraries.test/btree

go 1.26

require github.com/tidwall/btree v1.7.0
