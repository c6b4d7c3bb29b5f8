// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scripted_provider.h"

#include "core/providers/registry.h"
#include "core/values/json/json.h"

#include <algorithm>
#include <condition_variable>

namespace planlens::testing {

using namespace planlens::providers;
using values::Type;
using values::Value;

namespace {

schemas::Attribute attributeOf(Type type) {
    schemas::Attribute attribute;
    attribute.type = type;
    return attribute;
}

/// Returns false if the stop token ended the wait.
bool waitFor(std::chrono::milliseconds delay, const std::stop_token& stop) {
    if (delay.count() == 0)
        return !stop.stop_requested();
    std::mutex mutex;
    std::condition_variable_any condition;
    std::unique_lock lock(mutex);
    condition.wait_for(lock, stop, delay, [] { return false; });
    return !stop.stop_requested();
}

const ResourceRules* find(const std::map<std::string, ResourceRules>& rules, const std::string& type) {
    const auto it = rules.find(type);
    return it == rules.end() ? nullptr : &it->second;
}

ProviderDiagnostic unknownType(const std::string& type) {
    return providerError("Unknown type", "The script has no type " + type + ".");
}

Value withAttribute(const Value& object, std::string_view name, const Value& value) {
    std::vector<std::pair<std::string, Value>> attributes;
    for (std::size_t i = 0; i < object.size(); ++i)
        attributes.emplace_back(object.key(i), object.key(i) == name ? value : object.element(i));
    return Value::object(std::move(attributes));
}

/// Makes computed attributes that are not configured unknown.
Value withUnknownComputed(const ResourceRules& rules, Value planned, const Value& config) {
    for (const auto& [name, attribute] : rules.schema->block.attributes) {
        const bool isSet = !config.isNull() && !config.attribute(name).isNull();
        if (attribute.computed && !isSet)
            planned = withAttribute(planned, name, Value::unknown(attribute.impliedType()));
    }
    return planned;
}

Value madeUp(Type type, const std::string& what, Script& script) {
    switch (type.kind()) {
    case Type::Kind::String:
    case Type::Kind::Dynamic:
        return Value::string(what + "-" + std::to_string(script.nextNumber()));
    case Type::Kind::Number:
        return Value::number(script.nextNumber());
    case Type::Kind::Bool:
        return Value::boolean(true);
    case Type::Kind::List:
        return Value::emptyList(type.elementType());
    case Type::Kind::Set:
        return Value::emptySet(type.elementType());
    case Type::Kind::Map:
        return Value::emptyMap(type.elementType());
    case Type::Kind::Tuple:
    case Type::Kind::Object:
        return Value::null(type);
    }
    return Value::null(type);
}

Value withComputedValues(const ResourceRules& rules, const std::string& typeName, const Value& planned,
                         Script& script) {
    return values::transform(planned, [&](const values::Path& path, const Value& value) {
        if (value.isKnown())
            return value;
        std::string name;
        if (!path.isEmpty())
            if (const auto* step = std::get_if<values::AttributeStep>(&path[path.size() - 1]))
                name = step->name;
        if (const auto rule = rules.computedValues.find(name); path.size() == 1 && rule != rules.computedValues.end())
            return rule->second(planned);
        return madeUp(value.type(), typeName + "." + name, script);
    });
}

} // namespace

schemas::Attribute required(Type type) {
    schemas::Attribute attribute = attributeOf(type);
    attribute.required = true;
    return attribute;
}

schemas::Attribute optional(Type type) {
    schemas::Attribute attribute = attributeOf(type);
    attribute.optional = true;
    return attribute;
}

schemas::Attribute computed(Type type) {
    schemas::Attribute attribute = attributeOf(type);
    attribute.computed = true;
    return attribute;
}

schemas::Attribute optionalComputed(Type type) {
    schemas::Attribute attribute = optional(type);
    attribute.computed = true;
    return attribute;
}

schemas::ResourceSchemaPtr resourceSchema(std::map<std::string, schemas::Attribute, std::less<>> attributes,
                                          std::int64_t version) {
    schemas::Block block;
    block.attributes = std::move(attributes);
    return schemas::ResourceSchema::make(std::move(block), version);
}

ProviderDiagnostic providerError(std::string summary, std::string detail, std::string_view attribute) {
    values::Path path;
    if (!attribute.empty())
        path = path.attribute(attribute);
    return {diags::Severity::Error, std::move(summary), std::move(detail), std::move(path)};
}

std::vector<std::string> Script::calls() const {
    const std::lock_guard lock(m_mutex);
    return m_calls;
}

std::size_t Script::count(std::string_view prefix) const {
    const std::lock_guard lock(m_mutex);
    return static_cast<std::size_t>(std::count_if(
        m_calls.begin(), m_calls.end(), [prefix](const std::string& call) { return call.starts_with(prefix); }));
}

void Script::forgetCalls() {
    const std::lock_guard lock(m_mutex);
    m_calls.clear();
}

void Script::note(std::string call) {
    const std::lock_guard lock(m_mutex);
    m_calls.push_back(std::move(call));
}

int Script::nextNumber() {
    const std::lock_guard lock(m_mutex);
    return ++m_number;
}

diags::Result<schemas::ProviderSchemaPtr> ScriptedProvider::schema(std::stop_token) {
    m_script->note("schema");
    auto schema = std::make_shared<schemas::ProviderSchema>();
    schema->provider = m_script->config ? m_script->config : schemas::ResourceSchema::make({});
    schema->providerMeta = m_script->meta;
    schema->planDestroy = m_script->plansDestroy;
    for (const auto& [name, rules] : m_script->managed) {
        schema->managed[name] = rules.schema;
        schema->moveResourceState = schema->moveResourceState || rules.move;
    }
    for (const auto& [name, rules] : m_script->data)
        schema->data[name] = rules.schema;
    for (const auto& [name, rules] : m_script->ephemeral)
        schema->ephemeral[name] = rules.schema;
    for (const auto& [name, rules] : m_script->functions)
        schema->functions[name] = rules.signature;
    return schemas::ProviderSchemaPtr(std::move(schema));
}

FunctionsResponse ScriptedProvider::functions(std::stop_token) {
    FunctionsResponse response;
    for (const auto& [name, rules] : m_script->functions)
        response.functions[name] = rules.signature;
    if (const std::scoped_lock lock(m_mutex); !m_config.isNull())
        for (const auto& [name, rules] : m_script->functionsOnceConfigured)
            response.functions[name] = rules.signature;
    return response;
}

ProviderDiagnostics ScriptedProvider::validateProviderConfig(const ValidateRequest&, std::stop_token) {
    m_script->note("validate provider");
    return {};
}

ProviderDiagnostics ScriptedProvider::configure(const ConfigureRequest& request, std::stop_token) {
    m_script->note("configure");
    {
        const std::scoped_lock lock(m_mutex);
        m_config = request.config;
    }
    return m_script->configure ? m_script->configure(request.config) : ProviderDiagnostics();
}

ProviderDiagnostics ScriptedProvider::validateResourceConfig(const ValidateRequest& request, std::stop_token) {
    m_script->note("validate " + request.typeName);
    const ResourceRules* rules = find(m_script->managed, request.typeName);
    if (!rules)
        return {unknownType(request.typeName)};
    return rules->validate ? rules->validate(request.config) : ProviderDiagnostics();
}

UpgradeResponse ScriptedProvider::upgradeResourceState(const UpgradeRequest& request, std::stop_token) {
    m_script->note("upgrade " + request.typeName);
    UpgradeResponse response;
    const ResourceRules* rules = find(m_script->managed, request.typeName);
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    if (rules->upgrade)
        return rules->upgrade(request);
    auto value = values::fromJson(request.rawJson, rules->schema->type);
    if (value)
        response.upgraded = *std::move(value);
    else
        response.diagnostics.push_back(providerError("Cannot upgrade", values::formatError(value.error())));
    return response;
}

UpgradeResponse ScriptedProvider::upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token) {
    m_script->note("upgrade identity " + request.typeName);
    UpgradeResponse response;
    auto value = values::fromSimpleJson(request.rawJson);
    if (value)
        response.upgraded = *std::move(value);
    return response;
}

