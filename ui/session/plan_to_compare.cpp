// SPDX-License-Identifier: MPL-2.0
#include "ui/session/plan_to_compare.h"

#include "core/formats/plan_reader.h"
#include "ui/models/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace planlens::session {

namespace {

constexpr qint64 biggest = qint64(4) << 30;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanToCompare)
};

} // namespace

PlanToCompare readPlanToCompare(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) || file.size() > biggest)
        return {nullptr, Words::tr("%1 cannot be read: %2").arg(name, file.errorString())};
    const QByteArray bytes = file.readAll();
    if (bytes.startsWith("PK"))
        return {nullptr, Words::tr("%1 is a saved plan. Write it as JSON to compare with it: tofu show -json %1 > plan.json").arg(name)};
    diags::Result<formats::FinishedPlan> read = formats::readPlanJson({bytes.constData(), std::size_t(bytes.size())});
    if (read.value)
        return {read.value->plan, {}};
    for (const diags::Diagnostic& diagnostic : read.diagnostics)
        if (diagnostic.severity == diags::Severity::Error)
            return {nullptr, QStringLiteral("%1: %2. %3").arg(name, qstring(diagnostic.summary), qstring(diagnostic.detail))};
    return {nullptr, Words::tr("%1 holds no plan.").arg(name)};
}

} // namespace planlens::session
