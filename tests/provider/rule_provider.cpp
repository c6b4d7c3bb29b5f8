// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/rule_provider.h"

#include "core/schemas/values_by_schema.h"
#include "core/values/json/json.h"
#include "tests/provider/forms.h"
#include "tests/provider/objects.h"

#include <stdexcept>

namespace planlens::testing {

using namespace planlens::providers;
using values::Type;
using values::Value;

namespace {

const schemas::ResourceSchema& find(const schemas::ResourceSchemas& schemas, const std::string& type) {
    const auto found = schemas.find(type);
    if (found == schemas.end())
        throw std::runtime_error("the script has no type " + type);
    return *found->second;
}

/// Returns the default response with an object: all computed attributes get generated values.
Value readByRules(const schemas::ResourceSchema& schema, const Json& rules, const std::string& type,
                  const Value& config, std::atomic<std::int64_t>& counter) {
    const Value planned = plannedObject({schema.block, rules, Value::null(schema.type), config, config}, counter);
    return completed(planned, rules, type, schema.type, counter);
}

/// Returns the JSON of a stored object in either format. Flat maps contain only strings.
Json storedObject(const std::string& json, const std::map<std::string, std::string>& flat) {
    if (!json.empty())
        return Json::parse(json);
    Json object = Json::object();
    for (const auto& [name, value] : flat)
        object[name] = value;
    return object;
}

} // namespace

ProviderDiagnostic errorOf(std::string summary, std::string detail, values::Path attribute) {
    return {diags::Severity::Error, std::move(summary), std::move(detail), std::move(attribute)};
}

RuleProvider::RuleProvider(std::shared_ptr<const PluginScript> script)
    : m_script(std::move(script))
    , m_store(m_script->store) {}

ProviderDiagnostics RuleProvider::configured() const {
    if (m_configured || !m_script->requiresConfigure)
        return {};
    return {errorOf("Provider not configured", "The provider was called before it was configured.")};
}

ProviderDiagnostics RuleProvider::privateDataIs(const Json& rules, const char* when, const std::string& given) const {
    const Json& kept = PluginScript::rulesOf(rules, "private");
    if (!kept.contains(when) || kept[when] == Json(given))
        return {};
    return {errorOf("Private data lost",
                    "It was \"" + kept[when].get<std::string>() + "\" and came back as \"" + given + "\".")};
}

Value RuleProvider::identityOf(const schemas::ResourceSchema& schema, const Json& rules, const Value& object) {
    if (!schema.identity || object.isNull())
        return Value();
    const Json& forms = PluginScript::rulesOf(rules, "identity");
    const Json context = describe(object);
    std::vector<std::pair<std::string, Value>> attributes;
    for (const auto& [name, attribute] : schema.identity->attributes) {
        const auto form = forms.find(name);
        attributes.emplace_back(name,
                                valueOf(form != forms.end() ? evaluate(*form, context, m_counter) : at(context, name),
                                        attribute.impliedType()));
    }
    return Value::object(std::move(attributes));
}

std::string RuleProvider::keyOf(const Json& rules, const Value& object) const {
    const Json key = at(describe(object), rules.value("key", "id"));
    return key.is_string() ? key.get<std::string>() : key.dump();
}

diags::Result<schemas::ProviderSchemaPtr> RuleProvider::schema(std::stop_token) {
    return m_script->schemas;
}

ProviderDiagnostics RuleProvider::validateProviderConfig(const ValidateRequest&, std::stop_token) {
    return {};
}

ProviderDiagnostics RuleProvider::configure(const ConfigureRequest&, std::stop_token) {
    if (m_configured.exchange(true))
        return {errorOf("Provider configured twice")};
    return {};
}

ProviderDiagnostics RuleProvider::validateResourceConfig(const ValidateRequest&, std::stop_token) {
    return {};
}

UpgradeResponse RuleProvider::upgradeResourceState(const UpgradeRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.typeName);
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.typeName);
    Json object = storedObject(request.rawJson, request.rawFlat);
    const Json& upgrades = PluginScript::rulesOf(rules, "upgrade");
    for (std::int64_t version = request.version; version < schema.version; ++version)
        object = rewritten(object, PluginScript::rulesOf(upgrades, std::to_string(version)), m_counter);
    if (upgrades.empty() && request.rawFlat.empty()) {
        // Keeps the stored text digit for digit.
        auto exact = values::fromJson(request.rawJson, schema.type);
        if (exact)
            return {*std::move(exact), {}};
    }
    return {valueOf(object, schema.type), {}};
}

