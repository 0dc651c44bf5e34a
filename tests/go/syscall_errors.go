package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

func numbers() {
	for i := range syscall.Errno(140) {
		fmt.Printf("%d %v %v %v", i, i, i.Temporary(), i.Timeout())
		for _, target := range []error{fs.ErrPermission, fs.ErrExist, fs.ErrNotExist, fs.ErrClosed, errors.ErrUnsupported} {
			fmt.Print(" ", errors.Is(i, target))
		}
		fmt.Println()
	}
	for i := syscall.Signal(-1); i < 70; i += 3 {
		fmt.Println(int(i), i)
	}
	fmt.Printf("%T %T %#v %d\n", syscall.ENOENT, syscall.SIGHUP, syscall.EPERM, syscall.SIGTERM)
}

func comparisons() {
	var err error = &fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}
	fmt.Println(err, errors.Is(err, syscall.ENOENT), errors.Is(err, fs.ErrNotExist), os.IsNotExist(err))
	var number syscall.Errno
	fmt.Println(errors.As(err, &number), uintptr(number))
	fmt.Println(os.Interrupt == syscall.SIGINT, os.Kill == syscall.SIGKILL, os.NewSyscallError("call", syscall.EIO))
	fmt.Println(errors.Is(os.Setenv("", "x"), syscall.EINVAL), syscall.Setenv("a=b", ""))
	fmt.Println(syscall.EAGAIN == syscall.EWOULDBLOCK, syscall.ENOTSUP == syscall.EOPNOTSUPP)
}

func statuses() {
	for _, w := range []syscall.WaitStatus{0, 0x100, 0x8b, 0xff, 9, 0x137f, 0xffff, 0x57f, 0x3057f, 0x7f} {
		fmt.Println(w.Exited(), w.ExitStatus(), w.Signaled(), w.Signal(), w.Stopped(), w.StopSignal(), w.Continued(),
			w.CoreDump(), w.TrapCause())
	}
}

func conversions() {
	for _, n := range []int64{0, 1, -1, 999, 1000, 1e9, -1e9 - 1, 1e10 + 5001} {
		s, v := syscall.NsecToTimespec(n), syscall.NsecToTimeval(n)
		fmt.Println(s, v, s.Nano(), v.Nano(), syscall.TimespecToNsec(s), syscall.TimevalToNsec(v))
	}
	fmt.Println(syscall.ByteSliceFromString("abc"))
	fmt.Println(syscall.BytePtrFromString("a\x00b"))
	rights := syscall.UnixRights(3, -1)
	fmt.Println(syscall.CmsgLen(5), syscall.CmsgSpace(5), rights, syscall.UnixCredentials(&syscall.Ucred{Pid: 1, Uid: 2, Gid: 3}))
	messages, err := syscall.ParseSocketControlMessage(rights)
	fmt.Println(messages, err)
	fmt.Println(syscall.ParseUnixRights(&messages[0]))
	fmt.Println(syscall.ParseUnixCredentials(&messages[0]))
	fmt.Println(*syscall.LsfStmt(1, 2), *syscall.LsfJump(1, 2, 3, 4))
	entry := make([]byte, 24)
	entry[0], entry[16] = 7, 24
	copy(entry[19:], "file")
	fmt.Println(syscall.ParseDirent(append(entry, entry...), -1, []string{"x"}))
	fmt.Println(syscall.ParseNetlinkMessage([]byte{17, 0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0}))
	fmt.Println(syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL, syscall.S_IFMT, syscall.AF_INET6, syscall.SYS_WRITE)
	var ws syscall.WaitStatus = 256
	var conn interface{} = ws
	_, ok := conn.(interface{ ExitStatus() int })
	fmt.Println(ok)
}

func main() {
	numbers()
	comparisons()
	statuses()
	conversions()
}

