// SPDX-License-Identifier: MPL-2.0
#include "core/configs/variables.h"

#include "core/configs/file_systems.h"
#include "core/configs/load.h"
#include "core/hcl/syntax/parser.h"
#include "core/system/file.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

using diags::Diagnostic;
using diags::Diagnostics;
using values::Type;
using values::Value;

namespace {

namespace fs = std::filesystem;
using Source = GivenVariable::Source;

enum class Missing { IsError, Ignored };

void addFile(CollectedVariables& collected, const fs::path& directory, const std::string& name, Source source,
             Diagnostics& diagnostics, Missing missing = Missing::IsError) {
    const fs::path path = fs::path(name).is_absolute() ? fs::path(name) : directory / name;
    const auto content = realFileSystem()->read(path);
    if (!content) {
        const system::ReadError& error = content.error();
        if (missing == Missing::Ignored && error.isMissingDirectory()) // listing reports that
            return;
        diagnostics.error("Failed to read variables file",
                          error.isMissing() ? fmt::format("Given variables file {} does not exist.", name)
                                            : fmt::format("Error while reading {0}: {1} {0}: {2}.", name, error.call,
                                                          error.reason()));
        return;
    }
    const std::shared_ptr<const std::string>& text = *content;
    const auto firstMark = text->find_first_not_of(" \t\r\n");
    const bool json = name.ends_with(".json") ||
                      (!name.ends_with(".tfvars") && firstMark != std::string::npos && (*text)[firstMark] == '{');
    diags::Result<hcl::File> file = json ? hcl::parseJson(text, name) : hcl::parseNative(text, name);
    collected.sources.add(name, text, file.value ? file->blocks : std::vector<diags::BlockHeader>());
    diagnostics.append(std::move(file.diagnostics));
    if (!file.value || !file->body)
        return;
    const auto blocks = file->body->partialContent({{}, {{"variable", {"name"}}}});
    if (blocks.value && !blocks->first.blocks.empty()) {
        for (const hcl::Block& block : blocks->first.blocks)
            diagnostics.error("Variable declaration in .tfvars file",
                              fmt::format("A .tfvars file is used to assign values to variables that have already been "
                                          "declared in .tf files, not to declare new variables. "
                                          "To declare variable \"{0}\", place this block in one of your .tf files, "
                                          "such as variables.tf.\n\nTo set a value for this variable in "
                                          "{1}, use the definition syntax instead:\n    {0} = <value>",
                                          block.labels[0], name),
                              block.typeRange);
        return;
    }
    auto attributes = file->body->justAttributes();
    diagnostics.append(std::move(attributes.diagnostics));
    if (!attributes.value)
        return;
    for (const auto& [variable, attribute] : *attributes)
        collected.variables.insert_or_assign(
            variable, GivenVariable{source, attribute.expression, attribute.expression->range()});
}

bool isAutoFile(std::string_view name) {
    return name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json");
}

} // namespace

diags::Result<CollectedVariables> collectVariables(const fs::path& directory,
                                                   const std::vector<std::string>& environment,
                                                   const std::vector<VariableArgument>& arguments) {
    CollectedVariables collected;
    Diagnostics diagnostics;
    constexpr std::string_view prefix = "TF_VAR_";
    for (const std::string& entry : environment) {
        const auto equals = entry.find('=');
        if (!entry.starts_with(prefix) || equals == std::string::npos)
            continue;
        collected.variables.insert_or_assign(entry.substr(prefix.size(), equals - prefix.size()),
                                             GivenVariable{Source::Environment, entry.substr(equals + 1), {}});
    }
    for (const char* name : {"terraform.tfvars", "terraform.tfvars.json"})
        addFile(collected, directory, name, Source::AutoFile, diagnostics, Missing::Ignored);
    const auto entries = listDirectory(directory);
    if (!entries && !entries.error().isMissing())
        diagnostics.error("Failed to read variables files",
                          fmt::format("The directory {} cannot be searched for variables files: {}.",
                                      directory.string(), entries.error().reason()));
    for (const FileSystem::Entry& entry : entries ? *entries : std::vector<FileSystem::Entry>())
        if (isAutoFile(entry.name))
            addFile(collected, directory, entry.name, Source::AutoFile, diagnostics);
    for (const VariableArgument& argument : arguments) {
        if (argument.kind == VariableArgument::Kind::File) {
            addFile(collected, directory, argument.text, Source::NamedFile, diagnostics);
            continue;
        }
        const auto equals = argument.text.find('=');
        if (equals == std::string::npos) {
            diagnostics.error("Invalid -var option",
                              fmt::format("The given -var option {} is not correctly specified. Must be a variable "
                                          "name and value separated by an equals sign, like "
                                          "-var=\"key=value\".",
                                          values::quoted(argument.text)));
            continue;
        }
        const std::string name = argument.text.substr(0, equals);
        std::string value = argument.text.substr(equals + 1);
        if (name.ends_with(' ')) {
            diagnostics.error(
                "Invalid -var option",
                fmt::format("Variable name \"{}\" is invalid due to trailing space. Did you mean -var=\"{}={}\"?", name,
                            name.substr(0, name.size() - 1), value.starts_with(' ') ? value.substr(1) : value));
            continue;
        }
        collected.variables.insert_or_assign(name, GivenVariable{Source::CommandLine, std::move(value), {}});
    }
    return {std::move(collected), std::move(diagnostics)};
}

