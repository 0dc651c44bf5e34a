package purlin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// The major and minor version of the binary interface that this package calls.
const abiMajor, abiMinor = 1, 0

// The entries of the library that are called, by their addresses: calls through reflection cost several times
// as much.
var entry struct {
	abiVersion, callEncoded, callStart, callWords                             uintptr
	engineAsyncFunction, engineCompile, engineFree, engineFunction, engineNew uintptr
	answerFail, answerGive, answerIsWanted                                    uintptr
	errorExitCode, errorFree, errorMessage, errorName, errorReport            uintptr
	errorTraceback                                                            uintptr
	functionFree, functionSignature, functionWords                            uintptr
	futureFree, futurePoll                                                    uintptr
	hostCharge, hostIsCalledOff, hostWrite                                    uintptr
	isolateAllowFolder, isolateCancel, isolateClear, isolateFree, isolateNew  uintptr
	isolateRefuel, isolateReset, isolateResume, isolateRun, isolateSetInput   uintptr
	isolateSetLimits, isolateSetSurroundings, isolateSetYield, isolateStats   uintptr
	isolateTakeOutput                                                         uintptr
	limitsDefault, configDefault                                              uintptr
	moduleExports, moduleFree, moduleFunction                                 uintptr
	valueAsBytes, valueAt, valueDecode, valueEncode, valueFree, valueLen      uintptr
	valuesEncode                                                              uintptr
}

var symbols = map[string]*uintptr{
	"purlin_abi_version":                &entry.abiVersion,
	"purlin_answer_fail":                &entry.answerFail,
	"purlin_answer_give":                &entry.answerGive,
	"purlin_answer_is_wanted":           &entry.answerIsWanted,
	"purlin_call_encoded":               &entry.callEncoded,
	"purlin_call_start":                 &entry.callStart,
	"purlin_call_words":                 &entry.callWords,
	"purlin_config_default":             &entry.configDefault,
	"purlin_engine_async_function":      &entry.engineAsyncFunction,
	"purlin_engine_compile":             &entry.engineCompile,
	"purlin_engine_free":                &entry.engineFree,
	"purlin_engine_function":            &entry.engineFunction,
	"purlin_engine_new":                 &entry.engineNew,
	"purlin_error_exit_code":            &entry.errorExitCode,
	"purlin_error_free":                 &entry.errorFree,
	"purlin_error_message":              &entry.errorMessage,
	"purlin_error_name":                 &entry.errorName,
	"purlin_error_report":               &entry.errorReport,
	"purlin_error_traceback":            &entry.errorTraceback,
	"purlin_function_free":              &entry.functionFree,
	"purlin_function_signature":         &entry.functionSignature,
	"purlin_function_words":             &entry.functionWords,
	"purlin_future_free":                &entry.futureFree,
	"purlin_future_poll":                &entry.futurePoll,
	"purlin_host_charge":                &entry.hostCharge,
	"purlin_host_is_called_off":         &entry.hostIsCalledOff,
	"purlin_host_write":                 &entry.hostWrite,
	"purlin_isolate_allow_folder":       &entry.isolateAllowFolder,
	"purlin_isolate_cancel":             &entry.isolateCancel,
	"purlin_isolate_clear_cancellation": &entry.isolateClear,
	"purlin_isolate_free":               &entry.isolateFree,
	"purlin_isolate_new":                &entry.isolateNew,
	"purlin_isolate_refuel":             &entry.isolateRefuel,
	"purlin_isolate_reset":              &entry.isolateReset,
	"purlin_isolate_resume":             &entry.isolateResume,
	"purlin_isolate_run":                &entry.isolateRun,
	"purlin_isolate_set_input":          &entry.isolateSetInput,
	"purlin_isolate_set_limits":         &entry.isolateSetLimits,
	"purlin_isolate_set_surroundings":   &entry.isolateSetSurroundings,
	"purlin_isolate_set_yield_interval": &entry.isolateSetYield,
	"purlin_isolate_stats":              &entry.isolateStats,
	"purlin_isolate_take_output":        &entry.isolateTakeOutput,
	"purlin_limits_default":             &entry.limitsDefault,
	"purlin_module_exports":             &entry.moduleExports,
	"purlin_module_free":                &entry.moduleFree,
	"purlin_module_function":            &entry.moduleFunction,
	"purlin_value_as_bytes":             &entry.valueAsBytes,
	"purlin_value_at":                   &entry.valueAt,
	"purlin_value_decode":               &entry.valueDecode,
	"purlin_value_encode":               &entry.valueEncode,
	"purlin_value_free":                 &entry.valueFree,
	"purlin_value_len":                  &entry.valueLen,
	"purlin_values_encode":              &entry.valuesEncode,
}

