// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/provider_requests.h"

#include "core/configs/config.h"
#include "core/engine/evaluation/scope.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::engine {

using addrs::AbsResourceInstance;
using diags::Diagnostics;
using values::Type;
using values::Value;

namespace {

/// Evaluates an instance key.
std::optional<std::string> evaluateKey(const ModuleScope& scope, const hcl::Expression& expression,
                                       const AbsResourceInstance& user, Diagnostics& diagnostics) {
    const auto refuse = [&](std::string detail) -> diags::Diagnostic& {
        diagnostics.error("Invalid provider instance key", std::move(detail), expression.range());
        return *(diagnostics.end() - 1);
    };
    if (Diagnostics invalid = scope.checkReferences(expression.variables()); invalid.hasErrors()) {
        diagnostics.append(std::move(invalid)); // validation does not look at these keys
        return {};
    }
    diags::Result<Value> evaluated = scope.evaluate(expression);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return {};
    const Value& key = *evaluated.value;
    if (key.hasMark(values::Mark::sensitive()) || key.hasMark(values::Mark::ephemeral())) {
        refuse(fmt::format("A provider instance key must not be derived from {} value.",
                           key.hasMark(values::Mark::sensitive()) ? "a sensitive" : "an ephemeral"))
            .extra.causedBySensitive = true;
        return {};
    }
    if (key.isNull()) {
        refuse("A provider instance key must not be null.");
        return {};
    }
    if (!key.isKnown()) {
        refuse(fmt::format("The provider instance key for {} depends on values that cannot be determined until apply, "
                           "and so OpenTofu cannot select a provider instance to create a "
                           "plan for this resource instance.",
                           user.toString()))
            .extra.causedByUnknown = true;
        return {};
    }
    const values::Outcome<Value> text = values::convert(key, values::Type::string());
    if (!text) {
        refuse(fmt::format("The given instance key is unsuitable: {}.", values::formatError(text.error())));
        return {};
    }
    return text->unmarked().asString();
}

bool removeAttributes(nlohmann::json& json, Type type) {
    bool removed = false;
    if (json.is_array() && (type.isList() || type.isSet())) {
        for (nlohmann::json& element : json)
            removed |= removeAttributes(element, type.elementType());
    } else if (json.is_object() && type.isMap()) {
        for (nlohmann::json& element : json)
            removed |= removeAttributes(element, type.elementType());
    } else if (json.is_object() && type.isObject()) {
        for (auto it = json.begin(); it != json.end();) {
            if (type.hasAttribute(it.key())) {
                removed |= removeAttributes(*it, type.attributeType(it.key()));
                ++it;
            } else {
                it = json.erase(it);
                removed = true;
            }
        }
    }
    return removed;
}

} // namespace

std::optional<addrs::InstanceKey> providerInstanceKey(const Runtime& runtime, const configs::ResolvedProvider& resolved,
                                                      const ModuleRuntime& module, RepetitionData repetition,
                                                      const AbsResourceInstance& user, Diagnostics& diagnostics) {
    if (!resolved.keyExpression)
        return addrs::InstanceKey();
    const ModuleRuntime* in = &module;
    while (in->parent && in->node.path != resolved.keyModule) {
        repetition = in->repetition;
        in = in->parent;
    }
    const std::optional<std::string> key =
        evaluateKey(ModuleScope(runtime, *in, std::move(repetition)), *resolved.keyExpression, user, diagnostics);
    return key ? std::optional<addrs::InstanceKey>(*key) : std::nullopt;
}

std::optional<addrs::InstanceKey> storedProviderKey(const configs::ResolvedProvider& resolved,
                                                    const addrs::AbsProviderInstance& stored,
                                                    const AbsResourceInstance& user, Diagnostics& diagnostics) {
    if (!resolved.keyExpression)
        return addrs::InstanceKey();
    if (resolved.address == stored.config)
        return stored.key;
    diagnostics.error(
        "Unable to use fallback provider from state",
        fmt::format("Provider from configuration {} does not match provider from state {} for resource {}",
                    resolved.address.toString(), stored.config.toString(), user.toString()));
    return {};
}

std::optional<Value> providerMeta(const Runtime& runtime, const AbsResourceInstance& address,
                                  const addrs::Provider& provider, const schemas::ProviderSchema& schema,
                                  Diagnostics& diagnostics) {
    const configs::ModuleNode* const node = runtime.config.module(address.module.module());
    if (!node || !node->module.resource(address.resource))
        return Value();
    const auto meta = node->module.providerMetas.find(provider);
    if (meta == node->module.providerMetas.end())
        return Value();
    if (!schema.providerMeta) {
        diagnostics.error(fmt::format("Provider {} doesn't support provider_meta", provider.toString()),
                          fmt::format("The resource {} belongs to a provider that doesn't support provider_meta blocks",
                                      addrs::ResourceInstance{address.resource, address.key}.toString()),
                          meta->second.providerRange);
        return {};
    }
    const ModuleRuntime* const module = runtime.find(address.module);
    diags::Result<Value> evaluated = ModuleScope(runtime, module ? *module : runtime.root())
                                         .evaluateBody(meta->second.config, schema.providerMeta->block);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    return failed ? std::nullopt : std::optional(evaluated->unmarkedDeep());
}

std::string withoutRemovedAttributes(const std::string& json, Type type) {
    nlohmann::json read = nlohmann::json::parse(json, nullptr, false);
    return !read.is_discarded() && removeAttributes(read, type) ? read.dump() : json;
}

} // namespace planlens::engine