namespace {

std::string givenBy(Source source, const std::string& name) {
    switch (source) {
    case Source::CommandLine:
        return fmt::format("set using -var=\"{}=...\"", name);
    case Source::Environment:
        return fmt::format("set using the TF_VAR_{} environment variable", name);
    case Source::Interactive:
        return "set using an interactive prompt";
    case Source::Default:
    case Source::AutoFile:
    case Source::NamedFile:
    case Source::Plan:
        break;
    }
    return "set from outside of the configuration";
}

} // namespace

std::optional<Value> parseGiven(const Variable& variable, const GivenVariable& given, Diagnostics& diagnostics) {
    if (const auto* value = std::get_if<Value>(&given.value))
        return *value;
    diags::Result<Value> evaluated;
    if (const auto* expression = std::get_if<ExpressionPtr>(&given.value)) {
        evaluated = (*expression)->evaluate(nullptr);
    } else {
        const std::string& text = std::get<std::string>(given.value);
        // Without a type, or with a primitive one, the text itself is the value.
        if (!variable.typeGiven || variable.constraint.type.isPrimitive())
            return Value::string(text);
        diags::Result<ExpressionPtr> parsed =
            hcl::parseExpression(text, fmt::format("<value for var.{}>", variable.name));
        const bool failed = parsed.hasErrors();
        diagnostics.append(std::move(parsed.diagnostics));
        if (failed)
            return {};
        evaluated = (*parsed.value)->evaluate(nullptr);
    }
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return {};
    return std::move(evaluated.value);
}

namespace {

Value finalValue(const Variable& variable, const std::optional<Value>& given, Source source, const SourceRange& range,
                 Diagnostics& diagnostics) {
    const Type type = variable.constraint.type;
    const Value unknown = Value::unknown(type.withoutOptionalAttributes());
    const std::string address = "var." + variable.name;
    Value value = given ? *given : *variable.defaultValue;
    if (variable.constraint.defaults && !value.isNull())
        value = variable.constraint.defaults->apply(value);
    const values::Outcome<Value> converted = values::convert(value, type);
    if (!converted) {
        const std::string& message = converted.error().message;
        std::string detail;
        if (range.isEmpty())
            detail = fmt::format("Unsuitable value for {} {}: {}.", address, givenBy(source, variable.name), message);
        else if (variable.ephemeral)
            detail = fmt::format(
                "The given value is not suitable for {}, which is ephemeral: {}. Invalid value defined at {}.", address,
                message, range.toString());
        else if (variable.sensitive)
            detail = fmt::format(
                "The given value is not suitable for {}, which is sensitive: {}. Invalid value defined at {}.", address,
                message, range.toString());
        else
            detail = fmt::format("The given value is not suitable for {} declared at {}: {}.", address,
                                 variable.range.toString(), message);
        diagnostics.error("Invalid value for input variable", std::move(detail), variable.range);
        return unknown;
    }
    value = *converted;
    if (value.isNull() && !variable.nullable) {
        if (variable.defaultValue)
            return *variable.defaultValue;
        if (range.isEmpty())
            diagnostics.error("Required variable not set",
                              fmt::format("Unsuitable value for {} {}: required variable may not be set to null.",
                                          address, givenBy(source, variable.name)),
                              variable.range);
        else
            diagnostics.error(
                "Required variable not set",
                fmt::format(
                    "The given value is not suitable for {} defined at {}: required variable may not be set to null.",
                    address, variable.range.toString()),
                range);
        return unknown;
    }
    return value;
}

bool canBeEvaluated(const GivenVariable& given) {
    const auto* expression = std::get_if<ExpressionPtr>(&given.value);
    return !expression || !(*expression)->evaluate(nullptr).hasErrors();
}

} // namespace

