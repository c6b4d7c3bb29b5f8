// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/why_text.h"

#include "core/configs/config.h"
#include "core/explain/explanation.h"
#include "core/explain/plan_values.h"
#include "core/plans/applied_changes.h"
#include "core/report/text/refactoring_text.h"
#include "core/risk/likely_moves.h"
#include "ui/basics/text.h"
#include "ui/pages/change/configuration_text.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPalette>
#include <QRegularExpression>
#include <QUrl>

#include <utility>

namespace planlens::widgets {

namespace {

/// The number of displayed rows. Further rows are counted.
constexpr int mostRows = 20;

std::string translated(const char* english) {
    return QCoreApplication::translate("planlens::explain::Words", english).toStdString();
}

class WhyText {
    Q_DECLARE_TR_FUNCTIONS(WhyText)

public:
    WhyText(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const masking::Secrets& secrets,
            const QPalette& palette)
        : m_plan(plan)
        , m_change(change)
        , m_secrets(secrets)
        , m_why(explain::explanation(explain::PlanValues(plan), change, translated))
        , m_text(palette.color(QPalette::Text).name())
        , m_dim(theme::surfaces(theme::currentScheme()).dimText.name()) {}

    QString summary() const {
        const std::string details = explain::details(m_change, translated);
        return QStringLiteral("<p>%1 %2</p><p><b>%3</b>%4</p>")
            .arg(mark(m_change), headingHtml(qstring(m_change.address.toString())), text(m_why.summary),
                 details.empty() ? QString() : QString(u' ' % text(details)));
    }

    QString reasons(const risk::LikelyMove* move) {
        if (!m_change.change.generatedConfig.empty())
            row(QStringLiteral("<a href='generated:' style='color:%1'>%2</a>")
                    .arg(m_text, tr("Show its configuration")));
        if (move)
            addMove(*move);
        addCauses();
        addChains();
        addAffected();
        if (m_change.deposed.empty())
            addOthers();
        addKept();
        if (m_change.deposed.empty())
            addConfiguration();
        return m_html;
    }

private:
    /// Masks secrets and formats text in backquotes as code.
    QString text(const std::string& text) const { return withCode(qstring(m_secrets.masked(text))); }
    static QString withCode(const QString& text) {
        static const QRegularExpression quoted(QStringLiteral("`([^`]*)`"));
        QString html = text.toHtmlEscaped();
        return html.replace(quoted, QStringLiteral("<code>\\1</code>"));
    }
    /// Returns the glyph, dimmed if the change is not applied.
    QString mark(const plans::ResourceInstanceChange& change) const {
        const theme::ActionKind kind = theme::listedKind(m_plan, change);
        return QStringLiteral("<code style='color:%1'><b>%2</b></code>")
            .arg(plans::isApplied(m_plan, change.address) ? theme::color(kind, theme::currentScheme()).name() : m_dim,
                 theme::glyph(kind).toHtmlEscaped());
    }
    QString place(const diags::SourceRange& range) const {
        if (range.isEmpty())
            return {};
        const QString file = qstring(range.filename.str());
        return QStringLiteral(" <code>(<a href='edit:%1#%2' style='color:%3'>%4:%2</a>)</code>")
            .arg(QString::fromLatin1(QUrl::toPercentEncoding(file)), QString::number(range.start.line), m_dim,
                 file.toHtmlEscaped());
    }
    static QString originName(plans::Origin origin) {
        switch (origin) {
        case plans::Origin::Configuration:
            return tr("configuration");
        case plans::Origin::Provider:
            return tr("provider");
        case plans::Origin::Operator:
            return tr("this run");
        }
        return {};
    }
    QString link(const addrs::AbsResourceInstance& address) const {
        const QString name = qstring(address.toString());
        return QStringLiteral("<a href='#%1' style='color:%2'><code>%3</code></a>")
            .arg(QString::fromLatin1(QUrl::toPercentEncoding(name)), m_text, name.toHtmlEscaped());
    }
    void heading(const QString& text) { m_html += QStringLiteral("<p style='color:%1'>%2</p>").arg(m_dim, text); }
    void row(const QString& html) { m_html += QStringLiteral("<p style='margin-left:16px'>%1</p>").arg(html); }
    template <typename All, typename Print>
    void rows(const All& all, const Print& print) {
        int shown = 0;
        for (const auto& one : all) {
            if (++shown > mostRows)
                return row(tr("and %n more", nullptr, int(all.size()) - mostRows));
            row(print(one));
        }
    }
    /// Returns a short prefix for the origin of a cause.
    QString whose(plans::Origin origin) const {
        return QStringLiteral("<span style='color:%1'>%2:</span> ").arg(m_dim, originName(origin));
    }

