// SPDX-License-Identifier: MPL-2.0
#include "ui/session/open_options.h"

#include "core/system/environment.h"

namespace planlens::session {

workspace::OpenOptions openOptions(const Request& request, workspace::Purpose purpose) {
    using workspace::OpenOptions;
    OpenOptions options;
    options.directory = request.folder.toStdString();
    options.workspace = request.workspace.toStdString();
    options.purpose = purpose;
    for (const QString& file : request.variableFiles)
        options.variables.push_back({configs::VariableArgument::Kind::File, file.toStdString()});
    for (auto it = request.variables.begin(); it != request.variables.end(); ++it)
        options.enteredVariables.emplace(
            it.key().toStdString(),
            configs::GivenVariable{configs::GivenVariable::Source::Interactive, it.value().toStdString(), {}});
    options.missingVariables = OpenOptions::MissingVariables::AreListed;
    options.trust = request.trust == Trust::Given ? OpenOptions::Trust::Given : OpenOptions::Trust::NotGiven;
    if (request.answers == Answers::Estimated && purpose == workspace::Purpose::Planning)
        options.simulated.emplace();
    return options;
}

backends::ToolRun toolRun(const Request& request, std::stop_token stop) {
    backends::ToolRun run{request.folder.toStdString(), system::ownEnvironment(), {}, std::move(stop), {}};
    if (!request.workspace.isEmpty())
        run.environment.push_back("TF_WORKSPACE=" + request.workspace.toStdString());
    // Other users could read entered values on a command line.
    for (auto it = request.variables.begin(); it != request.variables.end(); ++it)
        run.environment.push_back("TF_VAR_" + it.key().toStdString() + "=" + it.value().toStdString());
    return run;
}

workspace::StateOptions unlockedStateOptions(const Request& request, const workspace::Project& project,
                                             std::stop_token stop) {
    workspace::StateOptions options;
    options.paths = project.state.paths;
    options.locking = workspace::StateOptions::Locking::Never;
    options.toolRun = toolRun(request, stop);
    options.stop = std::move(stop);
    return options;
}

} // namespace planlens::session
