//! `#[derive(HostData)]`: structures and enumerations of a host whose values cross to guests and back; and
//! `#[host_package]`: modules of functions and objects that guests may import. The crate `purlin` re-exports
//! both beside the traits that they implement and the builders that they call, with examples that are tests;
//! of the workspace this crate knows only their paths.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![warn(unreachable_pub)]

mod package;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, FieldsNamed, Generics, Ident, parse_quote};

/// Implements `purlin::HostData`, `purlin::ToGuest` and `purlin::FromGuest`.
///
/// - A structure with named fields is a structure of the guest with the same fields in the same order; names
///   may differ in style (`unit_price` and `UnitPrice`).
/// - A tuple structure with one field crosses as the field does; one with more, as a tuple.
/// - An enumeration without data is an integer of 64 bits in the guest: the place of the variant, from 0.
/// - An enumeration with data is a structure of the guest: the first field, `Kind`, is that integer, and each
///   variant with data has a pointer, which is nil unless the value is of that variant, to the only field of
///   the variant or to a structure of all its fields.
///
/// Each field has a type that crosses too. The crate `purlin` must be known by that name.
///
/// # Errors
/// A union and an enumeration without variants do not compile.
#[proc_macro_derive(HostData)]
pub fn derive_host_data(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a host package of a module, with the import path that it is given: `#[host_package("host/ledger")]`
/// adds a function `package() -> purlin::HostPackage` to the module.
///
/// - A public function is a function of the package, with its name in the guest's style: `unit_price` is
///   `UnitPrice`. `#[host(name = "ID")]` gives another name, `#[host(skip)]` leaves it out. Private functions
///   are the module's own.
/// - A first parameter `&mut S` is the state of the isolate, `&mut Call<'_>` the call. The others are what a
///   function of a host package may have: owned data, `&str`, `&[u8]`, objects.
/// - A type with `#[host(object)]` is a type of objects. Public functions of its `impl` blocks with `self`,
///   `&self` or `&mut self` are methods, where `self` closes the guest's handle; `&mut S` or `&mut Call<'_>`
///   may come after it. Those without are functions of the package with the name of the type at their end:
///   `Account::open` is `OpenAccount`.
/// - Parameters that are `&T`, `&mut T` or `T` of an object of the module are lent or moved, and a result
///   that is `T`, `Option<T>` or `Result<T, E>` is a new object. Inside of other types an object is an
///   `Object<T>`.
/// - An `async fn` is an async function of the package. It has owned parameters only.
/// - Doc comments of the module and of its items document the declarations.
///
/// # Errors
/// What a package cannot have does not compile, and the error points at it.
#[proc_macro_attribute]
pub fn host_package(
    path: proc_macro::TokenStream,
    module: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    package::expand(path.into(), module.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// What the three implementations consist of: the bodies of their functions.
struct Bodies {
    host_type: TokenStream,
    write: TokenStream,
    read: TokenStream,
}

fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Bodies { host_type, write, read } = match &input.data {
        Data::Struct(data) => structure(&input.ident, &data.fields),
        Data::Enum(data) => enumeration(&input.ident, data)?,
        Data::Union(data) => {
            return Err(syn::Error::new(
                data.union_token.span,
                "a union does not cross between host and guest",
            ));
        }
    };
    let name = &input.ident;
    let (_, parameters, _) = input.generics.split_for_impl();
    let implementation = |bound: TokenStream, body: TokenStream| {
        let generics = bounded(&input.generics, &bound);
        let (generics, _, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #generics #bound for #name #parameters #clause { #body }
        }
    };
    let data = implementation(
        quote!(::purlin::HostData),
        quote! {
            fn host_type(types: &mut ::purlin::TypeBuilder) -> ::purlin::HostType { #host_type }
        },
    );
    let to = implementation(
        quote!(::purlin::ToGuest),
        quote! {
            fn write(&self, to: ::purlin::Writer<'_>)
                -> ::core::result::Result<::purlin::Written, ::purlin::DataError> { #write }
        },
    );
    let from = implementation(
        quote!(::purlin::FromGuest),
        quote! {
            fn read(from: ::purlin::Reader<'_>) -> ::core::result::Result<Self, ::purlin::DataError> { #read }
        },
    );
    Ok(quote! { #data #to #from })
}

/// The parameters of a type, each with a bound.
fn bounded(generics: &Generics, bound: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(#bound));
    }
    generics
}

/// A name without the mark of a raw identifier.
fn plain(name: &Ident) -> String {
    let text = name.to_string();
    text.strip_prefix("r#").map(str::to_string).unwrap_or(text)
}

fn structure(name: &Ident, fields: &Fields) -> Bodies {
    match fields {
        Fields::Named(fields) => named(name, fields),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let ty = &fields.unnamed[0].ty;
            Bodies {
                host_type: quote!(<#ty as ::purlin::HostData>::host_type(types)),
                write: quote!(::purlin::ToGuest::write(&self.0, to)),
                read: quote!(<#ty as ::purlin::FromGuest>::read(from).map(Self)),
            }
        }
        Fields::Unnamed(fields) => {
            let types: Vec<_> = fields.unnamed.iter().map(|field| &field.ty).collect();
            let places = (0..types.len()).map(syn::Index::from);
            Bodies {
                host_type: quote! {
                    ::purlin::HostType::Tuple([#(<#types as ::purlin::HostData>::host_type(types)),*].into())
                },
                write: quote! {
                    let mut fields = to.structure()?;
                    #(fields.field(|to| ::purlin::ToGuest::write(&self.#places, to))?;)*
                    fields.end()
                },
                read: quote! {
                    let mut fields = from.structure()?;
                    Ok(Self(#(<#types as ::purlin::FromGuest>::read(fields.field()?)?),*))
                },
            }
        }
        Fields::Unit => Bodies {
            host_type: structure_type(&plain(name), &[], &[]),
            write: quote!(to.structure()?.end()),
            read: quote!(from.structure().map(|_| Self)),
        },
    }
}

/// The type of a structure with these fields.
fn structure_type(name: &str, names: &[String], types: &[&syn::Type]) -> TokenStream {
    quote! {
        types.structure(::core::any::type_name::<Self>(), #name, |types| {
            let _ = &types;
            ::std::vec![#((
                ::std::string::String::from(#names),
                <#types as ::purlin::HostData>::host_type(types),
            )),*]
        })
    }
}

fn named(name: &Ident, fields: &FieldsNamed) -> Bodies {
    let idents: Vec<&Ident> = fields.named.iter().filter_map(|field| field.ident.as_ref()).collect();
    let names: Vec<String> = idents.iter().map(|ident| plain(ident)).collect();
    let types: Vec<&syn::Type> = fields.named.iter().map(|field| &field.ty).collect();
    Bodies {
        host_type: structure_type(&plain(name), &names, &types),
        write: quote! {
            let mut fields = to.structure()?;
            #(fields.named(#names, |to| ::purlin::ToGuest::write(&self.#idents, to))?;)*
            fields.end()
        },
        read: quote! {
            let mut fields = from.structure()?;
            Ok(Self { #(#idents: <#types as ::purlin::FromGuest>::read(fields.named(#names)?)?),* })
        },
    }
}

fn enumeration(name: &Ident, data: &syn::DataEnum) -> syn::Result<Bodies> {
    if data.variants.is_empty() {
        return Err(syn::Error::new(name.span(), "an enumeration without variants has no value to cross"));
    }
    if data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) {
        return Ok(plain_enumeration(name, data));
    }
    Ok(enumeration_with_data(name, data))
}

fn plain_enumeration(name: &Ident, data: &syn::DataEnum) -> Bodies {
    let text = plain(name);
    let idents: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<String> = idents.iter().map(|ident| plain(ident)).collect();
    let places: Vec<i64> = (0..idents.len() as i64).collect();
    Bodies {
        host_type: quote!(types.enumeration(#text, &[#(#names),*])),
        write: quote! {
            let place: i64 = match self { #(Self::#idents => #places),* };
            ::purlin::ToGuest::write(&place, to)
        },
        read: quote! {
            match <i64 as ::purlin::FromGuest>::read(from)? {
                #(#places => Ok(Self::#idents),)*
                other => Err(::purlin::DataError::new(::std::format!("{other} is no {}", #text))),
            }
        },
    }
}

/// A variant with data: its name, how its fields are taken apart and put together, and their types.
struct Variant<'a> {
    ident: &'a Ident,
    place: i64,
    bindings: Vec<Ident>,
    pattern: TokenStream,
    types: Vec<&'a syn::Type>,
    names: Vec<String>,
}

fn variant(place: usize, variant: &syn::Variant) -> Variant<'_> {
    let ident = &variant.ident;
    let types: Vec<&syn::Type> = variant.fields.iter().map(|field| &field.ty).collect();
    let bindings: Vec<Ident> = (0..types.len()).map(|n| format_ident!("field{n}")).collect();
    let named: Vec<&Ident> = variant.fields.iter().filter_map(|field| field.ident.as_ref()).collect();
    let pattern = match &variant.fields {
        Fields::Named(_) => quote!(Self::#ident { #(#named: #bindings),* }),
        Fields::Unnamed(_) => quote!(Self::#ident(#(#bindings),*)),
        Fields::Unit => quote!(Self::#ident),
    };
    let names = match named.len() {
        0 => (0..types.len()).map(|n| format!("f{n}")).collect(),
        _ => named.iter().map(|name| plain(name)).collect(),
    };
    Variant { ident, place: place as i64, bindings, pattern, types, names }
}

fn enumeration_with_data(name: &Ident, data: &syn::DataEnum) -> Bodies {
    let text = plain(name);
    let variants: Vec<Variant<'_>> = data.variants.iter().enumerate().map(|(n, v)| variant(n, v)).collect();
    let names: Vec<String> = variants.iter().map(|v| plain(v.ident)).collect();
    let kind = format!("{text}Kind");
    let with_data: Vec<&Variant<'_>> = variants.iter().filter(|v| !v.types.is_empty()).collect();
    let fields = with_data.iter().map(|v| {
        let (field, payload) = (plain(v.ident), payload_type(&text, v));
        quote!((::std::string::String::from(#field), ::purlin::HostType::Option(#payload.into())))
    });
    let host_type = quote! {
        types.structure(::core::any::type_name::<Self>(), #text, |types| ::std::vec![
            (::std::string::String::from("kind"), types.enumeration(#kind, &[#(#names),*])),
            #(#fields),*
        ])
    };
    let writes = variants.iter().map(|v| write_variant(v, &with_data));
    let reads = variants.iter().map(|v| read_variant(v, &with_data));
    let count = with_data.len();
    Bodies {
        host_type,
        write: quote! {
            let mut fields = to.structure()?;
            match self { #(#writes)* }
            fields.end()
        },
        read: quote! {
            let mut fields = from.structure()?;
            let kind = <i64 as ::purlin::FromGuest>::read(fields.field()?)?;
            let mut data = ::std::vec::Vec::with_capacity(#count);
            for _ in 0..#count {
                data.push(fields.field()?.option()?);
            }
            let missing = || ::purlin::DataError::new(::std::format!("a {} has no data for its kind", #text));
            match kind {
                #(#reads)*
                other => Err(::purlin::DataError::new(::std::format!("{other} is no kind of {}", #text))),
            }
        },
    }
}

/// The type that the pointer of a variant leads to.
fn payload_type(text: &str, v: &Variant<'_>) -> TokenStream {
    let (types, names) = (&v.types, &v.names);
    if let [only] = &types[..] {
        return quote!(<#only as ::purlin::HostData>::host_type(types));
    }
    let name = format!("{text}{}", plain(v.ident));
    quote! {
        types.structure(
            &::std::format!("{}::{}", ::core::any::type_name::<Self>(), #name),
            #name,
            |types| ::std::vec![#((
                ::std::string::String::from(#names),
                <#types as ::purlin::HostData>::host_type(types),
            )),*],
        )
    }
}

fn write_variant(v: &Variant<'_>, with_data: &[&Variant<'_>]) -> TokenStream {
    let (pattern, place, bindings) = (&v.pattern, v.place, &v.bindings);
    let value = match &bindings[..] {
        [only] => quote!(::purlin::ToGuest::write(#only, to)),
        _ => quote! {{
            let mut fields = to.structure()?;
            #(fields.field(|to| ::purlin::ToGuest::write(#bindings, to))?;)*
            fields.end()
        }},
    };
    let pointers = with_data.iter().map(|other| match other.place == place {
        true => quote!(fields.field(|to| to.some(|to| #value))?;),
        false => quote!(fields.field(|to| to.none())?;),
    });
    quote! {
        #pattern => {
            fields.field(|to| ::purlin::ToGuest::write(&#place, to))?;
            #(#pointers)*
        }
    }
}

fn read_variant(v: &Variant<'_>, with_data: &[&Variant<'_>]) -> TokenStream {
    let (pattern, place, bindings, types) = (&v.pattern, v.place, &v.bindings, &v.types);
    let Some(at) = with_data.iter().position(|other| other.place == place) else {
        return quote!(#place => Ok(#pattern),);
    };
    let fields = match &types[..] {
        [only] => quote!(let field0 = <#only as ::purlin::FromGuest>::read(data)?;),
        _ => quote! {
            let mut fields = data.structure()?;
            #(let #bindings = <#types as ::purlin::FromGuest>::read(fields.field()?)?;)*
        },
    };
    quote! {
        #place => {
            let data = data[#at].ok_or_else(missing)?;
            #fields
            Ok(#pattern)
        }
    }
}
