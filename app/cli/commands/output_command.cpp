// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/state_reading.h"
#include "app/cli/usage.h"

#include "core/diags/join_messages.h"
#include "core/formats/output_json.h"
#include "core/masking/state_secrets.h"
#include "core/report/text/output_text.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

using Outputs = std::map<std::string, states::OutputValue>;

Diagnostic noOutputs() {
    return Diagnostic::warning("No outputs found",
                               "The state file either has no outputs defined, or all the defined outputs are empty. "
                               "Please define an output in your configuration with the "
                               "`output` keyword and run `tofu refresh` for it to become available. If you are using "
                               "interpolation, please verify the interpolated value is "
                               "not empty. You can use the `tofu console` command to assist.");
}

Diagnostic notFound(const std::string& name) {
    return Diagnostic::error(fmt::format("Output {} not found", values::quoted(name)),
                             "The output variable requested could not be found in the state file. If you recently "
                             "added this to your configuration, be sure to run `tofu apply`, since the "
                             "state won't be updated with new output variables until that command is run.");
}

Result<std::string> rawText(const std::string& name, const values::Value& value) {
    const auto unsupported = [](std::string detail) {
        return Diagnostic::error("Unsupported value for raw output", std::move(detail));
    };
    const values::Outcome<values::Value> text = values::convert(value, values::Type::string());
    if (!text)
        return unsupported(fmt::format("The -raw option only supports strings, numbers, and boolean values, but output "
                                       "value {} is {}.\n\nUse the -json option for machine-readable "
                                       "representations of output values that have complex types.",
                                       values::quoted(name), value.type().friendlyName()));
    if (text->isNull())
        return unsupported(
            fmt::format("The value for output value {} is null, so -raw mode cannot print it.", values::quoted(name)));
    return text->asString();
}

enum class Form { Language, Json, Raw };

/// The exact output.
Result<std::string> textOf(const states::State& state, const std::string& name, Form form,
                           const report::TextOptions& options) {
    const Outputs& outputs = state.outputs;
    if (form == Form::Json && name.empty()) {
        Result<std::string> json = formats::outputsJson(outputs);
        return json.isOk() ? Result<std::string>(*json.value + "\n") : json;
    }
    if (form != Form::Json && outputs.empty())
        return {std::string(), noOutputs()};
    if (name.empty()) {
        const std::string lines = report::outputLines(outputs, masking::secretsInTexts(state, {}), options);
        return lines;
    }
    const auto output = outputs.find(name);
    if (output == outputs.end())
        return notFound(name);
    switch (form) {
    case Form::Raw:
        return rawText(name, output->second.value);
    case Form::Json: {
        Result<std::string> json = formats::outputJson(output->second);
        return json.isOk() ? Result<std::string>(*json.value + "\n") : json;
    }
    case Form::Language:
        break;
    }
    return report::valueText(output->second.value, options) + "\n";
}

/// Whether these are the problems of a text that is not a state at all.
bool isNoState(const Diagnostics& problems) {
    using enum diags::ErrorCode;
    return std::ranges::any_of(problems, [](const Diagnostic& problem) {
        return problem.code == UnsupportedState || problem.code == EncryptionNotChecked;
    });
}

/// Reports invalid usage.
Diagnostics wrongUse(const Arguments& arguments) {
    Diagnostics problems = arguments.problems;
    if (arguments.positional.size() > 1)
        problems.error("Unexpected argument", "The output command expects exactly one argument with the name of an "
                                              "output variable or no arguments to show all outputs.");
    const bool raw = arguments.flag("raw", false), json = arguments.has("json");
    if (raw && json)
        problems.error("Invalid output format", "The -raw and -json options are mutually-exclusive.");
    else if (raw && arguments.positional.empty())
        problems.error("Output name required",
                       "You must give the name of a single output value when using the -raw option.");
    return problems;
}

} // namespace

int runOutput(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    const auto fail = [&](const Diagnostics& problems) {
        output.show(problems);
        return 1;
    };
    Diagnostics misuse = wrongUse(arguments);
    const JsonFile jsonInto = openJsonInto(arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuse("output", arguments, misuse);
    const Result<Project> project = openProject(directory, arguments, interrupts, Purpose::Reading);
    if (project.value)
        output.setSources(project->sources);
    if (const Diagnostics problems = stateAccessProblems(project); problems.hasErrors())
        return fail(problems);
    const auto readError = [&](const Diagnostics& causes) {
        const char* const start = project->state.isRemote() ? "Failed to load state: " : "";
        return isNoState(causes) ? causes : Diagnostics(Diagnostic::error(start + diags::joinMessages(causes), {}));
    };
    const Result<states::File> file = readState(*project.value, arguments, interrupts, readError);
    if (!file.isOk())
        return fail(file.diagnostics);
    const Form form = arguments.flag("json", false)  ? Form::Json
                      : arguments.flag("raw", false) ? Form::Raw
                                                     : Form::Language;
    const std::string name = arguments.positional.empty() ? std::string() : arguments.positional.front();
    const Result<std::string> text = textOf(*file->state, name, form, output.text());
    if (jsonInto.isOpen())
        if (const Result<std::string> json = textOf(*file->state, name, Form::Json, output.text()); json.value)
            jsonInto.append(*json.value);
    if (text.value)
        output.print(*text.value);
    output.show(text.diagnostics);
    return text.hasErrors() ? 1 : 0;
}

} // namespace planlens::cli
