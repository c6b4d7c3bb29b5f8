// SPDX-License-Identifier: MPL-2.0
#include "ui/window/cost_estimate.h"

#include "core/system/environment.h"
#include "core/system/private_directory.h"
#include "ui/basics/background.h"
#include "ui/basics/text.h"
#include "ui/dialogs/program_dialog.h"
#include "ui/session/plan_costs.h"
#include "ui/session/session_result.h"

#include <filesystem>
#include <system_error>

namespace planlens::widgets {

CostEstimate::CostEstimate(QWidget* window)
    : QObject(window)
    , m_window(window) {}

CostEstimate::~CostEstimate() = default;

void CostEstimate::start(const session::Result& result, const QString& planFile) {
    const auto program = system::findProgram("infracost");
    if (!program)
        return Q_EMIT failed(tr("%1 is not installed, or not on the PATH.").arg(QStringLiteral("infracost")));
    const auto folder = std::make_shared<const system::PrivateDirectory>();
    if (folder->path().empty())
        return Q_EMIT failed(tr("No temporary folder can be created."));
    const QString tool = qstring(program->string());
    if (!result.config) // the plan was opened from JSON
        return ask(tool, planFile, folder);
    session::inBackground([plan = result.plan, config = result.config,
                           file = folder->path() / "plan.json"] { return session::savePlanJson(*plan, *config, file); },
                          this,
                          [this, tool, folder](const QString& problem) {
                              if (!problem.isEmpty())
                                  return Q_EMIT failed(problem);
                              ask(tool, QStringLiteral("plan.json"), folder);
                          });
}

void CostEstimate::ask(const QString& program, const QString& plan,
                       const std::shared_ptr<const system::PrivateDirectory>& folder) {
    const ProgramToRun toRun{
        program,
        {QStringLiteral("diff"), QStringLiteral("--path"), plan, QStringLiteral("--format"), QStringLiteral("json"),
         QStringLiteral("--out-file"), QStringLiteral("costs.json"), QStringLiteral("--no-color")},
        qstring(folder->path().string()),
        tr("Estimate costs"),
        tr("Estimate the costs of this plan?"),
        tr("Infracost gets the whole plan, in a temporary file that only you can read and that is "
           "deleted afterwards. It sends the types of resources, and the attributes that determine "
           "prices, to its pricing service. It does not change anything."),
        tr("Estimate"),
        tr("Estimating…")};
    auto* dialog = new ProgramDialog(toRun, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, folder] {
        std::error_code error;
        std::filesystem::remove(folder->path() / "plan.json", error);
        m_folder = folder;
        Q_EMIT finished(qstring((folder->path() / "costs.json").string()));
    });
    dialog->open();
}

} // namespace planlens::widgets
