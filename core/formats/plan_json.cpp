// SPDX-License-Identifier: MPL-2.0
#include "core/formats/plan_json.h"

#include "core/configs/config.h"
#include "core/formats/check_json.h"
#include "core/formats/config_json.h"
#include "core/formats/state_json.h"
#include "core/formats/value_json.h"
#include "core/plans/plan.h"
#include "core/plans/shown/shown_object.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::formats {

namespace {

using plans::Action;
using plans::ResourceInstanceChange;
using plans::ResourceInstanceChangePtr;
using values::Value;

/// Whether a planned object has a known attribute.
bool hasKnownAttribute(const Value& object) {
    const Value value = object.unmarked();
    if (!value.isKnown())
        return false;
    for (std::size_t i = 0; i < value.size(); ++i)
        if (value.element(i).isKnown())
            return true;
    return false;
}

void writeActions(JsonWriter& json, Action action) {
    json.key("actions").beginArray();
    switch (action) {
    case Action::NoOp:
        json.string("no-op");
        break;
    case Action::Create:
        json.string("create");
        break;
    case Action::Read:
        json.string("read");
        break;
    case Action::Update:
        json.string("update");
        break;
    case Action::DeleteThenCreate:
        json.string("delete");
        json.string("create");
        break;
    case Action::CreateThenDelete:
        json.string("create");
        json.string("delete");
        break;
    case Action::Delete:
        json.string("delete");
        break;
    case Action::Forget:
        json.string("forget");
        break;
    case Action::ForgetThenCreate:
        json.string("forget");
        json.string("create");
        break;
    }
    json.endArray();
}

/// Writes before, after and after_unknown. Wholly known values have the given mask.
void writeSides(JsonWriter& json, const plans::Change& change, std::string_view whollyKnownMask) {
    writeValue(json.key("before"), change.before);
    const JsonWriter::Mark before = json.mark();
    json.key("after");
    if (!writeKnownParts(json, change.after))
        json.takeBack(before);
    json.key("after_unknown");
    if (change.after.isWhollyKnown())
        json.raw(whollyKnownMask);
    else
        writeUnknownMask(json, change.after);
}

class Writer {
public:
    Writer(const plans::Plan& plan, const configs::Config& config, const JsonWriter::Sink& sink)
        : m_plan(plan)
        , m_config(config)
        , m_json(m_buffer, sink) {}

    diags::Diagnostics write() {
        checkSchemas();
        if (!m_diagnostics.hasErrors())
            preparePriorState();
        if (m_diagnostics.hasErrors())
            return std::move(m_diagnostics);
        m_json.beginObject();
        m_json.key("format_version").string("1.2");
        m_json.key("terraform_version").string(m_plan.program.version);
        writeVariables();
        writePlannedValues();
        writeDrift();
        writeResourceChanges("resource_changes", m_plan.changes.resources());
        writeOutputChanges();
        writeStart();
        writeRelevantAttributes();
        if (!m_plan.checks.empty()) {
            m_json.key("checks");
            writeCheckResults(m_json, m_plan.checks);
        }
        m_json.optional("timestamp", m_plan.timestampText);
        m_json.key("errored").boolean(m_plan.errored);
        m_json.endObject();
        m_json.handOver();
        return std::move(m_diagnostics);
    }

private:
    /// An object that cannot be decoded prevents all output, so the prior state is prepared before anything is written.
    void preparePriorState() {
        if (!m_plan.priorState || (m_plan.priorState->outputs.empty() && !plans::hasShownObjects(*m_plan.priorState)))
            return;
        JsonWriter json(m_priorState);
        const diags::Diagnostics problems =
            writeState(json, {m_plan.program.version, 0, {}, m_plan.priorState}, m_plan.schemas);
        if (problems.hasErrors())
            m_diagnostics.error("error marshaling prior state: " + problems[0].summary, {});
    }

    /// Writes the prior state and the configuration.
    void writeStart() {
        if (!m_priorState.empty()) {
            m_json.key("prior_state").raw(m_priorState);
            m_json.passOn();
            m_priorState = {};
        }
        m_json.key("configuration");
        writeConfiguration(m_json, m_config, m_plan.schemas);
    }