    void addMove(const risk::LikelyMove& move) {
        const bool isSource = m_change.address == move.from;
        const addrs::AbsResourceInstance& other = isSource ? move.to : move.from;
        const plans::ResourceInstanceChange* change = m_plan.changes.resource(other);
        QStringList names;
        for (const std::string& name : move.differing)
            names.append(QStringLiteral("<code>%1</code>").arg(qstring(name).toHtmlEscaped()));
        const QString side = (change ? QString(mark(*change) + u' ') : QString()) + link(other);
        heading(QString(isSource ? tr("Possible rename: %1 is created with the same configuration").arg(side)
                                 : tr("Possible rename: %1 is destroyed and has the same configuration").arg(side)) +
                (names.isEmpty() ? QStringLiteral(".") : tr(", except for %1.").arg(names.join(QStringLiteral(", ")))));
        row(tr("To keep the object, add this block to the root module: <a href='copy:' style='color:%1'>Copy</a>")
                .arg(m_text));
        m_html += QStringLiteral(
                      "<pre style='margin-left:32px; margin-top:0px; margin-bottom:8px; font-family:\'%1\''>%2</pre>")
                      .arg(theme::monospaceFont().family(),
                           qstring(report::movedBlock(move.blockFrom, move.blockTo)).trimmed().toHtmlEscaped());
    }

    void addCauses() {
        const std::vector<plans::Cause>& causes = m_why.causes;
        if (causes.empty() || (m_why.isInferred && causes.front().path.isEmpty())) // the summary contains it already
            return;
        heading(!m_why.isInferred    ? tr("Causes")
                : causes.size() == 1 ? tr("Cause, inferred from the plan file")
                                     : tr("Possible causes, inferred from the plan file"));
        rows(causes, [&](const plans::Cause& cause) -> QString {
            return whose(cause.origin()) + text(explain::phrase(cause, m_change, m_plan.program, translated)) +
                   place(cause.range);
        });
    }

    QString candidates(const std::vector<plans::Cause>& causes) const {
        QStringList phrases;
        for (const plans::Cause& cause : causes)
            phrases.append(whose(cause.origin()) + text(explain::phrase(cause, m_plan.program, translated)));
        return phrases.join(tr(" or "));
    }

    void addChains() {
        bool isFirst = true;
        for (const explain::Chain& chain : m_why.chains) {
            const bool isUnexplained = explain::isUnexplained(m_plan, chain.back()); // the summary says so
            if (chain.size() < 2 && (chain.front().oneOf.empty() || isUnexplained) && chain.front().part.empty())
                continue;
            if (std::exchange(isFirst, false))
                heading(m_why.isInferred ? tr("Root cause, inferred from the plan file") : tr("Root cause"));
            else
                m_html += QStringLiteral("<hr>");
            for (std::size_t i = 1; i < chain.size(); ++i)
                row(step(chain[i], i + 1 == chain.size()));
            for (const explain::Link& root : chain.back().oneOf)
                if (!isUnexplained)
                    row(tr("one of: %1").arg(step(root, true)));
        }
    }

