// SPDX-License-Identifier: MPL-2.0
#include "ui/models/page_rows.h"

#include "core/explain/drift.h"
#include "core/plans/plan.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/basics/time.h"
#include "ui/language/words.h"
#include "ui/models/attribute_rows.h"
#include "ui/theme/action_style.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>

#include <algorithm>
#include <chrono>

namespace planlens::models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Pages)
};

} // namespace

QVector<Row> outputRows(const plans::Plan& plan, const Secrets& secrets) {
    QVector<Row> rows;
    for (const plans::OutputChange& output : plan.changes.outputs()) {
        if (!output.module.isRoot() || output.change.action == plans::Action::NoOp)
            continue;
        const auto text = [&](const values::Value& value) {
            return output.sensitive ? secretMask() : valueText(value, secrets);
        };
        const bool isCreate = output.change.action == plans::Action::Create;
        const bool isDelete = output.change.action == plans::Action::Delete;
        const theme::ActionKind kind = isCreate   ? theme::ActionKind::Create
                                       : isDelete ? theme::ActionKind::Delete
                                                  : theme::ActionKind::Update;
        rows.append(
            {{qstring(output.name), QString(theme::glyph(kind) % u' ' % theme::word(kind)),
              isCreate ? QString() : text(output.change.before), isDelete ? QString() : text(output.change.after)},
             {},
             {},
             Row::Severity::Plain,
             kind});
    }
    return rows;
}

QVector<Row> withAppliedValues(QVector<Row> outputs, const QVector<session::AppliedOutput>& applied) {
    constexpr int name = 0, after = 3;
    QHash<QString, QString> values;
    for (const session::AppliedOutput& output : applied)
        values.insert(output.name, output.value);
    for (Row& row : outputs)
        if (const auto value = values.constFind(row.cells.at(name));
            value != values.cend() && row.action != theme::ActionKind::Delete)
            row.cells[after] = *value;
    return outputs;
}

int driftCount(const plans::Plan& plan) {
    return int(explain::driftCount(plan));
}

QVector<Row> checkRows(const plans::Plan& plan, const masking::Secrets& secrets) {
    QVector<Row> rows;
    const auto word = [](states::CheckStatus status) {
        switch (status) {
        case states::CheckStatus::Unknown:
            return Words::tr("? unknown");
        case states::CheckStatus::Pass:
            return Words::tr("✓ passed");
        case states::CheckStatus::Fail:
            return Words::tr("✗ failed");
        case states::CheckStatus::Error:
            return Words::tr("✗ error");
        }
        return QString();
    };
    const auto severity = [](states::CheckStatus status) {
        return states::hasFailed(status) ? Row::Severity::Error : Row::Severity::Plain;
    };
    for (const auto& [address, check] : plan.checks) {
        if (check.objects.empty())
            rows.append({{word(check.status), qstring(address), {}}, {}, {}, severity(check.status)});
        for (const auto& [object, result] : check.objects) {
            QStringList messages;
            for (const std::string& message : result.failureMessages)
                messages.append(qstring(secrets.masked(message)));
            rows.append({{word(result.status), qstring(object), messages.join(u' ')},
                         qstring(object),
                         {},
                         severity(result.status)});
        }
    }
    // What failed, then what is not known yet.
    const auto rank = [&](const Row& row) {
        return row.severity == Row::Severity::Error ? 0 : row.cells.front() == word(states::CheckStatus::Pass) ? 2 : 1;
    };
    std::ranges::stable_sort(rows, {}, rank);
    return rows;
}

QString failureText(const states::CheckResult& check, const masking::Secrets& secrets) {
    QStringList messages;
    for (const auto& [object, result] : check.objects)
        for (const std::string& message : result.failureMessages)
            messages.append(qstring(secrets.masked(message)));
    messages.removeDuplicates();
    return !messages.isEmpty()                          ? messages.join(u' ')
           : check.status == states::CheckStatus::Error ? Words::tr("The condition could not be evaluated.")
                                                        : Words::tr("The condition is not met.");
}

QVector<Row> diagnosticRows(const QVector<session::DiagnosticText>& diagnostics) {
    QVector<Row> rows;
    for (const session::DiagnosticText& text : diagnostics) {
        QString details = text.summary % QStringLiteral("\n\n");
        if (!text.location.isEmpty())
            details += text.location + QStringLiteral("\n");
        if (!text.excerpt.isEmpty())
            details += text.excerpt + QStringLiteral("\n");
        details += text.detail;
        rows.append(
            {{text.isError ? Words::tr("✗ Error") : Words::tr("! Warning"), text.summary, text.location, text.address},
             text.address,
             details,
             text.isError ? Row::Severity::Error : Row::Severity::Warning});
    }
    return rows;
}

/// Calls usually take less time.
constexpr std::chrono::seconds shownSilence{3};

QVector<Row> pluginRows(std::vector<providers::plugin::Status> plugins) {
    using providers::plugin::Status;
    std::stable_sort(plugins.begin(), plugins.end(), [](const Status& a, const Status& b) {
        if (a.isRunning() != b.isRunning())
            return a.isRunning();
        return a.ended && b.ended && *a.ended > *b.ended;
    });
    const auto clock = [](Status::Clock::time_point time) {
        return localTime(time).toString(QStringLiteral("HH:mm:ss"));
    };
    QVector<Row> rows;
    for (const Status& plugin : plugins) {
        Row row;
        QString state;
        if (plugin.ended) {
            switch (plugin.end) {
            case Status::End::AsAsked:
                state = Words::tr("ended %1").arg(clock(*plugin.ended));
                break;
            case Status::End::Killed:
                state = Words::tr("! killed %1").arg(clock(*plugin.ended));
                row.severity = Row::Severity::Warning;
                break;
            case Status::End::ByItself:
                state = Words::tr("✗ ended: %1, %2").arg(qstring(plugin.ending), clock(*plugin.ended));
                row.severity = Row::Severity::Error;
                break;
            }
        } else if (plugin.calls > 0) {
            state = plugin.calls == 1 ? Words::tr("● 1 call running")
                                      : Words::tr("● %n calls running", nullptr, int(plugin.calls));
            if (const auto silent = duration_cast<std::chrono::milliseconds>(Status::Clock::now() - plugin.lastCall);
                silent >= shownSilence)
                state = Words::tr("%1, no response for %2").arg(state, language::durationText(silent.count()));
        } else {
            state = Words::tr("○ idle since %1").arg(clock(plugin.lastCall));
        }
        QString program = qstring(plugin.executable.string());
        program.replace(QStringLiteral("/./"), QStringLiteral("/"));
        row.cells = {state,
                     qstring(plugin.provider.forDisplay()),
                     plugin.version.empty() ? Words::tr("–") : qstring(plugin.version),
                     QString::number(plugin.process),
                     clock(plugin.since),
                     plugin.package == Status::Package::HashMatched ? Words::tr("✓ hash checked")
                                                                    : Words::tr("! development override, not checked"),
                     program};
        rows.append(std::move(row));
    }
    return rows;
}

QVector<Row> programRows(const QVector<session::Program>& programs) {
    const auto kind = [](session::Program::Kind of) {
        switch (of) {
        case session::Program::Kind::Provider:
            return Words::tr("provider");
        case session::Program::Kind::Provisioner:
            return Words::tr("provisioner");
        case session::Program::Kind::StateTool:
            return Words::tr("state");
        }
        return QString();
    };
    QVector<Row> rows;
    for (const session::Program& program : programs)
        rows.append({{kind(program.kind), program.name, program.version, program.path}, {}, {}, Row::Severity::Plain});
    return rows;
}

} // namespace planlens::models