    void writeVariables() {
        const auto& declared = m_config.root->module.variables;
        std::map<std::string, Value> all;
        for (const auto& [name, variable] : m_plan.variables)
            if (!variable.ephemeral && !variable.fromDefault)
                all.emplace(name, variable.value);
        for (const auto& [name, variable] : declared)
            if (variable.defaultValue)
                all.emplace(name, *variable.defaultValue);
        if (all.empty())
            return;
        m_json.key("variables").beginObject();
        for (const auto& [name, value] : all) {
            m_json.key(name).beginObject();
            writeValue(m_json.key("value"), value);
            m_json.endObject();
        }
        m_json.endObject();
    }

    schemas::ResourceSchemaPtr schemaOf(const ResourceInstanceChange& change) const {
        return plans::resourceSchema(m_plan, change);
    }

    /// Whether a change is reported. Removing a data source from the state is not.
    static bool isTold(const ResourceInstanceChange& change) {
        return change.address.resource.mode != addrs::ResourceMode::Data || change.change.action != Action::Delete;
    }

    void checkSchemas() {
        const auto check = [&](const auto& changes, std::string_view what) {
            for (const ResourceInstanceChangePtr& change : changes)
                if (isTold(*change) && !schemaOf(*change) && !m_diagnostics.hasErrors())
                    m_diagnostics.error(fmt::format("error in marshaling {}: no schema found for {} (in provider {})",
                                                    what, change->address.toString(),
                                                    change->provider.config.provider.toString()),
                                        {});
        };
        check(m_plan.drift, "resource drift");
        check(m_plan.changes.resources(), "resource changes");
    }

    void writePlannedValues() {
        m_json.key("planned_values").beginObject();
        bool opened = false;
        for (const plans::OutputChange& output : m_plan.changes.outputs()) {
            if (!output.module.isRoot() || output.change.action == Action::Delete)
                continue;
            if (!opened)
                m_json.key("outputs").beginObject();
            opened = true;
            m_json.key(output.name).beginObject();
            m_json.key("sensitive").boolean(output.sensitive);
            if (output.change.after.isWhollyKnown()) {
                m_json.key("type").raw(values::typeToJson(output.change.after.type()));
                writeValue(m_json.key("value"), output.change.after);
            }
            m_json.endObject();
        }
        if (opened)
            m_json.endObject();
        ModuleTree tree;
        std::vector<std::pair<std::string, const ResourceInstanceChange*>> sorted;
        for (const ResourceInstanceChangePtr& change : m_plan.changes.resources())
            if (change->deposed.empty() && change->change.action != Action::Delete)
                sorted.emplace_back(change->address.toString(), change.get());
        std::sort(sorted.begin(), sorted.end());
        for (const auto& [address, change] : sorted)
            tree.at(change->address.module)
                .resources.push_back([&address = address, change = change, schema = schemaOf(*change)](
                                         JsonWriter& json) { writePlanned(json, address, *change, *schema); });
        m_json.key("root_module");
        tree.write(m_json);
        m_json.endObject();
    }

    static void writePlanned(JsonWriter& json, const std::string& address, const ResourceInstanceChange& change,
                             const schemas::ResourceSchema& schema) {
        json.beginObject();
        json.key("address").string(address);
        json.key("mode").string(change.address.resource.mode == addrs::ResourceMode::Data ? "data" : "managed");
        json.key("type").string(change.address.resource.type);
        json.key("name").string(change.address.resource.name);
        writeInstanceKey(json, "index", change.address.key);
        json.key("provider_name").string(change.provider.config.provider.toString());
        json.key("schema_version")
            .number(change.address.resource.mode == addrs::ResourceMode::Managed ? schema.version : 0);
        const Value& after = change.change.after;
        if (!after.isNull() && hasKnownAttribute(after))
            writeKnownParts(json.key("values"), after);
        writeSensitiveMask(json.key("sensitive_values"), after);
        if (!change.change.afterIdentity.isNull()) {
            json.key("identity_schema_version").number(schema.identityVersion);
            writeValue(json.key("identity"), change.change.afterIdentity);
        }
        json.endObject();
    }

    void writeDrift() {
        std::vector<ResourceInstanceChangePtr> drift;
        for (const ResourceInstanceChangePtr& change : m_plan.drift)
            if (m_plan.options.mode == plans::Mode::RefreshOnly || change->change.action != Action::NoOp)
                drift.push_back(change);
        writeResourceChanges("resource_drift", drift);
    }

