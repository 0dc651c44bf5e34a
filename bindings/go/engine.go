package purlin

import (
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// A Tier is how programs run; results and gas are the same in all.
type Tier int32

// The tiers.
const (
	Auto   Tier = iota // Starts in the interpreter, and compiles what is hot in the background.
	Interp             // No machine code.
	Native             // Everything is compiled before it runs first.
)

// A Config is what an engine is made with. The zero value is the usual one.
type Config struct {
	Tier         Tier
	Races        bool   // Looks for data races, which takes several times as long.
	CompileBytes uint64 // Bytes that compiling a program may take; 0 is no limit.
}

// An Engine compiles programs, and holds the functions that they get from the host. Any goroutine may use it.
type Engine struct{ handle uintptr }

const unlimited = ^uint64(0)

func orUnlimited(n uint64) uint64 {
	if n == 0 {
		return unlimited
	}
	return n
}

// NewEngine makes an engine. It fails if the shared library cannot be opened.
func NewEngine(config Config) (*Engine, error) {
	if err := load(); err != nil {
		return nil, err
	}
	given := new(struct {
		size         uintptr
		tier         int32
		races        bool
		compileBytes uint64
	})
	given.size, given.tier, given.races = unsafe.Sizeof(*given), int32(config.Tier), config.Races
	given.compileBytes = orUnlimited(config.CompileBytes)
	engine, failed := new(Engine), new(uintptr)
	status, _, _ := purego.SyscallN(entry.engineNew, uintptr(unsafe.Pointer(given)), uintptr(unsafe.Pointer(&engine.handle)),
		uintptr(unsafe.Pointer(failed)))
	if err := errorOf(status, *failed); err != nil {
		return nil, err
	}
	runtime.SetFinalizer(engine, func(e *Engine) { purego.SyscallN(entry.engineFree, e.handle) })
	return engine, nil
}

type source struct {
	name    *byte
	nameLen uintptr
	text    *byte
	textLen uintptr
}

// Compile compiles a program of one file. The name's ending tells the language.
func (e *Engine) Compile(name, text string) (*Module, error) {
	return e.CompileFiles(map[string]string{name: text})
}

// CompileFiles compiles a program of several files, by name.
func (e *Engine) CompileFiles(files map[string]string) (*Module, error) {
	sources := make([]source, 0, len(files))
	for name, text := range files {
		sources = append(sources, source{unsafe.StringData(name), uintptr(len(name)), unsafe.StringData(text), uintptr(len(text))})
	}
	module, failed := new(Module), new(uintptr)
	status, _, _ := purego.SyscallN(entry.engineCompile, e.handle, uintptr(unsafe.Pointer(unsafe.SliceData(sources))),
		uintptr(len(sources)), uintptr(unsafe.Pointer(&module.handle)), uintptr(unsafe.Pointer(failed)))
	runtime.KeepAlive(e)
	runtime.KeepAlive(sources)
	runtime.KeepAlive(files)
	if err := errorOf(status, *failed); err != nil {
		return nil, err
	}
	runtime.SetFinalizer(module, func(m *Module) { purego.SyscallN(entry.moduleFree, m.handle) })
	return module, nil
}

// A Module is a compiled program: immutable, used by any goroutines.
type Module struct{ handle uintptr }

// Exports are the functions that a host may call, by name, with their signatures in the guest's language.
func (m *Module) Exports() map[string]string {
	handle, _, _ := purego.SyscallN(entry.moduleExports, m.handle)
	runtime.KeepAlive(m)
	exports := map[string]string{}
	if list, err := takeValue(handle); err == nil {
		pairs, _ := list.([]any)
		for _, pair := range pairs {
			pair := pair.([]any)
			exports[pair[0].(string)] = pair[1].(string)
		}
	}
	return exports
}
