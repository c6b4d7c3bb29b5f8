// SPDX-License-Identifier: MPL-2.0
#include "core/engine/applying/apply_walk.h"
#include "core/engine/evaluation/marks.h"
#include "core/plans/objchange/objchange.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostics;
using plans::Action;
using states::Object;
using values::Value;

namespace {

/// Checks the object that a provider returns after applying a change.
class AppliedValueChecks {
public:
    AppliedValueChecks(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema,
                       Diagnostics& diagnostics)
        : m_change(change)
        , m_schema(schema)
        , m_address(change.address.toString())
        , m_provider(change.provider.toString())
        , m_diagnostics(diagnostics) {}

    /// Whether the value has the type of the schema. Failed calls may return a null of the dynamic type.
    bool hasSchemaType(const Value& value) {
        if (value.isNull())
            return true;
        const std::vector<values::PathError> errors = values::testConformance(value.type(), m_schema.type);
        for (const values::PathError& error : errors)
            m_diagnostics.error(
                "Provider produced invalid object",
                fmt::format("Provider {} produced an invalid value after apply for {}. The result cannot not "
                            "be saved in the OpenTofu state.\n\nThis is a bug in the "
                            "provider, which should be reported in the provider's own issue tracker.",
                            values::quoted(m_provider), values::formatErrorPrefixed(error, m_address)));
        return errors.empty();
    }

    /// Replaces unknown values with null and reports an error for each of them.
    Value whollyKnown(const Value& value) {
        if (value.isNull() || value.isWhollyKnown())
            return value;
        values::walk(value, [&](const values::Path& path, const Value& part) {
            if (!part.isKnown())
                invalidResult(fmt::format("After the apply operation, the provider still indicated an unknown "
                                          "value for {}{}. All values must be known after apply, so this is "
                                          "always a bug in the provider and should be reported in the provider's "
                                          "own repository. OpenTofu will still save the other known "
                                          "object values in the state.",
                                          m_address, path.toString()));
            return true;
        });
        return values::unknownAsNull(value);
    }

    /// Compares the value with the planned one; differences are only logged for providers with the legacy SDK.
    void compareWithPlanned(const Value& value, bool legacyTypeSystem, Listener& listener) {
        for (const values::PathError& error :
             plans::objchange::assertObjectCompatible(m_schema.block, m_change.change.after, value)) {
            if (legacyTypeSystem)
                listener.logged(
                    m_provider,
                    fmt::format("produced an unexpected new value for {}, tolerated because of its legacy SDK: {}",
                                m_address, error.path.toString()));
            else
                m_diagnostics.error(
                    "Provider produced inconsistent result after apply",
                    fmt::format("When applying changes to {}, provider {} produced an unexpected new value: "
                                "{}.\n\nThis is a bug in the provider, which should be "
                                "reported in the provider's own issue tracker.",
                                m_address, values::quoted(m_provider), values::formatError(error)));
        }
    }

    /// Checks that the value is null if and only if the object was destroyed.
    void requirePresence(const Value& value) {
        const bool destroying = m_change.change.action == Action::Delete;
        if (destroying && !value.isNull())
            invalidResult(fmt::format("After applying a {} plan, the provider returned a non-null object for {}. "
                                      "Destroying should always produce a null value, so this is always "
                                      "a bug in the provider and should be reported in the provider's own "
                                      "repository. OpenTofu will still save this errant object in the state "
                                      "for debugging and recovery.",
                                      plans::name(m_change.change.action), m_address));
        if (!destroying && value.isNull())
            invalidResult(
                fmt::format("After applying a {} plan, the provider returned a null object for {}. Only destroying "
                            "should always produce a null value, so this is always "
                            "a bug in the provider and should be reported in the provider's own repository.",
                            plans::name(m_change.change.action), m_address));
    }

private:
    void invalidResult(std::string detail) {
        m_diagnostics.error("Provider returned invalid result object after apply", std::move(detail));
    }

    const plans::ResourceInstanceChange& m_change;
    const schemas::ResourceSchema& m_schema;
    const std::string m_address, m_provider;
    Diagnostics& m_diagnostics;
};

} // namespace

ApplyWalk::Applied ApplyWalk::applyChange(const plans::ResourceInstanceChange& change,
                                          const std::optional<Object>& before, const Value& config,
                                          const hcl::BodyPtr& body, const schemas::ResourceSchema& schema,
                                          providers::Provider& provider, std::stop_token stop,
                                          Diagnostics& diagnostics) {
    const Value unmarkedBefore = change.change.before.unmarkedDeep();
    const Value unmarkedAfter = change.change.after.unmarkedDeep();
    // If only the sensitivity changes, the provider is not called.
    if (change.change.action == Action::Update && before) {
        const Value equal = values::equals(unmarkedBefore, unmarkedAfter);
        if (equal.isKnown() && equal.asBool()) {
            Object same = *before;
            same.value = change.change.after;
            return {.object = std::move(same), .isCalled = false};
        }
    }
    const providers::ApplyResponse response =
        provider.applyResourceChange({change.address.resource.type, unmarkedBefore, unmarkedAfter, config,
                                      change.privateData, metaFor(change), change.change.afterIdentity},
                                     stop);
    // As in OpenTofu, diagnostics about destroyed objects have no range.
    diagnostics.append(
        fromProvider(response.diagnostics, body, &schema.block, body ? change.address.toString() : std::string()));
    if (m_request.forced.stop_requested() && diagnostics.hasErrors() && response.newState.isNull())
        return {before, false};
    AppliedValueChecks check(change, schema, diagnostics);
    if (!check.hasSchemaType(response.newState))
        return {};
    Value value = check.whollyKnown(response.newState);
    if (!value.isNull()) {
        const std::vector<values::PathMarks> marks =
            combinedMarks(change.change.after.pathMarks(), schemas::sensitivePaths(schema.block, value));
        if (!marks.empty())
            value = value.withPathMarks(marks);
    }
    if (change.change.action != Action::Delete && !diagnostics.hasErrors())
        check.compareWithPlanned(value, response.legacyTypeSystem, m_listener);
    if (!diagnostics.hasErrors())
        check.requirePresence(value);
    if (value.isNull())
        return {diagnostics.hasErrors() ? before : std::nullopt};
    Object object;
    if (before)
        object = *before;
    if (!diagnostics.hasErrors())
        object.status = states::ObjectStatus::Ready;
    else if (change.change.action == Action::Delete)
        object.createBeforeDestroy = false; // as OpenTofu stores what a failed destroy leaves
    object.value = schemas::withoutWriteOnly(schema.block, value);
    object.privateData = response.privateData;
    object.identity = response.identity;
    return {std::move(object)};
}

} // namespace planlens::engine