diags::Result<std::map<std::string, RootVariable>> rootVariables(const Module& root, const GivenVariables& given) {
    std::map<std::string, RootVariable> variables;
    Diagnostics diagnostics;
    for (const auto& [name, one] : given) {
        const auto declared = root.variables.find(name);
        if (declared == root.variables.end())
            continue;
        Diagnostics found;
        // A value that cannot be parsed counts as not set.
        if (const std::optional<Value> parsed = parseGiven(declared->second, one, found)) {
            Diagnostics problems;
            const Value value = finalValue(declared->second, parsed, one.source, one.range, problems);
            variables.emplace(name, RootVariable{value, *parsed, one.source, one.range, std::move(problems)});
        }
        diagnostics.append(std::move(found));
    }
    std::size_t undeclaredInFiles = 0;
    for (const auto& [name, one] : given) {
        if (root.variables.contains(name) || !canBeEvaluated(one))
            continue;
        if (one.source == Source::AutoFile || one.source == Source::NamedFile) {
            if (++undeclaredInFiles <= 2)
                diagnostics.warning("Value for undeclared variable",
                                    fmt::format("The root module does not declare a variable named {} but a value was "
                                                "found in file {}. If you meant to use this value, add "
                                                "a \"variable\" block to the configuration.\n\nTo silence these "
                                                "warnings, use TF_VAR_... environment variables to provide certain "
                                                "\"global\" settings to all configurations in your organization. To "
                                                "reduce the verbosity of these warnings, use the -compact-warnings "
                                                "option.",
                                                values::quoted(name), values::quoted(one.range.filename.str())));
        } else if (one.source == Source::CommandLine) {
            diagnostics.error("Value for undeclared variable",
                              fmt::format("A variable named {} was assigned on the command line, but the root module "
                                          "does not declare a variable of that name. To use this "
                                          "value, add a \"variable\" block to the configuration.",
                                          values::quoted(name)));
        } else if (one.source != Source::Environment) {
            diagnostics.error("Value for undeclared variable",
                              fmt::format("A variable named {} was assigned a value, but the root module does not "
                                          "declare a variable of that name. To use this value, add a "
                                          "\"variable\" block to the configuration.",
                                          values::quoted(name)));
        }
    }
    if (undeclaredInFiles > 2)
        diagnostics.warning(
            "Values for undeclared variables",
            fmt::format(
                "In addition to the other similar warnings shown, {} other variable(s) defined without being declared.",
                undeclaredInFiles - 2));
    for (const auto& [name, variable] : root.variables) {
        if (variables.contains(name))
            continue;
        if (variable.isRequired()) {
            diagnostics.error("No value for required variable",
                              fmt::format("The root module input variable \"{}\" is not set, and has no default value. "
                                          "Use a -var or -var-file command line argument to provide a "
                                          "value for this variable.",
                                          name),
                              variable.range);
            variables.emplace(
                name, RootVariable{Value::dynamicUnknown(), Value::dynamicUnknown(), Source::Default, variable.range});
        } else {
            Diagnostics problems;
            const Value value = finalValue(variable, {}, Source::Default, variable.range, problems);
            variables.emplace(name, RootVariable{value, *variable.defaultValue, Source::Default, variable.range,
                                                 std::move(problems)});
        }
    }
    return {std::move(variables), std::move(diagnostics)};
}

} // namespace planlens::configs
