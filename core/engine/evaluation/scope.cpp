// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/scope.h"

#include "core/configs/terraform_syntax.h"
#include "core/diags/suggestion.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/engine/validation/reference_checks.h"
#include "core/hcl/dynamic_blocks.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/functions.h"
#include "core/providers/builtin/terraform_data.h"
#include "core/schemas/decode.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

#include <filesystem>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using hcl::Traversal;
using hcl::TraversalStep;
using values::Mark;
using values::Type;
using values::Value;

void DependencyRecorder::record(plans::DependencyEnd dependency, values::Path path, const SourceRange& range,
                                plans::Dependency::Kind kind) {
    m_found.push_back({m_dependent, {}, std::move(dependency), std::move(path), kind, range});
}

void DependencyRecorder::setValue(std::size_t first, const Value& value) {
    for (std::size_t i = first; i < m_found.size(); ++i)
        m_found[i].value = value;
}

std::optional<plans::NamedValue> DependencyRecorder::repetition() const {
    using Kind = plans::NamedValue::Kind;
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&m_dependent))
        return plans::NamedValue{Kind::Repetition, instance->module, instance->resource.toString()};
    const auto& named = std::get<plans::NamedValue>(m_dependent);
    if (named.kind != Kind::Variable || named.module.isRoot())
        return {};
    return plans::NamedValue{Kind::Repetition, named.module.parent(), "module." + named.module.path.back().name};
}

std::string nameSuggestion(std::string_view given, const std::vector<std::string>& names) {
    const std::string suggestion = diags::nearestName(given, names);
    return suggestion.empty() ? std::string() : fmt::format(" Did you mean \"{}\"?", suggestion);
}

std::string moduleDisplayName(const addrs::Module& module) {
    return module.isRoot() ? "the root module" : module.toString();
}

namespace {

bool isTerraformData(const schemas::Block& schema) {
    return &schema == &providers::builtin::terraformDataSchema()->block;
}

template <typename Map>
std::vector<std::string> keysOf(const Map& map) {
    std::vector<std::string> names;
    for (const auto& [name, value] : map)
        names.push_back(name);
    return names;
}

Result<Value> failed(std::string summary, std::string detail, const SourceRange& range) {
    return {Value::dynamicUnknown(), diags::Diagnostic::error(std::move(summary), std::move(detail), range)};
}

/// The steps of an absolute traversal, starting with the given one.
Traversal stepsFrom(const Traversal& traversal, std::size_t first) {
    Traversal rest;
    if (first < traversal.steps.size())
        rest.steps.assign(traversal.steps.begin() + static_cast<std::ptrdiff_t>(first), traversal.steps.end());
    return rest;
}

/// The number of steps in a resource address: `data.type.name` or `type.name`.
std::size_t resourceSteps(const addrs::Resource& resource, const Traversal& traversal) {
    if (resource.mode != addrs::ResourceMode::Managed)
        return 3;
    return traversal.rootName() == "resource" ? 3 : 2;
}

} // namespace

bool ModuleScope::indexSelectsInstance(const Traversal& traversal) const {
    if (m_runtime.operation == Operation::Validate || traversal.steps.size() < 2 || traversal.isRelative())
        return false;
    const std::string& root = traversal.rootName();
    const TraversalStep& second = traversal.steps[1];
    if (second.kind != TraversalStep::Kind::Attribute)
        return false;
    if (root == "module") {
        if (traversal.steps.size() != 2)
            return false;
        const auto call = m_module.calls.find(second.name);
        return call != m_module.calls.end() && (call->second.config->count || call->second.config->forEach);
    }
    addrs::Resource resource;
    if (root == "data" || root == "ephemeral" || root == "resource") {
        if (traversal.steps.size() != 3 || traversal.steps[2].kind != TraversalStep::Kind::Attribute)
            return false;
        resource.mode = root == "data"        ? addrs::ResourceMode::Data
                        : root == "ephemeral" ? addrs::ResourceMode::Ephemeral
                                              : addrs::ResourceMode::Managed;
        resource.type = second.name;
        resource.name = traversal.steps[2].name;
    } else {
        if (traversal.steps.size() != 2)
            return false;
        resource.type = root;
        resource.name = second.name;
    }
    const auto it = m_module.resources.find(resource);
    return it != m_module.resources.end() && (it->second.config->count || it->second.config->forEach);
}

