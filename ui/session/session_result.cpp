// SPDX-License-Identifier: MPL-2.0
#include "ui/session/session_result.h"

#include "core/plans/plan.h"
#include "ui/models/changes/change_facts.h"
#include "ui/models/changes/change_tree_node.h"
#include "ui/models/finding_rows.h"

#include <algorithm>
#include <utility>

namespace planlens::session {

bool Result::hasErrors() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const DiagnosticText& text) { return text.isError; });
}

const plans::Changes& Result::changes() const {
    return plan->changes;
}

masking::Secrets Result::secrets() const {
    return analysis.rows ? analysis.rows->secrets : plan ? masking::secretsOf(*plan) : masking::Secrets();
}

void Result::prepare(masking::Secrets secrets) {
    if (!plan)
        return;
    analysis.likelyMoves = risk::likelyMoves(plan->changes);
    analysis.sameChanges = std::make_shared<const std::vector<diff::SameChange>>(diff::sameChanges(plan->changes));
    const models::FoundByAddress found = models::foundByAddress(analysis.findings);
    analysis.facts = std::make_shared<const models::ChangeFacts>(*plan, found);
    (void)secrets.areIn("what finds them is made when it is first asked for");
    analysis.rows = models::ChangeTreeModel::rowsOf(*plan, std::move(secrets), analysis.sameChanges,
                                                    {models::ChangeOrder::WorstFirst, models::SameRows::Folded}, found,
                                                    config.get());
}

} // namespace planlens::session
