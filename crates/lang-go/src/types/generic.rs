//! Type parameters, substitution, instances of generic types, and type sets.
//!
//! An instance is a [`Named`] of its own, the same for the same arguments. A generic type stands for its
//! instance with its own parameters. The underlying types of new instances are filled in by
//! `Universe::settle`. A type that a generic function declares is generic in that function's parameters.

use purlin_base::map::HashMap;

use purlin_base::{Name, Pos};

use super::{Basic, ChanDir, Interface, NamedId, ParamId, Signature, Term, Type, TypeId, TypeTable};

/// Types nested deeper than this are taken for endless.
const MAX_DEPTH: u32 = 150;
/// More instances of types than this a program does not need.
const MAX_INSTANCES: usize = 20_000;

/// A type parameter.
#[derive(Clone, Debug)]
pub(crate) struct TypeParam {
    pub name: Name,
    pub pos: Pos,
    /// An interface; `None` while it is not resolved.
    pub constraint: Option<TypeId>,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Traits {
    parameterized: bool,
    /// How deep instances nest in it.
    depth: u32,
}

/// Types in the place of type parameters, and what came of it so far.
#[derive(Default, Debug)]
pub(crate) struct Subst {
    map: HashMap<TypeId, TypeId>,
    empty: bool,
}

impl Subst {
    pub(crate) fn new(params: &[TypeId], args: &[TypeId]) -> Subst {
        let map: HashMap<TypeId, TypeId> = params.iter().copied().zip(args.iter().copied()).collect();
        Subst { empty: map.is_empty(), map }
    }
}

impl TypeTable {
    pub(crate) fn new_param(&mut self, name: Name, pos: Pos) -> TypeId {
        let id = self.params.push(TypeParam { name, pos, constraint: None });
        self.intern(Type::TypeParam(id))
    }

    pub(crate) fn param(&self, ty: TypeId) -> Option<&TypeParam> {
        match self.get(ty) {
            Type::TypeParam(id) => Some(&self.params[*id]),
            _ => None,
        }
    }

    pub(crate) fn param_by_id(&self, id: ParamId) -> &TypeParam {
        &self.params[id]
    }

    pub(crate) fn is_param(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::TypeParam(_))
    }

    pub(crate) fn set_constraint(&mut self, param: TypeId, constraint: TypeId) {
        if let Type::TypeParam(id) = *self.get(param) {
            self.params[id].constraint = Some(constraint);
        }
    }

    /// Whether type parameters occur in `ty`.
    pub(crate) fn is_parameterized(&self, ty: TypeId) -> bool {
        self.traits[ty].parameterized
    }

    /// Whether one of these type parameters occurs in `ty`.
    pub(crate) fn mentions(&self, ty: TypeId, params: &[TypeId]) -> bool {
        if !self.is_parameterized(ty) {
            return false;
        }
        let mut found = false;
        self.visit_params(ty, &mut |p| found |= params.contains(&p));
        found
    }