const hcl::Function* ModuleScope::function(std::string_view name) const {
    if (m_runtime.providerFunctions && name.starts_with("provider::"))
        return m_runtime.providerFunctions->find(m_module, name, m_runtime.operation);
    return m_runtime.functions.find(name);
}
std::vector<std::string> ModuleScope::functionNames() const {
    return m_runtime.functions.names();
}

std::optional<diags::Diagnostic> ModuleScope::explainMissingFunction(std::string_view name,
                                                                     const SourceRange& range) const {
    if (m_runtime.providerFunctions && name.starts_with("provider::"))
        return m_runtime.providerFunctions->explainMissing(m_module.node, name, range);
    return lang::FunctionTable::explainMissing(name, range);
}

std::optional<Value> ModuleScope::peek(const Traversal& traversal) const {
    ModuleScope quiet = *this;
    quiet.m_recorder = nullptr;
    Result<Value> result = quiet.resolve(traversal);
    if (result.hasErrors())
        return {};
    return std::move(result.value);
}

Result<Value> ModuleScope::resolve(const Traversal& traversal) const {
    Result<addrs::Reference> reference = addrs::parseReference(traversal);
    if (!reference.isOk())
        return {Value::dynamicUnknown(), std::move(reference.diagnostics)};
    if (!m_recorder)
        return resolveReference(*reference, traversal);
    const std::size_t first = m_recorder->size();
    Result<Value> result = resolveReference(*reference, traversal);
    if (result.value)
        m_recorder->setValue(first, *result.value);
    return result;
}

void ModuleScope::recordRepetition(const addrs::Reference& reference, const SourceRange& range,
                                   const std::optional<Value>& key) const {
    std::optional<plans::NamedValue> repetition = m_recorder ? m_recorder->repetition() : std::nullopt;
    if (!repetition)
        return;
    values::Path path;
    if (key) {
        path = path.index(key->unmarked());
        for (const values::PathStep& step : hcl::pathOf(reference.remaining))
            path.push(step);
    }
    m_recorder->record(*std::move(repetition), std::move(path), range);
}

