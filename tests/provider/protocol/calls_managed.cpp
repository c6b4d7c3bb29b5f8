// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/calls.h"

#include "tests/provider/protocol/calls_answer.h"
#include "tests/provider/protocol/wire.h"

namespace planlens::testing {

using namespace planlens::providers;
using values::Type;
using values::Value;

namespace {

/// Identities are sent only if there is one.
void setIdentity(const Value& identity, Type type, tfplugin::ResourceIdentityData& message) {
    if (!identity.isNull())
        *message.mutable_identity_data() = encoded(identity, type, Happening());
}

template <typename Message>
Value identityIn(const Message& message, Type type) {
    return type.isDynamic() ? Value() : decoded(message.identity_data(), type);
}

} // namespace

Calls::Status Calls::upgradeResourceState(const tfplugin::UpgradeResourceState::Request& in,
                                          tfplugin::UpgradeResourceState::Response& out) {
    return answered(out, [&] {
        const Type type = managed(in.type_name()).type;
        const UpgradeRequest request{in.type_name(),
                                     in.version(),
                                     in.raw_state().json(),
                                     {in.raw_state().flatmap().begin(), in.raw_state().flatmap().end()}};
        auto call =
            std::make_unique<Running>(*this, "UpgradeResourceState", in.type_name(),
                                      Json{{"version", in.version()}, {"raw_state", describe(in.raw_state())}},
                                      in.raw_state().json().empty() ? Json() : Json::parse(in.raw_state().json()));
        UpgradeResponse response = m_rules.upgradeResourceState(request, {});
        call->happening.change({.value = &response.upgraded, .type = type, .diagnostics = &response.diagnostics});
        *out.mutable_upgraded_state() = encoded(response.upgraded, type, call->happening);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::upgradeResourceIdentity(const tfplugin::UpgradeResourceIdentity::Request& in,
                                             tfplugin::UpgradeResourceIdentity::Response& out) {
    return answered(out, [&] {
        const Type type = identityType(in.type_name());
        auto call = std::make_unique<Running>(
            *this, "UpgradeResourceIdentity", in.type_name(),
            Json{{"version", in.version()}, {"raw_identity", describe(in.raw_identity())}}, Json());
        UpgradeResponse response =
            m_rules.upgradeResourceIdentity({in.type_name(), in.version(), in.raw_identity().json(), {}}, {});
        call->happening.change({.value = &response.upgraded, .type = type, .diagnostics = &response.diagnostics});
        *out.mutable_upgraded_identity()->mutable_identity_data() = encoded(response.upgraded, type, call->happening);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::readResource(const tfplugin::ReadResource::Request& in, tfplugin::ReadResource::Response& out) {
    return answered(out, [&] {
        const Type type = managed(in.type_name()).type;
        const Type identity = identityType(in.type_name());
        const ReadRequest request{in.type_name(), decoded(in.current_state(), type), in.private_(),
                                  decoded(in.provider_meta(), metaType()), identityIn(in.current_identity(), identity)};
        const Json prior = describe(request.prior);
        auto call = std::make_unique<Running>(*this, "ReadResource", in.type_name(),
                                              Json{{"current_state", prior},
                                                   {"private", in.private_()},
                                                   {"provider_meta", describe(request.providerMeta)},
                                                   {"current_identity", describe(request.identity)},
                                                   {"client_capabilities", describe(in.client_capabilities())}},
                                              prior);
        ReadResponse response = m_rules.readResource(request, {});
        call->happening.change(
            {&response.newState, type, &response.privateData, &response.deferred, &response.diagnostics});
        *out.mutable_new_state() = encoded(response.newState, type, call->happening);
        out.set_private_(response.privateData);
        setIdentity(response.identity, identity, *out.mutable_new_identity());
        if (response.deferred)
            *out.mutable_deferred() = encoded(*response.deferred);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::planResourceChange(const tfplugin::PlanResourceChange::Request& in,
                                        tfplugin::PlanResourceChange::Response& out) {
    return answered(out, [&] {
        const Type type = managed(in.type_name()).type;
        const Type identity = identityType(in.type_name());
        const PlanRequest request{in.type_name(),
                                  decoded(in.prior_state(), type),
                                  decoded(in.proposed_new_state(), type),
                                  decoded(in.config(), type),
                                  in.prior_private(),
                                  decoded(in.provider_meta(), metaType()),
                                  identityIn(in.prior_identity(), identity)};
        const Json proposed = describe(request.proposed);
        const Json prior = describe(request.prior);
        auto call = std::make_unique<Running>(*this, "PlanResourceChange", in.type_name(),
                                              Json{{"prior_state", prior},
                                                   {"proposed_new_state", proposed},
                                                   {"config", describe(request.config)},
                                                   {"prior_private", in.prior_private()},
                                                   {"provider_meta", describe(request.providerMeta)},
                                                   {"prior_identity", describe(request.priorIdentity)},
                                                   {"client_capabilities", describe(in.client_capabilities())}},
                                              proposed.is_null() ? prior : proposed);
        PlanResponse response = m_rules.planResourceChange(request, {});
        call->happening.change(
            {&response.planned, type, &response.plannedPrivate, &response.deferred, &response.diagnostics});
        if (const Json& places = call->happening.action("requires_replace"); places.is_array())
            for (const Json& place : places)
                for (values::Path& path : pathsOf(request.proposed, place.get<std::string>()))
                    response.requiresReplace.push_back(std::move(path));
        *out.mutable_planned_state() = encoded(response.planned, type, call->happening);
        for (const values::Path& path : response.requiresReplace)
            *out.add_requires_replace() = encoded(path);
        out.set_planned_private(response.plannedPrivate);
        out.set_legacy_type_system(response.legacyTypeSystem);
        setIdentity(response.plannedIdentity, identity, *out.mutable_planned_identity());
        if (response.deferred)
            *out.mutable_deferred() = encoded(*response.deferred);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::applyResourceChange(const tfplugin::ApplyResourceChange::Request& in,
                                         tfplugin::ApplyResourceChange::Response& out) {
    return answered(out, [&] {
        const Type type = managed(in.type_name()).type;
        const Type identity = identityType(in.type_name());
        const ApplyRequest request{in.type_name(),
                                   decoded(in.prior_state(), type),
                                   decoded(in.planned_state(), type),
                                   decoded(in.config(), type),
                                   in.planned_private(),
                                   decoded(in.provider_meta(), metaType()),
                                   identityIn(in.planned_identity(), identity)};
        const Json planned = describe(request.planned);
        const Json prior = describe(request.prior);
        // If the apply fails, the response is the prior object.
        *out.mutable_new_state() = encoded(request.prior, type, Happening());
        auto call = std::make_unique<Running>(*this, "ApplyResourceChange", in.type_name(),
                                              Json{{"prior_state", prior},
                                                   {"planned_state", planned},
                                                   {"config", describe(request.config)},
                                                   {"planned_private", in.planned_private()},
                                                   {"provider_meta", describe(request.providerMeta)},
                                                   {"planned_identity", describe(request.plannedIdentity)}},
                                              planned.is_null() ? prior : planned);
        ApplyResponse response = m_rules.applyResourceChange(request, {});
        call->happening.change({.value = &response.newState,
                                .type = type,
                                .privateData = &response.privateData,
                                .diagnostics = &response.diagnostics});
        *out.mutable_new_state() = encoded(response.newState, type, call->happening);
        out.set_private_(response.privateData);
        out.set_legacy_type_system(response.legacyTypeSystem);
        setIdentity(response.identity, identity, *out.mutable_new_identity());
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::importResourceState(const tfplugin::ImportResourceState::Request& in,
                                         tfplugin::ImportResourceState::Response& out) {
    return answered(out, [&] {
        const ImportRequest request{in.type_name(), in.id(), identityIn(in.identity(), identityType(in.type_name()))};
        auto call = std::make_unique<Running>(*this, "ImportResourceState", in.type_name(),
                                              Json{{"id", in.id()},
                                                   {"identity", describe(request.identity)},
                                                   {"client_capabilities", describe(in.client_capabilities())}},
                                              Json{{"id", in.id()}, {"identity", describe(request.identity)}});
        ImportResponse response = m_rules.importResourceState(request, {});
        call->happening.change({.deferred = &response.deferred, .diagnostics = &response.diagnostics});
        for (ImportedResource& resource : response.resources) {
            const Type type = managed(resource.typeName).type;
            call->happening.change({.value = &resource.state, .type = type, .privateData = &resource.privateData});
            auto& message = *out.add_imported_resources();
            message.set_type_name(resource.typeName);
            *message.mutable_state() = encoded(resource.state, type, call->happening);
            message.set_private_(resource.privateData);
            setIdentity(resource.identity, identityType(resource.typeName), *message.mutable_identity());
        }
        if (response.deferred)
            *out.mutable_deferred() = encoded(*response.deferred);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::moveResourceState(const tfplugin::MoveResourceState::Request& in,
                                       tfplugin::MoveResourceState::Response& out) {
    return answered(out, [&] {
        const Type type = managed(in.target_type_name()).type;
        const MoveRequest request{in.source_provider_address(),
                                  in.source_type_name(),
                                  in.target_type_name(),
                                  in.source_schema_version(),
                                  in.source_state().json(),
                                  {in.source_state().flatmap().begin(), in.source_state().flatmap().end()},
                                  in.source_private(),
                                  in.source_identity().json(),
                                  in.source_identity_schema_version()};
        auto call =
            std::make_unique<Running>(*this, "MoveResourceState", in.target_type_name(),
                                      Json{{"source_provider_address", in.source_provider_address()},
                                           {"source_type_name", in.source_type_name()},
                                           {"source_schema_version", in.source_schema_version()},
                                           {"source_state", describe(in.source_state())},
                                           {"source_private", in.source_private()},
                                           {"source_identity", describe(in.source_identity())},
                                           {"source_identity_schema_version", in.source_identity_schema_version()}},
                                      Json());
        MoveResponse response = m_rules.moveResourceState(request, {});
        call->happening.change({.value = &response.target,
                                .type = type,
                                .privateData = &response.targetPrivate,
                                .diagnostics = &response.diagnostics});
        *out.mutable_target_state() = encoded(response.target, type, call->happening);
        out.set_target_private(response.targetPrivate);
        setIdentity(response.targetIdentity, identityType(in.target_type_name()), *out.mutable_target_identity());
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

} // namespace planlens::testing
