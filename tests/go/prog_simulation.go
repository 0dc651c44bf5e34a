// An event simulation: accounts, an event queue, a visitor, state machines and a report.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type money int64

func (m money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s$%d.%02d", sign, int64(m)/100, int64(m)%100)
}

var errFunds = errors.New("insufficient funds")

type limitError struct {
	account string
	amount  money
}

func (e *limitError) Error() string {
	return fmt.Sprintf("%s: %v is over the limit", e.account, e.amount)
}

type account interface {
	id() string
	balance() money
	withdraw(money) error
	deposit(money)
}

type basic struct {
	name  string
	total money
	log   []string
}

func (b *basic) id() string     { return b.name }
func (b *basic) balance() money { return b.total }
func (b *basic) deposit(m money) {
	b.total += m
	b.log = append(b.log, fmt.Sprint("+", m))
}
func (b *basic) withdraw(m money) error {
	if m > b.total {
		return errFunds
	}
	b.total -= m
	b.log = append(b.log, fmt.Sprint("-", m))
	return nil
}

type limited struct {
	*basic
	limit money
}

func (l limited) withdraw(m money) error {
	if m > l.limit {
		return &limitError{l.name, m}
	}
	return l.basic.withdraw(m)
}

type overdraft struct {
	basic
	fees int
}

func (o *overdraft) withdraw(m money) error {
	if err := o.basic.withdraw(m); err == errFunds {
		o.fees++
		o.total -= m + 500
		o.log = append(o.log, "overdraft")
	} else if err != nil {
		return err
	}
	return nil
}

type event struct {
	at  int
	run func(*world)
}

type world struct {
	now      int
	queue    []event
	accounts map[string]account
	failures map[string]int
	trace    strings.Builder
}

func (w *world) after(d int, f func(*world)) {
	e := event{w.now + d, f}
	i := len(w.queue)
	for i > 0 && w.queue[i-1].at > e.at {
		i--
	}
	w.queue = append(w.queue, event{})
	copy(w.queue[i+1:], w.queue[i:])
	w.queue[i] = e
}

func (w *world) transfer(from, to string, m money) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bad transfer %s to %s", from, to)
		}
		if err != nil {
			w.failures[err.Error()]++
		}
	}()
	if err := w.accounts[from].withdraw(m); err != nil {
		return err
	}
	w.accounts[to].deposit(m)
	return nil
}

func (w *world) run(until int) (steps int) {
	for len(w.queue) > 0 && w.queue[0].at <= until {
		e := w.queue[0]
		w.queue = w.queue[1:]
		w.now = e.at
		e.run(w)
		steps++
	}
	return
}

func main() {
	w := &world{accounts: map[string]account{}, failures: map[string]int{}}
	for _, a := range []account{&basic{name: "ann", total: 10000}, limited{&basic{name: "bob", total: 50000}, 3000}, &overdraft{basic: basic{name: "cy"}}} {
		w.accounts[a.id()] = a
	}
	var pay func(from, to string, m money, every int) func(*world)
	pay = func(from, to string, m money, every int) func(*world) {
		return func(w *world) {
			err := w.transfer(from, to, m)
			fmt.Fprintf(&w.trace, "%d:%s>%s %v;", w.now, from, to, err == nil)
			if every > 0 {
				w.after(every, pay(from, to, m+1, every))
			}
		}
	}
	w.after(1, pay("ann", "bob", 2500, 3))
	w.after(2, pay("bob", "cy", 2998, 2))
	w.after(2, pay("cy", "ann", 4000, 5))
	w.after(7, pay("ann", "nobody", 1, 0))
	w.after(8, pay("nobody", "ann", 1, 0))
	fmt.Println(w.run(20), w.now, len(w.queue))
	for _, name := range []string{"ann", "bob", "cy"} {
		a := w.accounts[name]
		switch a := a.(type) {
		case *basic:
			fmt.Println(a.name, a.total, a.log)
		case limited:
			fmt.Println(a.name, a.balance(), len(a.log), a.limit)
		case *overdraft:
			fmt.Println(a.name, a.balance(), a.fees, a.log)
		}
	}
	fmt.Println(w.failures)
	fmt.Println(w.trace.String())
	fmt.Println(money(-5), money(123456), []money{1, 99, 100})
}

// Output:
// 23 20 3
// ann $84.84 [-$25.00 +$40.00 -$25.01 -$0.01 +$40.01 -$25.02 -$25.03 +$40.02 -$25.04 -$25.05 +$40.03 -$25.06]
// bob $585.24 10 $30.00
// cy -$85.09 3 [+$29.98 overdraft +$29.99 +$30.00 -$40.01 overdraft overdraft]
// map[bad transfer ann to nobody:1 bad transfer nobody to ann:1 bob: $30.01 is over the limit:1 bob: $30.02 is over the limit:1 bob: $30.03 is over the limit:1 bob: $30.04 is over the limit:1 bob: $30.05 is over the limit:1 bob: $30.06 is over the limit:1 bob: $30.07 is over the limit:1]
// 1:ann>bob true;2:bob>cy true;2:cy>ann true;4:ann>bob true;4:bob>cy true;6:bob>cy true;7:ann>nobody false;7:cy>ann true;7:ann>bob true;8:nobody>ann false;8:bob>cy false;10:ann>bob true;10:bob>cy false;12:cy>ann true;12:bob>cy false;13:ann>bob true;14:bob>cy false;16:ann>bob true;16:bob>cy false;17:cy>ann true;18:bob>cy false;19:ann>bob true;20:bob>cy false;
// -$0.05 $1234.56 [$0.01 $0.99 $1.00]