Result<Value> ModuleScope::resolveReference(const addrs::Reference& reference, const Traversal& traversal) const {
    const SourceRange& range = reference.range;
    const auto rest = [&](Value value) { return hcl::applyTraversal(value, reference.remaining); };
    const auto recordNamed = [&](plans::NamedValue::Kind kind, const std::string& name) {
        if (m_recorder)
            m_recorder->record(plans::NamedValue{kind, m_module.address, name}, hcl::pathOf(reference.remaining),
                               traversal.range());
    };

    if (const auto* variable = std::get_if<addrs::InputVariable>(&reference.subject)) {
        const auto it = m_module.variables.find(variable->name);
        if (it == m_module.variables.end()) {
            std::string suggestion = nameSuggestion(variable->name, keysOf(m_module.variables));
            if (suggestion.empty())
                suggestion =
                    fmt::format(" This variable can be declared with a variable \"{}\" {{}} block.", variable->name);
            return failed("Reference to undeclared input variable",
                          fmt::format("An input variable with the name \"{}\" has not been declared.{}", variable->name,
                                      suggestion),
                          range);
        }
        recordNamed(plans::NamedValue::Kind::Variable, variable->name);
        const configs::Variable& config = m_module.node.module.variables.at(variable->name);
        Value value = m_variable && m_variable->first == variable->name ? m_variable->second : it->second;
        if (config.sensitive)
            value = value.withMark(Mark::sensitive());
        if (config.ephemeral)
            value = value.withMark(Mark::ephemeral());
        return rest(std::move(value));
    }
    if (const auto* local = std::get_if<addrs::LocalValue>(&reference.subject)) {
        const auto it = m_module.locals.find(local->name);
        if (it == m_module.locals.end())
            return failed("Reference to undeclared local value",
                          fmt::format("A local value with the name \"{}\" has not been declared.{}", local->name,
                                      nameSuggestion(local->name, keysOf(m_module.locals))),
                          range);
        recordNamed(plans::NamedValue::Kind::Local, local->name);
        return rest(it->second);
    }
    if (const auto* resource = std::get_if<addrs::Resource>(&reference.subject))
        return resourceValue(*resource, {}, reference, traversal);
    if (const auto* instance = std::get_if<addrs::ResourceInstance>(&reference.subject))
        return resourceValue(instance->resource, instance->key, reference, traversal);
    if (const auto* call = std::get_if<addrs::ModuleCall>(&reference.subject))
        return moduleValue(call->name, {}, nullptr, reference, traversal);
    if (const auto* instance = std::get_if<addrs::ModuleCallInstance>(&reference.subject))
        return moduleValue(instance->name, instance->key, nullptr, reference, traversal);
    if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&reference.subject))
        return moduleValue(output->name, output->key, &output->output, reference, traversal);
    if (const auto* count = std::get_if<addrs::CountAttribute>(&reference.subject)) {
        if (count->name != "index")
            return failed(
                "Invalid \"count\" attribute",
                fmt::format(
                    "The \"count\" object does not have an attribute named \"{}\". The only supported attribute is "
                    "count.index, which is the index of each instance of a resource block that has the \"count\" "
                    "argument set.",
                    count->name),
                range);
        if (!m_repetition.countIndex)
            return failed("Reference to \"count\" in non-counted context",
                          "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks, and "
                          "only when the "
                          "\"count\" argument is set.",
                          range);
        recordRepetition(reference, traversal.range(), {});
        return rest(*m_repetition.countIndex);
    }
    if (const auto* each = std::get_if<addrs::ForEachAttribute>(&reference.subject)) {
        if (each->name != "key" && each->name != "value")
            return failed(
                "Invalid \"each\" attribute",
                fmt::format("The \"each\" object does not have an attribute named \"{}\". The supported attributes are "
                            "each.key "
                            "and each.value, the current key and value pair of the \"for_each\" attribute set.",
                            each->name),
                range);
        if (each->name == "key" && m_repetition.eachKey) {
            recordRepetition(reference, traversal.range(), {});
            return rest(*m_repetition.eachKey);
        }
        if (each->name == "value" && m_repetition.eachValue) {
            recordRepetition(reference, traversal.range(), m_repetition.eachKey);
            return rest(*m_repetition.eachValue);
        }
        if (each->name == "value")
            return failed(
                "each.value cannot be used in this context",
                "A reference to \"each.value\" has been used in a context in which it is unavailable, such as when the "
                "configuration no longer contains the value in its \"for_each\" expression. Remove this reference to "
                "each.value in "
                "your configuration to work around this error.",
                range);
        return failed("Reference to \"each\" in context without for_each",
                      "The \"each\" object can be used only in \"module\" or \"resource\" blocks, and only when the "
                      "\"for_each\" argument is set.",
                      range);
    }
    if (const auto* path = std::get_if<addrs::PathAttribute>(&reference.subject)) {
        if (path->name == "cwd")
            return rest(Value::string(m_runtime.config.startDirectory));
        if (path->name == "module")
            return rest(Value::string(m_module.node.module.sourceDirectory));
        if (path->name == "root")
            return rest(Value::string(m_runtime.config.root->module.sourceDirectory));
        return failed("Invalid \"path\" attribute",
                      fmt::format("The \"path\" object does not have an attribute named \"{}\".{}", path->name,
                                  nameSuggestion(path->name, {"cwd", "module", "root"})),
                      range);
    }
    if (const auto* terraform = std::get_if<addrs::TerraformAttribute>(&reference.subject)) {
        if (terraform->name == "workspace")
            return rest(Value::string(m_runtime.workspace));
        if (terraform->name == "applying")
            return rest(Value::boolean(m_runtime.operation == Operation::Apply).withMark(Mark::ephemeral()));
        const std::string summary = fmt::format("Invalid \"{}\" attribute", terraform->alias);
        if (terraform->name == "env")
            return failed(
                summary,
                fmt::format(
                    "The {0}.env attribute was deprecated in v0.10 and removed in v0.12. The \"state environment\" "
                    "concept was renamed to \"workspace\" in v0.12, and so the workspace name can now be accessed "
                    "using the {0}.workspace attribute.",
                    terraform->alias),
                range);
        return failed(
            summary,
            fmt::format("The \"{0}\" object does not have an attribute named \"{1}\". The only supported attribute is "
                        "{0}.workspace, the name of the currently-selected workspace.",
                        terraform->alias, terraform->name),
            range);
    }
    if (std::holds_alternative<addrs::Self>(reference.subject)) {
        if (!m_self)
            return failed("Invalid \"self\" reference",
                          "The \"self\" object is not available in this context. This object can be used only in "
                          "resource provisioner, "
                          "connection, and postcondition blocks.",
                          range);
        if (!m_self->absent)
            return rest(m_self->value);
        const addrs::InstanceKey& key = *m_self->absent;
        const Value whole = m_module.resources.at(m_self->resource).whole(m_runtime.operation);
        if (key.isNone())
            return rest(whole);
        Result<Value> self =
            hcl::indexValue(whole, key.isInt() ? Value::number(key.index()) : Value::string(key.string()), range);
        return self.hasErrors() ? self : rest(*std::move(self.value));
    }
    return failed("Invalid reference",
                  fmt::format("The reference to \"{}\" is not valid in this context", reference.toString()), range);
}

