// SPDX-License-Identifier: MPL-2.0
#include "core/engine/module_steps.h"

#include "core/engine/repetition.h"
#include "core/engine/scope.h"

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

Diagnostics expandModule(Runtime& runtime, const configs::ModuleNode& module) {
    Diagnostics diagnostics;
    if (!module.parent)
        return diagnostics;
    const std::string& name = module.path.path.back();
    const configs::ModuleCall& call = module.parent->module.moduleCalls.at(name);
    for (ModuleRuntime* parent : runtime.instancesOf(*module.parent)) {
        diags::Result<Instances> instances = declareInstances(call.count, call.forEach, call.enabled, ModuleScope(runtime, *parent),
                                                              addrs::AbsModuleCall{parent->address, name}.toString());
        diagnostics.append(std::move(instances.diagnostics));
        if (instances.value)
            runtime.expand(*parent, name, *std::move(instances.value));
    }
    return diagnostics;
}

std::string reportMembers(Runtime& runtime, const configs::ModuleNode& module, const std::string& member, Checks& checks) {
    std::vector<std::string> objects;
    for (const ModuleRuntime* instance : runtime.instancesOf(module))
        objects.push_back(memberName(instance->address, member));
    std::string configAddress = memberName(module.path, member);
    checks.reportObjects(configAddress, objects);
    return configAddress;
}

diags::Diagnostic ephemeralRootOutput(const configs::Output& output) {
    return diags::Diagnostic::error("Invalid output configuration", "Root modules are not allowed to have outputs defined as ephemeral", output.range);
}

Diagnostics evaluateCheck(Runtime& runtime, const ConfigNode& node, Checks& checks) {
    Diagnostics diagnostics;
    const std::string member = "check." + node.name;
    const std::string configAddress = reportMembers(runtime, *node.module, member, checks);
    for (ModuleRuntime* instance : runtime.instancesOf(*node.module)) {
        ModuleScope scope(runtime, *instance);
        scope.withCheck(node.name);
        diagnostics.append(evaluateConditions(node.module->module.checks.at(node.name).asserts, ConditionKind::CheckAssertion, scope,
                                              diags::Severity::Warning, checks, configAddress, memberName(instance->address, member)));
    }
    for (diags::Diagnostic& diagnostic : diagnostics)
        diagnostic.severity = diags::Severity::Warning;
    return diagnostics;
}

} // namespace planlens::engine
