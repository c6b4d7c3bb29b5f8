// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/edits/other_values.h"
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