// Output:
// 0 errno 0 false false false false false false false
// 1 operation not permitted false false true false false false false
// 2 no such file or directory false false false false true false false
// 3 no such process false false false false false false false
// 4 interrupted system call true false false false false false false
// 5 input/output error false false false false false false false
// 6 no such device or address false false false false false false false
// 7 argument list too long false false false false false false false
// 8 exec format error false false false false false false false
// 9 bad file descriptor false false false false false false false
// 10 no child processes false false false false false false false
// 11 resource temporarily unavailable true true false false false false false
// 12 cannot allocate memory false false false false false false false
// 13 permission denied false false true false false false false
// 14 bad address false false false false false false false
// 15 block device required false false false false false false false
// 16 device or resource busy false false false false false false false
// 17 file exists false false false true false false false
// 18 invalid cross-device link false false false false false false false
// 19 no such device false false false false false false false
// 20 not a directory false false false false false false false
// 21 is a directory false false false false false false false
// 22 invalid argument false false false false false false false
// 23 too many open files in system true false false false false false false
// 24 too many open files true false false false false false false
// 25 inappropriate ioctl for device false false false false false false false
// 26 text file busy false false false false false false false
// 27 file too large false false false false false false false
// 28 no space left on device false false false false false false false
// 29 illegal seek false false false false false false false
// 30 read-only file system false false false false false false false
// 31 too many links false false false false false false false
// 32 broken pipe false false false false false false false
// 33 numerical argument out of domain false false false false false false false
// 34 numerical result out of range false false false false false false false
// 35 resource deadlock avoided false false false false false false false
// 36 file name too long false false false false false false false
// 37 no locks available false false false false false false false
// 38 function not implemented false false false false false false true
// 39 directory not empty false false false true false false false
// 40 too many levels of symbolic links false false false false false false false
// 41 errno 41 false false false false false false false
// 42 no message of desired type false false false false false false false
// 43 identifier removed false false false false false false false
// 44 channel number out of range false false false false false false false
// 45 level 2 not synchronized false false false false false false false
// 46 level 3 halted false false false false false false false
// 47 level 3 reset false false false false false false false
// 48 link number out of range false false false false false false false
// 49 protocol driver not attached false false false false false false false
// 50 no CSI structure available false false false false false false false
// 51 level 2 halted false false false false false false false
// 52 invalid exchange false false false false false false false
// 53 invalid request descriptor false false false false false false false
// 54 exchange full false false false false false false false
// 55 no anode false false false false false false false
// 56 invalid request code false false false false false false false
// 57 invalid slot false false false false false false false
// 58 errno 58 false false false false false false false
// 59 bad font file format false false false false false false false
// 60 device not a stream false false false false false false false
// 61 no data available false false false false false false false
// 62 timer expired false false false false false false false
// 63 out of streams resources false false false false false false false
// 64 machine is not on the network false false false false false false false
// 65 package not installed false false false false false false false
// 66 object is remote false false false false false false false
// 67 link has been severed false false false false false false false
// 68 advertise error false false false false false false false
// 69 srmount error false false false false false false false
// 70 communication error on send false false false false false false false
// 71 protocol error false false false false false false false
// 72 multihop attempted false false false false false false false
// 73 RFS specific error false false false false false false false
// 74 bad message false false false false false false false
// 75 value too large for defined data type false false false false false false false
// 76 name not unique on network false false false false false false false
// 77 file descriptor in bad state false false false false false false false
// 78 remote address changed false false false false false false false
// 79 can not access a needed shared library false false false false false false false
// 80 accessing a corrupted shared library false false false false false false false
// 81 .lib section in a.out corrupted false false false false false false false
// 82 attempting to link in too many shared libraries false false false false false false false
// 83 cannot exec a shared library directly false false false false false false false
// 84 invalid or incomplete multibyte or wide character false false false false false false false
// 85 interrupted system call should be restarted false false false false false false false
// 86 streams pipe error false false false false false false false
// 87 too many users false false false false false false false
// 88 socket operation on non-socket false false false false false false false
// 89 destination address required false false false false false false false
// 90 message too long false false false false false false false
// 91 protocol wrong type for socket false false false false false false false
// 92 protocol not available false false false false false false false
// 93 protocol not supported false false false false false false false
// 94 socket type not supported false false false false false false false
// 95 operation not supported false false false false false false true
// 96 protocol family not supported false false false false false false false
// 97 address family not supported by protocol false false false false false false false
// 98 address already in use false false false false false false false
// 99 cannot assign requested address false false false false false false false
// 100 network is down false false false false false false false
// 101 network is unreachable false false false false false false false
// 102 network dropped connection on reset false false false false false false false
// 103 software caused connection abort false false false false false false false
// 104 connection reset by peer false false false false false false false
// 105 no buffer space available false false false false false false false
// 106 transport endpoint is already connected false false false false false false false
// 107 transport endpoint is not connected false false false false false false false
// 108 cannot send after transport endpoint shutdown false false false false false false false
// 109 too many references: cannot splice false false false false false false false
// 110 connection timed out true true false false false false false
// 111 connection refused false false false false false false false
// 112 host is down false false false false false false false
// 113 no route to host false false false false false false false
// 114 operation already in progress false false false false false false false
// 115 operation now in progress false false false false false false false
// 116 stale file handle false false false false false false false
// 117 structure needs cleaning false false false false false false false
// 118 not a XENIX named type file false false false false false false false
// 119 no XENIX semaphores available false false false false false false false
// 120 is a named type file false false false false false false false
// 121 remote I/O error false false false false false false false
// 122 disk quota exceeded false false false false false false false
// 123 no medium found false false false false false false false
// 124 wrong medium type false false false false false false false
// 125 operation canceled false false false false false false false
// 126 required key not available false false false false false false false
// 127 key has expired false false false false false false false
// 128 key has been revoked false false false false false false false
// 129 key was rejected by service false false false false false false false
// 130 owner died false false false false false false false
// 131 state not recoverable false false false false false false false
// 132 operation not possible due to RF-kill false false false false false false false
// 133 errno 133 false false false false false false false
// 134 errno 134 false false false false false false false
// 135 errno 135 false false false false false false false
// 136 errno 136 false false false false false false false
// 137 errno 137 false false false false false false false
// 138 errno 138 false false false false false false false
// 139 errno 139 false false false false false false false
// -1 signal -1
// 2 interrupt
// 5 trace/breakpoint trap
// 8 floating point exception
// 11 segmentation fault
// 14 alarm clock
// 17 child exited
// 20 stopped
// 23 urgent I/O condition
// 26 virtual timer expired
// 29 I/O possible
// 32 signal 32
// 35 signal 35
// 38 signal 38
// 41 signal 41
// 44 signal 44
// 47 signal 47
// 50 signal 50
// 53 signal 53
// 56 signal 56
// 59 signal 59
// 62 signal 62
// 65 signal 65
// 68 signal 68
// syscall.Errno syscall.Signal 0x1 15
// open x: no such file or directory true true true
// true 2
// true true call: input/output error
// true invalid argument
// true true
// true 0 false signal -1 false signal -1 false false -1
// true 1 false signal -1 false signal -1 false false -1
// false -1 true segmentation fault false signal -1 false true -1
// false -1 false signal -1 false signal -1 false false -1
// false -1 true killed false signal -1 false false -1
// false -1 false signal -1 true stopped (signal) false false -1
// false -1 false signal -1 false signal -1 true false -1
// false -1 false signal -1 true trace/breakpoint trap false false 0
// false -1 false signal -1 true trace/breakpoint trap false false 3
// false -1 false signal -1 true signal 0 false false -1
// {0 0} {0 0} 0 0 0 0
// {0 1} {0 1} 1 1000 1 1000
// {-1 999999999} {0 0} -1 0 -1 0
// {0 999} {0 1} 999 1000 999 1000
// {0 1000} {0 1} 1000 1000 1000 1000
// {1 0} {1 0} 1000000000 1000000000 1000000000 1000000000
// {-2 999999999} {-1 1} -1000000001 -999999000 -1000000001 -999999000
// {10 5001} {10 6} 10000005001 10000006000 10000005001 10000006000
// [97 98 99 0] <nil>
// <nil> invalid argument
// 21 24 [24 0 0 0 0 0 0 0 1 0 0 0 1 0 0 0 3 0 0 0 255 255 255 255] [28 0 0 0 0 0 0 0 1 0 0 0 2 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0 0 0 0 0]
// [{{24 1 1} [3 0 0 0 255 255 255 255]}] <nil>
// [3 -1] <nil>
// <nil> invalid argument
// {1 0 0 2} {1 3 4 2}
// 48 2 [x file file]
// [{{17 16 0 1 2} [9]}] <nil>
// 194 61440 10 1
// true
