// SPDX-License-Identifier: MPL-2.0
#include "ui/session/session_result.h"

#include "ui/models/change_facts.h"
#include "ui/models/change_tree_node.h"
#include "ui/models/finding_rows.h"
#include "ui/models/text.h"

#include <algorithm>

namespace planlens::session {

bool Result::hasErrors() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [](const DiagnosticText& text) { return text.isError; });
}

void Result::prepare() {
    if (!plan)
        return;
    likelyMoves = risk::likelyMoves(*plan);
    sameChanges = std::make_shared<const std::vector<diff::SameChange>>(diff::sameChanges(*plan));
    models::ChangeFacts::Findings found;
    for (const risk::Finding& finding : findings)
        if (finding.address)
            found.append({qstring(finding.address->toString()), int(finding.severity)});
    facts = std::make_shared<const models::ChangeFacts>(*plan, found);
    rows = models::ChangeTreeModel::rowsOf(*plan, sameChanges, models::ChangeTreeModel::SameRows::Folded, models::findingsByAddress(findings));
    (void)rows->secrets.areIn("what finds them is made when it is first asked for");
}

} // namespace planlens::session