UpgradeResponse RuleProvider::upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.typeName);
    if (!schema.identity)
        throw std::runtime_error(request.typeName + " has no identity");
    schemas::Block block;
    block.attributes = schema.identity->attributes;
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.typeName);
    Json object = storedObject(request.rawJson, {});
    for (std::int64_t version = request.version; version < schema.identityVersion; ++version)
        object = rewritten(
            object, PluginScript::rulesOf(PluginScript::rulesOf(rules, "upgrade_identity"), std::to_string(version)),
            m_counter);
    return {valueOf(object, block.impliedType()), {}};
}

ReadResponse RuleProvider::readResource(const ReadRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.typeName);
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.typeName);
    ReadResponse response;
    response.newState = request.prior;
    response.privateData = request.privateData;
    response.identity = request.identity;
    response.diagnostics = configured();
    if (response.diagnostics.empty())
        response.diagnostics = privateDataIs(rules, "stored", request.privateData);
    if (m_store.isKept()) {
        const auto stored = m_store.find(request.typeName, keyOf(rules, request.prior));
        response.newState =
            stored ? schemas::withoutWriteOnly(schema.block, valueOf(*stored, schema.type)) : Value::null(schema.type);
    }
    if (response.identity.isNull())
        response.identity = identityOf(schema, rules, response.newState);
    return response;
}

PlanResponse RuleProvider::planResourceChange(const PlanRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.typeName);
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.typeName);
    PlanResponse response;
    response.planned = request.proposed;
    response.plannedPrivate = request.priorPrivate;
    response.plannedIdentity = request.priorIdentity;
    response.legacyTypeSystem = rules.value("legacy_type_system", false);
    response.diagnostics = configured();
    if (response.diagnostics.empty() && !request.prior.isNull())
        response.diagnostics = privateDataIs(rules, "stored", request.priorPrivate);
    if (request.proposed.isNull())
        return response;
    const Planning planning{schema.block, rules, request.prior, request.proposed, request.config};
    response.planned = plannedObject(planning, m_counter);
    response.requiresReplace = replacements(planning, response.planned);
    if (const Json& kept = PluginScript::rulesOf(rules, "private");
        kept.contains("planned") && response.planned != request.prior)
        response.plannedPrivate = kept["planned"].get<std::string>();
    if (response.plannedIdentity.isNull()) {
        // An unknown identity is not planned, because OpenTofu cannot save it.
        const Value identity = identityOf(schema, rules, response.planned);
        if (identity.isWhollyKnown())
            response.plannedIdentity = identity;
    }
    return response;
}

ApplyResponse RuleProvider::applyResourceChange(const ApplyRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.typeName);
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.typeName);
    ApplyResponse response;
    response.newState = request.prior;
    response.privateData = request.plannedPrivate;
    response.legacyTypeSystem = rules.value("legacy_type_system", false);
    response.diagnostics = configured();
    if (response.diagnostics.empty() && !request.planned.isNull())
        response.diagnostics = privateDataIs(rules, "planned", request.plannedPrivate);
    if (!response.diagnostics.empty())
        return response;
    response.newState = completed(request.planned, rules, request.typeName, schema.type, m_counter);
    if (const Json& kept = PluginScript::rulesOf(rules, "private"); kept.contains("stored"))
        response.privateData = kept["stored"].get<std::string>();
    response.identity = identityOf(schema, rules, response.newState);
    if (m_store.isKept() && response.newState.isNull())
        m_store.remove(request.typeName, keyOf(rules, request.prior));
    else if (m_store.isKept())
        m_store.put(request.typeName, keyOf(rules, response.newState), describe(response.newState));
    return response;
}

ImportResponse RuleProvider::importResourceState(const ImportRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.typeName);
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.typeName);
    ImportResponse response;
    response.diagnostics = configured();
    const Json identity = describe(request.identity);
    for (const Json& rule : rules.value("import", Json::array())) {
        if ((rule.contains("id") && rule["id"] != Json(request.id)) ||
            (rule.contains("identity") && rule["identity"] != identity))
            continue;
        for (const Json& object : rule.value("objects", Json::array())) {
            const std::string type = object.value("type", request.typeName);
            const schemas::ResourceSchema& own = find(m_script->schemas->managed, type);
            const Json context = {{"id", request.id}, {"identity", identity}};
            const Value state = valueOf(evaluate(object.value("set", Json::object()), context, m_counter), own.type);
            response.resources.push_back({type, state, object.value("private", ""),
                                          identityOf(own, PluginScript::rulesOf(m_script->managed, type), state)});
        }
        return response;
    }
    const std::string key = request.id.empty() ? at(identity, rules.value("key", "id")).dump() : request.id;
    Json object = {
        {rules.value("key", "id"), request.id.empty() ? at(identity, rules.value("key", "id")) : Json(request.id)}};
    if (m_store.isKept()) {
        const auto stored =
            m_store.find(request.typeName, request.id.empty() ? Json::parse(key).get<std::string>() : key);
        if (!stored) {
            response.diagnostics.push_back(errorOf("There is no such object", "Nothing of type " + request.typeName +
                                                                                  " has the key " + key + "."));
            return response;
        }
        object = *stored;
    }
    const Value state = valueOf(object, schema.type);
    const Json& kept = PluginScript::rulesOf(rules, "private");
    response.resources.push_back({request.typeName, state, kept.value("stored", ""),
                                  request.identity.isNull() ? identityOf(schema, rules, state) : request.identity});
    return response;
}