    /// Calls `f` with each type parameter that occurs in `ty`.
    pub(crate) fn visit_params(&self, ty: TypeId, f: &mut dyn FnMut(TypeId)) {
        let mut seen = purlin_base::map::HashSet::default();
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            if !self.is_parameterized(ty) || !seen.insert(ty) {
                continue;
            }
            match self.get(ty) {
                Type::TypeParam(_) => f(ty),
                other => self.parts(other, &mut |t| work.push(t)),
            }
        }
    }

    fn parts(&self, ty: &Type, f: &mut dyn FnMut(TypeId)) {
        match ty {
            Type::Basic(_) | Type::TypeParam(_) => {}
            Type::Array { elem, .. } | Type::Slice(elem) | Type::Pointer(elem) | Type::Chan { elem, .. } => {
                f(*elem);
            }
            Type::Struct(fields) => fields.iter().for_each(|x| f(x.ty)),
            Type::Tuple(types) => types.iter().for_each(|t| f(*t)),
            Type::Generic { args, .. } => args.iter().for_each(|t| f(*t)),
            Type::Signature(sig) => sig.params.iter().chain(&sig.results).for_each(|t| f(*t)),
            Type::Interface(i) => {
                i.methods.iter().for_each(|m| f(m.sig));
                i.terms.iter().flatten().for_each(|t| f(t.ty));
            }
            Type::Map { key, elem } => {
                f(*key);
                f(*elem);
            }
            Type::Named(id) => {
                if let Some(named) = self.named.get(*id) {
                    named.args.iter().for_each(|t| f(*t));
                }
            }
        }
    }

    pub(super) fn traits_of(&self, ty: &Type) -> Traits {
        let mut traits = Traits { parameterized: matches!(ty, Type::TypeParam(_)), depth: 0 };
        self.parts(ty, &mut |t| {
            let part = self.traits[t];
            traits.parameterized |= part.parameterized;
            traits.depth = traits.depth.max(part.depth);
        });
        // Literals count too: an endless type may grow by them alone.
        traits.depth += u32::from(!matches!(ty, Type::Basic(_) | Type::TypeParam(_)));
        traits
    }

    /// Makes `named` generic in these parameters, of which the first `hidden` are those of a function around
    /// it.
    pub(crate) fn make_generic(&mut self, named: NamedId, params: &[TypeId], hidden: usize) {
        let ty = self.named[named].ty;
        self.named[named].args = params.into();
        self.named[named].hidden = hidden;
        self.traits[ty] = Traits { parameterized: !params.is_empty(), depth: 1 };
    }

    /// The generic type that `named` is an instance of, or itself.
    pub(crate) fn origin(&self, named: NamedId) -> NamedId {
        self.named[named].origin.unwrap_or(named)
    }

    /// The instance of a generic type with these arguments, hidden ones included.
    pub(crate) fn instance(&mut self, origin: NamedId, args: &[TypeId]) -> TypeId {
        if *self.named[origin].args == *args {
            return self.named[origin].ty;
        }
        let key = (origin, args.into());
        if let Some(ty) = self.instances.get(&key) {
            return *ty;
        }
        let depth = args.iter().map(|a| self.traits[*a].depth).max().unwrap_or(0);
        if depth > MAX_DEPTH || self.instances.len() > MAX_INSTANCES {
            self.runaway.get_or_insert(origin);
            return Basic::Invalid.ty();
        }
        let id = self.named.next_key();
        let generic = &self.named[origin];
        let (name, pkg, obj, hidden) = (generic.name, generic.pkg, generic.obj, generic.hidden);
        let parameterized = args.iter().any(|a| self.is_parameterized(*a));
        let ty = self.new_named(name, pkg, obj);
        self.traits[ty] = Traits { parameterized, depth: depth + 1 };
        let instance = &mut self.named[id];
        (instance.args, instance.hidden, instance.origin) = (args.into(), hidden, Some(origin));
        self.instances.insert(key, ty);
        self.pending.push(id);
        ty
    }

    /// `ty` with arguments in the place of parameters. New instances wait in `pending`.
    pub(crate) fn subst(&mut self, ty: TypeId, s: &mut Subst) -> TypeId {
        if s.empty || !self.is_parameterized(ty) {
            return ty;
        }
        if let Some(done) = s.map.get(&ty) {
            return *done;
        }
        let new = match self.get(ty).clone() {
            Type::Basic(_) | Type::TypeParam(_) => return ty,
            Type::Array { elem, len } => Type::Array { elem: self.subst(elem, s), len },
            Type::Slice(elem) => Type::Slice(self.subst(elem, s)),
            Type::Pointer(elem) => Type::Pointer(self.subst(elem, s)),
            Type::Chan { dir, elem } => Type::Chan { dir, elem: self.subst(elem, s) },
            Type::Map { key, elem } => Type::Map { key: self.subst(key, s), elem: self.subst(elem, s) },
            Type::Struct(mut fields) => {
                fields.iter_mut().for_each(|f| f.ty = self.subst(f.ty, s));
                Type::Struct(fields)
            }
            Type::Tuple(types) => Type::Tuple(self.subst_all(&types, s)),
            Type::Generic { obj, args } => Type::Generic { obj, args: self.subst_all(&args, s) },
            Type::Signature(sig) => Type::Signature(Signature {
                params: self.subst_all(&sig.params, s),
                results: self.subst_all(&sig.results, s),
                variadic: sig.variadic,
            }),
            Type::Interface(i) => self.subst_interface(i, s),
            Type::Named(id) => {
                let args = self.named[id].args.clone();
                let args = self.subst_all(&args, s);
                let origin = self.origin(id);
                let done = self.instance(origin, &args);
                s.map.insert(ty, done);
                return done;
            }
        };
        let done = self.intern(new);
        s.map.insert(ty, done);
        done
    }

    pub(crate) fn subst_all(&mut self, types: &[TypeId], s: &mut Subst) -> Box<[TypeId]> {
        types.iter().map(|t| self.subst(*t, s)).collect()
    }

    fn subst_interface(&mut self, mut i: Interface, s: &mut Subst) -> Type {
        for method in &mut i.methods {
            method.sig = self.subst(method.sig, s);
        }
        for term in i.terms.iter_mut().flatten() {
            term.ty = self.subst(term.ty, s);
        }
        Type::Interface(i)
    }

    // Type sets ------------------------------------------------------------------------------------------

    /// The constraint of a type parameter.
    pub(crate) fn constraint(&self, ty: TypeId) -> Option<&Interface> {
        self.interface(self.param(ty)?.constraint?)
    }

    /// The terms that a type parameter is restricted to.
    pub(crate) fn terms(&self, ty: TypeId) -> Option<&[Term]> {
        self.constraint(ty)?.terms.as_deref()
    }

    /// Whether `f` holds for `ty`, or if that is a type parameter for all types of its type set, which has
    /// some.
    pub(crate) fn all(&self, ty: TypeId, f: impl Fn(&TypeTable, TypeId) -> bool) -> bool {
        if !self.is_param(ty) {
            return f(self, ty);
        }
        self.terms(ty).is_some_and(|terms| !terms.is_empty() && terms.iter().all(|t| f(self, t.ty)))
    }

    /// The underlying type that all types of a type parameter's type set have. Channels may differ in
    /// direction.
    pub(crate) fn core(&self, ty: TypeId) -> Option<TypeId> {
        let terms = self.terms(ty)?;
        let mut core: Option<TypeId> = None;
        for term in terms {
            let under = self.underlying(term.ty);
            core = match core {
                None => Some(under),
                Some(have) if have == under => core,
                Some(have) => Some(self.narrower(have, under)?),
            };
        }
        core
    }

    /// Of two channel types with the same elements the one with a direction.
    fn narrower(&self, a: TypeId, b: TypeId) -> Option<TypeId> {
        match (self.get(a), self.get(b)) {
            (Type::Chan { dir: da, elem: ea }, Type::Chan { dir: db, elem: eb }) if ea == eb => {
                match (da, db) {
                    (ChanDir::Both, _) => Some(b),
                    (_, ChanDir::Both) => Some(a),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether the types of term `b` are all among those of `a`.
pub(crate) fn includes(types: &TypeTable, a: &Term, b: &Term) -> bool {
    match (a.tilde, b.tilde) {
        (true, _) => types.underlying(a.ty) == types.underlying(b.ty),
        (false, false) => a.ty == b.ty,
        (false, true) => false,
    }
}

/// The types that both lists of terms allow; `None` allows all.
pub(crate) fn intersect(types: &TypeTable, a: Option<Vec<Term>>, b: Option<Vec<Term>>) -> Option<Vec<Term>> {
    let (a, b) = match (a, b) {
        (None, other) | (other, None) => return other,
        (Some(a), Some(b)) => (a, b),
    };
    let mut out: Vec<Term> = Vec::new();
    for x in &a {
        for y in &b {
            let both = if includes(types, x, y) {
                y
            } else if includes(types, y, x) {
                x
            } else {
                continue;
            };
            if !out.contains(both) {
                out.push(both.clone());
            }
        }
    }
    Some(out)
}
