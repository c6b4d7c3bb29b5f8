// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/drift_text.h"

#include "core/explain/drift.h"
#include "core/plans/plan.h"
#include "ui/basics/text.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/shown_drift.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <set>

namespace planlens::widgets {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DriftText)
};

/// The beginning of a longer value is shown.
constexpr qsizetype longestValue = 400;

QString cell(const QString& text) {
    return QStringLiteral("<td style='padding-right:16px'><code>%1</code></td>")
        .arg((text.size() > longestValue ? QString(text.left(longestValue) % QChar(0x2026)) : text).toHtmlEscaped());
}

} // namespace

QString changedOutsideHtml(const plans::Plan& plan, const addrs::AbsResourceInstance& address,
                           const masking::Secrets& secrets) {
    const auto head = [dim = theme::surfaces(theme::currentScheme()).dimText.name()](const QString& text) {
        return QStringLiteral("<td style='color:%1; padding-right:16px'>%2</td>").arg(dim, text.toHtmlEscaped());
    };
    QString rows;
    std::set<explain::DriftTier> tiers;
    bool isGone = false;
    for (const explain::DriftItem& item : explain::driftItemsOf(plan, address)) {
        if (item.tier == explain::DriftTier::NoEffect)
            continue;
        tiers.insert(item.tier);
        isGone = item.isGone();
        rows += QStringLiteral("<tr>%1%2%3</tr>")
                    .arg(cell(item.isGone() ? Words::tr("(whole object)") : qstring(item.pathText())),
                         cell(item.isGone() ? Words::tr("exists") : models::valueText(item.before, secrets)),
                         cell(item.isGone() ? Words::tr("deleted") : models::valueText(item.after, secrets)));
    }
    if (rows.isEmpty())
        return {};
    return QStringLiteral("<p style='margin-top:16px; margin-bottom:4px'><b>%1</b> %2</p><table><tr>%3%4%5</tr>%6"
                          "</table>")
        .arg(Words::tr("Changed outside of %1 since the last apply.").arg(qstring(plan.program.name())).toHtmlEscaped(),
             models::driftSentence(*tiers.begin(), isGone).toHtmlEscaped(), head(Words::tr("Attribute")),
             head(Words::tr("State")), head(Words::tr("Real object")), rows);
}

} // namespace planlens::widgets
