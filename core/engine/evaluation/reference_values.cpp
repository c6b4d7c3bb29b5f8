// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/evaluation/scope.h"

#include <algorithm>
#include <fmt/core.h>
#include <span>

namespace planlens::engine {

using diags::Result;
using hcl::Traversal;
using values::Mark;
using values::Type;
using values::Value;

namespace {

/// Applies the steps of an absolute traversal, starting with the given one.
Result<Value> applyFrom(const Value& value, const Traversal& traversal, std::size_t first) {
    return hcl::applySteps(value, std::span(traversal.steps).subspan(std::min(first, traversal.steps.size())));
}

/// Returns the number of steps in a resource address: `data.type.name` or `type.name`.
std::size_t resourceSteps(const addrs::Resource& resource, const Traversal& traversal) {
    if (resource.mode != addrs::ResourceMode::Managed)
        return 3;
    return traversal.rootName() == "resource" ? 3 : 2;
}

/// Returns the value of a reference to a whole module call.
Value wholeModule(const CallRuntime& call, Operation operation) {
    const configs::ModuleCall& config = *call.config;
    if (operation == Operation::Validate) {
        std::vector<values::ObjectAttribute> attributes;
        if (call.node)
            for (const auto& [name, output] : call.node->module.outputs)
                attributes.push_back({name, Type::dynamic()});
        const Type type = Type::object(std::move(attributes));
        return Value::unknown(config.count ? Type::list(type) : config.forEach ? Type::map(type) : type);
    }
    Instances instances = call.instances();
    if (call.node && call.node->module.outputs.empty())
        instances.keys.clear(); // references see outputs rather than instances
    if (config.count) {
        std::vector<Value> elements;
        for (std::size_t i = 0; i < instances.keys.size(); ++i)
            elements.push_back(call.module(i).outputObject());
        return Value::tuple(std::move(elements));
    }
    if (config.forEach) {
        std::vector<std::pair<std::string, Value>> elements;
        for (std::size_t i = 0; i < instances.keys.size(); ++i)
            elements.emplace_back(instances.keys[i].string(), call.module(i).outputObject());
        return Value::object(std::move(elements));
    }
    if (!instances.keys.empty())
        return call.module(0).outputObject();
    if (config.enabled)
        return Value::null(Type::dynamic());
    std::vector<std::pair<std::string, Value>> attributes;
    if (call.node)
        for (const auto& [name, output] : call.node->module.outputs)
            attributes.emplace_back(name, Value::dynamicUnknown());
    return Value::object(std::move(attributes));
}

} // namespace

/// The value of one reference, with one overload for each kind of subject.
class ModuleScope::ReferenceValue {
public:
    ReferenceValue(const ModuleScope& scope, const addrs::Reference& reference, const Traversal& traversal)
        : m_scope(scope)
        , m_module(scope.m_module)
        , m_reference(reference)
        , m_traversal(traversal) {}

