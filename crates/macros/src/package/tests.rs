//! The macro `host_package` over token streams: what it emits, and what it says of what it does not take.

use super::*;

fn expanded(text: &str) -> syn::Result<String> {
    let (path, module) = (quote!("host/test"), text.parse().expect("tokens"));
    expand(path, module).map(|tokens| tokens.to_string())
}

/// The messages for a module with this content.
fn errors(content: &str) -> Vec<String> {
    let error = expanded(&format!("mod test {{ {content} }}")).expect_err(content);
    error.into_iter().map(|error| error.to_string()).collect()
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether the module's expansion has this text, spaces apart.
#[track_caller]
fn has(content: &str, wanted: &str) {
    let text = compact(&expanded(&format!("mod test {{ {content} }}")).unwrap());
    assert!(text.contains(&compact(wanted)), "{wanted}\n{text}");
}

#[test]
fn functions_have_names_documents_and_parameters() {
    has(
        "/// Records.\n///\n/// An entry.\npub fn record_entry(state: &mut State, who: &str, unit_price: i64) {}",
        r#"package.function("RecordEntry", |purlin_arg0: &mut State, purlin_arg1: &str, purlin_arg2: i64|
           record_entry(purlin_arg0, purlin_arg1, purlin_arg2))
           .doc("Records.\n\nAn entry.").parameters(["who", "unit_price"])"#,
    );
    has(r#"#[host(name = "ID")] pub fn id() -> i64 { 1 }"#, r#"package.function("ID", || id())"#);
    has(r#"#[host(name = "ID")] pub fn id() -> i64 { 1 }"#, "purlin_answer::<i64>();");
    has("pub fn r#type(r#fn: i64) {}", r#".parameters(["fn"])"#);
    has(
        "pub fn borrowed<'a>(text: &'a str, s: &'static str) {}",
        "|purlin_arg0: &'_ str, purlin_arg1: &'static str|",
    );
    has(
        "pub async fn fetch(url: String) -> String { url }",
        r#"package.async_function("Fetch",
        |purlin_arg0: String| async move { fetch(purlin_arg0).await })"#,
    );
    has("#[cfg(test)] pub fn f() {}", "#[cfg(test)] let package =");
    for left_out in ["fn f() {}", "pub(crate) fn f() {}", "#[host(skip)] pub fn f() {}"] {
        let text = compact(&expanded(&format!("mod test {{ {left_out} }}")).unwrap());
        assert!(!text.contains("package.function"), "{text}");
        assert!(!text.contains("host(skip)"), "{text}");
    }
}

#[test]
fn objects_have_methods() {
    let account = "#[host(object)] /** An account. */ pub struct Account(i64);";
    let with = |rest: &str| format!("{account} {rest}");
    has(
        &with(
            "impl Account { pub fn deposit(&mut self, state: &mut State, amount: i64) -> i64 { 0 } fn own(&self) {} }",
        ),
        r#"package.object::<Account>("Account", |object| {
           let object = object.doc("An account.");
           let object = { purlin_argument::<i64>(); purlin_answer::<i64>();
             object.method("Deposit", |object: &mut Account, purlin_arg1: &mut State, purlin_arg2: i64|
               Account::deposit(object, purlin_arg1, purlin_arg2)).parameters(["amount"]) };
           object });"#,
    );
    has(&with("impl Account { pub fn close(self) {} }"), "|object: Account| Account::close(object)");
    has(
        &with("impl Account { pub fn open(name: &str) -> Self { Account(0) } }"),
        r#"package.function("OpenAccount", |purlin_arg0: &str| ::purlin::Object::new(Account::open(purlin_arg0)))"#,
    );
    has(
        &with("pub fn find(name: &str) -> Result<Account, String> { Err(name.into()) }"),
        "find(purlin_arg0).map(::purlin::Object::new)",
    );
    has(&with("pub fn any() -> Option<Account> { None }"), "any().map(::purlin::Object::new)");
    has(
        &with("pub fn merge(to: &mut Account, from: &Account, old: Account) {}"),
        "|mut purlin_arg0: ::purlin::ObjectMut<'_, Account>, purlin_arg1: ::purlin::ObjectRef<'_, Account>,
         purlin_arg2: ::purlin::Object<Account>| merge(&mut *purlin_arg0, &*purlin_arg1,",
    );
    has(
        &with("pub fn all(n: i64) -> Vec<Object<Account>> { vec![] }"),
        "purlin_answer::<Vec<Object<Account>>>();",
    );
    has(
        "#[host(object, name = \"Book\")] struct Ledger; impl Ledger { pub fn new() -> Ledger { Ledger } }",
        r#"package.function("NewBook""#,
    );
    // Traits and other types are the module's own.
    let text = expanded(
        "mod test { #[host(object)] struct A; impl Drop for A { fn drop(&mut self) {} } struct B; impl B { pub fn f(&self) {} } }",
    );
    assert!(!compact(&text.unwrap()).contains(".method("));
}

/// Contents of modules, and what the macro says of each.
const REFUSED: &[(&str, &str)] = &[
    ("pub fn f<T>(x: T) {}", "a function of a host package has no type parameters"),
    ("pub unsafe fn f() {}", "an unsafe function is no part of a host package"),
    (
        "pub fn f(a: i64, x: &mut Vec<u8>) {}",
        "&mut is for the first parameter, the state of the isolate, and for objects",
    ),
    ("pub fn f(x: &String) {}", "a host function is lent &str, &[u8] and objects; others are owned"),
    ("pub fn f(a: i8, b: i8, c: i8, d: i8, e: i8, f: i8, g: i8) {}", "more than 6 parameters do not cross"),
    ("pub fn f(x: &str) -> &str { x }", "a result that crosses is owned: it borrows nothing"),
    ("pub async fn f(s: &mut State) {}", "an async function gets owned values, and neither state nor call"),
    (
        "pub async fn f(s: &str) {}",
        "an async function gets owned values: what is lent does not outlast a call",
    ),
    (
        "#[host(object)] struct A; impl A { pub async fn f(&self) {} }",
        "a method is not async: an object is lent for the time of a call only",
    ),
    (
        "#[host(object)] struct A; impl A { pub fn f(self: Box<Self>) {} }",
        "a method takes self, &self or &mut self",
    ),
    (
        "#[host(object)] struct A; pub fn f(x: Vec<A>) {}",
        "an object is part of another type as purlin::Object<T>",
    ),
    (
        "#[host(object)] struct A; pub fn f() -> (A, i64) { (A, 1) }",
        "an object is a result by itself, in a Result or Option, or as purlin::Object<T>",
    ),
    ("#[host(object)] struct A<T>(T);", "a type of objects has no parameters"),
    ("#[host(name = \"B\")] struct A;", "a type is part of a host package as #[host(object)]"),
    ("#[host(name = \"F\")] fn f() {}", "only a public function is part of a host package"),
    ("#[host(object)] pub fn f() {}", "#[host(object)] is for types"),
    ("#[host(rename = \"F\")] pub fn f() {}", "#[host] takes `name = \"…\"`, `object` and `skip`"),
    ("#[host(name = \"no name\")] pub fn f() {}", "a name of the guest's is an identifier"),
    ("pub fn package() {}", "the macro makes the function `package`"),
    ("pub fn a_b() {} pub fn aB() {}", "another item of the package is called AB too"),
    ("#[host(object)] struct F; pub fn f() {}", "another item of the package is called F too"),
];

#[test]
fn errors_say_what_to_do() {
    for (content, wanted) in REFUSED {
        assert!(errors(content).iter().any(|error| error == *wanted), "{content}: {:?}", errors(content));
    }
    assert_eq!(errors("pub fn f<T>(x: T) {} pub fn g(x: &String) {}").len(), 2, "all are told");
    let path = |path: TokenStream| {
        let error = expand(
            path,
            quote!(
                mod m {}
            ),
        )
        .unwrap_err();
        error.to_string()
    };
    assert!(path(quote!()).starts_with("the import path of the package is missing"));
    assert!(path(quote!(host)).starts_with("the import path of the package is missing"));
    assert_eq!(path(quote!("a b")), "an import path has no spaces and is not empty");
    let elsewhere = expand(
        quote!("host/m"),
        quote!(
            mod m;
        ),
    )
    .unwrap_err();
    assert_eq!(elsewhere.to_string(), "a host package is a module with its contents here");
}
