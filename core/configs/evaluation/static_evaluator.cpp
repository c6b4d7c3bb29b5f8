// SPDX-License-Identifier: MPL-2.0
#include "core/configs/evaluation/static_evaluator.h"

#include "core/configs/config.h"
#include "core/configs/evaluation/root_scope.h"
#include "core/lang/working_directory.h"

#include <fmt/core.h>

#include <utility>

namespace planlens::configs {

using values::Value;

StaticSurroundings surroundingsOf(const LoadOptions& options) {
    return {lang::absolutePath(options.directory.string()), options.workspace,
            lang::makeFunctionTable({.baseDirectory = options.directory.empty() ? "." : options.directory.string()})};
}

StaticScope::VariableSource rootVariableSource(const LoadOptions& options) {
    return [&options](const Variable& variable) -> diags::Result<Value> {
        const auto given = options.variables.find(variable.name);
        if (given == options.variables.end()) {
            if (variable.defaultValue)
                return *variable.defaultValue;
            return diags::Diagnostic::error(
                fmt::format("Failed to request input from user for variable var.{}", variable.name), {},
                variable.range);
        }
        diags::Result<Value> result;
        result.value = parseGiven(variable, given->second, result.diagnostics);
        return result;
    };
}

diags::Result<Value> evaluateBackend(const Config& config, const LoadOptions& options, const schemas::Block& schema) {
    const Module& root = config.root->module;
    const StaticSurroundings surroundings = surroundingsOf(options);
    const StaticScope scope(root, {}, rootVariableSource(options), surroundings);
    diags::Result<Value> arguments =
        scope.evaluateBody(root.backend->config, schema, {{}, "backend." + root.backend->type, root.backend->range});
    if (!arguments.value)
        return arguments;
    arguments.diagnostics.clear();
    const values::MarkSet marks = arguments->marksDeep();
    const auto refuse = [&](std::string_view kind) {
        arguments.diagnostics.error(
            fmt::format("Backend config contains {} values", kind),
            fmt::format("The backend configuration is stored in .terraform/terraform.tfstate as well as plan files. It "
                        "is recommended to instead supply "
                        "{} via backend specific environment variables",
                        kind == "sensitive" ? "sensitive credentials" : "ephemeral credentials"),
            root.backend->range);
    };
    if (marks.contains(values::Mark::sensitive()))
        refuse("sensitive");
    else if (marks.contains(values::Mark::ephemeral()))
        refuse("ephemeral");
    return arguments;
}

struct StaticEvaluator::Private {
    Private(ConfigPtr config_, LoadOptions options_)
        : config(std::move(config_))
        , options(std::move(options_))
        , surroundings(surroundingsOf(options))
        , scope(config->root->module, {}, rootVariableSource(options), surroundings) {}

    const ConfigPtr config;
    const LoadOptions options;
    const StaticSurroundings surroundings;
    const StaticScope scope;
};

StaticEvaluator::StaticEvaluator(ConfigPtr config, LoadOptions options)
    : d(std::make_unique<Private>(std::move(config), std::move(options))) {}
StaticEvaluator::~StaticEvaluator() = default;

diags::Diagnostics StaticEvaluator::checkReferences(const std::vector<hcl::Traversal>& references,
                                                    const Subject& subject) const {
    return d->scope.checkReferences(references, {{}, subject.name, subject.range});
}

diags::Result<Value> StaticEvaluator::evaluate(const hcl::Expression& expression, const Names& names,
                                               const Subject& subject) const {
    return d->scope.evaluateWith(expression, names, {{}, subject.name, subject.range});
}

} // namespace planlens::configs
