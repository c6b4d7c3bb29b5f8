// SPDX-License-Identifier: MPL-2.0
#include "core/explain/siblings.h"

#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/explain/summary.h"
#include "core/hcl/syntax.h"

#include <algorithm>

namespace planlens::explain {

using values::Path;

namespace {

/// Returns where a root would be edited; std::nullopt if the plan does not show it.
std::optional<PlanValues::RootPlace> rootPlace(const Link& root) {
    const diags::SourceRange& range = placeOf(root);
    if (range.isEmpty())
        return {};
    const auto* named = std::get_if<plans::NamedValue>(&root.subject);
    return PlanValues::RootPlace{range.filename.str(), range.start.line, range.start.column, root.part,
                                 named ? plans::NamedValue{named->kind, {}, named->name}.toString() : std::string()};
}

/// Whether two attributes changed in the same way: the same value, or the same part of a text.
bool haveSameDifference(const PlanValues::BeforeAfter& a, const PlanValues::BeforeAfter& b) {
    const auto isText = [](const PlanValues::BeforeAfter& one) {
        return isUsable(one.before) && isUsable(one.after) && one.before.type().isString() &&
               one.after.type().isString();
    };
    if (!isText(a) || !isText(b))
        return isSameValue(a.before, b.before) && isSameValue(a.after, b.after);
    const auto parts = [](const PlanValues::BeforeAfter& one) {
        const auto [was, is] = changedParts(one.before.unmarked().asString(), one.after.unmarked().asString());
        return std::pair(std::string(was), std::string(is));
    };
    return parts(a) == parts(b);
}

/// Returns the link to the last object in a chain, which takes its value from the possible roots. Null if none has a
/// cause that other instances can share.
const Link* lastObject(const Chain& chain) {
    using Kind = plans::Cause::Kind;
    const auto found = std::ranges::find_if(chain.rbegin(), chain.rend(), [](const Link& link) {
        return link.cause && std::holds_alternative<addrs::AbsResourceInstance>(link.subject);
    });
    if (found == chain.rend())
        return nullptr;
    const plans::Cause& cause = *found->cause;
    const bool isOfInstance = cause.kind == Kind::Declared || cause.kind == Kind::Undeclared;
    return isOfInstance || (cause.kind == Kind::Argument && !cause.path.isEmpty()) ? &*found : nullptr;
}

/// Returns what an undecided chain, or one that leads to a root, shows of its possible roots.
std::optional<PlanValues::SharedCause> sharedCause(const PlanValues& values, const Chain& chain) {
    const Link* object = lastObject(chain);
    if (!object)
        return {};
    PlanValues::SharedCause shared{*object->cause, {}, {}};
    if (object->cause->kind == plans::Cause::Kind::Argument) {
        const auto difference = values.of(std::get<addrs::AbsResourceInstance>(object->subject), object->cause->path);
        if (!difference)
            return {};
        shared.difference = *difference;
    } else { // the last value that shows how the key was another one
        const auto isText = [](const std::optional<values::Value>& value) {
            return value && isUsable(*value) && value->type().isString();
        };
        const auto different = std::find_if(
            chain.rbegin(), chain.rend(), [&](const Link& link) { return isText(link.before) && isText(link.after); });
        if (different == chain.rend())
            return {};
        shared.difference = {*different->before, *different->after};
    }
    const std::vector<Link>& possible = chain.back().oneOf;
    for (const Link& root : possible.empty() ? std::vector{chain.back()} : possible)
        if (const std::optional<PlanValues::RootPlace> place = rootPlace(root))
            shared.roots.insert(*place);
    return shared;
}

const std::vector<PlanValues::SharedCause>& sharedCauses(const PlanValues& values,
                                                         const plans::ResourceInstanceChange& change) {
    const auto [known, isNew] = values.sharedCauses(change);
    if (isNew)
        for (const Chain& chain : ChainFinder(values).from(change, {}))
            if (std::optional<PlanValues::SharedCause> shared = sharedCause(values, chain))
                known.push_back(*std::move(shared));
    return known;
}

/// Returns the part of an expression that does more with a reference than to pass its value on; empty if none does.
diags::SourceRange partAround(const hcl::Expression& expression, const diags::SourceRange& reference) {
    namespace syntax = hcl::syntax;
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax())
        return partAround(*native, reference);
    const auto* node = dynamic_cast<const syntax::Node*>(&expression);
    const bool isPassing = dynamic_cast<const syntax::ObjectConstructor*>(&expression) ||
                           dynamic_cast<const syntax::TupleConstructor*>(&expression) ||
                           dynamic_cast<const syntax::Parentheses*>(&expression) ||
                           dynamic_cast<const syntax::TemplateWrap*>(&expression);
    if (!node || !isPassing)
        return dynamic_cast<const syntax::ScopeTraversal*>(&expression) ? diags::SourceRange() : expression.range();
    const auto children = node->children();
    const auto part = std::ranges::find_if(
        children, [&](const syntax::Node::Child& child) { return isInside(reference, child.expression->range()); });
    return part != children.end() ? partAround(*part->expression, reference) : diags::SourceRange();
}

/// Returns the expression in which the value of a link is written; null if it is not known.
hcl::ExpressionPtr writtenIn(const PlanValues& values, const Link& link) {
    if (const auto* named = std::get_if<plans::NamedValue>(&link.subject))
        return definitionOf(values.plan(), *named).expression;
    const auto& address = std::get<addrs::AbsResourceInstance>(link.subject);
    const plans::ResourceInstanceChange* change = values.changes().resource(address);
    return change && link.cause ? argumentOf(values.plan(), *change, link.cause->path).expression : nullptr;
}

/// Returns the local value or output that a reference reads, unless it is known to be that of the previous run.
std::optional<Link> writtenValue(const PlanValues& values, const plans::Dependency& reference) {
    using Kind = plans::NamedValue::Kind;
    const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
    if (!named || (named->kind != Kind::Local && named->kind != Kind::Output) ||
        values.isKept(*named, reference.dependencyPath, reference.dependent))
        return {};
    Link link;
    link.subject = *named;
    link.range = reference.range;
    link.place = definitionOf(values.plan(), *named).range;
    return link.place.isEmpty() ? std::nullopt : std::optional(std::move(link));
}

/// Whether instances with different values now had the same one in the last run, which was then hardly that of each of
/// their roots.
bool hadSameValue(const PlanValues& values, const PlanValues::SharedCause& own, const PlanValues::Siblings& siblings) {
    const std::optional<std::string> was = textOf(own.difference.before);
    bool isAnyOther = false;
    const bool areSame = was && was->size() > 1 && !own.difference.before.type().isBool() &&
                         std::ranges::all_of(siblings.changes, [&](const plans::ResourceInstanceChange* one) {
                             const auto other = values.of(one->address, own.cause.path);
                             if (!other || !isUsable(other->before) || !isUsable(other->after))
                                 return false;
                             isAnyOther |= !isSameValue(own.difference.after, other->after);
                             return isSameValue(own.difference.before, other->before);
                         });
    return areSame && isAnyOther;
}

/// Adds the expressions that all instances of an object share to the possible roots of a chain, if all these instances
/// changed and each has another root: an edit of one of them explains all.
void addSharedTexts(const PlanValues& values, Chain& chain) {
    if (!chain.back().oneOf.empty())
        return;
    const Link* object = lastObject(chain);
    const std::optional<PlanValues::SharedCause> own = object ? sharedCause(values, chain) : std::nullopt;
    if (!own || own->cause.kind != plans::Cause::Kind::Argument || own->roots.empty())
        return;
    const auto& address = std::get<addrs::AbsResourceInstance>(object->subject);
    const auto isNumbered = [](const addrs::ModuleStep& step) { return step.key.isInt(); };
    if (address.key.isInt() || std::ranges::any_of(address.module.path, isNumbered))
        return; // an element that was added or removed moves all others
    const PlanValues::Siblings& siblings = values.siblings(address.config());
    std::size_t others = 0;
    for (const plans::ResourceInstanceChange* sibling : siblings.changes) {
        if (sibling->address == address || sibling->change.before.isNull() || sibling->change.after.isNull())
            continue;
        bool isChanged = false; // by other elements of the same collections
        for (const PlanValues::SharedCause& one : sharedCauses(values, *sibling)) {
            if (one.cause.kind != own->cause.kind || !(one.cause.path == own->cause.path))
                continue;
            const auto isOther = [&](const PlanValues::RootPlace& place) {
                return place.subject == own->roots.begin()->subject && !own->roots.contains(place);
            };
            if (!std::ranges::all_of(one.roots, isOther))
                return;
            isChanged = true;
        }
        if (!isChanged)
            return;
        ++others;
    }
    if (others == 0 || !siblings.areAll)
        return;
    std::vector<Link> shared;
    std::size_t first = 0;
    if (hadSameValue(values, *own, siblings)) {
        first = std::size_t(object - chain.data());
        shared.push_back(chain[first]);
        shared.back().place = chain[first].range;
    }
    for (auto i = std::size_t(object - chain.data()); i + 1 < chain.size(); ++i) {
        const diags::SourceRange& reference = chain[i + 1].range;
        const hcl::ExpressionPtr expression = writtenIn(values, chain[i]);
        const diags::SourceRange part = expression && isInside(reference, expression->range())
                                            ? partAround(*expression, reference)
                                            : diags::SourceRange();
        if (part.isEmpty())
            continue;
        if (shared.empty())
            first = i;
        Link text = chain[i];
        text.place = reference;
        shared.push_back(std::move(text));
        for (const plans::Dependency* other : values.dependencies().of(chain[i].subject))
            if (isInside(other->range, part) && !(other->range == reference))
                if (std::optional<Link> written = writtenValue(values, *other))
                    shared.push_back(*std::move(written));
    }
    if (shared.empty())
        return;
    shared.push_back(chain.back());
    chain.resize(first + 1);
    chain.back().oneOf = std::move(shared);
}

void decide(const PlanValues& values, Chain& chain) {
    std::vector<Link>& possible = chain.back().oneOf;
    const std::optional<PlanValues::SharedCause> own = possible.empty() ? std::nullopt : sharedCause(values, chain);
    if (!own)
        return;
    const auto& address = std::get<addrs::AbsResourceInstance>(lastObject(chain)->subject);
    std::vector<std::size_t> shared(possible.size(), 0); // with how many other instances
    std::size_t others = 0;
    for (const plans::ResourceInstanceChange* sibling : values.siblings(address.config()).changes) {
        if (sibling->address == address)
            continue;
        std::set<std::size_t> same; // possible roots
        for (const PlanValues::SharedCause& one : sharedCauses(values, *sibling))
            if (one.cause.kind == own->cause.kind && one.cause.path == own->cause.path &&
                haveSameDifference(one.difference, own->difference))
                for (std::size_t i = 0; i < possible.size(); ++i)
                    if (const auto place = rootPlace(possible[i]); place && one.roots.contains(*place))
                        same.insert(i);
        for (const std::size_t i : same)
            ++shared[i];
        others += same.empty() ? 0 : 1;
    }
    if (others == 0 || std::ranges::count(shared, others) != 1)
        return;
    Link root = std::move(possible[std::size_t(std::ranges::find(shared, others) - shared.begin())]);
    possible.clear();
    chain.push_back(std::move(root));
}

} // namespace

void decideBySiblings(const PlanValues& values, std::vector<Chain>& chains) {
    if (!values.hasConfiguration()) // without it, the possible roots are those of a guess
        return;
    for (Chain& chain : chains) {
        decide(values, chain);
        addSharedTexts(values, chain);
    }
}

/// The first changes of the instances of a resource in all modules.
const PlanValues::Siblings& PlanValues::siblings(const addrs::ConfigResource& resource) const {
    constexpr std::size_t most = 8; // enough to show what they share
    const auto [found, isNew] = m_siblings.try_emplace(resource);
    if (isNew)
        for (const plans::ResourceInstanceChange* one : changes().instancesOf(resource)) {
            const bool isChanged = one->change.action != plans::Action::NoOp && !one->change.importing;
            found->second.areAll &= isChanged;
            ++found->second.count;
            if (found->second.changes.size() < most && isChanged && one->deposed.empty())
                found->second.changes.push_back(one);
        }
    return found->second;
}

} // namespace planlens::explain