ReadResponse ScriptedProvider::readResource(const ReadRequest& request, std::stop_token stop) {
    m_script->note("read " + request.typeName);
    ReadResponse response;
    const ResourceRules* rules = find(m_script->managed, request.typeName);
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    if (!waitFor(rules->delay, stop)) {
        response.diagnostics.push_back(providerError("Cancelled"));
        return response;
    }
    if (rules->read)
        return rules->read(request);
    response.newState = request.prior;
    response.privateData = request.privateData;
    response.identity = request.identity;
    return response;
}

PlanResponse ScriptedProvider::planResourceChange(const PlanRequest& request, std::stop_token stop) {
    m_script->note("plan " + request.typeName);
    PlanResponse response;
    const ResourceRules* rules = find(m_script->managed, request.typeName);
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    if (!waitFor(rules->delay, stop)) {
        response.diagnostics.push_back(providerError("Cancelled"));
        return response;
    }
    response.planned = request.proposed;
    response.plannedPrivate = request.priorPrivate;
    response.plannedIdentity = request.priorIdentity;
    if (!request.proposed.isNull() && request.prior.isNull()) {
        response.planned = withUnknownComputed(*rules, request.proposed, request.config);
    } else if (!request.proposed.isNull()) {
        for (const std::string& name : rules->replaceOn) {
            if (request.prior.attribute(name) != request.proposed.attribute(name))
                response.requiresReplace.push_back(values::Path().attribute(name));
        }
        if (request.prior != request.proposed) {
            for (const std::string& name : rules->unknownOnUpdate) {
                response.planned =
                    withAttribute(response.planned, name, Value::unknown(rules->schema->type.attributeType(name)));
            }
        }
    }
    if (rules->adjustPlan)
        rules->adjustPlan(request, response);
    return response;
}

