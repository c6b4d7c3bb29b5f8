// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/exchange.h"

#include "core/schemas/values_by_schema.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::providers::plugin {

using schemas::ResourceSchema;
using values::Type;
using values::Value;

const schemas::ProviderSchema* Exchange::schema() {
    ProviderDiagnostics warnings; // reported only by PluginProvider::schema()
    auto known = m_provider.knownSchema(m_stop, warnings);
    if (!known) {
        m_diagnostics.insert(m_diagnostics.end(), known.error().begin(), known.error().end());
        return nullptr;
    }
    m_schema = *std::move(known);
    return m_schema.get();
}

const ResourceSchema* Exchange::find(const Resources schemas::ProviderSchema::*kind, std::string_view name,
                                     const std::string& typeName) {
    if (!schema())
        return nullptr;
    const Resources& resources = (*m_schema).*kind;
    const auto found = resources.find(typeName);
    if (found != resources.end())
        return found->second.pointer().get();
    m_diagnostics.push_back(plainError(fmt::format("unknown {} {}", name, values::quoted(typeName))));
    return nullptr;
}

bool Exchange::encode(const Value& value, Type type, tfplugin::DynamicValue* message) {
    auto encoded = encodeValue(value, type);
    if (!encoded) {
        m_diagnostics.push_back(encoded.error());
        return false;
    }
    *message = *std::move(encoded);
    return true;
}

bool Exchange::decode(const tfplugin::DynamicValue& message, Type type, Value& value) {
    auto decoded = decodeValue(message, type);
    if (!decoded) {
        m_diagnostics.push_back(decoded.error());
        return false;
    }
    value = *std::move(decoded);
    return true;
}

bool Exchange::decodeIdentity(const tfplugin::ResourceIdentityData& message, const ResourceSchema& resource,
                              Value& identity) {
    return !message.has_identity_data() || !resource.identity ||
           decode(message.identity_data(), identityType(resource), identity);
}

Type Exchange::identityType(const ResourceSchema& resource) {
    schemas::Attribute identity;
    identity.nested = resource.identity;
    return identity.impliedType();
}

void Exchange::checkWriteOnly(const ResourceSchema& resource, const Value& value, const std::string& typeName) {
    for (const values::Path& path : schemas::writeOnlyViolations(resource.block, value)) {
        ProviderDiagnostic diagnostic;
        diagnostic.summary = "Invalid provider response";
        diagnostic.detail = fmt::format(
            "Resource type {} returned an actual value for the write-only attribute {} while it is meant to "
            "be nil. This is an issue in the provider SDK.",
            values::quoted(typeName), values::quoted(path.toString()));
        diagnostic.about = ProviderDiagnostic::About::Nothing;
        m_diagnostics.push_back(std::move(diagnostic));
    }
}

void setCapabilities(tfplugin::ClientCapabilities* capabilities) {
    capabilities->set_write_only_attributes_allowed(true);
}

std::optional<Deferred> decodeDeferred(bool isThere, const tfplugin::Deferred& message) {
    if (!isThere)
        return {};
    switch (message.reason()) {
    case tfplugin::Deferred::RESOURCE_CONFIG_UNKNOWN:
        return Deferred{Deferred::Reason::ResourceConfigUnknown};
    case tfplugin::Deferred::PROVIDER_CONFIG_UNKNOWN:
        return Deferred{Deferred::Reason::ProviderConfigUnknown};
    case tfplugin::Deferred::ABSENT_PREREQ:
        return Deferred{Deferred::Reason::AbsentPrerequisite};
    default:
        return Deferred{};
    }
}

} // namespace planlens::providers::plugin
