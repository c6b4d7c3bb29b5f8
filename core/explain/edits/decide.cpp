// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/edits/key_edits.h"
#include "core/explain/edits/value_edits.h"
#include "core/explain/summary.h"
#include "core/hcl/syntax.h"

#include <algorithm>
#include <span>

/// Possible roots, decided by edits that explain the change.
namespace planlens::explain {

using values::Path;
using values::Value;

namespace {

/// Whether an expression calls a function whose argument cannot be derived from its result.
bool hashes(const hcl::Expression& expression) {
    return hasPart(expression, [](const hcl::Expression& part) {
        const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(&part);
        const std::string_view name = call ? builtInName(call->name) : std::string_view();
        return name.starts_with("md5") || name.starts_with("sha") || name.starts_with("base64sha") || name == "uuidv5";
    });
}

} // namespace

/// Returns the links of the named values that references read one after the other.
Chain ChainFinder::along(std::span<const plans::Dependency* const> references) const {
    Chain steps;
    for (const plans::Dependency* reference : references) {
        Link& link = steps.emplace_back();
        link.subject = reference->dependency;
        link.range = reference->range;
        link.place = definitionOf(plan(), std::get<plans::NamedValue>(link.subject)).range;
    }
    return steps;
}

/// Returns the chains to edited values.
std::vector<Chain> ChainFinder::chainsTo(const std::vector<const Edit*>& edits) {
    std::vector<Chain> found;
    for (const Edit* edit : edits) {
        ValueSource source;
        source.kind = ValueSource::Kind::Reference;
        source.reference = edit->steps.back();
        source.path = edit->path;
        if (edit->before.isKnown())
            source.before = edit->before;
        source.isExact = edit->isExact;
        source.after = edit->after;
        source.range = source.reference->range;
        const Chain steps = along(std::span(edit->steps).first(edit->steps.size() - 1));
        for (Chain& chain : followNamed(edit->edited(), source)) {
            if (isSequence(edit->before) || isMapping(edit->before)) // the rest of the removed element is not known
                chain.front().before = chain.front().after = std::nullopt;
            chain.insert(chain.begin(), steps.begin(), steps.end());
            const auto isSame = [&](const Chain& one) { return isSameRoot(chain.back(), one.back()); };
            const auto same = std::ranges::find_if(found, isSame);
            if (same == found.end()) {
                found.push_back(std::move(chain));
                continue;
            }
            Link& root = same->back();
            const bool isOtherPart = !(root.path == chain.back().path);
            if (isOtherPart || root.before != chain.back().before) // one of several values in the line
                root.before = root.after = std::nullopt;
            while (!isWithin(chain.back().path, root.path))
                root.path = root.path.prefix(root.path.size() - 1);
        }
    }
    return found;
}

/// Returns the chains to edited expressions. `holder`: the object or repetition to which the first one belongs.
std::vector<Chain> ChainFinder::chainsTo(const std::vector<TextEdit>& edits, const plans::DependencyEnd& holder) const {
    std::vector<Chain> found;
    for (const TextEdit& edit : edits) {
        Chain chain = along(edit.evaluated.steps);
        if (chain.empty()) {
            chain.emplace_back().subject = holder;
            chain.back().range = edit.place;
        }
        chain.back().place = edit.place;
        if (std::ranges::none_of(found, [&](const Chain& one) { return isSameRoot(chain.back(), one.back()); }))
            found.push_back(std::move(chain));
    }
    return found;
}

/// Whether a possible root is the text of an expression with references.
bool ChainFinder::isText(const Link& root) const {
    const auto* named = std::get_if<plans::NamedValue>(&root.subject);
    return root.part.empty() && !root.place.isEmpty() &&
           (!named ||
            (named->kind != plans::NamedValue::Kind::Variable && !m_values.dependencies().of(*named).empty()));
}

/// As decided(), by edits of expressions, if no edit of a value explains the difference.
ChainFinder::Tails ChainFinder::decidedByTexts(const std::vector<TextEdit>& texts, const plans::DependencyEnd& holder,
                                               const std::set<plans::NamedValue>& tried,
                                               const hcl::Expression& expression, Tails tails) const {
    tails.place = {}; // unless it is one of these
    tails.isEdited = false;
    const bool isStrong = std::ranges::any_of(texts, [](const TextEdit& one) { return !one.isOfCase; });
    tails = decided(std::move(tails), chainsTo(texts, holder), tried, expression,
                    isStrong ? Evidence::Strong : Evidence::Weak);
    if (tails.chains.size() == 1 && tails.oneOf.empty() && tails.chains.front().size() == 1) {
        const Link& only = tails.chains.front().front();
        if (only.subject == holder && only.part.empty() && only.oneOf.empty()) {
            tails.place = only.place;
            tails.chains.clear();
        }
    }
    return tails.areDecided() ? std::move(tails) : withTexts(std::move(tails), chainsTo(texts, holder));
}

/// Checks the sources of an added or removed key of a `for_each` with the edits that explain it, those that explain
/// most others with it.
ChainFinder::Tails ChainFinder::decidedByEdits(const plans::NamedValue& repetition, const hcl::Expression& expression,
                                               const std::string& key, Tails tails) {
    std::shared_ptr<const KeyEdits>& kept = m_values.keyEdits(repetition);
    if (!kept)
        kept = std::make_shared<KeyEdits>(
            tryKeyEdits(m_values, repetition, expression, m_values.previousKeys(repetition)));
    std::vector<const Edit*> best;
    std::size_t most = 0; // keys
    for (const KeyEdit& edit : kept->found) {
        if (!edit.keys.contains(key) || m_values.isKept(edit.edited(), edit.path, repetition) ||
            (edit.before.isNull() && m_values.hadElement(edit.edited(), edit.path, repetition)))
            continue;
        if (edit.keys.size() > most)
            best.clear();
        most = std::max(most, edit.keys.size());
        if (edit.keys.size() == most)
            best.push_back(&edit);
    }
    const bool areExplained =
        std::ranges::any_of(kept->found, [&](const KeyEdit& edit) { return edit.keys.size() == kept->changed; });
    if (!kept->texts.empty() && !areExplained) {
        constexpr std::size_t several = 4; // such as two renamed keys, which have hardly another root in common
        Tails texts = decidedByTexts(kept->texts, repetition, kept->tried, expression, std::move(tails));
        if (texts.areDecided() || kept->changed < several)
            return texts;
        Tails alone = decidedByTexts(kept->texts, repetition, kept->tried, expression, {});
        return alone.isEmpty() ? std::move(texts) : std::move(alone);
    }
    if (most == kept->changed) // another text does not explain so much
        std::erase_if(tails.chains, [&](Chain& chain) {
            if (!chain.back().oneOf.empty() || !isText(chain.back()))
                return false;
            const Link root = std::move(chain.back());
            chain.pop_back();
            (chain.empty() ? tails.oneOf : chain.back().oneOf).push_back(root);
            return chain.empty();
        });
    tails = decided(std::move(tails), chainsTo(best), kept->tried, expression, Evidence::OfKeys);
    return withTexts(std::move(tails), chainsTo(kept->texts, repetition));
}

/// Checks the sources of a `count` with the edits that explain it.
ChainFinder::Tails ChainFinder::decidedByEdits(const plans::NamedValue& repetition, const hcl::Expression& expression,
                                               const Value& before, Tails tails) {
    if ((tails.isOneRoot() && !mayBeOfTexts(tails, repetition, expression)) || !tails.place.isEmpty() ||
        std::ranges::any_of(m_values.dependencies().of(repetition), isOfInstances))
        return tails; // edits do not change the instances of other resources
    std::shared_ptr<const ValueEdits>& kept = m_values.countEdits(repetition);
    if (!kept)
        kept = std::make_shared<ValueEdits>(tryCountEdits(m_values, repetition, expression, before));
    return decidedBy(*kept, repetition, expression, std::move(tails));
}

/// Whether a resource has so few instances that their expressions can be evaluated often.
bool ChainFinder::isSmall(const plans::ResourceInstanceChange& change) const {
    constexpr std::size_t most = 32;
    return m_values.siblings(change.address.config()).count <= most;
}

/// Whether edits are tried to decide between the sources of an argument: not if a root with its previous value is
/// known, unless that may be wrong.
bool ChainFinder::mayDecide(const plans::ResourceInstanceChange& change, const Value& before,
                            const Tails& tails) const {
    return tails.place.isEmpty() && (!isKnownRoot(tails) || isPartOf(tails, before)) && isSmall(change);
}

/// Whether there is one root, whose previous value is known.
bool ChainFinder::isKnownRoot(const Tails& tails) const {
    return tails.isOneRoot() && tails.chains.front().back().before && !isText(tails.chains.front().back());
}

/// Whether the previous value of the root is a part of the previous text: it is then what the rest of the present text
/// leaves, whatever that was.
bool ChainFinder::isPartOf(const Tails& tails, const Value& before) {
    constexpr std::size_t shortest = 3; // that is hardly in the text by chance
    const std::optional<Value>& root = tails.chains.front().back().before;
    const std::optional<std::string> part = textOf(*root), whole = textOf(before);
    return part && whole && root->type().isString() && part->size() >= shortest && *part != *whole &&
           whole->find(*part) != std::string::npos;
}

/// The same for the value of an argument, or of a part of it.
ChainFinder::Tails ChainFinder::decidedByEdits(const plans::ResourceInstanceChange& change, const Path& attribute,
                                               const schemas::ArgumentExpression& argument, const Value& before,
                                               const Value& after, Tails tails) {
    return decidedBy(tryValueEdits(m_values, change, attribute, argument, before, after), change.address,
                     *argument.expression, std::move(tails));
}

ChainFinder::Tails ChainFinder::decidedBy(const ValueEdits& edits, const plans::DependencyEnd& holder,
                                          const hcl::Expression& expression, Tails tails) {
    if (edits.found.empty() && tails.isOneRoot()) {
        const auto* root = std::get_if<plans::NamedValue>(&tails.chains.front().back().subject);
        if (root && edits.contradicted.contains(*root))
            return textsAlong(tails.chains.front(), holder, expression);
    }
    if (isKnownRoot(tails))
        return tails;
    const bool areInstances = areInstancesRoots(tails, holder);
    if (areInstances && edits.found.empty())
        return tails;
    if (!edits.texts.empty() && edits.found.empty())
        return decidedByTexts(edits.texts, holder, edits.tried, expression, std::move(tails));
    std::vector<const Edit*> found;
    for (const Edit& edit : edits.found)
        found.push_back(&edit);
    const bool isTelling = found.size() == 1 && found.front()->isTelling;
    if (found.empty() && tails.isOneRoot())
        addTextsAlong(tails, holder, expression);
    tails = decided(std::move(tails), chainsTo(found), edits.tried, expression,
                    isTelling ? Evidence::Strong : Evidence::Weak);
    return areInstances ? tails : withTexts(std::move(tails), chainsTo(edits.texts, holder));
}

/// Whether the only chain leads through the instances of another resource or module call, which are others than in the
/// last run: that changes the value even if an expression was edited, too.
bool ChainFinder::areInstancesRoots(const Tails& tails, const plans::DependencyEnd& holder) const {
    if (tails.chains.size() != 1 || !tails.oneOf.empty() || !tails.place.isEmpty())
        return false;
    const plans::DependencyEnd* user = &holder;
    for (const Link& link : tails.chains.front()) {
        const auto* named = std::get_if<plans::NamedValue>(&link.subject);
        if (named && named->kind == plans::NamedValue::Kind::Repetition && plans::repetitionIn(*user) != *named)
            return true;
        user = &link.subject;
    }
    return false;
}

/// Adds the roots of other chains as possible ones.
ChainFinder::Tails ChainFinder::withTexts(Tails tails, const std::vector<Chain>& texts) const {
    if (texts.empty() || !tails.place.isEmpty() || (tails.isOneRoot() && isText(tails.chains.front().back())))
        return tails;
    const bool isOneRoot = tails.isOneRoot();
    const bool isOneChain = tails.chains.size() == 1 && tails.oneOf.empty();
    if (!tails.chains.empty() && !isOneChain)
        return tails;
    if (isOneRoot)
        tails.oneOf = {std::exchange(tails.chains, {}).front().back()};
    std::vector<Link>& possible = tails.chains.empty() ? tails.oneOf : tails.chains.front().back().oneOf;
    for (const Chain& text : texts)
        if (std::ranges::none_of(possible, [&](const Link& root) { return isSameRoot(root, text.back()); }))
            possible.push_back(text.back());
    return tails;
}

/// Adds the expressions of named values along the chain to a root of which only a hash shows that it changed: one of
/// them may have been edited as well.
void ChainFinder::addTextsAlong(Tails& tails, const plans::DependencyEnd& holder,
                                const hcl::Expression& expression) const {
    const Chain& chain = tails.chains.front();
    const Link root = chain.back();
    const auto* named = std::get_if<plans::NamedValue>(&root.subject);
    bool isHashed = hashes(expression);
    for (const Link& link : chain)
        if (const auto* one = std::get_if<plans::NamedValue>(&link.subject))
            if (const hcl::ExpressionPtr defined = definitionOf(plan(), *one).expression)
                isHashed |= hashes(*defined);
    if (!isHashed || !named || root.before || !root.part.empty() || isText(root) ||
        m_values.isShownChanged(*named, {}, holder))
        return;
    std::vector<Link> texts = expressionsAlong(chain, holder, expression);
    std::erase_if(texts, [&](const Link& one) { return one.subject == holder; });
    if (texts.empty())
        return;
    texts.insert(texts.begin(), root);
    tails.chains.clear();
    tails.oneOf = std::move(texts);
}

/// Returns the expressions along a chain, other than references. The first one belongs to `holder`.
std::vector<Link> ChainFinder::expressionsAlong(const Chain& chain, const plans::DependencyEnd& holder,
                                                const hcl::Expression& expression) const {
    std::vector<Link> found;
    const auto isReference = [](const hcl::Expression& one) {
        return dynamic_cast<const hcl::syntax::ScopeTraversal*>(&one) != nullptr;
    };
    const auto add = [&](Link link, const diags::SourceRange& place) {
        link.range = link.place = place;
        found.push_back(std::move(link));
    };
    if (!isReference(expression)) {
        Link own;
        own.subject = holder;
        add(std::move(own), expression.range());
    }
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
        if (const auto* named = std::get_if<plans::NamedValue>(&chain[i].subject))
            if (const hcl::ExpressionPtr defined = definitionOf(plan(), *named).expression;
                defined && !isReference(*defined))
                add(chain[i], defined->range());
    return found;
}

/// Returns the expressions along a chain as possible roots.
ChainFinder::Tails ChainFinder::textsAlong(const Chain& chain, const plans::DependencyEnd& holder,
                                           const hcl::Expression& expression) const {
    Tails tails;
    tails.oneOf = expressionsAlong(chain, holder, expression);
    if (tails.oneOf.size() != 1)
        return tails;
    const Link only = std::exchange(tails.oneOf, {}).front();
    if (only.subject == holder) {
        tails.place = only.place;
        return tails;
    }
    const auto end = std::ranges::find(chain, only.subject, &Link::subject);
    tails.chains.emplace_back(chain.begin(), end).push_back(only);
    return tails;
}

/// Adds the text of the holder to possible roots: it may be new. Not if the root is known to have changed, or decides
/// about instances that are removed, too.
void ChainFinder::addPossibleText(Tails& tails, const plans::DependencyEnd& holder,
                                  const diags::SourceRange& place) const {
    const auto isEvident = [&](const Link& root) {
        const auto* named = std::get_if<plans::NamedValue>(&root.subject);
        const auto decidesRemoved = [&](const plans::Dependency* use) {
            const auto* repetition = std::get_if<plans::NamedValue>(&use->dependent);
            return repetition && repetition->kind == plans::NamedValue::Kind::Repetition &&
                   m_values.hasRemoved(*repetition);
        };
        return !named || m_values.isShownChanged(*named, {}, holder) ||
               std::ranges::any_of(m_values.dependencies().on(*named), decidesRemoved);
    };
    std::vector<Link> possible = tails.oneOf;
    for (const Chain& chain : tails.chains) {
        const std::vector<Link>& roots = chain.back().oneOf;
        possible.insert(possible.end(), roots.begin(), roots.end());
        if (roots.empty())
            possible.push_back(chain.back());
    }
    if (possible.empty() || std::ranges::any_of(possible, isEvident))
        return;
    Link text;
    text.subject = holder;
    text.range = text.place = place;
    if (std::ranges::none_of(possible, [&](const Link& root) { return isSameRoot(root, text); }))
        possible.push_back(std::move(text));
    tails.chains.clear();
    tails.oneOf = std::move(possible);
}

} // namespace planlens::explain
