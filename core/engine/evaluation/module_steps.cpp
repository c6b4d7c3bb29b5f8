// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/module_steps.h"

#include "core/engine/evaluation/repetition.h"
#include "core/engine/evaluation/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace planlens::engine {

using diags::Diagnostics;

std::string memberName(const addrs::Module& module, const std::string& member) {
    return module.isRoot() ? member : module.toString() + "." + member;
}

std::string memberName(const addrs::ModuleInstance& module, const std::string& member) {
    return module.isRoot() ? member : module.toString() + "." + member;
}

hcl::ExpressionPtr callArgument(const configs::ModuleNode& module, const std::string& variable) {
    if (!module.parent)
        return nullptr;
    const configs::ModuleCall& call = module.parent->module.moduleCalls.at(module.path.path.back());
    if (!call.config)
        return nullptr;
    const auto arguments = call.config->justAttributes();
    if (!arguments.value)
        return nullptr;
    const auto argument = arguments->find(variable);
    return argument == arguments->end() ? nullptr : argument->second.expression;
}

Diagnostics expandModule(Runtime& runtime, const configs::ModuleNode& module, std::vector<plans::Dependency>& used) {
    Diagnostics diagnostics;
    if (!module.parent)
        return diagnostics;
    const std::string& name = module.path.path.back();
    const configs::ModuleCall& call = module.parent->module.moduleCalls.at(name);
    for (ModuleRuntime* parent : runtime.instancesOf(*module.parent)) {
        DependencyRecorder recorder(plans::repetitionOf(parent->address.child(name)));
        ModuleScope scope(runtime, *parent);
        scope.withRecorder(&recorder);
        diags::Result<Instances> instances =
            declareInstances(call.count, call.forEach, call.enabled, scope, parent->address.toString());
        std::ranges::move(recorder.take(), std::back_inserter(used));
        diagnostics.append(std::move(instances.diagnostics));
        if (diagnostics.hasErrors())
            return diagnostics; // errors are usually the same in all instances of the parent
        if (instances.value)
            runtime.expand(*parent, name, *std::move(instances.value));
    }
    return diagnostics;
}

std::string reportMembers(Runtime& runtime, const configs::ModuleNode& module, const std::string& member,
                          Checks& checks) {
    std::vector<std::string> objects;
    for (const ModuleRuntime* instance : runtime.instancesOf(module))
        objects.push_back(memberName(instance->address, member));
    std::string configAddress = memberName(module.path, member);
    checks.reportObjects(configAddress, objects);
    return configAddress;
}

Diagnostics checkOutputValue(const configs::Output& output, const configs::ModuleNode& module,
                             const values::Value& value) {
    Diagnostics diagnostics;
    const bool isRoot = !module.parent;
    if (isRoot && output.ephemeral)
        diagnostics.error("Invalid output configuration",
                          "Root modules are not allowed to have outputs defined as ephemeral", output.range);
    const bool isJudged = value.isWhollyKnown() || value.isMarked();
    if (!output.ephemeral && isJudged && value.containsMark(values::Mark::ephemeral()))
        diagnostics.error(
            "Output does not allow ephemeral value",
            "The value that was generated for the output is ephemeral, but it is not configured to allow one.",
            output.expression->range());
    if (diagnostics.isEmpty() && isRoot && !output.sensitive && value.containsMark(values::Mark::sensitive()))
        diagnostics.error(
            "Output refers to sensitive values",
            "To reduce the risk of accidentally exporting sensitive data that was intended to be only internal, "
            "OpenTofu requires that any root "
            "module output containing sensitive data be explicitly marked as sensitive, to confirm your intent.\n\nIf "
            "you do intend to export "
            "this data, annotate the output value as sensitive by adding the following argument:\n    sensitive = true",
            output.range);
    return diagnostics;
}

namespace {

/// Joins all diagnostics into one message.
std::string oneMessage(const Diagnostics& found) {
    const auto about = [](const diags::Diagnostic& diagnostic) {
        return diagnostic.detail.empty() ? diagnostic.summary : diagnostic.summary + ": " + diagnostic.detail;
    };
    if (found.size() == 1)
        return about(found[0]);
    std::string all = fmt::format("{} problems:\n", found.size());
    for (const diags::Diagnostic& diagnostic : found)
        all += "\n- " + about(diagnostic);
    return all;
}

} // namespace

void reportNestedData(const configs::Resource& data, const ModuleRuntime& module, Diagnostics& found, Checks& checks) {
    const std::string member = "check." + data.container;
    const bool failed = found.hasErrors();
    const std::string object = memberName(module.address, member);
    checks.report(
        memberName(module.node.path, member), object, module.node.module.checks.at(data.container).asserts.size(),
        failed ? states::CheckStatus::Fail : states::CheckStatus::Pass, failed ? oneMessage(found) : std::string());
    for (diags::Diagnostic& diagnostic : found) {
        if (diagnostic.severity == diags::Severity::Error)
            diagnostic = std::move(diagnostic).withCode(diags::ErrorCode::FailedCheck, object);
        diagnostic.severity = diags::Severity::Warning;
        diagnostic.extra.neverConsolidate = true;
    }
}

Diagnostics evaluateCheck(Runtime& runtime, const ConfigNode& node, Checks& checks) {
    Diagnostics diagnostics;
    const std::string member = "check." + node.name;
    const std::string configAddress = reportMembers(runtime, *node.module, member, checks);
    for (ModuleRuntime* instance : runtime.instancesOf(*node.module)) {
        ModuleScope scope(runtime, *instance);
        scope.withCheck(node.name);
        if (checks.hasFailed(configAddress, memberName(instance->address, member)))
            continue;
        diagnostics.append(evaluateConditions(node.module->module.checks.at(node.name).asserts,
                                              ConditionKind::CheckAssertion, scope, diags::Severity::Warning, checks,
                                              configAddress, memberName(instance->address, member)));
    }
    return diagnostics;
}

} // namespace planlens::engine