Result<Value> ModuleScope::resourceValue(const addrs::Resource& resource, const std::optional<addrs::InstanceKey>& key,
                                         const addrs::Reference& reference, const Traversal& traversal) const {
    const auto it = m_module.resources.find(resource);
    if (it == m_module.resources.end())
        return failed("Reference to undeclared resource",
                      fmt::format("A resource \"{}\" \"{}\" has not been declared in {}", resource.type, resource.name,
                                  moduleDisplayName(m_module.node.path)),
                      reference.range);
    const ResourceRuntime& runtime = it->second;
    const auto record = [&](std::size_t i) {
        if (m_recorder)
            m_recorder->record(addrs::AbsResourceInstance{m_module.address, resource, runtime.instances().keys[i]},
                               hcl::pathOf(reference.remaining), traversal.range());
    };
    const bool repeated = runtime.config->count || runtime.config->forEach;
    if (m_runtime.operation != Operation::Validate && runtime.isExpanded()) {
        if (key && repeated) {
            if (const auto i = runtime.instances().find(*key); i && runtime.isPresent(*i)) {
                record(*i);
                return hcl::applyTraversal(runtime.value(*i), reference.remaining);
            }
        } else if (!key && runtime.instances().repetition == Repetition::Single && runtime.isPresent(0)) {
            record(0);
            return hcl::applyTraversal(runtime.value(0), reference.remaining);
        }
        if (m_recorder)
            for (std::size_t i = 0; i < runtime.instances().keys.size(); ++i)
                record(i);
    }
    return hcl::applyTraversal(runtime.whole(m_runtime.operation),
                               stepsFrom(traversal, resourceSteps(resource, traversal)));
}

