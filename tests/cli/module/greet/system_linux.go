package greet

const system = " (linux)"
