// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"
#include "core/backends/tool_program.h"
#include "core/system/background_task.h"
#include "core/workspace/tool_apply.h"

/// States that are read, and plans that are applied, by the user's own tofu or terraform.
namespace planlens::cli {

bool isThroughTool(const Project& project);
/// What was given for variables too, as a backend may use them.
backends::ToolRun toolRun(const Project& project, const Arguments& arguments, const Interrupts& interrupts);

/// The program that a plan is saved for, found out while the plan is made: that of the options, else the tool where
/// there is one, else the reference.
class ProgramForPlan {
public:
    ProgramForPlan(const Arguments& arguments, const std::filesystem::path& directory);
    /// An error where the options name one that such a plan cannot be written for.
    diags::Result<plans::Program> program(const plans::Plan& plan, const std::optional<backends::Tool>& toolOfState);

private:
    const Arguments& m_arguments;
    std::string_view m_registry;
    system::BackgroundTask<diags::Result<backends::Tool>> m_asked;
};

/// Applies a saved plan, and tells as Planlens does. What was planned has been shown where `isShown`.
enum class Shown { Already, NotYet };
workspace::ToolOutcome applyThrough(const backends::Tool& tool, const Project& project, const Arguments& arguments,
                                    const std::filesystem::path& planFile, Shown plan, Output& output,
                                    const Interrupts& interrupts);

} // namespace planlens::cli
