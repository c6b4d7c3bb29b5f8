// SPDX-License-Identifier: MPL-2.0
#include "core/configs/static_arguments.h"

#include "core/addrs/version.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::configs {

using diags::Diagnostics;
using diags::Result;
using values::Mark;
using values::Value;

namespace {

/// Sets the version constraint of the call, or resets its version expression if that evaluates to null.
void evaluateVersion(ModuleCall& call, const StaticScope& scope, Diagnostics& diagnostics) {
    if (!call.versionExpression)
        return;
    const hcl::Expression& expression = *call.versionExpression;
    const std::optional<Value> value =
        scope.evaluate(expression, {scope.path(), fmt::format("module.{}.version", call.name), call.versionRange})
            .into(diagnostics);
    if (!value)
        return;
    if (value->isNull()) {
        call.versionExpression = nullptr;
        return;
    }
    const auto fail = [&](std::string detail) {
        diagnostics.error("Invalid version constraint", std::move(detail), expression.range());
    };
    if (value->hasMark(Mark::sensitive()))
        return fail("Sensitive values, or values derived from sensitive values, cannot be used as version arguments.");
    if (value->hasMark(Mark::ephemeral()))
        return fail("Ephemeral values, or values derived from ephemeral values, cannot be used as version arguments.");
    const values::Outcome<Value> text = values::convert(*value, values::Type::string());
    if (!text)
        return fail("A string value is required for version.");
    if (text->isNull() || !text->isWhollyKnown())
        return;
    if (!addrs::VersionConstraints::parse(text->asString()))
        return fail("This string does not use correct version constraint syntax.");
    call.versionConstraint = text->asString();
}

void evaluateSource(ModuleCall& call, const StaticScope& scope, Diagnostics& diagnostics) {
    if (!call.sourceExpression)
        return;
    const std::optional<std::string> source =
        scope
            .evaluateText(*call.sourceExpression,
                          {scope.path(), fmt::format("module.{}.source", call.name), call.sourceRange})
            .into(diagnostics);
    if (!source)
        return;
    call.source = *source;
    call.sourceAddress = parseSource(*source, call.versionExpression ? SourceKind::Registry : SourceKind::Any,
                                     call.sourceRange, diagnostics);
}

} // namespace

std::optional<addrs::ModuleSource> parseSource(const std::string& text, SourceKind kind, const SourceRange& range,
                                               Diagnostics& diagnostics) {
    if (kind == SourceKind::Registry) {
        auto parsed = addrs::parseRegistryModuleSource(text);
        if (parsed)
            return *std::move(parsed);
        diagnostics.error("Invalid registry module source address",
                          fmt::format("Failed to parse module registry address: {}.\n\nOpenTofu assumed that you "
                                      "intended a module registry source address because you also "
                                      "set the argument \"version\", which applies only to registry modules.",
                                      parsed.error()),
                          range);
        return {};
    }
    auto parsed = addrs::parseModuleSource(text);
    if (parsed)
        return *std::move(parsed);
    constexpr const char* summary = "Invalid module source address";
    constexpr std::string_view maybeRelative = "OpenTofu cannot detect a supported external module source type for ";
    if (const std::string& problem = parsed.error(); problem.starts_with(maybeRelative)) {
        const std::string given = problem.substr(maybeRelative.size());
        diagnostics.error(summary,
                          fmt::format("OpenTofu failed to determine your intended installation method for remote "
                                      "module package {1}.\n\nIf you intended this as a path "
                                      "relative to the current module, use \"./{0}\" instead. The \"./\" prefix "
                                      "indicates that the address is a relative filesystem path.",
                                      given, values::quoted(given)),
                          range);
    } else {
        diagnostics.error(summary, fmt::format("Failed to parse module source address: {}.", problem), range);
    }
    return {};
}

Diagnostics evaluateStaticArguments(Module& module, const StaticScope& scope) {
    Diagnostics diagnostics;
    for (auto& [name, call] : module.moduleCalls) {
        evaluateVersion(call, scope, diagnostics);
        evaluateSource(call, scope, diagnostics);
    }
    for (const auto& [name, config] : module.providerConfigs)
        if (config.forEach)
            diagnostics.append(
                scope
                    .evaluateForEach(*config.forEach,
                                     {scope.path(), fmt::format("provider.{}.{}.for_each", config.name, config.alias),
                                      config.forEach->range()})
                    .diagnostics);
    return diagnostics;
}

} // namespace planlens::configs
