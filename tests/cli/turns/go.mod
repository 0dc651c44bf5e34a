module example.com/turns

go 1.26
