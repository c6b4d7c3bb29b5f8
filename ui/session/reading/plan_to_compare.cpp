// SPDX-License-Identifier: MPL-2.0
#include "ui/session/reading/plan_to_compare.h"

#include "core/formats/reading/plan_reader.h"
#include "core/plans/plan.h"
#include "core/providers/builtin/terraform_provider.h"
#include "core/workspace/saved_plan.h"
#include "ui/basics/text.h"
#include "ui/session/reading/plan_file.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace planlens::session {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanToCompare)
};

PlanToCompare problemIn(const QString& name, const diags::Diagnostics& diagnostics) {
    for (const diags::Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == diags::Severity::Error)
            return {nullptr,
                    {},
                    QStringLiteral("%1: %2. %3").arg(name, qstring(diagnostic.summary), qstring(diagnostic.detail))};
    return {nullptr, {}, Words::tr("%1 does not contain a plan.").arg(name)};
}

PlanToCompare found(std::shared_ptr<const plans::Plan> plan, QStringList notes = {}) {
    if (plan->errored)
        notes.prepend(Words::tr("that plan is incomplete because planning failed"));
    return {std::move(plan), notes.join(QStringLiteral("; ")), {}};
}

} // namespace

PlanToCompare readPlanToCompare(const QString& path, const plans::Schemas& schemas, const QString& folder) {
    const QString name = QFileInfo(path).fileName();
    const diags::Result<QByteArray> bytes = readPlanFile(path);
    if (!bytes.value)
        return problemIn(name, bytes.diagnostics);
    const std::string_view content(bytes->constData(), std::size_t(bytes->size()));
    switch (formOf(content)) {
    case FileForm::State:
        return {
            nullptr, {}, Words::tr("%1 is a state, not a plan. Choose a saved plan, or the JSON of one.").arg(name)};
    case FileForm::PlanJson: {
        diags::Result<formats::FinishedPlan> read = formats::readPlanJson(content);
        return read.value ? found(read->plan) : problemIn(name, read.diagnostics);
    }
    case FileForm::SavedPlan:
        break;
    }
    workspace::SchemaSource known(
        [&](const addrs::Provider& provider) -> schemas::ProviderSchemaPtr {
            if (const auto given = schemas.find(provider); given != schemas.end())
                return given->second;
            return provider == addrs::Provider::builtIn("terraform")
                       ? providers::TerraformProvider().schema({}).value.value_or(nullptr)
                       : nullptr;
        },
        folder.toStdString());
    diags::Result<workspace::OpenedPlan> opened = workspace::openPlanWithKnownSchemas(content, known);
    if (!opened.value) {
        PlanToCompare none = problemIn(name, opened.diagnostics);
        if (content.starts_with('{')) // encrypted
            none.problem += QStringLiteral(" ") +
                            Words::tr("Write it as JSON to compare with it: tofu show -json %1 > plan.json").arg(name);
        return none;
    }
    (void)workspace::addConfig(*opened, folder.toStdString(), known); // says which variables are sensitive
    QStringList unknown;
    for (const addrs::Provider& provider : opened->withoutSchema)
        unknown.append(qstring(provider.toString()));
    if (unknown.isEmpty())
        return found(opened->plan);
    return found(opened->plan, {Words::tr("without the schemas of %1, equal arguments may be reported as different; "
                                          "plan once where these providers are installed")
                                    .arg(unknown.join(QStringLiteral(", ")))});
}

} // namespace planlens::session
