// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/edits/edited_inputs.h"
#include "core/explain/edits/value_edits.h"
#include "core/explain/summary.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <deque>

/// Roots that are as they were when the state was applied.
namespace planlens::explain {

using plans::NamedValue;
using Status = EditedInputs::Status;
using Steps = std::vector<const plans::Dependency*>;

const EditedInputs& PlanValues::editedInputs() const {
    if (!m_editedInputs)
        m_editedInputs = std::make_shared<const EditedInputs>(m_plan);
    return *m_editedInputs;
}

/// Returns the edited inputs behind the argument or repetition of a cause.
ChainFinder::Tails ChainFinder::editedBehind(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
    constexpr std::size_t most = 256; // named values
    const EditedInputs& inputs = m_values.editedInputs();
    std::vector<Edit> variables;
    std::vector<TextEdit> texts;
    const auto addText = [&](Steps steps, const hcl::ExpressionPtr& expression, const diags::SourceRange& range) {
        if (!range.isEmpty() && inputs.ofText(range) == Status::Edited)
            texts.push_back({{std::move(steps), expression.get()}, inputs.editedIn(range), {}});
    };
    const schemas::ArgumentExpression argument =
        cause.path.isEmpty() ? schemas::ArgumentExpression() : argumentOf(plan(), change, cause.path);
    addText({}, argument.expression, argument.range);
    std::deque<Steps> next;
    std::set<NamedValue> seen;
    const auto add = [&](const Steps& steps, const plans::Dependency* reference) {
        const auto* named = std::get_if<NamedValue>(&reference->dependency);
        if (named && seen.size() < most && seen.insert(*named).second) {
            next.push_back(steps);
            next.back().push_back(reference);
        }
    };
    for (const plans::Dependency* reference : m_values.dependencies().of(change.address))
        if (cause.path.isEmpty() || areRelated(reference->dependentPath, cause.path) ||
            isInside(reference->range, argument.range))
            add({}, reference);
    for (; !next.empty(); next.pop_front()) {
        const Steps steps = next.front();
        const NamedValue named = std::get<NamedValue>(steps.back()->dependency);
        if (named.kind == NamedValue::Kind::Variable && named.module.isRoot()) {
            if (inputs.ofVariable(named.name, {}) == Status::Edited)
                variables.push_back({steps, inputs.editedPart(named.name), values::Value::dynamicUnknown(), {}, {}});
            continue;
        }
        const Definition definition = definitionOf(plan(), named);
        addText(steps, definition.expression, definition.range);
        for (const plans::Dependency* reference : m_values.dependencies().of(named))
            add(steps, reference);
    }
    std::vector<const Edit*> found;
    for (const Edit& edit : variables)
        found.push_back(&edit);
    std::vector<Chain> chains = chainsTo(found);
    std::ranges::move(chainsTo(texts, change.address), std::back_inserter(chains));
    Tails tails;
    if (chains.size() == 1 && chains.front().size() == 1 &&
        chains.front().front().subject == plans::DependencyEnd(change.address))
        tails.place = chains.front().front().place;
    else if (chains.size() == 1)
        tails.chains = std::move(chains);
    else
        for (const Chain& chain : chains)
            tails.oneOf.push_back(chain.back());
    return tails;
}

namespace {

/// Removes those of several places of one value whose lines are not new, if others are.
void keepNew(const EditedInputs& inputs, std::vector<Link>& roots) {
    const auto isNew = [&](const Link& root) { return inputs.isNew(placeOf(root)); };
    const std::vector<Link> all = roots;
    std::erase_if(roots, [&](const Link& root) {
        return !isNew(root) && std::ranges::any_of(all, [&](const Link& other) {
            return other.subject == root.subject && other.part == root.part && isNew(other);
        });
    });
}

/// Moves the place of a root to the lines in it that were edited.
void moveToEdited(const PlanValues& values, Link& root) {
    const EditedInputs& inputs = values.editedInputs();
    if (!root.part.empty() || inputs.isNew(placeOf(root)) || inputs.of(root) != Status::Edited)
        return;
    const auto* named = std::get_if<NamedValue>(&root.subject);
    const diags::SourceRange whole = named ? definitionOf(values.plan(), *named).range : placeOf(root);
    if (const diags::SourceRange edited = inputs.editedIn(whole); !edited.isEmpty() && inputs.isNew(edited))
        root.place = edited;
}

} // namespace

void ChainFinder::removeUnedited(const plans::ResourceInstanceChange& change, std::vector<Chain>& chains) {
    if (!plan().recorded.appliedInputs || m_isInferred)
        return;
    const EditedInputs& inputs = m_values.editedInputs();
    const auto isSame = [&](const Link& root) { return inputs.of(root) == Status::Same; };
    std::vector<Chain> corrected;
    for (Chain& chain : chains) {
        Link& last = chain.back();
        std::vector<Link> left = last.oneOf;
        std::erase_if(left, isSame);
        keepNew(inputs, left);
        const bool areAllSame = last.oneOf.empty() ? isSame(last) : left.empty();
        if (areAllSame && chain.front().cause) {
            Link first = chain.front();
            first.oneOf.clear();
            first.omitted = 0;
            first.place = {};
            if (Tails tails = editedBehind(change, *first.cause); !tails.isEmpty()) {
                std::ranges::move(finished(std::move(first), std::move(tails)), std::back_inserter(corrected));
                continue;
            }
        } else if (left.size() == 1 && last.oneOf.size() > 1) {
            Link root = std::move(left.front());
            last.oneOf.clear();
            last.omitted = 0;
            if (root.subject == last.subject && root.part.empty())
                last.place = root.place;
            else
                chain.push_back(root);
        } else if (!left.empty()) {
            last.oneOf = std::move(left);
        }
        corrected.push_back(std::move(chain));
    }
    for (Chain& chain : corrected)
        if (Link& root = chain.back(); root.oneOf.empty())
            moveToEdited(m_values, root);
    chains = std::move(corrected);
}

} // namespace planlens::explain