ApplyResponse ScriptedProvider::applyResourceChange(const ApplyRequest& request, std::stop_token stop) {
    m_script->note("apply " + request.typeName);
    ApplyResponse response;
    const ResourceRules* rules = find(m_script->managed, request.typeName);
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    if (!waitFor(rules->delay, stop)) {
        response.newState = request.prior;
        response.diagnostics.push_back(providerError("Cancelled"));
        return response;
    }
    response.newState = request.planned;
    response.privateData = request.plannedPrivate;
    response.identity = request.plannedIdentity;
    if (!request.planned.isNull())
        response.newState = withComputedValues(*rules, request.typeName, request.planned, *m_script);
    if (rules->adjustApply)
        rules->adjustApply(request, response);
    return response;
}

ImportResponse ScriptedProvider::importResourceState(const ImportRequest& request, std::stop_token) {
    m_script->note("import " + request.typeName);
    const ResourceRules* rules = find(m_script->managed, request.typeName);
    if (rules && rules->import)
        return rules->import(request);
    ImportResponse response;
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    std::vector<Value> attributes;
    for (const values::ObjectAttribute& attribute : rules->schema->type.attributes()) {
        attributes.push_back(attribute.name == "id" && attribute.type.isString() ? Value::string(request.id)
                                                                                 : Value::null(attribute.type));
    }
    response.resources.push_back(
        {request.typeName, Value::object(rules->schema->type, std::move(attributes)), {}, request.identity});
    return response;
}

MoveResponse ScriptedProvider::moveResourceState(const MoveRequest& request, std::stop_token stop) {
    m_script->note("move " + request.targetType);
    const ResourceRules* rules = find(m_script->managed, request.targetType);
    return rules && rules->move ? rules->move(request) : Provider::moveResourceState(request, stop);
}

ProviderDiagnostics ScriptedProvider::validateDataResourceConfig(const ValidateRequest& request, std::stop_token) {
    m_script->note("validate data " + request.typeName);
    const ResourceRules* rules = find(m_script->data, request.typeName);
    if (!rules)
        return {unknownType(request.typeName)};
    return rules->validate ? rules->validate(request.config) : ProviderDiagnostics();
}

