// SPDX-License-Identifier: MPL-2.0
#include "app/cli/usage.h"

#include "app/cli/output.h"
#include "core/formats/event_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <map>

namespace planlens::cli {

namespace {

struct CommandHelp {
    std::string_view arguments; // after the options
    std::string_view text;
};

const std::map<std::string_view, CommandHelp>& commandHelp() {
    static const std::map<std::string_view, CommandHelp> all{
        {"plan", {"", "Shows the changes that applying the configuration would make. Makes no changes."}},
        {"apply", {"[PLAN]", "Applies a saved plan. Without one, creates a plan, asks for approval, and applies it."}},
        {"destroy",
         {"", "Plans to destroy all managed objects, asks for approval, and applies the plan. The same as \"apply "
              "-destroy\"."}},
        {"show", {"[FILE]", "Shows a saved plan or a state file. Without a file, shows the current state."}},
        {"import",
         {"ADDRESS ID",
          "Adds an existing object to the state as the resource instance ADDRESS, which the configuration "
          "must have. An import block in the configuration does the same with a plan that you can "
          "review."}},
        {"refresh",
         {"", "Updates the state to match the real objects, without showing a plan. \"apply -refresh-only\" shows the "
              "changes first."}},
        {"report",
         {"PLAN", "Writes a report about a plan, with sensitive values masked everywhere. PLAN is a saved plan, or the "
                  "JSON that \"show -json\" of OpenTofu or Terraform writes; "
                  "- is standard input. Risks are found by built-in rules and by those in .planlens/rules.json in the "
                  "working directory and in planlens/rules.json in your "
                  "configuration directory."}},
        {"projects list",
         {"[DIR]", "Lists the projects of a repository: folders with a backend or cloud block, folders that require or "
                   "configure providers and are not modules, and the projects in planlens.yaml, atlantis.yaml and "
                   "digger.yml. Starts no providers."}},
        {"projects report",
         {"RESULTS...", "Writes a report about the results of \"projects plan\", from any number of machines. The same "
                        "change in many projects is one entry, and projects that differ are named first. Sensitive "
                        "values are masked."}},
        {"projects apply",
         {"RESULTS", "Applies approved plans in the order of their dependencies. A plan is refused if another plan was "
                     "approved, or if files or states have changed since."}},
        {"projects plan",
         {"[DIR]", "Plans the projects of a repository, each in a process of its own, and writes the results to "
                   "RESULTS, a directory or an object store. The same command continues after an interruption: "
                   "finished projects are only "
                   "planned again if their files or their state have changed."}},
        {"why",
         {"[ADDRESS[.attribute]...]", "Explains why changes happen: the root causes, the steps from them to the "
                                      "change, and the changes that depend "
                                      "on it. Plans the configuration, or opens the plan that -plan names. Without "
                                      "addresses, explains all changes. "
                                      "Sensitive values are masked."}},
        {"state list",
         {"[ADDRESS...]",
          "Lists the resource instances in the state: all, or those in the given modules and resources."}},
        {"state mv",
         {"SOURCE DESTINATION", "Moves a resource instance, a resource or a module to another address in the state, or "
                                "to another state file. Objects are not changed. A moved block in the configuration "
                                "does the same with a plan that you can review."}},
        {"state pull", {"", "Prints the state file of the selected workspace as JSON, which \"state push\" accepts."}},
        {"state push",
         {"PATH", "Replaces the state of the selected workspace with the state file PATH; - is standard input. Rejects "
                  "another lineage, an older serial, and other content with the same serial."}},
        {"state replace-provider",
         {"FROM TO", "Changes the provider of all resources of the provider FROM to TO in the state. Asks for "
                     "approval."}},
        {"state rm",
         {"ADDRESS...", "Removes resource instances from the state without destroying their objects. A removed block "
                        "in the configuration does the same with a plan that you can review."}},
        {"state show", {"ADDRESS", "Shows the attributes of one resource instance in the state."}},
        {"taint",
         {"ADDRESS", "Marks a resource instance as tainted, so that the next plan replaces its object. \"plan "
                     "-replace\" does the same without changing the state first."}},
        {"untaint", {"ADDRESS", "Removes the mark of a tainted resource instance, so that plans do not replace it."}},
        {"output", {"[NAME]", "Shows the output values in the state, or the value of one output."}},
        {"validate", {"[DIRECTORY]", "Checks the configuration without reading the state or any real object."}},
        {"providers",
         {"[schema]", "Shows the providers that the configuration and the state require. With \"schema -json\", prints "
                      "the schemas of the providers."}},
        {"graph",
         {"", "Prints the steps of an operation and their order in the DOT language, as OpenTofu does. \"report "
              "-format=dot\" draws the changes of a plan."}},
        {"force-unlock",
         {"LOCK_ID",
          "Removes the lock of a state, such as that of a terminated process. The lock of a running process is "
          "only removed if the state is on a server."}},
        {"workspace delete", {"NAME", "Deletes a workspace with its state, which must have no managed objects."}},
        {"workspace list", {"", "Lists the workspaces of the backend. A star marks the selected one."}},
        {"workspace new", {"NAME", "Creates a workspace with an empty state and selects it."}},
        {"workspace select", {"NAME", "Selects a workspace for the following commands in the working directory."}},
        {"workspace show", {"", "Shows the name of the selected workspace."}},
        {"version",
         {"", "Shows the version of Planlens, the OpenTofu version that it is compatible with, and the selected "
              "providers."}},
    };
    return all;
}

struct OptionHelp {
    std::string_view value; // as displayed after the name
    std::string_view text;
};

const std::map<std::string_view, OptionHelp>& optionHelp() {
    static const std::map<std::string_view, OptionHelp> all{
        {"auto-approve", {"", "Apply without asking for approval"}},
        {"allow-missing", {"", "Succeed with a warning if the resource instance does not exist"}},
        {"backup-out",
         {"=FILE", "Back up the state file of -state-out to FILE (default: its name with the time and the suffix "
                   ".backup)"}},
        {"dry-run", {"", "Show what would change, and leave the state unchanged"}},
        {"ignore-remote-version", {"", "Accepted for compatibility; only the backends remote and cloud use it"}},
        {"json-into", {"=FILE", "Also write what -json prints to FILE"}},
        {"backup",
         {"=FILE",
          "Back up the previous state to FILE (default: the state file with the suffix .backup); - writes no backup"}},
        {"config", {"=DIRECTORY", "Directory of the configuration (default: the working directory)"}},
        {"compact-warnings", {"", "Show only the summaries of warnings, unless there are errors"}},
        {"concise", {"", "Do not show progress"}},
        {"consolidate-errors", {"", "Group similar errors"}},
        {"consolidate-warnings", {"=false", "Do not group similar warnings"}},
        {"deprecation",
         {"=module:WHICH",
          "Which deprecation warnings to show: all (default), local (modules in local directories) or none"}},
        {"destroy", {"", "Plan to destroy all managed objects"}},
        {"detailed-exitcode",
         {"", "Exit with 0 if there are no changes, with 1 on errors, and with 2 if there are changes"}},
        {"exclude",
         {"=ADDRESS", "Exclude a module, a resource or an instance, with everything that depends on it. Repeatable; "
                      "not valid with -target"}},
        {"exclude-file", {"=FILE", "Exclude the addresses in FILE, one per line"}},
        {"force", {"", "Do not ask for confirmation"}},
        {"format",
         {"=FORMAT", "html (default): one self-contained page with search; markdown: a comment for a pull request; "
                     "text: for logs; json: for other programs; sarif, junit: findings, failed checks and diagnostics; "
                     "pdf: the text and the graph; svg, png, mermaid, dot: the graph of the changes. pdf and png are "
                     "drawn by planlens, which must be installed"}},
        {"generate-config-out",
         {"=FILE", "Write configuration for imported objects that have none to FILE, which must not exist"}},
        {"help", {"", "Show this help"}},
        {"id", {"=ID", "List only instances whose attribute \"id\" has this value"}},
        {"input", {"=false", "Accepted for compatibility: planlens-cli does not ask for values of variables"}},
        {"json", {"", "Write events as JSON, one object per line"}},
        {"limit",
         {"=N", "Maximum length of Markdown in characters (default: 65536). Longer reports leave out attributes first, "
                "then the least severe changes"}},
        {"lock", {"=false", "Do not lock the state. Dangerous if the state may be in use"}},
        {"lock-timeout", {"=DURATION", "How long to wait for the lock, such as 30s (default: 0s)"}},
        {"no-color", {"", "Do not use colors"}},
        {"no-tests", {"", "Do not check test files"}},
        {"or-create", {"", "Create the workspace if it does not exist"}},
        {"out", {"=FILE", "Save the plan to FILE"}},
        {"parallelism", {"=N", "Maximum number of concurrent provider operations (default: 10)"}},
        {"plan", {"=FILE", "Show this saved plan"}},
        {"raw", {"", "Print one string, number or boolean without quotes and line break"}},
        {"refresh", {"=false", "Do not read the real objects before planning"}},
        {"refresh-only", {"", "Plan only to update the state to match the real objects"}},
        {"replace", {"=ADDRESS", "Replace this resource instance. Repeatable"}},
        {"show-sensitive", {"", "Show sensitive values"}},
        {"simulate",
         {"=FILE", "Estimate without providers, from the schemas that \"providers schema -json\" wrote to FILE"}},
        {"simulate-cached", {"", "Estimate without providers, from the schemas of the last plan in this directory"}},
        {"simulate-rules",
         {"=FILE", "Attributes that force replacement in an estimate, as JSON: {\"TYPE\": [\"ATTRIBUTE\"]}"}},
        {"state", {"=FILE", "Use this state file instead of the one of the workspace"}},
        {"state-out", {"=FILE", "Write the new state to FILE instead of the state file"}},
        {"suppress-forget-errors", {"", "Do not fail if a destroy leaves forgotten objects behind"}},
        {"target",
         {"=ADDRESS", "Plan only a module, a resource or an instance, with everything that it depends on. Repeatable; "
                      "not valid with -exclude"}},
        {"target-file", {"=FILE", "Target the addresses in FILE, one per line"}},
        {"test-directory", {"=DIRECTORY", "Directory of test files (default: tests)"}},
        {"tool",
         {"=PROGRAM",
          "The tofu or terraform program that reads and writes a state that Planlens cannot access itself"}},
        {"tool-version", {"=VERSION", "Save the plan for this version of OpenTofu or Terraform"}},
        {"type", {"=TYPE", "Operation: plan (default), plan-refresh-only, plan-destroy or apply (default with -plan)"}},
        {"var", {"=NAME=VALUE", "Set a variable of the root module. Repeatable"}},
        {"var-file", {"=FILE", "Read values of variables from FILE. Repeatable"}},
    };
    return all;
}

/// The options of the commands for many projects.
const std::map<std::string_view, OptionHelp>& projectsOptionHelp() {
    static const std::map<std::string_view, OptionHelp> all{
        {"changed-since",
         {"=REF", "Only projects that are affected by changes since this git commit, branch or tag, including "
                  "uncommitted ones"}},
        {"fresh", {"", "Plan all projects again, even if their files and states are unchanged"}},
        {"jobs", {"=N", "Number of processes that plan at the same time (default: the number of processors)"}},
        {"mode", {"=MODE", "normal (default), refresh-only to find drift, or destroy"}},
        {"order",
         {"=ORDER", "duration (default): the longest first, by the last results; dependencies: after the projects that "
                    "a project depends on"}},
        {"project",
         {"=PATTERN", "Only projects whose name or directory matches, such as \"teams/*/prod\". Repeatable"}},
        {"shard",
         {"=I/N", "Plan the I-th of N equal shares of the projects; auto: the share of this job, from the variables of "
                  "Kubernetes, Slurm, GitLab, CircleCI or Buildkite"}},
        {"timeout", {"=DURATION", "Stop planning a project after this time, such as 10m. It counts as failed"}},
        {"approvals", {"=FILE", "The approved plans: JSON with the hash of the plan of each project; required"}},
        {"keep-going", {"", "Go on after a failure, without the projects that depend on the failed one"}},
        {"list", {"=FILE", "Also report the projects in FILE that have no result; \"projects list -json\" writes it"}},
        {"root", {"=DIR", "The repository (default: the working directory)"}},
    };
    return all;
}

/// Options that have a text of their own for a command, by "COMMAND NAME". An entry without text is hidden: the option
/// is an error there.
const std::map<std::string_view, OptionHelp>& commandOptionHelp() {
    static const std::map<std::string_view, OptionHelp> all{
        {"refresh destroy", {"", "Accepted for compatibility"}},
        {"refresh refresh", {"", "Accepted for compatibility"}},
        {"refresh refresh-only", {"", "Accepted for compatibility"}},
        {"refresh replace", {"=ADDRESS", "Accepted for compatibility"}},
        {"destroy destroy", {}},
        {"destroy refresh-only", {}},
        {"plan backup", {"=FILE", "Accepted for compatibility: a plan writes no state"}},
        {"plan result",
         {"=DIRECTORY", "Write the JSON of the plan and a masked review to DIRECTORY, which must exist, for \"projects "
                        "report\""}},
        {"plan state-out", {"=FILE", "Accepted for compatibility: a plan writes no state"}},
        {"apply result",
         {"=DIRECTORY", "Record in DIRECTORY, the folder of a result of \"projects plan\", that its plan has been "
                        "applied"}},
        {"output json", {"", "Print JSON. Sensitive values are shown"}},
        {"providers json", {"", "Print JSON; required with \"schema\""}},
        {"graph draw-cycles", {"", "Accepted for compatibility: a cycle is an error"}},
        {"graph module-depth", {"=NUMBER", "Accepted for compatibility"}},
        {"graph plan", {"=FILE", "Draw this saved plan"}},
        {"graph verbose", {"", "Draw the steps that close providers"}},
        {"report cost",
         {"=FILE", "Show the monthly costs in FILE, the JSON of \"infracost breakdown\" or \"infracost diff\""}},
        {"report findings",
         {"=FILE", "Show the findings of another tool in FILE: SARIF, or the JSON of checkov, trivy or conftest. "
                   "Repeatable"}},
        {"projects apply jobs", {"=N", "Number of projects that are applied at the same time (default: 1)"}},
        {"projects report format",
         {"=FORMAT", "html (default): one self-contained page; markdown: a comment for a pull request; json, sarif, "
                     "junit; prometheus: metrics"}},
        {"projects report limit",
         {"=N", "Maximum length of Markdown in characters (default: 65536). Longer reports leave out attributes first, "
                "then the last groups of changes"}},
        {"projects report out", {"=FILE", "Write the report to FILE instead of standard output"}},
        {"projects plan out",
         {"=RESULTS", "Directory of the results, or an object store: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or "
                      "azblob://ACCOUNT/CONTAINER/PREFIX; required"}},
        {"projects plan with-plans", {"", "Write the saved plans to an object store too. They contain secrets"}},
        {"projects list json", {"", "Print one JSON object"}},
        {"projects list out", {"=RESULTS", "The results of \"projects plan\", in which the shares are recorded"}},
        {"projects list shard",
         {"=I/N", "List the projects that \"projects plan\" with the same -shard and -out plans; auto: see there"}},
        {"report out", {"=FILE", "Write the report to FILE instead of standard output"}},
        {"show json", {"", "Print JSON. Sensitive values are shown"}},
        {"show state", {"", "Show the current state, which is the default"}},
        {"state mv backup",
         {"=FILE",
          "Back up the previous state to FILE (default: the state file with the time and the suffix .backup)"}},
        {"state mv state-out", {"=FILE", "Move to this state file instead of within the state"}},
        {"state replace-provider auto-approve", {"", "Replace the provider without asking for approval"}},
        {"state replace-provider backup",
         {"=FILE",
          "Back up the previous state to FILE (default: the state file with the time and the suffix .backup)"}},
        {"state push force", {"", "Do not compare lineage, serial and content with the current state"}},
        {"state rm backup",
         {"=FILE",
          "Back up the previous state to FILE (default: the state file with the time and the suffix .backup)"}},
        {"show config", {"", "Show the configuration; requires -json"}},
        {"show module", {"=DIRECTORY", "Show the module in this directory on its own; requires -json"}},
        {"state show json", {"", "Print JSON. Sensitive values are shown"}},
        {"why json", {"", "Print one JSON object"}},
        {"why plan", {"=FILE", "Explain this saved plan or plan JSON instead of planning; - is standard input"}},
        {"validate json", {"", "Print JSON"}},
        {"validate simulate",
         {"=FILE", "Validate without providers, by the schemas that \"providers schema -json\" wrote to FILE"}},
        {"validate simulate-cached",
         {"", "Validate without providers, by the schemas of the last plan in this directory"}},
        {"workspace delete force", {"", "Delete the workspace even if its state has managed objects"}},
        {"workspace new state", {"=FILE", "Copy this state file into the new workspace"}},
        {"version json", {"", "Print JSON"}},
    };
    return all;
}

OptionHelp helpOf(std::string_view command, std::string_view option) {
    if (const auto found = commandOptionHelp().find(fmt::format("{} {}", command, option));
        found != commandOptionHelp().end())
        return found->second;
    for (const auto* texts : {&optionHelp(), &projectsOptionHelp()})
        if (const auto found = texts->find(option); found != texts->end())
            return found->second;
    return {};
}

/// Wraps to lines of at most 80 characters; indents all but the first.
std::string wrapped(std::string_view text, std::size_t indent) {
    constexpr std::size_t width = 80;
    std::string out;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (column > indent && column + 1 + word.size() > width) {
            out += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    return out;
}

std::string optionsText(std::string_view command, const std::vector<OptionSpec>& options) {
    constexpr std::size_t column = 31;
    std::map<std::string_view, OptionHelp> supported;
    for (const OptionSpec& option : options)
        if (const OptionHelp help = helpOf(command, option.name); !help.text.empty())
            supported.emplace(option.name, help);
    std::string text;
    for (const auto& [name, help] : supported) {
        std::string line = fmt::format("  -{}{}", name, help.value);
        line.resize(std::max(line.size() + 2, column), ' ');
        text += line + wrapped(help.text, column) + "\n";
    }
    return text;
}

} // namespace

std::string usage() {
    return R"(Usage: planlens-cli [global options] COMMAND [options] [arguments]

Commands:
  plan                    Show the changes that the configuration requires
  apply                   Apply a saved plan; or plan, ask for approval, and apply
  destroy                 Destroy all managed objects (the same as apply -destroy)
  show                    Show the current state, a state file or a saved plan
  import                  Add an existing object to the state
  refresh                 Update the state to match the real objects
  report                  Write a report about a plan
  projects list           List the projects of a repository
  projects plan           Plan the projects of a repository
  projects report         Write a report about the plans of many projects
  projects apply          Apply the approved plans of many projects
  why                     Explain why changes happen
  state list              List the resource instances in the state
  state mv                Move objects to other addresses in the state
  state pull              Print the state file
  state push              Replace the state with a state file
  state replace-provider  Change the provider of resources in the state
  state rm                Remove objects from the state without destroying them
  state show              Show a resource instance in the state
  taint                   Mark a resource instance, so that it is replaced
  untaint                 Remove the mark of a tainted resource instance
  output                  Show output values
  validate                Check the configuration
  providers               Show the required providers, or their schemas
  graph                   Print the steps of an operation as DOT
  force-unlock            Remove the lock that a terminated process left behind
  workspace delete        Delete a workspace
  workspace list          List the workspaces
  workspace new           Create a workspace and select it
  workspace select        Select a workspace
  workspace show          Show the name of the selected workspace
  version                 Show the version

Global options, before the command:
  -chdir=DIRECTORY  Switch to this working directory first
  -help             Show this help; after a command, the help of that command
  -version          The same as the command "version"
)";
}

std::string usageOf(std::string_view command) {
    const std::vector<OptionSpec>* const options = optionsOf(command);
    const auto help = commandHelp().find(command);
    if (!options || help == commandHelp().end())
        return usage();
    const auto& [arguments, text] = help->second;
    return fmt::format("Usage: planlens-cli [global options] {} [options]{}{}\n\n  {}\n\nOptions:\n{}", command,
                       arguments.empty() ? "" : " ", arguments, wrapped(text, 2), optionsText(command, *options));
}

namespace {

bool isOneOf(std::string_view command, std::initializer_list<std::string_view> commands) {
    return std::ranges::find(commands, command) != commands.end();
}
/// Commands that plan, whose events include misuse.
bool makesPlans(std::string_view command) {
    return isOneOf(command, {"plan", "apply", "destroy", "refresh"});
}
bool pointsToHelp(std::string_view command) {
    return makesPlans(command) || isOneOf(command, {"show", "validate", "output"});
}
bool hasUsage(std::string_view command) {
    return isOneOf(command, {"graph", "state list", "state show", "force-unlock", "workspace show"});
}

} // namespace

int reportMisuse(const std::string& command, Output& output, const diags::Diagnostics& problems) {
    const bool isJson = output.view() == View::Json;
    if (isJson && (makesPlans(command) || hasUsage(command)))
        output.print(formats::events::version());
    output.show(problems);
    if (pointsToHelp(command) && !isJson)
        std::fputs(
            fmt::format("\nFor more help on using this command, run:\n  planlens-cli {} -help\n", command).c_str(),
            stderr);
    else if (hasUsage(command) && !isJson)
        output.print(usageOf(command));
    return 1;
}

int reportMisuse(const std::string& command, const Arguments& arguments, const diags::Diagnostics& problems) {
    const bool isJson = arguments.flag("json", false) && (makesPlans(command) || !pointsToHelp(command));
    Output output(isJson ? View::Json : View::Human, arguments,
                  hasUsage(command) && command != "state list" ? Output::Spacing::Apart : Output::Spacing::Close);
    return reportMisuse(command, output, problems);
}

} // namespace planlens::cli