var load = sync.OnceValue(func() error {
	library, err := open()
	if err != nil {
		return err
	}
	for name, at := range symbols {
		if *at, err = purego.Dlsym(library, name); err != nil {
			return fmt.Errorf("purlin: the library has no %s: %w", name, err)
		}
	}
	version, _, _ := purego.SyscallN(entry.abiVersion)
	if uint32(version)>>16 != abiMajor || uint32(version)&0xffff < abiMinor {
		return fmt.Errorf("purlin: the library has version %#x of the binary interface", uint32(version))
	}
	return nil
})

func open() (uintptr, error) {
	name := "libpurlin_c.so"
	if runtime.GOOS == "darwin" {
		name = "libpurlin_c.dylib"
	}
	places := []string{name}
	if program, err := os.Executable(); err == nil {
		places = []string{filepath.Join(filepath.Dir(program), name), name}
	}
	if named := os.Getenv("PURLIN_LIBRARY"); named != "" {
		places = []string{named}
	}
	var failures []error
	for _, place := range places {
		library, err := purego.Dlopen(place, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err == nil {
			return library, nil
		}
		failures = append(failures, err)
	}
	return 0, fmt.Errorf("purlin: there is no %s (PURLIN_LIBRARY may name it): %w", name, errors.Join(failures...))
}

// A text of the library's, as a copy: the function stores where it lies.
func textOf(get, handle uintptr) string {
	part := new(struct {
		at  *byte
		len uintptr
	})
	purego.SyscallN(get, handle, uintptr(unsafe.Pointer(&part.at)), uintptr(unsafe.Pointer(&part.len)))
	return string(unsafe.Slice(part.at, part.len))
}

// Takes a value of the library's, as bytes.
func takeBytes(value uintptr) []byte {
	if value == 0 {
		return nil
	}
	part := new(struct {
		at  *byte
		len uintptr
	})
	purego.SyscallN(entry.valueAsBytes, value, uintptr(unsafe.Pointer(&part.at)), uintptr(unsafe.Pointer(&part.len)))
	bytes := append([]byte(nil), unsafe.Slice(part.at, part.len)...)
	purego.SyscallN(entry.valueFree, value)
	return bytes
}

// Takes a value of the library's. Null is nil.
func takeValue(value uintptr) (any, error) {
	if value == 0 {
		return nil, nil
	}
	encoded, _, _ := purego.SyscallN(entry.valueEncode, value)
	purego.SyscallN(entry.valueFree, value)
	return decode(takeBytes(encoded))
}

// Makes a value of the library's.
func giveValue(value any) (uintptr, error) {
	bytes, err := encode(nil, value)
	if err != nil {
		return 0, err
	}
	made, failed := new(uintptr), new(uintptr)
	status, _, _ := purego.SyscallN(entry.valueDecode, uintptr(unsafe.Pointer(unsafe.SliceData(bytes))), uintptr(len(bytes)),
		uintptr(unsafe.Pointer(made)), uintptr(unsafe.Pointer(failed)))
	runtime.KeepAlive(bytes)
	return *made, errorOf(status, *failed)
}
