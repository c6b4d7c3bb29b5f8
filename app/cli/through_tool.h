// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"
#include "core/backends/tool_program.h"
#include "core/system/background_task.h"
#include "core/workspace/tool_apply.h"

/// Reads states and applies plans with the user's tofu or terraform.
namespace planlens::cli {

bool isThroughTool(const Project& project);
/// Runs the same command with the user's tool, in place of this program: for commands that change a state which only
/// the tool can access. `command` is one word or two. Returns the exit status if the tool cannot be run.
int runWithTool(const std::string& command, const Project& project, const Arguments& arguments, Output& output,
                const Interrupts& interrupts);
/// Includes the given variables, because a backend may use them.
backends::ToolRun toolRun(const Project& project, const Arguments& arguments, const Interrupts& interrupts);

/// Finds the program that a plan is saved for, concurrently with planning: the one of the options, otherwise the tool
/// if it is used, otherwise the reference.
class ProgramForPlan {
public:
    ProgramForPlan(const Arguments& arguments, const std::filesystem::path& directory);
    /// An error if such a plan cannot be written for the program of the options.
    diags::Result<plans::Program> program(const plans::Plan& plan, const std::optional<backends::Tool>& toolOfState);

private:
    const Arguments& m_arguments;
    std::string_view m_registry;
    system::BackgroundTask<diags::Result<backends::Tool>> m_asked;
};

/// Applies a saved plan, and reports like a normal apply. Prints the plan first unless it was `Already` shown.
enum class Shown { Already, NotYet };
workspace::ToolOutcome applyThrough(const backends::Tool& tool, const Project& project, const Arguments& arguments,
                                    const std::filesystem::path& planFile, Shown plan, Output& output,
                                    const Interrupts& interrupts);

} // namespace planlens::cli
