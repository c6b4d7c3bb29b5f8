// SPDX-License-Identifier: MPL-2.0
#include "app/cli/usage.h"

#include <fmt/core.h>

#include <cstdio>
#include <map>

namespace planlens::cli {

std::string_view usage() {
    return R"(Usage: planlens-cli [global options] <command> [args]

Commands:
  plan          Show changes required by the current configuration
  apply         Apply a saved plan, or plan, ask and apply
  destroy       Destroy everything the state manages (apply -destroy)
  show          Show the current state or a saved plan
  report        Write a plan as HTML, Markdown, PDF, SVG, PNG, Mermaid or DOT, secrets masked
  state list    List the objects in the state
  state show    Show an object in the state
  output        Show the outputs of the root module
  validate      Check whether the configuration is valid
  providers     Show the providers required for this configuration; with "schema -json" what they declare
  graph         Print the dependency graph of the resources as DOT
  force-unlock  Take away the lock that a killed process has left on the state
  workspace show  Show the name of the selected workspace
  version       Show the versions

Global options (before the command):
  -chdir=DIR  Switch to a different working directory first
  -help       Show this help
  -version    An alias for the "version" command
)";
}

std::string_view usageOf(std::string_view command) {
    static const std::map<std::string_view, std::string_view> texts{
        {"report", R"(Usage: planlens-cli [global options] report [options] PLANFILE

  Writes a plan for people to read: a saved one, or the JSON that "show -json" of OpenTofu or Terraform makes of it; - is
  the standard input. Sensitive values are hidden, also where they are part of other texts.

Options:
  -format=FORMAT  html (the default): one file, folding and searchable, which loads nothing from elsewhere
                  markdown: for a comment on a pull request
                  pdf: to print and to file; text, and the graph
                  svg, png, mermaid, dot: the graph of what changes
                  pdf and png are drawn by planlens, which has to be installed beside planlens-cli
  -out=FILE       Into this file, and not to the standard output
  -limit=N        Of Markdown: at most so many characters (65536 if nothing is said). What is too long is left out in
                  steps, and counted: attributes first, then changes but the worst

  What is risky is found by rules. Rules of your own are read from .planlens/rules.json in the folder and from
  planlens/rules.json in the folder of your configuration files.
)"},
        {"state list", R"(Usage: planlens-cli [global options] state list [options] [ADDRESS...]

  Lists the instances in the state: all, or those that the addresses of modules, resources and instances name.

Options:
  -id=ID          Only instances whose attribute "id" is this
  -state=PATH     Another state file than that of the workspace
  -var, -var-file Variables that the backend needs
  -json           One JSON object a line
)"},
        {"state show", R"(Usage: planlens-cli [global options] state show [options] ADDRESS

  Shows the attributes of one instance in the state.

Options:
  -show-sensitive Sensitive values in clear
  -state=PATH     Another state file than that of the workspace
  -var, -var-file Variables that the configuration needs
  -json           As JSON, sensitive values in clear
)"},
        {"output", R"(Usage: planlens-cli [global options] output [options] [NAME]

  Shows the outputs of the root module as they are in the state, or the value of one of them.

Options:
  -json           As JSON, sensitive values in clear
  -raw            The text of one string, number or boolean, and nothing else
  -show-sensitive Sensitive values in clear
  -state=PATH     Another state file than that of the workspace
  -var, -var-file Variables that the backend needs
)"},
        {"force-unlock", R"(Usage: planlens-cli [global options] force-unlock [options] LOCK_ID

  Takes away what a process that was killed has left of its lock on the state. A process that still runs keeps it.

Options:
  -force          Without asking
  -var, -var-file Variables that the backend needs
  -json           One JSON object a line
)"},
    };
    const auto text = texts.find(command);
    return text == texts.end() ? usage() : text->second;
}

void tellHelp(std::string_view command) {
    const std::string text = fmt::format("\nFor more help on using this command, run:\n  planlens-cli {} -help\n", command);
    std::fputs(text.c_str(), stderr);
}

} // namespace planlens::cli
