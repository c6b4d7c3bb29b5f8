// SPDX-License-Identifier: MPL-2.0
#include "ui/session/force_unlock.h"

#include "core/workspace/state_access.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/open_options.h"

namespace planlens::session {

QVector<DiagnosticText> forceUnlock(const Request& request, const QString& id) {
    const diags::Result<workspace::Project> project =
        workspace::openProject(openOptions(request, workspace::Purpose::Reading));
    if (project->stateDiagnostics.hasErrors())
        return diagnosticTexts(project->stateDiagnostics, {});
    const diags::Result<workspace::OpenedState> opened =
        workspace::openState(*project, unlockedStateOptions(request, *project, {}));
    return diagnosticTexts(opened.isOk() ? opened->state->forceUnlock(id.toStdString()) : opened.diagnostics, {});
}

} // namespace planlens::session