    QString step(const explain::Link& link, bool isRoot) const {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
        QString text = QStringLiteral("◀ ");
        const plans::ResourceInstanceChange* change = instance ? m_plan.changes.resource(*instance) : nullptr;
        if (change)
            text += mark(*change) + u' ';
        if (instance && link.part.empty())
            text += this->link(*instance);
        else
            text += QStringLiteral("<code>%1</code>").arg(qstring(explain::partText(link)).toHtmlEscaped());
        if (!link.candidates.empty())
            text += QStringLiteral(", ") + candidates(link.candidates);
        else if (link.cause)
            text += QStringLiteral(", ") + whose(link.origin) +
                    this->text(change ? explain::phrase(*link.cause, *change, m_plan.program, translated)
                                      : explain::phrase(*link.cause, m_plan.program, translated));
        else if (isRoot && link.isRootVariable() && m_plan.configuration) // plan JSON does not contain the source
            text += QStringLiteral(", ") + whose(link.origin) + variableSource(link);
        return text + place(explain::placeOf(link));
    }

    /// Returns the source of the value of a root module variable.
    QString variableSource(const explain::Link& link) const {
        if (link.origin == plans::Origin::Operator)
            return tr("the value set for this run");
        const auto origin = m_plan.recorded.variableOrigins.find(std::get<plans::NamedValue>(link.subject).name);
        return origin != m_plan.recorded.variableOrigins.end() &&
                       origin->second.kind == plans::VariableOrigin::Kind::DefaultFile
                   ? tr("the value in the variables file")
                   : tr("its default");
    }

    void addAffected() {
        if (m_why.affects.empty())
            return;
        heading(tr("Affects %n change(s)", nullptr, int(m_why.affects.size())));
        rows(m_why.affects, [&](const explain::Affected& affected) -> QString {
            const plans::ResourceInstanceChange& other = *m_plan.changes.resource(affected.address);
            return QStringLiteral("▶ ") + mark(other) + u' ' + link(affected.address) + QStringLiteral(": ") +
                   text(explain::affectedText(affected, translated));
        });
    }

    void addOthers() {
        const std::vector<explain::Cause> causes = explain::causes(m_plan, m_change.address);
        if (causes.empty())
            return;
        heading(tr("Also depends on"));
        rows(causes, [&](const explain::Cause& cause) -> QString {
            const plans::ResourceInstanceChange& other = *m_plan.changes.resource(cause.address);
            return QStringLiteral("◀ ") + mark(other) + u' ' + link(cause.address) + u' ' +
                   theme::phrase(theme::actionKind(other)) + place(cause.range);
        });
    }

    void addKept() {
        if (m_change.unchanged.empty())
            return;
        heading(tr("Unchanged although configured differently"));
        rows(m_change.unchanged, [&](const plans::UnchangedReason& kept) -> QString {
            return whose(kept.origin()) + text(explain::phrase(kept, translated)) + place(kept.range);
        });
    }

    void addConfiguration() {
        const configs::Resource* resource =
            m_plan.configuration ? m_plan.configuration->resource(m_change.address.containing().config()) : nullptr;
        if (!resource)
            return;
        std::vector<diags::SourceRange> deciding;
        for (const plans::Cause& cause : m_why.causes)
            deciding.push_back(cause.range);
        const QString block = configurationHtml(m_plan.configuration->sources, resource->range, deciding, m_secrets);
        if (block.isEmpty())
            return;
        heading(tr("Configuration") + place(resource->range));
        m_html += block + QStringLiteral("<p></p>");
    }

    const plans::Plan& m_plan;
    const plans::ResourceInstanceChange& m_change;
    const masking::Secrets& m_secrets;
    const explain::Explanation m_why;
    const QString m_text, m_dim;
    QString m_html;
};

} // namespace

WhyHtml whyHtml(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const QPalette& palette,
                const risk::LikelyMove* move, const masking::Secrets& secrets) {
    WhyText text(plan, change, secrets, palette);
    return {text.summary(), text.reasons(move)};
}

QString headingHtml(const QString& address) {
    return QStringLiteral("<a href='copy-address:' title='%1' style='color:%2; text-decoration:none'>"
                          "<code><b>%3</b></code></a>")
        .arg(WhyText::tr("Click to copy the address"), theme::surfaces(theme::currentScheme()).text.name(),
             address.toHtmlEscaped());
}

} // namespace planlens::widgets
