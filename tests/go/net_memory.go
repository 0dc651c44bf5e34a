// The network within the program: listeners, connections, packets, deadlines.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

func cause(err error) string {
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Sprintf("%s %s: %v timeout=%v closed=%v", op.Op, op.Net, op.Err, op.Timeout(), errors.Is(err, net.ErrClosed))
	}
	return fmt.Sprint(err)
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fmt.Println(err, l.Addr().Network(), strings.HasPrefix(l.Addr().String(), "127.0.0.1:"))
	_, err = net.Listen("tcp", l.Addr().String())
	fmt.Println(cause(err))
	var wg sync.WaitGroup
	var last error
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				last = err
				return
			}
			wg.Go(func() {
				defer c.Close()
				r := bufio.NewReader(c)
				for {
					line, err := r.ReadString('\n')
					if err != nil {
						fmt.Fprintf(c, "end %v\n", err)
						return
					}
					io.WriteString(c, strings.ToUpper(line))
				}
			})
		}
	})
	c, err := net.DialTimeout("tcp", l.Addr().String(), time.Second)
	fmt.Println(err, c.RemoteAddr().String() == l.Addr().String())
	r := bufio.NewReader(c)
	for _, s := range []string{"hello\n", "two words\n", strings.Repeat("x", 200000) + "\n"} {
		go io.WriteString(c, s)
		line, err := r.ReadString('\n')
		fmt.Println(len(line), strings.ToUpper(s) == line, err)
	}
	c.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
	_, err = r.ReadByte()
	fmt.Println(cause(err), errors.Is(err, os.ErrDeadlineExceeded))
	_, err = c.Read(make([]byte, 1))
	fmt.Println(cause(err))
	c.SetReadDeadline(time.Time{})
	fmt.Println(c.(*net.TCPConn).SetNoDelay(true), c.(*net.TCPConn).SetKeepAlive(true))
	c.(*net.TCPConn).CloseWrite()
	_, err = c.Write([]byte("x"))
	fmt.Println(cause(err))
	rest, err := io.ReadAll(c)
	fmt.Printf("%q %v\n", rest, err)
	fmt.Println(c.Close(), cause(c.Close()))
	_, err = c.Read(make([]byte, 1))
	fmt.Println(cause(err))
	_, err = c.Write(make([]byte, 1))
	fmt.Println(cause(err))
	fmt.Println(cause(c.SetDeadline(time.Now())))

	// A reader that waits learns of the close.
	a, err := net.Dial("tcp", l.Addr().String())
	fmt.Println(err)
	time.AfterFunc(5*time.Millisecond, func() { a.Close() })
	_, err = a.Read(make([]byte, 1))
	fmt.Println(cause(err))
	tl := l.(*net.TCPListener)
	addr := l.Addr().String()
	fmt.Println(l.Close())
	wg.Wait()
	fmt.Println(cause(last))
	fmt.Println(cause(l.Close()), cause(tl.SetDeadline(time.Now())))
	_, err = net.Dial("tcp", addr)
	fmt.Println(cause(err))

	l2, err := net.Listen("tcp", ":0")
	_, port, _ := net.SplitHostPort(l2.Addr().String())
	fmt.Println(err)
	l2.(*net.TCPListener).SetDeadline(time.Now().Add(time.Millisecond))
	_, err = l2.Accept()
	fmt.Println(cause(err))
	for _, host := range []string{"127.0.0.1", "localhost", ""} {
		c, err := net.Dial("tcp", net.JoinHostPort(host, port))
		if err != nil {
			fmt.Println(cause(err))
			continue
		}
		c.Close()
		fmt.Println(host, "connected")
	}
	l2.Close()

	p, err := net.ListenPacket("udp", "127.0.0.1:0")
	fmt.Println(err, p.LocalAddr().Network())
	q, err := net.Dial("udp", p.LocalAddr().String())
	fmt.Println(err)
	q.Write([]byte("one"))
	q.Write([]byte("three"))
	b := make([]byte, 4)
	for range 2 {
		n, from, err := p.ReadFrom(b)
		fmt.Println(string(b[:n]), from.String() == q.LocalAddr().String(), err)
	}
	p.WriteTo([]byte("back"), q.LocalAddr())
	n, err := q.Read(b)
	fmt.Println(string(b[:n]), err)
	_, err = q.(*net.UDPConn).WriteTo(b, p.LocalAddr())
	fmt.Println(cause(err))
	p.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, _, err = p.ReadFrom(b)
	fmt.Println(cause(err))
	p.Close()
	_, _, err = p.ReadFrom(b)
	fmt.Println(cause(err))

	name := fmt.Sprintf("@corpus%d", os.Getpid())
	u, err := net.Listen("unix", name)
	fmt.Println(err, u.Addr().Network(), u.Addr().String() == name)
	d, err := net.Dial("unix", name)
	fmt.Println(err)
	e, err := u.Accept()
	fmt.Println(err)
	io.WriteString(d, "through a name")
	d.Close()
	rest, err = io.ReadAll(e)
	fmt.Println(string(rest), err)
	u.Close()
	_, err = net.Dial("unix", name)
	fmt.Println(cause(err))
	_, err = net.Dial("unix", "/no/such/file")
	fmt.Println(cause(err))
	for _, try := range [][2]string{{"tcp", "127.0.0.1"}, {"tcp", "127.0.0.1:99999"}, {"foo", "x"}, {"tcp", ""}} {
		_, err = net.Dial(try[0], try[1])
		fmt.Println(err)
		_, err = net.Listen(try[0], try[1])
		if try[1] != "" {
			fmt.Println(err)
		}
	}
}

// Output:
// <nil> tcp true
// listen tcp: bind: address already in use timeout=false closed=false
// <nil> true
// 6 true <nil>
// 10 true <nil>
// 200001 true <nil>
// read tcp: i/o timeout timeout=true closed=false true
// read tcp: i/o timeout timeout=true closed=false
// <nil> <nil>
// write tcp: write: broken pipe timeout=false closed=false
// "end EOF\n" <nil>
// <nil> close tcp: use of closed network connection timeout=false closed=true
// read tcp: use of closed network connection timeout=false closed=true
// write tcp: use of closed network connection timeout=false closed=true
// set tcp: use of closed network connection timeout=false closed=true
// <nil>
// read tcp: use of closed network connection timeout=false closed=true
// <nil>
// accept tcp: use of closed network connection timeout=false closed=true
// close tcp: use of closed network connection timeout=false closed=true use of closed network connection
// dial tcp: connect: connection refused timeout=false closed=false
// <nil>
// accept tcp: i/o timeout timeout=true closed=false
// 127.0.0.1 connected
// localhost connected
//  connected
// <nil> udp
// <nil>
// one true <nil>
// thre true <nil>
// back <nil>
// write udp: use of WriteTo with pre-connected connection timeout=false closed=false
// read udp: i/o timeout timeout=true closed=false
// read udp: use of closed network connection timeout=false closed=true
// <nil> unix true
// <nil>
// <nil>
// through a name <nil>
// dial unix: connect: connection refused timeout=false closed=false
// dial unix: connect: no such file or directory timeout=false closed=false
// dial tcp: address 127.0.0.1: missing port in address
// listen tcp: address 127.0.0.1: missing port in address
// dial tcp: address 99999: invalid port
// listen tcp: address 99999: invalid port
// dial foo: unknown network foo
// listen foo: unknown network foo
// dial tcp: missing address
