//! `#[host_package]`: modules of functions and objects as packages, their declarations, and programs that
//! use them.

use purlin::{Config, Engine, HostPackage, Isolate, Limits, SourceFile, Streams, Tier};

#[derive(Default)]
struct State {
    entries: Vec<(String, i64)>,
}

/// Accounts, and what was booked.
#[purlin::host_package("host/ledger")]
mod ledger {
    use super::State;
    use purlin::{Call, HostData, Object};

    /// A sum in a currency.
    #[derive(HostData, Clone)]
    pub struct Money {
        pub cents: i64,
        pub currency: String,
    }

    /// Record books an amount.
    ///
    /// Nothing is booked twice.
    pub fn record(state: &mut State, who: &str, amount: i64) -> Result<(), String> {
        if helper(amount) {
            return Err(format!("{who} books nothing"));
        }
        state.entries.push((who.to_string(), amount));
        Ok(())
    }

    #[host(name = "ID")]
    pub fn id() -> i64 {
        7
    }

    pub fn sum(all: Vec<i64>, unit_price: i64, bytes: &[u8]) -> (i64, usize) {
        (all.iter().sum::<i64>() * unit_price, bytes.len())
    }

    pub fn charge(call: &mut Call<'_>, r#type: u64) {
        call.charge(r#type);
    }

    fn helper(amount: i64) -> bool {
        amount == 0
    }

    #[host(skip)]
    pub fn not_for_guests() {}

    #[cfg(not(test))]
    pub fn not_in_tests() {}

    /// Account is where money lies.
    #[host(object)]
    pub struct Account {
        name: String,
        cents: i64,
    }

    impl Account {
        /// OpenAccount opens an account without money.
        pub fn open(name: &str) -> Self {
            Account { name: name.to_string(), cents: 0 }
        }

        /// Deposit adds to an account.
        pub fn deposit(&mut self, amount: i64) -> i64 {
            self.cents += amount;
            self.note();
            self.cents
        }

        pub fn balance(&self) -> Money {
            Money { cents: self.cents, currency: "EUR".to_string() }
        }

        pub fn book(&self, state: &mut State) {
            state.entries.push((self.name.clone(), self.cents));
        }

        #[host(name = "Same")]
        pub fn is_same(&self, other: &Account) -> bool {
            std::ptr::eq(self, other)
        }

        /// Close takes what is left.
        pub fn close(self) -> i64 {
            self.cents
        }

        fn note(&mut self) {}
    }

    impl Drop for Account {
        fn drop(&mut self) {
            self.cents = 0;
        }
    }

    pub fn find(name: &str, cents: i64) -> Result<Account, String> {
        if name.is_empty() {
            Err("no name".to_string())
        } else {
            Ok(Account { name: name.to_string(), cents })
        }
    }

    pub fn transfer(from: &mut Account, to: &mut Account, amount: i64) {
        from.cents -= amount;
        to.cents += amount;
    }

    pub fn join(old: Account, new: &mut Account) {
        new.cents += old.cents;
    }

    pub fn many(n: usize) -> Vec<Object<Account>> {
        (0..n).map(|n| Object::new(Account { name: String::new(), cents: n as i64 })).collect()
    }
}

const DECLARATIONS: &str = "\
// Accounts, and what was booked.
package ledger

// Account is where money lies.
type Account struct {
	handle int64
}

type Money struct {
	Cents    int64
	Currency string
}

// Deposit adds to an account.
func (a *Account) Deposit(amount int64) int64

func (a *Account) Balance() Money

func (a *Account) Book()

func (a *Account) Same(other *Account) bool

// Close takes what is left.
func (a *Account) Close() int64

// Record books an amount.
//
// Nothing is booked twice.
func Record(who string, amount int64) error

func ID() int64

func Sum(all []int64, unitPrice int64, bytes []byte) (int64, uint64)

func Charge(type_ uint64)

// OpenAccount opens an account without money.
func OpenAccount(name string) *Account

func Find(name string, cents int64) (*Account, error)

func Transfer(from *Account, to *Account, amount int64)

func Join(old *Account, new *Account)

func Many(n uint64) []*Account
";

#[test]
fn the_module_is_a_package() {
    let mut engine = Engine::new(Config::default());
    engine.host_package(ledger::package());
    assert_eq!(engine.declarations("go", "host/ledger").unwrap(), DECLARATIONS);
    ledger::not_for_guests();
    let package: HostPackage = ledger::package();
    assert_eq!(package.objects().collect::<Vec<_>>(), ["Account"]);
}

#[test]
fn programs_use_it() {
    let text = "package main\nimport \"host/ledger\"\n\
        func Run() (int64, string, error) {\n\
            a, b := ledger.OpenAccount(\"a\"), ledger.OpenAccount(\"b\")\n\
            a.Deposit(100)\n\
            ledger.Transfer(a, b, 30)\n\
            ledger.Join(b, a)\n\
            c, err := ledger.Find(\"c\", 5)\n\
            if err != nil { return 0, \"\", err }\n\
            for _, one := range ledger.Many(4) { a.Deposit(one.Close()) }\n\
            a.Book()\n\
            ledger.Charge(10)\n\
            n, _ := ledger.Sum([]int64{1, 2}, ledger.ID(), nil)\n\
            if !a.Same(a) || a.Same(c) || n != 21 { return 0, \"\", ledger.Record(\"x\", 0) }\n\
            if err := ledger.Record(\"ann\", c.Close()); err != nil { return 0, \"\", err }\n\
            _, err = ledger.Find(\"\", 1)\n\
            return a.Balance().Cents, a.Balance().Currency, err\n}\n\
        func Fails() error { return ledger.Record(\"ann\", 0) }\nfunc main() {}\n";
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let mut engine = Engine::new(Config { tier, ..Config::default() });
        engine.host_package(ledger::package());
        let module = engine.compile(&[SourceFile { name: "main.go".into(), text: text.into() }]).unwrap();
        let mut isolate: Isolate<State> =
            module.isolate(State::default(), Limits::default(), Streams::default()).unwrap();
        let ran: Result<(i64, String), String> = isolate.call("Run", ()).unwrap();
        assert_eq!(ran, Err("no name".into()), "{tier}");
        assert_eq!(isolate.host().entries, [("a".to_string(), 106), ("ann".to_string(), 5)], "{tier}");
        let failed: Result<(), String> = isolate.call("Fails", ()).unwrap();
        assert_eq!(failed, Err("ann books nothing".into()));
    }
}
