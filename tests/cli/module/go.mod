module example.com/hello

go 1.26

require example.org/punct v1.0.0
