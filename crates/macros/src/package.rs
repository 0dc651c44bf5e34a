//! `#[host_package]`: a module of functions and objects as a package for guests. It knows the names of the
//! facade's builders and what each kind of parameter is to them, and no types: the compiler compares those.

use std::collections::HashSet;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Error, FnArg, Ident, ImplItem, Item, ItemImpl, ItemMod, LitStr, Pat, Signature};
use syn::{ReturnType, Type, Visibility};

use crate::plain;

/// Parameters of a function of the host's, without state.
const MOST_PARAMETERS: usize = 6;

/// The module, without the attributes that are for this macro, and with a function `package`.
pub(crate) fn expand(path: TokenStream, module: TokenStream) -> syn::Result<TokenStream> {
    let path: LitStr = syn::parse2(path.clone()).map_err(|error| {
        let at = if path.is_empty() { Span::call_site() } else { error.span() };
        Error::new(at, "the import path of the package is missing: #[host_package(\"host/name\")]")
    })?;
    if path.value().is_empty() || path.value().contains(char::is_whitespace) {
        return Err(Error::new(path.span(), "an import path has no spaces and is not empty"));
    }
    let mut module: ItemMod = syn::parse2(module)?;
    let doc = docs(&module.attrs);
    let Some((_, items)) = &mut module.content else {
        return Err(Error::new(module.ident.span(), "a host package is a module with its contents here"));
    };
    let mut package = Package { names: HashSet::new(), objects: Vec::new(), statements: Vec::new() };
    let mut errors = Errors::default();
    package.objects(items, &mut errors);
    package.items(items, &mut errors);
    errors.finish()?;
    let Package { statements, .. } = package;
    let documented = (!doc.is_empty()).then(|| quote!(let package = package.doc(#doc);));
    let function: Item = syn::parse2(quote! {
        /// The package for [`Engine::host_package`](::purlin::Engine::host_package).
        #[allow(clippy::all, clippy::pedantic, unused_mut)]
        pub fn package() -> ::purlin::HostPackage {
            fn purlin_argument<T: ::purlin::Argument>() {}
            fn purlin_answer<T: ::purlin::HostAnswer>() {}
            let _ = (purlin_argument::<i64>, purlin_answer::<()>);
            let package = ::purlin::HostPackage::new(#path);
            #documented
            #(#statements)*
            package
        }
    })?;
    items.push(function);
    Ok(module.into_token_stream())
}

/// The place of a name, for code that is made here.
fn at(ident: &Ident) -> Span {
    ident.span().resolved_at(Span::call_site())
}

/// Errors that are told together.
#[derive(Default)]
struct Errors(Option<Error>);

impl Errors {
    fn add(&mut self, error: Error) {
        match &mut self.0 {
            None => self.0 = Some(error),
            Some(first) => first.combine(error),
        }
    }

    /// The value, or none and the error is noted.
    fn note<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    fn finish(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// What `#[host(…)]` says of an item.
#[derive(Default)]
struct Options {
    name: Option<LitStr>,
    object: bool,
    skip: bool,
    /// Where the attribute is, if there is one.
    at: Option<Span>,
}

/// Takes `#[host(…)]` off an item.
fn options(attrs: &mut Vec<Attribute>) -> syn::Result<Options> {
    let mut options = Options::default();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("host")) {
        options.at = Some(attr.path().span());
        attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                let name: LitStr = meta.value()?.parse()?;
                if syn::parse_str::<Ident>(&name.value()).is_err() {
                    return Err(Error::new(name.span(), "a name of the guest's is an identifier"));
                }
                options.name = Some(name);
            } else if meta.path.is_ident("object") {
                options.object = true;
            } else if meta.path.is_ident("skip") {
                options.skip = true;
            } else {
                return Err(meta.error("#[host] takes `name = \"…\"`, `object` and `skip`"));
            }
            Ok(())
        })?;
    }
    attrs.retain(|attr| !attr.path().is_ident("host"));
    Ok(options)
}

/// The text of doc comments.
fn docs(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let syn::Meta::NameValue(doc) = &attr.meta
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &doc.value
        {
            lines.extend(
                text.value().split('\n').map(|line| line.strip_prefix(' ').unwrap_or(line).to_string()),
            );
        }
    }
    lines.join("\n").trim_end().to_string()
}

/// Attributes that decide whether an item is there.
fn conditions(attrs: &[Attribute]) -> Vec<&Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

/// A name in the style of exported names: `unit_price` as `UnitPrice`.
fn exported(name: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect::<String>()
    };
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

/// A type of objects of the package.
struct ObjectItem {
    ident: Ident,
    name: String,
    doc: String,
    conditions: Vec<TokenStream>,
    methods: Vec<TokenStream>,
}

/// What is found in the module.
struct Package {
    /// Names of the guest's that are taken: of functions and objects, and of methods as `T.M`.
    names: HashSet<String>,
    objects: Vec<ObjectItem>,
    statements: Vec<TokenStream>,
}

impl Package {
    /// Takes a name for what stands at a place.
    fn take(&mut self, name: String, at: Span) -> syn::Result<()> {
        match self.names.insert(name.clone()) {
            true => Ok(()),
            false => Err(Error::new(at, format!("another item of the package is called {name} too"))),
        }
    }

    /// Finds the types of objects.
    fn objects(&mut self, items: &mut [Item], errors: &mut Errors) {
        for item in items {
            let (attrs, ident, generics) = match item {
                Item::Struct(item) => (&mut item.attrs, &item.ident, &item.generics),
                Item::Enum(item) => (&mut item.attrs, &item.ident, &item.generics),
                _ => continue,
            };
            let Some(options) = errors.note(options(attrs)) else { continue };
            if !options.object {
                if let Some(at) = options.at {
                    errors.add(Error::new(at, "a type is part of a host package as #[host(object)]"));
                }
                continue;
            }
            if !generics.params.is_empty() {
                errors.add(Error::new(generics.span(), "a type of objects has no parameters"));
                continue;
            }
            let name = options.name.map_or_else(|| plain(ident), |name| name.value());
            let taken = self.take(name.clone(), ident.span());
            errors.note(taken);
            let conditions = conditions(attrs).into_iter().map(ToTokens::to_token_stream).collect();
            let (ident, doc) = (ident.clone(), docs(attrs));
            self.objects.push(ObjectItem { ident, name, doc, conditions, methods: Vec::new() });
        }
    }

    /// Finds functions and methods, and makes the statements that add all to the package.
    fn items(&mut self, items: &mut [Item], errors: &mut Errors) {
        let mut functions = Vec::new();
        for item in items {
            match item {
                Item::Fn(item) => {
                    let Some(options) = errors.note(options(&mut item.attrs)) else { continue };
                    let (attrs, sig) = (&item.attrs, &item.sig);
                    if !is_part(&item.vis, &options, sig, errors) {
                        continue;
                    }
                    let name = options.name.map_or_else(|| exported(&plain(&sig.ident)), |n| n.value());
                    functions.extend(errors.note(self.function(attrs, sig, None, name)));
                }
                Item::Impl(item) => self.methods(item, &mut functions, errors),
                _ => {}
            }
        }
        for ObjectItem { ident, name, doc, conditions, methods } in std::mem::take(&mut self.objects) {
            let documented = (!doc.is_empty()).then(|| quote!(let object = object.doc(#doc);));
            self.statements.push(quote_spanned! { at(&ident) =>
                #(#conditions)*
                let package = package.object::<#ident>(#name, |object| {
                    #documented
                    #(#methods)*
                    object
                });
            });
        }
        self.statements.extend(functions);
    }

    /// The methods of an object, and the functions that belong to its type.
    fn methods(&mut self, item: &mut ItemImpl, functions: &mut Vec<TokenStream>, errors: &mut Errors) {
        let Type::Path(ty) = &*item.self_ty else { return };
        let place = self.objects.iter().position(|object| ty.path.is_ident(&object.ident));
        let Some(place) = place.filter(|_| item.trait_.is_none()) else { return };
        let (ident, object) = (self.objects[place].ident.clone(), self.objects[place].name.clone());
        for item in &mut item.items {
            let ImplItem::Fn(item) = item else { continue };
            let Some(options) = errors.note(options(&mut item.attrs)) else { continue };
            let (attrs, sig) = (&item.attrs, &item.sig);
            if !is_part(&item.vis, &options, sig, errors) {
                continue;
            }
            let own = exported(&plain(&sig.ident));
            let name = options.name.map(|name| name.value());
            if sig.receiver().is_none() {
                let name = name.unwrap_or(own + &object);
                functions.extend(errors.note(self.function(attrs, sig, Some(&ident), name)));
                continue;
            }
            let name = name.unwrap_or(own);
            let method = self.method(attrs, sig, &ident, &object, &name);
            self.objects[place].methods.extend(errors.note(method));
        }
    }

    /// The statement that adds a function, which may belong to a type.
    fn function(
        &mut self,
        attrs: &[Attribute],
        sig: &Signature,
        owner: Option<&Ident>,
        name: String,
    ) -> syn::Result<TokenStream> {
        self.take(name.clone(), sig.ident.span())?;
        let Adapter { closure, checks, notes } = self.adapter(attrs, sig, owner)?;
        let conditions = conditions(attrs);
        let builder = match sig.asyncness {
            Some(_) => quote_spanned!(at(&sig.ident) => async_function),
            None => quote_spanned!(at(&sig.ident) => function),
        };
        let add = quote_spanned!(at(&sig.ident) => package.#builder(#name, #closure));
        Ok(quote! {
            #(#conditions)*
            let package = { #checks #add #notes };
        })
    }

    /// The statement that adds a method to an object.
    fn method(
        &mut self,
        attrs: &[Attribute],
        sig: &Signature,
        ident: &Ident,
        object: &str,
        name: &str,
    ) -> syn::Result<TokenStream> {
        self.take(format!("{object}.{name}"), sig.ident.span())?;
        if let Some(asyncness) = &sig.asyncness {
            let message = "a method is not async: an object is lent for the time of a call only";
            return Err(Error::new(asyncness.span(), message));
        }
        let Adapter { closure, checks, notes } = self.adapter(attrs, sig, Some(ident))?;
        let conditions = conditions(attrs);
        let add = quote_spanned!(at(&sig.ident) => object.method(#name, #closure));
        Ok(quote! {
            #(#conditions)*
            let object = { #checks #add #notes };
        })
    }

    /// The object that a type is.
    fn object_of<'t>(&self, ty: &'t Type) -> Option<&'t Ident> {
        match ty {
            Type::Paren(ty) => self.object_of(&ty.elem),
            Type::Group(ty) => self.object_of(&ty.elem),
            Type::Path(ty) => {
                ty.path.get_ident().filter(|ident| self.objects.iter().any(|object| object.ident == **ident))
            }
            _ => None,
        }
    }

    /// Whether an object is part of a type otherwise than as `Object<T>`, `ObjectRef` or `ObjectMut`: where.
    fn bare_object(&self, ty: &Type) -> Option<Span> {
        let mut flat = Vec::new();
        flatten(ty.to_token_stream(), &mut flat);
        let is_object = |at: &usize| match &flat[*at] {
            TokenTree::Ident(ident) => self.objects.iter().any(|object| object.ident == *ident),
            _ => false,
        };
        let wrapped = |at: usize| {
            let mut before = flat[..at].iter().rev().map(ToString::to_string);
            let open = before.by_ref().find(|token| !matches!(token.as_str(), "," | "'" | "_" | "static"));
            let around = before.next();
            open.as_deref() == Some("<")
                && matches!(around.as_deref(), Some("Object" | "ObjectRef" | "ObjectMut"))
        };
        (0..flat.len()).find(|at| is_object(at) && !wrapped(*at)).map(|at| flat[at].span())
    }
}

/// All tokens, without the groups that they are in.
fn flatten(tokens: TokenStream, out: &mut Vec<TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => flatten(group.stream(), out),
            other => out.push(other),
        }
    }
}

/// Whether a function is part of the package: it is public and not left out.
fn is_part(vis: &Visibility, options: &Options, sig: &Signature, errors: &mut Errors) -> bool {
    let public = matches!(vis, Visibility::Public(_));
    if options.object {
        errors.add(Error::new(sig.ident.span(), "#[host(object)] is for types"));
    } else if let (false, Some(_)) = (public, &options.name) {
        errors.add(Error::new(sig.ident.span(), "only a public function is part of a host package"));
    } else if public && !options.skip && *"package" == *sig.ident.to_string() {
        errors.add(Error::new(sig.ident.span(), "the macro makes the function `package`"));
    }
    public && !options.skip
}

/// A closure that calls a function of the module with what the border gives, and what comes with it.
struct Adapter {
    closure: TokenStream,
    /// Statements that fail to compile, at the type, if a type does not cross.
    checks: TokenStream,
    /// Calls of the builder for documentation.
    notes: TokenStream,
}

/// A parameter as a closure takes it and hands it on.
struct Parameter {
    declared: TokenStream,
    passed: TokenStream,
    check: Option<TokenStream>,
}

impl Package {
    fn adapter(&self, attrs: &[Attribute], sig: &Signature, owner: Option<&Ident>) -> syn::Result<Adapter> {
        let refused = |at: Span, what: &str| Err(Error::new(at, what));
        if sig.generics.type_params().next().is_some() || sig.generics.const_params().next().is_some() {
            return refused(sig.generics.span(), "a function of a host package has no type parameters");
        }
        if matches!(sig.safety, syn::Safety::Unsafe(_)) {
            return refused(sig.ident.span(), "an unsafe function is no part of a host package");
        }
        let (mut parameters, mut names, mut first) = (Vec::new(), Vec::new(), true);
        for input in &sig.inputs {
            let n = parameters.len();
            match input {
                FnArg::Receiver(receiver) => {
                    parameters.push(receiver_parameter(receiver, owner)?);
                    continue;
                }
                FnArg::Typed(input) => {
                    let name = format_ident!("purlin_arg{n}");
                    let is_async = sig.asyncness.is_some();
                    let ty = resolved(input.ty.to_token_stream(), owner);
                    let ty: Type = syn::parse2(ty)?;
                    if first && is_context(&ty, self) {
                        if is_async {
                            let what = "an async function gets owned values, and neither state nor call";
                            return refused(input.ty.span(), what);
                        }
                        parameters.push(Parameter {
                            declared: quote!(#name: #ty),
                            passed: quote!(#name),
                            check: None,
                        });
                    } else {
                        names.push(match &*input.pat {
                            Pat::Ident(pat) => plain(&pat.ident),
                            _ => String::new(),
                        });
                        parameters.push(self.parameter(&name, &ty, input.ty.span(), is_async)?);
                    }
                    first = false;
                }
            }
        }
        let most = MOST_PARAMETERS - usize::from(sig.receiver().is_some());
        if names.len() > most {
            return refused(sig.inputs.span(), &format!("more than {most} parameters do not cross"));
        }
        self.assemble(attrs, sig, owner, &parameters, &names)
    }

    /// A parameter that is no state.
    fn parameter(&self, name: &Ident, ty: &Type, at: Span, is_async: bool) -> syn::Result<Parameter> {
        let refused = |what: &str| Err(Error::new(at, what));
        if let Type::Reference(reference) = ty {
            let object = self.object_of(&reference.elem);
            if is_async {
                return refused("an async function gets owned values: what is lent does not outlast a call");
            }
            return match (object, &reference.mutability) {
                (Some(object), None) => Ok(Parameter {
                    declared: quote!(#name: ::purlin::ObjectRef<'_, #object>),
                    passed: quote!(&*#name),
                    check: None,
                }),
                (Some(object), Some(_)) => Ok(Parameter {
                    declared: quote!(mut #name: ::purlin::ObjectMut<'_, #object>),
                    passed: quote!(&mut *#name),
                    check: None,
                }),
                (None, None) if is_lent(&reference.elem) => Ok(plain_parameter(name, ty, at)),
                (None, None) => refused("a host function is lent &str, &[u8] and objects; others are owned"),
                (None, Some(_)) => {
                    refused("&mut is for the first parameter, the state of the isolate, and for objects")
                }
            };
        }
        if let Some(object) = self.object_of(ty) {
            return Ok(Parameter {
                declared: quote!(#name: ::purlin::Object<#object>),
                passed: quote!(::purlin::Object::into_inner(#name).expect("what crossed is there")),
                check: None,
            });
        }
        if self.bare_object(ty).is_some() {
            return refused("an object is part of another type as purlin::Object<T>");
        }
        Ok(plain_parameter(name, ty, at))
    }

    fn assemble(
        &self,
        attrs: &[Attribute],
        sig: &Signature,
        owner: Option<&Ident>,
        parameters: &[Parameter],
        names: &[String],
    ) -> syn::Result<Adapter> {
        let declared = parameters.iter().map(|p| &p.declared);
        let passed = parameters.iter().map(|p| &p.passed);
        let mut checks: TokenStream = parameters.iter().filter_map(|p| p.check.clone()).collect();
        let ident = &sig.ident;
        let function = match owner {
            Some(owner) => quote!(#owner::#ident),
            None => quote!(#ident),
        };
        let mut call = quote!(#function(#(#passed),*));
        if sig.asyncness.is_some() {
            call = quote!(#call.await);
        }
        if let ReturnType::Type(_, written) = &sig.output {
            let ty: Type = syn::parse2(resolved(written.to_token_stream(), owner))?;
            if borrows(&ty) {
                return Err(Error::new(written.span(), "a result that crosses is owned: it borrows nothing"));
            }
            if self.object_of(&ty).is_some() {
                call = quote!(::purlin::Object::new(#call));
            } else if within(&ty, &["Result", "Option"]).is_some_and(|ty| self.object_of(ty).is_some()) {
                call = quote!(#call.map(::purlin::Object::new));
            } else if self.bare_object(&ty).is_some() {
                let what = "an object is a result by itself, in a Result or Option, or as purlin::Object<T>";
                return Err(Error::new(written.span(), what));
            } else {
                checks.extend(quote_spanned!(written.span() => purlin_answer::<#ty>();));
            }
        }
        let closure = match sig.asyncness {
            Some(_) => quote!(|#(#declared),*| async move { #call }),
            None => quote!(|#(#declared),*| #call),
        };
        let doc = docs(attrs);
        let doc = (!doc.is_empty()).then(|| quote!(.doc(#doc)));
        let names = (!names.is_empty()).then(|| quote!(.parameters([#(#names),*])));
        Ok(Adapter { closure, checks, notes: quote!(#doc #names) })
    }
}

fn plain_parameter(name: &Ident, ty: &Type, at: Span) -> Parameter {
    let check = Some(quote_spanned!(at => purlin_argument::<#ty>();));
    Parameter { declared: quote!(#name: #ty), passed: quote!(#name), check }
}

fn receiver_parameter(receiver: &syn::Receiver, owner: Option<&Ident>) -> syn::Result<Parameter> {
    let declared = match &receiver.kind {
        syn::ReceiverKind::Value => quote!(#owner),
        syn::ReceiverKind::Reference(_, _, None) => quote!(&#owner),
        syn::ReceiverKind::Reference(_, _, Some(_)) => quote!(&mut #owner),
        _ => return Err(Error::new(receiver.span(), "a method takes self, &self or &mut self")),
    };
    Ok(Parameter { declared: quote!(object: #declared), passed: quote!(object), check: None })
}

/// Whether a first parameter is the state of the isolate, or the call: `&mut` of what is no object.
fn is_context(ty: &Type, package: &Package) -> bool {
    let Type::Reference(reference) = ty else { return false };
    reference.mutability.is_some() && package.object_of(&reference.elem).is_none()
}

/// Whether a reference to this type is lent: to text, or to bytes.
fn is_lent(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) => true,
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| segment.ident == "str"),
        Type::Paren(ty) => is_lent(&ty.elem),
        Type::Group(ty) => is_lent(&ty.elem),
        _ => false,
    }
}

/// Whether a type has a reference with a lifetime other than `'static`.
fn borrows(ty: &Type) -> bool {
    let mut flat = Vec::new();
    flatten(ty.to_token_stream(), &mut flat);
    let words: Vec<String> = flat.iter().map(ToString::to_string).collect();
    let lasting = |at: usize| words[at + 1..].starts_with(&["'".to_string(), "static".to_string()]);
    (0..words.len()).any(|at| words[at] == "&" && !lasting(at))
}

/// The first argument of a type that is called one of the names.
fn within<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|segment| names.iter().any(|name| segment.ident == name))?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// A type as it is written outside of its function: `Self` is the type that it stands for, and lifetimes that
/// have a name there have none.
fn resolved(tokens: TokenStream, owner: Option<&Ident>) -> TokenStream {
    let mut lifetime = false;
    let one = |token: TokenTree| -> TokenTree {
        let after_quote = std::mem::replace(
            &mut lifetime,
            matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
        );
        match token {
            TokenTree::Ident(ident) if after_quote && ident != "static" => {
                Ident::new("_", ident.span()).into()
            }
            TokenTree::Ident(ident) if !after_quote && ident == "Self" => match owner {
                Some(owner) => Ident::new(&owner.to_string(), ident.span()).into(),
                None => ident.into(),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), resolved(group.stream(), owner));
                inner.set_span(group.span());
                inner.into()
            }
            other => other,
        }
    };
    tokens.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests;
