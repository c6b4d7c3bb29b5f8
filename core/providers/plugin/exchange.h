// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin_provider.h"
#include "core/providers/plugin/value_codec.h"

namespace planlens::providers::plugin {

/// One request to a plugin and its response. A step that fails adds an error to the response's diagnostics and returns
/// false or null; the caller then returns the response.
class Exchange {
public:
    Exchange(PluginProvider& provider, ProviderDiagnostics& diagnostics, const std::stop_token& stop)
        : m_provider(provider)
        , m_diagnostics(diagnostics)
        , m_stop(stop) {}

    /// Returns null after an error, as do the three functions below.
    const schemas::ProviderSchema* schema();
    const schemas::ResourceSchema* managed(const std::string& typeName) {
        return find(&schemas::ProviderSchema::managed, "resource type", typeName);
    }
    const schemas::ResourceSchema* data(const std::string& typeName) {
        return find(&schemas::ProviderSchema::data, "data source", typeName);
    }
    const schemas::ResourceSchema* ephemeral(const std::string& typeName) {
        return find(&schemas::ProviderSchema::ephemeral, "ephemeral resource", typeName);
    }

    bool encode(const values::Value& value, values::Type type, tfplugin::DynamicValue* message);
    /// Encodes the identity. Leaves the field unset if there is no identity or no identity schema.
    template <typename Request>
    bool encodeIdentity(const values::Value& identity, const schemas::ResourceSchema& resource, Request& request,
                        tfplugin::ResourceIdentityData* (Request::*field)()) {
        return identity.isNull() || !resource.identity ||
               encode(identity, identityType(resource), (request.*field)()->mutable_identity_data());
    }
    /// Encodes provider_meta. Leaves the field unset if the provider has no schema for it.
    template <typename Request>
    bool encodeMeta(const values::Value& meta, Request& request) {
        return !m_schema->providerMeta || encode(meta, m_schema->providerMeta->type, request.mutable_provider_meta());
    }

    /// Calls the plugin. `method` is the name that OpenTofu uses in messages.
    template <typename Request, typename Response>
    bool call(const Rpc<Request, Response> Service::*rpc, std::string_view method, const Request& request,
              Response& response, Interruption interruption = Interruption::AtOnce) {
        const Session& session = *m_provider.m_session;
        const CallStatus status =
            m_provider.m_session->call(session.service().*rpc, request, response, interruption, m_stop);
        if (!status.isOk()) {
            m_diagnostics.push_back(session.failure(status, method));
            return false;
        }
        appendDiagnostics(m_diagnostics, response.diagnostics(), session.service().protocol);
        return true;
    }

    bool decode(const tfplugin::DynamicValue& message, values::Type type, values::Value& value);
    /// Decodes an identity. A missing message leaves `identity` unchanged.
    bool decodeIdentity(const tfplugin::ResourceIdentityData& message, const schemas::ResourceSchema& resource,
                        values::Value& identity);
    /// Adds an error for each write-only attribute with a value, because providers must not return any.
    void checkWriteOnly(const schemas::ResourceSchema& resource, const values::Value& value,
                        const std::string& typeName);

    void fail(ProviderDiagnostic diagnostic) { m_diagnostics.push_back(std::move(diagnostic)); }

private:
    using Resources = schemas::ResourceSchemas;
    const schemas::ResourceSchema* find(const Resources schemas::ProviderSchema::*kind, std::string_view name,
                                        const std::string& typeName);
    static values::Type identityType(const schemas::ResourceSchema& resource);

    PluginProvider& m_provider;
    ProviderDiagnostics& m_diagnostics;
    const std::stop_token& m_stop;
    schemas::ProviderSchemaPtr m_schema;
};

/// Sets the client capabilities that Planlens supports.
void setCapabilities(tfplugin::ClientCapabilities* capabilities);
std::optional<Deferred> decodeDeferred(bool isThere, const tfplugin::Deferred& message);

} // namespace planlens::providers::plugin