ReadDataResponse ScriptedProvider::readDataSource(const ReadDataRequest& request, std::stop_token stop) {
    m_script->note("read data " + request.typeName);
    ReadDataResponse response;
    const ResourceRules* rules = find(m_script->data, request.typeName);
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    if (!waitFor(rules->delay, stop)) {
        response.diagnostics.push_back(providerError("Cancelled"));
        return response;
    }
    if (rules->readData)
        return rules->readData(request);
    response.state = withComputedValues(*rules, request.typeName,
                                        withUnknownComputed(*rules, request.config, request.config), *m_script);
    return response;
}

ProviderDiagnostics ScriptedProvider::validateEphemeralConfig(const ValidateRequest& request, std::stop_token) {
    m_script->note("validate ephemeral " + request.typeName);
    const ResourceRules* rules = find(m_script->ephemeral, request.typeName);
    if (!rules)
        return {unknownType(request.typeName)};
    return rules->validate ? rules->validate(request.config) : ProviderDiagnostics();
}

OpenEphemeralResponse ScriptedProvider::openEphemeral(const OpenEphemeralRequest& request, std::stop_token) {
    m_script->note("open " + request.typeName);
    OpenEphemeralResponse response;
    const ResourceRules* rules = find(m_script->ephemeral, request.typeName);
    if (!rules) {
        response.diagnostics.push_back(unknownType(request.typeName));
        return response;
    }
    if (rules->open)
        return rules->open(request);
    response.result = withComputedValues(*rules, request.typeName,
                                         withUnknownComputed(*rules, request.config, request.config), *m_script);
    return response;
}

RenewEphemeralResponse ScriptedProvider::renewEphemeral(const RenewEphemeralRequest& request, std::stop_token) {
    m_script->note("renew " + request.typeName);
    RenewEphemeralResponse response;
    response.privateData = request.privateData;
    return response;
}

ProviderDiagnostics ScriptedProvider::closeEphemeral(const RenewEphemeralRequest& request, std::stop_token) {
    m_script->note("close " + request.typeName);
    return {};
}

CallFunctionResponse ScriptedProvider::callFunction(const CallFunctionRequest& request, std::stop_token stop) {
    m_script->note("call " + request.name);
    const std::scoped_lock lock(m_mutex);
    const std::map<std::string, FunctionRules>& late = m_script->functionsOnceConfigured;
    const bool isLate = late.contains(request.name) && !m_config.isNull();
    const auto it = m_script->functions.find(request.name);
    if (!isLate && it == m_script->functions.end())
        return Provider::callFunction(request, stop);
    const FunctionRules& rules = isLate ? late.at(request.name) : it->second;
    return rules.callConfigured ? rules.callConfigured(m_config) : rules.call(request.arguments);
}

void ScriptedRegistry::add(const addrs::Provider& address, std::shared_ptr<Script> script) {
    m_scripts[address] = std::move(script);
}

diags::Result<std::shared_ptr<Provider>> ScriptedRegistry::start(const addrs::Provider& address, std::stop_token stop) {
    if (const auto it = m_scripts.find(address); it != m_scripts.end()) {
        it->second->note("start");
        return std::shared_ptr<Provider>(std::make_shared<ScriptedProvider>(it->second));
    }
    if (address.isBuiltIn())
        return DefaultRegistry().start(address, stop);
    return missingProvider(address);
}

diags::Result<schemas::ProviderSchemaPtr> ScriptedRegistry::schema(const addrs::Provider& address,
                                                                   std::stop_token stop) {
    if (const auto it = m_scripts.find(address); it != m_scripts.end())
        return ScriptedProvider(it->second).schema(stop);
    auto provider = start(address, stop);
    if (!provider.isOk())
        return std::move(provider.diagnostics);
    return (*provider)->schema(stop);
}

bool ScriptedRegistry::isAvailable(const addrs::Provider& address) const {
    return m_scripts.contains(address) || address == addrs::Provider::builtIn("terraform");
}

} // namespace planlens::testing