    Result<Value> operator()(const addrs::InputVariable& variable) const;
    Result<Value> operator()(const addrs::LocalValue& local) const;
    Result<Value> operator()(const addrs::CountAttribute& count) const;
    Result<Value> operator()(const addrs::ForEachAttribute& each) const;
    Result<Value> operator()(const addrs::PathAttribute& path) const;
    Result<Value> operator()(const addrs::TerraformAttribute& terraform) const;
    Result<Value> operator()(const addrs::Self& self) const;
    Result<Value> operator()(const addrs::Resource& resource) const { return ofResource(resource, {}); }
    Result<Value> operator()(const addrs::ResourceInstance& instance) const {
        return ofResource(instance.resource, instance.key);
    }
    Result<Value> operator()(const addrs::ModuleCall& call) const { return ofModule(call.name, {}, nullptr); }
    Result<Value> operator()(const addrs::ModuleCallInstance& instance) const {
        return ofModule(instance.name, instance.key, nullptr);
    }
    Result<Value> operator()(const addrs::ModuleCallInstanceOutput& output) const {
        return ofModule(output.name, output.key, &output.output);
    }
    Result<Value> operator()(const addrs::OutputValue&) const { return invalid(); }
    Result<Value> operator()(const addrs::CheckRef&) const { return invalid(); }
    Result<Value> operator()(const addrs::ProviderFunction&) const { return invalid(); }

private:
    Result<Value> ofResource(const addrs::Resource& resource, const std::optional<addrs::InstanceKey>& key) const;
    Result<Value> ofModule(const std::string& callName, const std::optional<addrs::InstanceKey>& key,
                           const std::string* output) const;
    Result<Value> invalid() const {
        return failed("Invalid reference",
                      fmt::format("The reference to \"{}\" is not valid in this context", m_reference.toString()));
    }
    Result<Value> failed(std::string summary, std::string detail) const {
        return {Value::dynamicUnknown(),
                diags::Diagnostic::error(std::move(summary), std::move(detail), m_reference.range)};
    }
    /// Applies the traversal steps after the subject.
    Result<Value> rest(const Value& value) const { return hcl::applyTraversal(value, m_reference.remaining); }
    /// Requires a recorder.
    void record(plans::DependencyEnd dependency, values::Path path) const {
        m_scope.m_recorder->record(std::move(dependency), std::move(path), m_traversal.range());
    }
    void recordNamed(plans::NamedValue::Kind kind, const std::string& name) const {
        if (m_scope.m_recorder)
            record(plans::NamedValue{kind, m_module.address, name}, hcl::pathOf(m_reference.remaining));
    }

    /// Records the use of count.index, each.key or, with the key, each.value.
    void recordRepetition(const std::optional<Value>& key) const;

