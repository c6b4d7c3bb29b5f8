// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/several_text.h"

#include "core/plans/plan.h"
#include "ui/basics/change_key.h"
#include "ui/basics/text.h"
#include "ui/models/attribute_rows.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QHash>
#include <QUrl>

#include <array>

namespace planlens::widgets {

namespace {

constexpr qsizetype mostAddresses = 50, mostCompared = 200;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SeveralText)
};

/// An attribute that all compared changes change.
struct Common {
    qsizetype count = 0;
    QString before, after;
    bool isSame = true; // everywhere from the same to the same value
};

QString commonHtml(const std::vector<const plans::ResourceInstanceChange*>& changes, const plans::Plan& plan,
                   const masking::Secrets& secrets) {
    QHash<QString, Common> found;
    QStringList order;
    for (const plans::ResourceInstanceChange* change : changes)
        for (const models::AttributeRow& row : models::attributeRows(plan, *change, secrets).children) {
            if (row.isGap || row.state == models::AttributeRow::State::Unchanged)
                continue;
            Common& common = found[row.name];
            if (common.count++ == 0) {
                common.before = row.before;
                common.after = row.after;
                order.append(row.name);
            }
            common.isSame =
                common.isSame && row.children.empty() && row.before == common.before && row.after == common.after;
        }
    QString html;
    for (const QString& name : std::as_const(order)) {
        const Common& common = found[name];
        if (common.count < qsizetype(changes.size()))
            continue;
        const QString values =
            !common.isSame ? QString()
                           : QStringLiteral(": <code>%1</code> → <code>%2</code>")
                                 .arg(common.before.isEmpty() ? QStringLiteral("null") : common.before.toHtmlEscaped(),
                                      common.after.isEmpty() ? QStringLiteral("null") : common.after.toHtmlEscaped());
        html += QStringLiteral("<p style='margin-left:16px'><code>%1</code>%2</p>").arg(name.toHtmlEscaped(), values);
    }
    return html;
}

} // namespace

QString severalHtml(const plans::Plan& plan, const QStringList& addresses, const masking::Secrets& secrets) {
    std::array<int, theme::allActionKinds.size()> counts{};
    std::vector<const plans::ResourceInstanceChange*> changes;
    const theme::Surfaces& surfaces = theme::surfaces(theme::currentScheme());
    QString list;
    for (const QString& address : addresses) {
        const auto instance = addrs::readAbsResourceInstance(instanceOf(address).toStdString());
        const plans::ResourceInstanceChange* change =
            instance ? plan.changes.resource(*instance, deposedKeyOf(address).toStdString()) : nullptr;
        if (!change)
            continue;
        const theme::ActionKind kind = theme::actionKind(*change);
        ++counts[std::size_t(kind)];
        changes.push_back(change);
        if (qsizetype(changes.size()) <= mostAddresses)
            list +=
                QStringLiteral("<p style='margin-left:16px'>%1 <a href='#%2' style='color:%3'><code>%4</code></a></p>")
                    .arg(theme::glyphHtml(kind), QString::fromLatin1(QUrl::toPercentEncoding(address)),
                         surfaces.text.name(), address.toHtmlEscaped());
    }
    if (qsizetype(changes.size()) > mostAddresses)
        list += QStringLiteral("<p style='margin-left:16px; color:%1'>%2</p>")
                    .arg(surfaces.dimText.name(),
                         Words::tr("and %n more", nullptr, int(qsizetype(changes.size()) - mostAddresses)));
    QStringList parts;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)]; count > 0)
            parts.append(QStringLiteral("%1 %2 %3")
                             .arg(theme::glyphHtml(kind))
                             .arg(count)
                             .arg(theme::word(kind).toHtmlEscaped()));
    QString html = QStringLiteral("<h3>%1</h3><p>%2</p>")
                       .arg(Words::tr("%n change(s) selected", nullptr, int(changes.size())),
                            parts.join(QStringLiteral("&nbsp;&nbsp; ")));
    if (qsizetype(changes.size()) <= mostCompared)
        if (const QString common = commonHtml(changes, plan, secrets); !common.isEmpty())
            html += QStringLiteral("<p style='color:%1'>%2</p>")
                        .arg(surfaces.dimText.name(), Words::tr("All of them change")) +
                    common;
    return html + QStringLiteral("<p style='color:%1'>%2</p>").arg(surfaces.dimText.name(), Words::tr("Changes")) +
           list;
}

} // namespace planlens::widgets