namespace {

/// The value of a reference to a whole module call.
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

Result<Value> ModuleScope::moduleValue(const std::string& callName, const std::optional<addrs::InstanceKey>& key,
                                       const std::string* output, const addrs::Reference& reference,
                                       const Traversal& traversal) const {
    const auto it = m_module.calls.find(callName);
    if (it == m_module.calls.end())
        return failed("Reference to undeclared module",
                      fmt::format("The configuration contains no {}.", m_module.node.path.child(callName).toString()),
                      reference.range);
    const CallRuntime& call = it->second;
    const auto record = [&](const ModuleRuntime& module, const std::string& name, values::Path path) {
        if (m_recorder)
            m_recorder->record(plans::NamedValue{plans::NamedValue::Kind::Output, module.address, name},
                               std::move(path), traversal.range());
    };
    const bool repeated = call.config->count || call.config->forEach;
    if (m_runtime.operation != Operation::Validate && call.isExpanded() && output &&
        repeated == (key.has_value() && !key->isNone())) {
        const auto i = call.instances().find(key.value_or(addrs::InstanceKey()));
        if (i) {
            const ModuleRuntime& module = call.module(*i);
            const auto value = module.outputs.find(*output);
            if (value != module.outputs.end()) {
                record(module, *output, hcl::pathOf(reference.remaining));
                return hcl::applyTraversal(value->second, reference.remaining);
            }
        }
    }
    if (m_recorder && call.isExpanded())
        for (std::size_t i = 0; i < call.instances().keys.size(); ++i)
            for (const auto& [name, value] : call.module(i).outputs)
                if (!output || *output == name)
                    record(call.module(i), name, {});
    return hcl::applyTraversal(wholeModule(call, m_runtime.operation), stepsFrom(traversal, 2));
}

Result<Value> ModuleScope::evaluate(const hcl::Expression& expression, Type type) const {
    Diagnostics diagnostics;
    if (m_runtime.operation == Operation::Validate) {
        diagnostics = checkReferences(expression.variables(), Names::LookedUp);
        if (diagnostics.hasErrors())
            return {Value::unknown(type), std::move(diagnostics)};
    }
    Result<Value> result = expression.evaluate(this);
    diagnostics.append(std::move(result.diagnostics));
    Value value = std::move(*result.value);
    if (auto tooDeep = hcl::nestedTooDeeply(value, expression.range())) {
        diagnostics.append(*std::move(tooDeep));
        return {Value::unknown(type), std::move(diagnostics)};
    }
    if (!type.isDynamic()) {
        values::Outcome<Value> converted = values::convert(value, type);
        if (converted) {
            value = *std::move(converted);
        } else {
            diagnostics.append(
                hcl::withExpressionValues(diags::Diagnostic::error("Incorrect value type",
                                                                   fmt::format("Invalid expression value: {}.",
                                                                               values::formatError(converted.error())),
                                                                   expression.range()),
                                          expression, this));
            value = Value::unknown(type);
        }
    }
    value = takeDeprecations(std::move(value), expression, diagnostics);
    return {std::move(value), std::move(diagnostics)};
}

Result<Value> ModuleScope::evaluateBody(const hcl::BodyPtr& body, const schemas::Block& schema,
                                        Ephemeral ephemeral) const {
    Diagnostics diagnostics;
    if (m_runtime.operation == Operation::Validate) {
        if (body->mayHaveDynamicBlocks())
            diagnostics = checkReferences(schemas::variablesInExpansion(body, schema), Names::LookedUp);
        // The content of a `dynamic` block is checked once for each block that it generates. Without any, its
        // references are not checked.
        diagnostics.append(
            checkReferences(schemas::variablesInBody(hcl::expandDynamicBlocks(body, this), schema), Names::LookedUp));
        if (diagnostics.hasErrors())
            return {Value::unknown(schema.impliedType()), std::move(diagnostics)};
    }
    Result<Value> result = schemas::decodeBody(body, schema, this);
    if (isTerraformData(schema))
        configs::explainTerraformSyntax(result.diagnostics, configs::TerraformContext::TerraformData);
    diagnostics.append(std::move(result.diagnostics));
    if (auto tooDeep = hcl::nestedTooDeeply(*result.value, body->missingItemRange())) {
        diagnostics.append(*std::move(tooDeep));
        return {Value::unknown(schema.impliedType()), std::move(diagnostics)};
    }
    if (ephemeral == Ephemeral::Refused && result.value->containsMarked()) {
        for (const values::PathMarks& marked : result.value->pathMarks()) {
            if (!marked.marks.contains(Mark::ephemeral()))
                continue;
            values::Path path = marked.path;
            const schemas::Attribute* attribute = schemas::attributeByPath(schema, path);
            while (!attribute && !path.isEmpty()) {
                path.pop();
                attribute = schemas::attributeByPath(schema, path);
            }
            if (attribute && attribute->writeOnly)
                continue;
            diagnostics.error(
                "Ephemeral value used in non-ephemeral context",
                fmt::format(
                    "Attribute \"{}\" is referencing an ephemeral value but ephemeral values can be referenced only by "
                    "other ephemeral attributes or by write-only ones.",
                    path.toString()),
                schemas::rangeOfPath(body, schema, path));
        }
    }
    Value value = takeDeprecations(*std::move(result.value), body, schema, diagnostics);
    return {std::move(value), std::move(diagnostics)};
}

// --- static validation

namespace {

/// The reference for a root name without an attribute, like `var`: it has an empty name and no range.
std::optional<addrs::Reference> unnamed(const std::string& root) {
    const SourceRange nowhere{{}, {0, 0, 0}, {0, 0, 0}};
    if (root == "var")
        return addrs::Reference{addrs::InputVariable{}, nowhere, {}};
    if (root == "local")
        return addrs::Reference{addrs::LocalValue{}, nowhere, {}};
    if (root == "path")
        return addrs::Reference{addrs::PathAttribute{}, nowhere, {}};
    if (root == "terraform" || root == "tofu")
        return addrs::Reference{addrs::TerraformAttribute{.alias = root, .name = {}}, nowhere, {}};
    if (root == "count")
        return addrs::Reference{addrs::CountAttribute{}, nowhere, {}};
    if (root == "each")
        return addrs::Reference{addrs::ForEachAttribute{}, nowhere, {}};
    return {};
}

bool isResourceOrModule(const addrs::Referenceable& subject) {
    return std::holds_alternative<addrs::Resource>(subject) ||
           std::holds_alternative<addrs::ResourceInstance>(subject) ||
           std::holds_alternative<addrs::ModuleCall>(subject) ||
           std::holds_alternative<addrs::ModuleCallInstance>(subject) ||
           std::holds_alternative<addrs::ModuleCallInstanceOutput>(subject);
}

} // namespace

Diagnostics ModuleScope::checkReferences(const std::vector<Traversal>& traversals, Names names) const {
    Diagnostics diagnostics;
    std::vector<addrs::Reference> references;
    for (const Traversal& traversal : traversals) {
        Result<addrs::Reference> reference = addrs::parseReference(traversal);
        if (reference.isOk())
            references.push_back(*std::move(reference.value));
        else if (std::optional<addrs::Reference> incomplete = unnamed(traversal.rootName()))
            references.push_back(*std::move(incomplete));
        diagnostics.append(std::move(reference.diagnostics));
    }
    Diagnostics wrong;
    for (const addrs::Reference& reference : references)
        wrong.append(checkReference(reference));
    // After an invalid reference nothing is evaluated, but the names in other references are still looked up.
    if ((diagnostics.hasErrors() || names == Names::LookedUp) && wrong.isEmpty())
        for (const addrs::Reference& reference : references)
            if (!isResourceOrModule(reference.subject))
                wrong.append(resolveReference({reference.subject, reference.range, {}}, {}).diagnostics);
    diagnostics.append(std::move(wrong));
    return diagnostics;
}

Diagnostics ModuleScope::checkReference(const addrs::Reference& reference) const {
    const auto checkModule = [&](const std::string& name) -> Diagnostics {
        if (m_module.calls.contains(name))
            return {};
        return diags::Diagnostic::error("Reference to undeclared module",
                                        fmt::format("No module call named \"{}\" is declared in {}.{}", name,
                                                    moduleDisplayName(m_module.node.path),
                                                    nameSuggestion(name, keysOf(m_module.calls))),
                                        reference.range);
    };
    if (const auto* resource = std::get_if<addrs::Resource>(&reference.subject))
        return checkResourceReference(*resource, false, reference);
    if (const auto* instance = std::get_if<addrs::ResourceInstance>(&reference.subject))
        return checkResourceReference(instance->resource, !instance->key.isNone(), reference);
    if (const auto* call = std::get_if<addrs::ModuleCall>(&reference.subject))
        return checkModule(call->name);
    if (const auto* instance = std::get_if<addrs::ModuleCallInstance>(&reference.subject))
        return checkModule(instance->name);
    if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&reference.subject))
        return checkModule(output->name);
    if (std::holds_alternative<addrs::Self>(reference.subject)) {
        if (m_self)
            return checkResourceReference(m_self->resource, true, reference);
        return diags::Diagnostic::error(
            "Invalid \"self\" reference",
            "The \"self\" object is not available in this context. This object can be used only in resource "
            "provisioner, connection, and postcondition blocks.",
            reference.range);
    }
    return {};
}