    const ModuleScope& m_scope;
    const ModuleRuntime& m_module;
    const addrs::Reference& m_reference;
    const Traversal& m_traversal;
};

Result<Value> ModuleScope::resolve(const Traversal& traversal) const {
    Result<addrs::Reference> reference = addrs::parseReference(traversal);
    if (!reference.isOk())
        return {Value::dynamicUnknown(), std::move(reference.diagnostics)};
    if (!m_recorder)
        return resolveReference(*reference, traversal);
    const std::size_t first = m_recorder->size();
    Result<Value> result = resolveReference(*reference, traversal);
    if (result.value)
        m_recorder->setValue(first, *result.value, result.hasErrors());
    return result;
}

Result<Value> ModuleScope::resolveReference(const addrs::Reference& reference, const Traversal& traversal) const {
    return std::visit(ReferenceValue(*this, reference, traversal), reference.subject);
}

void ModuleScope::ReferenceValue::recordRepetition(const std::optional<Value>& key) const {
    std::optional<plans::NamedValue> repetition = m_scope.m_recorder ? m_scope.m_recorder->repetition() : std::nullopt;
    if (!repetition)
        return;
    values::Path path;
    if (key) {
        path = path.index(key->unmarked());
        for (const values::PathStep& step : hcl::pathOf(m_reference.remaining))
            path.push(step);
    }
    record(*std::move(repetition), std::move(path));
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::InputVariable& variable) const {
    const auto it = m_module.variables.find(variable.name);
    if (it == m_module.variables.end()) {
        std::string suggestion = nameSuggestion(variable.name, m_module.variables);
        if (suggestion.empty())
            suggestion =
                fmt::format(" This variable can be declared with a variable \"{}\" {{}} block.", variable.name);
        return failed(
            "Reference to undeclared input variable",
            fmt::format("An input variable with the name \"{}\" has not been declared.{}", variable.name, suggestion));
    }
    recordNamed(plans::NamedValue::Kind::Variable, variable.name);
    const configs::Variable& config = m_module.node.module.variables.at(variable.name);
    const auto& given = m_scope.m_variable;
    Value value = given && given->first == variable.name ? given->second : it->second;
    if (config.sensitive)
        value = value.withMark(Mark::sensitive());
    if (config.ephemeral)
        value = value.withMark(Mark::ephemeral());
    return rest(value);
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::LocalValue& local) const {
    const auto it = m_module.locals.find(local.name);
    if (it == m_module.locals.end())
        return failed("Reference to undeclared local value",
                      fmt::format("A local value with the name \"{}\" has not been declared.{}", local.name,
                                  nameSuggestion(local.name, m_module.locals)));
    recordNamed(plans::NamedValue::Kind::Local, local.name);
    return rest(it->second);
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::CountAttribute& count) const {
    if (count.name != "index")
        return failed(
            "Invalid \"count\" attribute",
            fmt::format("The \"count\" object does not have an attribute named \"{}\". The only supported attribute is "
                        "count.index, which is the index of each instance of a resource block that has the \"count\" "
                        "argument set.",
                        count.name));
    if (!m_scope.m_repetition.countIndex)
        return failed("Reference to \"count\" in non-counted context",
                      "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks, and "
                      "only when the "
                      "\"count\" argument is set.");
    recordRepetition({});
    return rest(*m_scope.m_repetition.countIndex);
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::ForEachAttribute& each) const {
    if (each.name != "key" && each.name != "value")
        return failed(
            "Invalid \"each\" attribute",
            fmt::format("The \"each\" object does not have an attribute named \"{}\". The supported attributes are "
                        "each.key "
                        "and each.value, the current key and value pair of the \"for_each\" attribute set.",
                        each.name));
    const RepetitionData& repetition = m_scope.m_repetition;
    if (each.name == "key" && repetition.eachKey) {
        recordRepetition({});
        return rest(*repetition.eachKey);
    }
    if (each.name == "value" && repetition.eachValue) {
        recordRepetition(repetition.eachKey);
        return rest(*repetition.eachValue);
    }
    if (each.name == "value")
        return failed(
            "each.value cannot be used in this context",
            "A reference to \"each.value\" has been used in a context in which it is unavailable, such as when the "
            "configuration no longer contains the value in its \"for_each\" expression. Remove this reference to "
            "each.value in "
            "your configuration to work around this error.");
    return failed("Reference to \"each\" in context without for_each",
                  "The \"each\" object can be used only in \"module\" or \"resource\" blocks, and only when the "
                  "\"for_each\" argument is set.");
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::PathAttribute& path) const {
    const configs::Config& config = m_scope.m_runtime.config;
    if (path.name == "cwd")
        return rest(Value::string(config.startDirectory));
    if (path.name == "module")
        return rest(Value::string(m_module.node.module.sourceDirectory));
    if (path.name == "root")
        return rest(Value::string(config.root->module.sourceDirectory));
    return failed("Invalid \"path\" attribute",
                  fmt::format("The \"path\" object does not have an attribute named \"{}\".{}", path.name,
                              nameSuggestion(path.name, {"cwd", "module", "root"})));
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::TerraformAttribute& terraform) const {
    const Runtime& runtime = m_scope.m_runtime;
    if (terraform.name == "workspace")
        return rest(Value::string(runtime.workspace));
    if (terraform.name == "applying")
        return rest(Value::boolean(runtime.operation == Operation::Apply).withMark(Mark::ephemeral()));
    std::string summary = fmt::format("Invalid \"{}\" attribute", terraform.alias);
    if (terraform.name == "env")
        return failed(
            std::move(summary),
            fmt::format("The {0}.env attribute was deprecated in v0.10 and removed in v0.12. The \"state environment\" "
                        "concept was renamed to \"workspace\" in v0.12, and so the workspace name can now be accessed "
                        "using the {0}.workspace attribute.",
                        terraform.alias));
    return failed(
        std::move(summary),
        fmt::format("The \"{0}\" object does not have an attribute named \"{1}\". The only supported attribute is "
                    "{0}.workspace, the name of the currently-selected workspace.",
                    terraform.alias, terraform.name));
}

Result<Value> ModuleScope::ReferenceValue::operator()(const addrs::Self&) const {
    const std::optional<SelfObject>& self = m_scope.m_self;
    if (!self)
        return failed("Invalid \"self\" reference",
                      "The \"self\" object is not available in this context. This object can be used only in "
                      "resource provisioner, "
                      "connection, and postcondition blocks.");
    if (!self->absent)
        return rest(self->value);
    const addrs::InstanceKey& key = *self->absent;
    const Value whole = m_module.resources.at(self->resource).whole(m_scope.m_runtime.operation);
    if (key.isNone())
        return rest(whole);
    Result<Value> value = hcl::indexValue(whole, key.isInt() ? Value::number(key.index()) : Value::string(key.string()),
                                          m_reference.range);
    return value.hasErrors() ? value : rest(*value.value);
}

Result<Value> ModuleScope::ReferenceValue::ofResource(const addrs::Resource& resource,
                                                      const std::optional<addrs::InstanceKey>& key) const {
    const auto it = m_module.resources.find(resource);
    if (it == m_module.resources.end())
        return failed("Reference to undeclared resource",
                      fmt::format("A resource \"{}\" \"{}\" has not been declared in {}", resource.type, resource.name,
                                  moduleDisplayName(m_module.node.path)));
    const ResourceRuntime& runtime = it->second;
    const auto recordInstance = [&](std::size_t i) {
        if (m_scope.m_recorder)
            record(addrs::AbsResourceInstance{m_module.address, resource, runtime.instances().keys[i]},
                   hcl::pathOf(m_reference.remaining));
    };
    const Operation operation = m_scope.m_runtime.operation;
    const bool repeated = runtime.config->count || runtime.config->forEach;
    if (diags::Diagnostics problems = runtime.undecodable(m_module.address); problems.hasErrors())
        return {Value::dynamicUnknown(), std::move(problems)};
    if (operation != Operation::Validate && runtime.isExpanded()) {
        if (key && repeated) {
            if (const auto i = runtime.instances().find(*key); i && runtime.isPresent(*i)) {
                recordInstance(*i);
                return rest(runtime.value(*i));
            }
        } else if (!key && runtime.instances().repetition == Repetition::Single && runtime.isPresent(0)) {
            recordInstance(0);
            return rest(runtime.value(0));
        }
        if (m_scope.m_recorder) {
            if (runtime.instances().repetition != Repetition::Single) // the value depends on which instances there are
                record(plans::repetitionOf({m_module.address, resource}), {});
            for (std::size_t i = 0; i < runtime.instances().keys.size(); ++i)
                recordInstance(i);
        }
    }
    return applyFrom(runtime.whole(operation), m_traversal, resourceSteps(resource, m_traversal));
}

Result<Value> ModuleScope::ReferenceValue::ofModule(const std::string& callName,
                                                    const std::optional<addrs::InstanceKey>& key,
                                                    const std::string* output) const {
    const auto it = m_module.calls.find(callName);
    if (it == m_module.calls.end())
        return failed("Reference to undeclared module",
                      fmt::format("The configuration contains no {}.", m_module.node.path.child(callName).toString()));
    const CallRuntime& call = it->second;
    const Operation operation = m_scope.m_runtime.operation;
    const auto outputOf = [](const ModuleRuntime& module, const std::string& name) {
        return plans::NamedValue{plans::NamedValue::Kind::Output, module.address, name};
    };
    const bool repeated = call.config->count || call.config->forEach;
    if (operation != Operation::Validate && call.isExpanded() && output &&
        repeated == (key.has_value() && !key->isNone())) {
        const auto i = call.instances().find(key.value_or(addrs::InstanceKey()));
        if (i) {
            const ModuleRuntime& module = call.module(*i);
            const auto value = module.outputs.find(*output);
            if (value != module.outputs.end()) {
                if (m_scope.m_recorder)
                    record(outputOf(module, *output), hcl::pathOf(m_reference.remaining));
                return rest(value->second);
            }
        }
    }
    if (m_scope.m_recorder && call.isExpanded()) {
        if (call.instances().repetition != Repetition::Single)
            record(plans::repetitionOf(m_module.address.child(callName)), {});
        for (std::size_t i = 0; i < call.instances().keys.size(); ++i)
            for (const auto& [name, value] : call.module(i).outputs)
                if (!output || *output == name)
                    record(outputOf(call.module(i), name), {});
    }
    return applyFrom(wholeModule(call, operation), m_traversal, 2);
}

} // namespace planlens::engine
