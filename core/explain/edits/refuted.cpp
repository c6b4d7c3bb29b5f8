// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/edits/other_values.h"
#include "core/explain/edits/value_edits.h"
#include "core/hcl/syntax.h"

#include <algorithm>

/// Roots that other objects of the plan contradict.
namespace planlens::explain {

using plans::NamedValue;
using values::Value;

/// Whether other objects show that the root of a chain did not have its previous value.
bool ChainFinder::isRefuted(const Chain& chain) const {
    const Link& root = chain.back();
    const auto* named = std::get_if<NamedValue>(&root.subject);
    return named && root.part.empty() && root.oneOf.empty() && root.before && root.before->isWhollyKnown() &&
           (named->kind == NamedValue::Kind::Variable || named->kind == NamedValue::Kind::Local) && !isText(root) &&
           witnessesOf(m_values, *named).contradict(root.path, *root.before) == Witnesses::Contradiction::Certain;
}

/// Adds the expressions of a chain to its root if the object depended on a resource that they do not read now: it was
/// perhaps read by one of them. Not if they have branches, which read other values than the last time.
ChainFinder::Tails ChainFinder::orLostReference(const plans::ResourceInstanceChange& change,
                                                const schemas::ArgumentExpression& argument, Tails tails) const {
    const auto branches = [](const hcl::Expression& part) {
        const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(&part);
        return dynamic_cast<const hcl::syntax::Conditional*>(&part) ||
               (call && isOneOf(call->name, {"try", "can", "coalesce", "coalescelist", "lookup"}));
    };
    if (!tails.isOneRoot() || !tails.place.isEmpty() || hasPart(*argument.expression, branches))
        return tails;
    const Chain& chain = tails.chains.front();
    for (const Link& link : chain)
        if (const auto* named = std::get_if<NamedValue>(&link.subject)) {
            const hcl::ExpressionPtr defined = definitionOf(plan(), *named).expression;
            if (named->kind == NamedValue::Kind::Repetition || (defined && hasPart(*defined, branches)))
                return tails;
        } else {
            return tails; // the value of an object
        }
    if (!m_values.hasLostDependency(change.address))
        return tails;
    std::vector<Link> possible = expressionsAlong(chain, change.address, *argument.expression);
    possible.insert(possible.begin(), chain.back());
    Link own;
    own.subject = change.address;
    own.range = own.place = argument.range;
    possible.push_back(std::move(own));
    tails.chains.clear();
    for (Link& root : possible)
        if (std::ranges::none_of(tails.oneOf, [&](const Link& one) { return isSameRoot(one, root); }))
            tails.oneOf.push_back(std::move(root));
    return tails;
}

/// Whether all roots are values that only the explained object shows, through an expression that does not only forward
/// them: the expression may have been edited instead.
bool ChainFinder::mayBeOfTexts(const Tails& tails, const plans::DependencyEnd& holder,
                               const hcl::Expression& expression) const {
    const auto isUnshown = [&](const Link& root) {
        const auto* named = std::get_if<NamedValue>(&root.subject);
        return named && root.part.empty() && root.oneOf.empty() && !isText(root) &&
               (named->kind == NamedValue::Kind::Variable || named->kind == NamedValue::Kind::Local) &&
               !m_values.isShownChanged(*named, root.path, holder);
    };
    const auto computes = [](const hcl::Expression& part) {
        const auto* loop = dynamic_cast<const hcl::syntax::ForExpression*>(&part);
        return (loop && loop->condition) || dynamic_cast<const hcl::syntax::FunctionCall*>(&part) ||
               dynamic_cast<const hcl::syntax::Index*>(&part) ||
               dynamic_cast<const hcl::syntax::BinaryOperation*>(&part);
    };
    if (tails.chains.empty() || !tails.oneOf.empty() || !tails.place.isEmpty() || tails.isElsewhere ||
        std::ranges::any_of(m_values.dependencies().of(holder), isOfInstances)) // these show that something changed
        return false;
    bool isComputed = hasPart(expression, computes);
    for (const Chain& chain : tails.chains) {
        const auto isOfObject = [](const Link& link) { // which shows that something changed
            const auto* named = std::get_if<NamedValue>(&link.subject);
            return !named || named->kind == NamedValue::Kind::Repetition;
        };
        if (!isUnshown(chain.back()) || std::ranges::any_of(chain, isOfObject))
            return false;
        for (const Link& link : chain)
            if (const auto* named = isComputed ? nullptr : std::get_if<NamedValue>(&link.subject))
                if (const hcl::ExpressionPtr defined = definitionOf(plan(), *named).expression)
                    isComputed = hasPart(*defined, computes);
    }
    return isComputed;
}

/// Returns the roots that only together make the previous value, if an edited element or text was found instead: both
/// keys of `table[var.a][var.b]` changed, or the variables of nested conditions.
std::optional<ChainFinder::Tails> ChainFinder::combinedRoots(const plans::ResourceInstanceChange& change,
                                                             const values::Path& attribute,
                                                             const schemas::ArgumentExpression& argument,
                                                             const Value& before, const Value& after,
                                                             const Tails& tails) {
    constexpr std::size_t shortest = 3; // that is hardly an element or literal by chance
    const std::string text = textOf(before).value_or("");
    const auto isSelected = [&](const Link& root) {
        const auto* named = std::get_if<NamedValue>(&root.subject);
        return named && root.oneOf.empty() && (isText(root) || !root.path.isEmpty());
    };
    const bool isOneElement = tails.isOneRoot() && isSelected(tails.chains.front().back());
    if (!before.type().isString() || text.size() < shortest || !isSmall(change) || !tails.place.isEmpty() ||
        (!isOneElement && tails.oneOf.empty()))
        return {};
    const std::vector<Edit> edits = tryCombinedEdits(m_values, change, attribute, argument, before, after);
    if (edits.empty())
        return {};
    Tails combined;
    std::vector<const Edit*> all;
    for (const Edit& edit : edits)
        all.push_back(&edit);
    combined.chains = chainsTo(all);
    return combined;
}

/// Adds the condition of the collection of a `dynamic` block to the roots of added or removed blocks, if it compares
/// something with a literal, and its elements do not show that it was the same.
ChainFinder::Tails ChainFinder::orCondition(const addrs::AbsResourceInstance& holder, const hcl::Expression& collection,
                                            const Value& before, const Value& after, Tails tails) const {
    const auto* loop = dynamic_cast<const hcl::syntax::ForExpression*>(&collection);
    const auto isLiteral = [](const hcl::Expression& part) { return part.asLiteral().has_value(); };
    if (!loop || !loop->condition || !hasPart(*loop->condition, isLiteral) || !isSequence(before) ||
        !isSequence(after) || !mayBeOfTexts(tails, holder, collection))
        return tails;
    const std::optional<Value> all = currentValue(m_values, m_values.dependencies().of(holder), *loop->collection, {});
    const bool isAnyExcluded = all && (isSequence(*all) || isMapping(*all)) && all->size() > after.size();
    if (after.size() <= before.size() && !isAnyExcluded)
        return tails; // the element is gone
    Tails undecided;
    for (const Chain& chain : tails.chains)
        undecided.oneOf.push_back(chain.back());
    Link text;
    text.subject = holder;
    text.range = text.place = loop->condition->range();
    undecided.oneOf.push_back(std::move(text));
    return undecided;
}

/// Adds the expressions that explain the whole argument with another text as possible roots.
ChainFinder::Tails ChainFinder::doubtedByTexts(const plans::ResourceInstanceChange& change,
                                               const values::Path& attribute,
                                               const schemas::ArgumentExpression& argument, Tails tails) const {
    if (m_isInferred || !isSmall(change) || !mayBeOfTexts(tails, change.address, *argument.expression))
        return tails;
    schemas::ArgumentExpression part = argument; // that one expression makes
    while (!part.rest.isEmpty() && !elementAt(*argument.expression, part.rest))
        part.rest = part.rest.prefix(part.rest.size() - 1);
    const values::Path path = attribute.prefix(attribute.size() - argument.rest.size() + part.rest.size());
    const auto values = m_values.of(change.address, path);
    if (!values || !isUsable(values->before) || !isUsable(values->after))
        return tails;
    const std::vector<TextEdit> texts = tryExpressionEdits(m_values, change, path, part, values->before, values->after);
    if (texts.empty())
        return tails;
    Tails doubted;
    const auto add = [&](const Link& root) {
        if (std::ranges::none_of(doubted.oneOf, [&](const Link& other) { return isSameRoot(root, other); }))
            doubted.oneOf.push_back(root);
    };
    for (const Chain& chain : tails.chains)
        add(chain.back());
    for (const Chain& chain : chainsTo(texts, change.address))
        add(chain.back());
    return doubted;
}

/// Returns the texts between an object and a refuted root, and the other values of the expression. One of them was
/// edited instead.
ChainFinder::Tails ChainFinder::insteadOf(const Chain& refuted, const plans::DependencyEnd& holder,
                                          const hcl::Expression& expression) {
    Tails tails;
    const auto add = [&](const Link& root) {
        if (std::ranges::none_of(tails.oneOf, [&](const Link& other) { return isSameRoot(root, other); }))
            tails.oneOf.push_back(root);
    };
    for (const Link& text : expressionsAlong(refuted, holder, expression))
        add(text);
    if (tails.oneOf.empty()) // another value may have been referred to
        for (std::size_t i = 0; i < refuted.size(); ++i) {
            Link reference = refuted[i];
            reference.subject = i == 0 ? holder : refuted[i - 1].subject;
            reference.place = refuted[i].range;
            add(reference);
        }
    Replay replay(m_values, m_values.dependencies().of(holder), expression);
    for (const auto& [named, written] : replay.written()) {
        ValueSource source;
        source.kind = ValueSource::Kind::Reference;
        source.reference = written.steps.back();
        source.range = source.reference->range;
        if (named == std::get<NamedValue>(refuted.back().subject) || m_values.isKept(named, {}, holder))
            continue;
        for (const Chain& chain : followNamed(named, source))
            if (chain.back().oneOf.empty())
                add(chain.back());
    }
    if (tails.oneOf.size() == 1 && !dynamic_cast<const hcl::syntax::ScopeTraversal*>(&expression))
        add(refuted.back()); // several edits may explain it together
    return tails;
}

} // namespace planlens::explain
