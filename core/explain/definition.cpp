// SPDX-License-Identifier: MPL-2.0
#include "core/explain/definition.h"

#include "core/configs/config.h"

namespace planlens::explain {

namespace {

template <typename Declared>
hcl::ExpressionPtr repetitionOf(const Declared& declared) {
    return declared.count ? declared.count : declared.forEach ? declared.forEach : declared.enabled;
}

hcl::ExpressionPtr repetitionOf(const configs::ModuleNode& module, const std::string& name) {
    constexpr std::string_view callPrefix = "module.";
    if (name.starts_with(callPrefix)) {
        const auto call = module.module.moduleCalls.find(name.substr(callPrefix.size()));
        return call == module.module.moduleCalls.end() ? nullptr : repetitionOf(call->second);
    }
    const std::optional<addrs::AbsResourceInstance> address = addrs::readAbsResourceInstance(name);
    const configs::Resource* resource = address ? module.module.resource(address->resource) : nullptr;
    return resource ? repetitionOf(*resource) : nullptr;
}

Definition variableDefinition(const plans::Plan& plan, const configs::ModuleNode& module, const std::string& name) {
    const auto variable = module.module.variables.find(name);
    if (variable == module.module.variables.end())
        return {};
    if (!module.parent) {
        const auto origin = plan.variableOrigins.find(name);
        if (origin == plan.variableOrigins.end() || origin->second.kind == plans::VariableOrigin::Kind::Default)
            return {nullptr, variable->second.defaultRange};
        return {nullptr, origin->second.range};
    }
    const auto call = module.parent->module.moduleCalls.find(module.path.path.back());
    if (call != module.parent->module.moduleCalls.end() && call->second.config)
        if (const auto arguments = call->second.config->justAttributes(); arguments.value)
            if (const auto argument = arguments->find(name); argument != arguments->end())
                return {argument->second.expression, argument->second.expression->range()};
    return {nullptr, variable->second.defaultRange};
}

} // namespace

Definition definitionOf(const plans::Plan& plan, const plans::NamedValue& named) {
    const configs::ModuleNode* module =
        plan.configuration && plan.configuration->root ? plan.configuration->module(named.module.module()) : nullptr;
    if (!module)
        return {};
    hcl::ExpressionPtr expression;
    switch (named.kind) {
    case plans::NamedValue::Kind::Variable:
        return variableDefinition(plan, *module, named.name);
    case plans::NamedValue::Kind::Local:
        if (const auto local = module->module.locals.find(named.name); local != module->module.locals.end())
            expression = local->second.expression;
        break;
    case plans::NamedValue::Kind::Output:
        if (const auto output = module->module.outputs.find(named.name); output != module->module.outputs.end())
            expression = output->second.expression;
        break;
    case plans::NamedValue::Kind::Repetition:
        expression = repetitionOf(*module, named.name);
        break;
    }
    if (!expression)
        return {};
    const diags::SourceRange range = expression->range();
    return {std::move(expression), range};
}

hcl::BodyPtr bodyOf(const plans::Plan& plan, const addrs::ConfigResource& resource) {
    const configs::Resource* config =
        plan.configuration && plan.configuration->root ? plan.configuration->resource(resource) : nullptr;
    return config ? config->config : nullptr;
}

schemas::ArgumentExpression argumentOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                       const values::Path& path) {
    const hcl::BodyPtr body = bodyOf(plan, change.address.config());
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(plan.schemas, change.provider.config.provider, change.address.resource);
    if (!body || !schema || path.isEmpty())
        return {};
    return schemas::argumentExpression(body, schema->block, path);
}

std::vector<std::string> argumentNames(const plans::Plan& plan, const addrs::ConfigResource& resource) {
    std::vector<std::string> names;
    if (const hcl::BodyPtr body = bodyOf(plan, resource))
        if (const auto arguments = body->justAttributes(); arguments.value)
            for (const auto& [name, argument] : *arguments.value)
                names.push_back(name);
    return names;
}

} // namespace planlens::explain
