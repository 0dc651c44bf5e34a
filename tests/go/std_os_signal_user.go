// Signals that do not come, users and groups that are not known.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"os/user"
	"strings"
	"time"
)

func signals() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Notify(c)
	select {
	case s := <-c:
		fmt.Println("got", s)
	case <-time.After(time.Millisecond):
		fmt.Println("none")
	}
	signal.Stop(c)
	signal.Stop(nil)
	fmt.Println(signal.Ignored(os.Interrupt))
	signal.Ignore(os.Interrupt)
	fmt.Println(signal.Ignored(os.Interrupt))
	signal.Notify(c, os.Interrupt)
	fmt.Println(signal.Ignored(os.Interrupt))
	signal.Ignore()
	fmt.Println(signal.Ignored(os.Interrupt))
	signal.Reset(os.Interrupt)
	signal.Reset()
	signal.NotifyContext(context.Background(), os.Interrupt)
	fmt.Println(signal.Ignored(os.Interrupt))
	defer func() { fmt.Println(recover()) }()
	signal.Notify(nil, os.Interrupt)
}

type key struct{}

func contexts() {
	parent, end := context.WithCancelCause(context.WithValue(context.Background(), key{}, "v"))
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, os.Kill)
	fmt.Println(ctx.Value(key{}), ctx.Err())
	stop()
	<-ctx.Done()
	fmt.Println(ctx.Err(), context.Cause(ctx), parent.Err())
	ctx, stop = signal.NotifyContext(parent, os.Interrupt)
	defer stop()
	end(errors.New("the parent's end"))
	<-ctx.Done()
	fmt.Println(ctx.Err(), context.Cause(ctx))
	ctx, stop = signal.NotifyContext(context.TODO(), os.Interrupt, os.Kill)
	fmt.Println(ctx)
	inner, stopInner := signal.NotifyContext(ctx)
	fmt.Println(inner)
	stop()
	fmt.Println(inner.Err())
	stopInner()
}

func users() {
	fmt.Println(user.Lookup("no such user"))
	fmt.Println(user.LookupId("4000001"))
	fmt.Println(user.LookupId("zero"))
	fmt.Println(user.LookupGroup("no such group"))
	fmt.Println(user.LookupGroupId("4000001"))
	fmt.Println(user.LookupGroupId("zero"))
	_, err := user.Lookup("x y")
	var unknown user.UnknownUserError
	fmt.Println(errors.As(err, &unknown), unknown == "x y", user.UnknownUserIdError(-1), user.UnknownGroupIdError("z"))
	fmt.Println((&user.User{Gid: "no number", Username: "u"}).GroupIds())
	u, err := user.Current()
	if err == nil {
		again, err := user.Lookup(u.Username)
		fmt.Println(err == nil && again.Uid == u.Uid)
	} else {
		fmt.Println(strings.HasPrefix(err.Error(), "user: Current requires cgo or $"))
	}
}

func main() {
	signals()
	contexts()
	users()
}

// Output:
// none
// false
// true
// false
// true
// false
// os/signal: Notify using nil channel
// v <nil>
// context canceled context canceled <nil>
// context canceled the parent's end
// signal.NotifyContext(context.TODO, [interrupt killed])
// signal.NotifyContext(signal.NotifyContext(context.TODO, [interrupt killed]))
// context canceled
// <nil> user: unknown user no such user
// <nil> user: unknown userid 4000001
// <nil> strconv.Atoi: parsing "zero": invalid syntax
// <nil> group: unknown group no such group
// <nil> group: unknown groupid 4000001
// <nil> strconv.Atoi: parsing "zero": invalid syntax
// true true user: unknown userid -1 group: unknown groupid z
// [] user: list groups for u: invalid gid "no number"
// true