MoveResponse RuleProvider::moveResourceState(const MoveRequest& request, std::stop_token) {
    const schemas::ResourceSchema& schema = find(m_script->schemas->managed, request.targetType);
    const Json& rules = PluginScript::rulesOf(m_script->managed, request.targetType);
    MoveResponse response;
    const Json& moves = PluginScript::rulesOf(rules, "move_from");
    const auto rule = moves.find(request.sourceType);
    if (rule == moves.end()) {
        response.diagnostics.push_back(errorOf("Cannot move", "Nothing of type " + request.sourceType + " can become " +
                                                                  request.targetType + "."));
        return response;
    }
    response.target =
        valueOf(rewritten(storedObject(request.sourceJson, request.sourceFlat), *rule, m_counter), schema.type);
    response.targetPrivate = rule->value("private", request.sourcePrivate);
    response.targetIdentity = identityOf(schema, rules, response.target);
    return response;
}

ProviderDiagnostics RuleProvider::validateDataResourceConfig(const ValidateRequest&, std::stop_token) {
    return {};
}

ReadDataResponse RuleProvider::readDataSource(const ReadDataRequest& request, std::stop_token) {
    ReadDataResponse response;
    response.diagnostics = configured();
    response.state = readByRules(find(m_script->schemas->data, request.typeName),
                                 PluginScript::rulesOf(m_script->data, request.typeName), request.typeName,
                                 request.config, m_counter);
    return response;
}

ProviderDiagnostics RuleProvider::validateEphemeralConfig(const ValidateRequest&, std::stop_token) {
    return {};
}

OpenEphemeralResponse RuleProvider::openEphemeral(const OpenEphemeralRequest& request, std::stop_token) {
    const Json& rules = PluginScript::rulesOf(m_script->ephemeral, request.typeName);
    OpenEphemeralResponse response;
    response.diagnostics = configured();
    response.result = readByRules(find(m_script->schemas->ephemeral, request.typeName), rules, request.typeName,
                                  request.config, m_counter);
    response.privateData = rules.value("private", "");
    if (rules.contains("renew_after_ms"))
        response.renewAt = Clock::now() + std::chrono::milliseconds(rules["renew_after_ms"].get<std::int64_t>());
    return response;
}

RenewEphemeralResponse RuleProvider::renewEphemeral(const RenewEphemeralRequest& request, std::stop_token) {
    const Json& rules = PluginScript::rulesOf(m_script->ephemeral, request.typeName);
    RenewEphemeralResponse response;
    response.privateData = rules.value("renewed_private", request.privateData);
    if (rules.contains("renew_again_after_ms"))
        response.renewAt = Clock::now() + std::chrono::milliseconds(rules["renew_again_after_ms"].get<std::int64_t>());
    return response;
}

ProviderDiagnostics RuleProvider::closeEphemeral(const RenewEphemeralRequest&, std::stop_token) {
    return {};
}

CallFunctionResponse RuleProvider::callFunction(const CallFunctionRequest& request, std::stop_token) {
    const auto function = m_script->schemas->functions.find(request.name);
    if (function == m_script->schemas->functions.end())
        throw std::runtime_error("the script has no function " + request.name);
    const schemas::FunctionSignature& signature = function->second;
    Json context = Json::object();
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        if (i < signature.parameters.size())
            context[signature.parameters[i].name] = describe(request.arguments[i]);
        else if (signature.variadic)
            context[signature.variadic->name].push_back(describe(request.arguments[i]));
    }
    const Json& rules = PluginScript::rulesOf(m_script->functions, request.name);
    CallFunctionResponse response;
    if (rules.contains("result"))
        response.result = valueOf(evaluate(rules["result"], context, m_counter), signature.returnType);
    else
        response.result = madeUp(signature.returnType, request.name, context.dump());
    return response;
}

} // namespace planlens::testing