    void writeResourceChanges(std::string_view name, const std::vector<ResourceInstanceChangePtr>& changes) {
        bool opened = false;
        for (const ResourceInstanceChangePtr& change : changes) {
            if (!isTold(*change))
                continue;
            if (!opened)
                m_json.key(name).beginArray();
            opened = true;
            writeResourceChange(*change, *schemaOf(*change));
            m_json.passOn();
        }
        if (opened)
            m_json.endArray();
    }

    void writeResourceChange(const ResourceInstanceChange& change, const schemas::ResourceSchema& schema) {
        const addrs::AbsResourceInstance& address = change.address;
        m_json.beginObject();
        m_json.key("address").string(address.toString());
        if (change.isMoved())
            m_json.key("previous_address").string(change.previousAddress.toString());
        m_json.optional("module_address", address.module.toString());
        m_json.key("mode").string(address.resource.mode == addrs::ResourceMode::Managed ? "managed"
                                  : address.resource.mode == addrs::ResourceMode::Data  ? "data"
                                                                                        : "ephemeral");
        m_json.key("type").string(address.resource.type);
        m_json.key("name").string(address.resource.name);
        writeInstanceKey(m_json, "index", address.key);
        m_json.key("provider_name").string(change.provider.config.provider.toString());
        m_json.optional("deposed", change.deposed);
        m_json.key("change").beginObject();
        writeActions(m_json, change.change.action);
        writeSides(m_json, change.change, "{}");
        writeSensitiveMask(m_json.key("before_sensitive"), change.change.before, schema.block);
        writeSensitiveMask(m_json.key("after_sensitive"), change.change.after, schema.block);
        if (!change.requiredReplace.empty()) {
            m_json.key("replace_paths").beginArray();
            for (const values::Path& path : change.requiredReplace)
                writePath(m_json, path);
            m_json.endArray();
        }
        if (change.change.importing) {
            m_json.key("importing").beginObject();
            m_json.optional("id", change.change.importing->id);
            if (change.change.importing->id.empty() && !change.change.importing->identity.isNull())
                writeValue(m_json.key("identity"), change.change.importing->identity);
            m_json.endObject();
        }
        m_json.optional("generated_config", change.change.generatedConfig);
        if (!change.change.beforeIdentity.isNull())
            writeValue(m_json.key("before_identity"), change.change.beforeIdentity);
        if (!change.change.afterIdentity.isNull())
            writeValue(m_json.key("after_identity"), change.change.afterIdentity);
        m_json.endObject();
        m_json.optional("action_reason", plans::jsonName(change.reason));
        m_json.endObject();
    }

    void writeOutputChanges() {
        bool opened = false;
        for (const plans::OutputChange& output : m_plan.changes.outputs()) {
            if (!output.module.isRoot())
                continue;
            if (!opened)
                m_json.key("output_changes").beginObject();
            opened = true;
            m_json.key(output.name).beginObject();
            writeActions(m_json, output.change.action);
            writeSides(m_json, output.change, "false");
            m_json.key("before_sensitive").boolean(output.sensitive);
            m_json.key("after_sensitive").boolean(output.sensitive);
            m_json.endObject();
        }
        if (opened)
            m_json.endObject();
    }

    void writeRelevantAttributes() {
        if (m_plan.relevantAttributes.empty())
            return;
        std::vector<plans::ResourceAttribute> sorted = m_plan.relevantAttributes;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.resource < b.resource; });
        m_json.key("relevant_attributes").beginArray();
        for (const plans::ResourceAttribute& attribute : sorted) {
            m_json.beginObject();
            m_json.key("resource").string(attribute.resource);
            writePath(m_json.key("attribute"), attribute.path);
            m_json.endObject();
        }
        m_json.endArray();
    }

    const plans::Plan& m_plan;
    const configs::Config& m_config;
    std::string m_priorState; // JSON
    std::string m_buffer;
    JsonWriter m_json;
    diags::Diagnostics m_diagnostics;
};

} // namespace

diags::Diagnostics writePlanJson(const plans::Plan& plan, const configs::Config& config, const JsonWriter::Sink& sink) {
    return Writer(plan, config, sink).write();
}

diags::Result<std::string> planJson(const plans::Plan& plan, const configs::Config& config) {
    std::string text;
    diags::Diagnostics diagnostics = writePlanJson(plan, config, [&text](std::string_view piece) { text += piece; });
    return {std::move(text), std::move(diagnostics)};
}

} // namespace planlens::formats