namespace {

std::string_view adjective(addrs::ResourceMode mode) {
    switch (mode) {
    case addrs::ResourceMode::Managed:
        return "managed";
    case addrs::ResourceMode::Data:
        return "data";
    case addrs::ResourceMode::Ephemeral:
        return "ephemeral";
    }
    return {};
}

} // namespace

Diagnostics ModuleScope::checkResourceReference(const addrs::Resource& resource, bool hasKey,
                                                const addrs::Reference& reference) const {
    Diagnostics diagnostics;
    const configs::Resource* config = m_module.node.module.resource(resource);
    const std::string name = resource.toString();
    if (config && !hasKey && !reference.remaining.steps.empty()) {
        if (config->count)
            diagnostics.error(
                "Missing resource instance key",
                fmt::format("Because {0} has \"count\" set, its attributes must be accessed on specific "
                            "instances.\n\nFor example, "
                            "to correlate with indices of a referring resource, use:\n    {0}[count.index]",
                            name),
                reference.range);
        if (config->forEach)
            diagnostics.error("Missing resource instance key",
                              fmt::format("Because {0} has \"for_each\" set, its attributes must be accessed on "
                                          "specific instances.\n\nFor example, "
                                          "to correlate with indices of a referring resource, use:\n    {0}[each.key]",
                                          name),
                              reference.range);
    }
    const bool isSelf = std::holds_alternative<addrs::Self>(reference.subject);
    if (config && hasKey && !isSelf && !config->count && !config->forEach)
        diagnostics.error("Unexpected resource instance key",
                          fmt::format("Because {} does not have \"count\" or \"for_each\" set, references to it must "
                                      "not include an index key. "
                                      "Remove the bracketed index to refer to the single instance of this resource.",
                                      name),
                          reference.range);
    if (!config) {
        std::string suggestion;
        for (const addrs::ResourceMode mode :
             {addrs::ResourceMode::Managed, addrs::ResourceMode::Data, addrs::ResourceMode::Ephemeral}) {
            const addrs::Resource candidate{mode, resource.type, resource.name};
            if (mode != resource.mode && m_module.node.module.resource(candidate)) {
                suggestion = fmt::format("\n\nDid you mean the {} resource {}?",
                                         mode == addrs::ResourceMode::Managed ? "resource" : adjective(mode),
                                         candidate.toString());
                break;
            }
        }
        diagnostics.error("Reference to undeclared resource",
                          fmt::format("There is no {} resource \"{}\" \"{}\" definition in {}.{}",
                                      adjective(resource.mode), resource.type, resource.name,
                                      moduleDisplayName(m_module.node.path), suggestion),
                          reference.range);
        return diagnostics;
    }
    if (!config->container.empty() && config->container != m_check)
        diagnostics.error("Reference to scoped resource",
                          fmt::format("The referenced {} resource \"{}\" \"{}\" is not available from this context.",
                                      adjective(resource.mode), resource.type, resource.name),
                          reference.range);
    const auto runtime = m_module.resources.find(resource);
    if (!runtime->second.schema) {
        diagnostics.error("Invalid resource type",
                          fmt::format("The {} resource type \"{}\" is not supported by provider \"{}\".",
                                      adjective(resource.mode), resource.type, config->provider.toString()),
                          reference.range);
        return diagnostics;
    }
    if (!reference.remaining.steps.empty() &&
        reference.remaining.steps.front().kind == TraversalStep::Kind::Attribute &&
        reference.remaining.steps.front().name == "count") {
        diagnostics.error("Invalid resource count attribute",
                          fmt::format("The special \"count\" attribute is no longer supported after OpenTofu v0.12. "
                                      "Instead, use length({}) to "
                                      "count resource instances.",
                                      name),
                          reference.range);
        return diagnostics;
    }
    diagnostics.append(checkSchemaTraversal(runtime->second.schema->block, reference.remaining));
    return diagnostics;
}

} // namespace planlens::engine
