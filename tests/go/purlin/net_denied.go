// What is on no address of the program itself fails with Go's own errors, as where the system forbids it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/textproto"
	"os"
	"time"
)

func show(err error) {
	var op *net.OpError
	var call *os.SyscallError
	var dns *net.DNSError
	e, ok := err.(net.Error)
	fmt.Println(err, errors.As(err, &op), errors.As(err, &call), errors.As(err, &dns), errors.Is(err, fs.ErrPermission),
		ok && e.Timeout(), ok && e.Temporary())
}

func main() {
	c, err := net.Dial("tcp", "192.0.2.1:80")
	fmt.Println(c == nil)
	show(err)
	_, err = net.DialTimeout("udp", "[2001:db8::1]:53", time.Second)
	show(err)
	_, err = net.Dial("unix", "/run/socket")
	show(err)
	_, err = net.Dial("tcp", "example.com:https")
	show(err)
	_, err = net.Dial("tcp", "localhost:80")
	show(err)
	_, err = net.Listen("tcp", "192.0.2.1:0")
	show(err)
	_, err = net.ListenPacket("udp", "192.0.2.1:0")
	show(err)
	_, err = net.DialUDP("udp", &net.UDPAddr{Port: 7}, &net.UDPAddr{IP: net.IPv4(1, 2, 3, 4), Port: 8})
	show(err)
	_, err = net.LookupHost("example.com")
	show(err)
	_, err = net.LookupMX("no such name")
	show(err)
	_, err = net.LookupAddr("192.0.2.1")
	show(err)
	_, err = net.Interfaces()
	show(err)
	_, err = net.FileConn(os.Stdin)
	fmt.Println(err, errors.Is(err, errors.ErrUnsupported))
	_, err = textproto.Dial("tcp", "192.0.2.1:25")
	show(err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var d net.Dialer
	_, err = d.DialContext(ctx, "tcp", "192.0.2.1:80")
	show(err)
	fmt.Println(errors.Is(err, context.Canceled))
	d.Deadline = time.Now().Add(-time.Second)
	_, err = d.Dial("tcp", "192.0.2.1:80")
	show(err)
	list, err := net.LookupIP("localhost")
	fmt.Println(list, err)
}

// Output:
// true
// dial tcp 192.0.2.1:80: socket: operation not permitted true true false true false false
// dial udp [2001:db8::1]:53: socket: operation not permitted true true false true false false
// dial unix /run/socket: connect: no such file or directory true true false false false false
// dial tcp: lookup example.com: socket: operation not permitted true false true true false false
// dial tcp 127.0.0.1:80: connect: connection refused true true false false false false
// listen tcp 192.0.2.1:0: socket: operation not permitted true true false true false false
// listen udp 192.0.2.1:0: socket: operation not permitted true true false true false false
// dial udp :7->1.2.3.4:8: socket: operation not permitted true true false true false false
// lookup example.com: socket: operation not permitted false false true true false false
// lookup no such name: no such host false false true false false false
// lookup 192.0.2.1: socket: operation not permitted false false true true false false
// route ip+net: netlinkrib: operation not permitted true true false true false false
// file file+net /dev/stdin: unsupported operation true
// dial tcp 192.0.2.1:25: socket: operation not permitted true true false true false false
// dial tcp 192.0.2.1:80: operation was canceled true false false false false false
// true
// dial tcp 192.0.2.1:80: i/o timeout true false false false true true
// [127.0.0.1 ::1] <nil>
