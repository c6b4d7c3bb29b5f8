// SPDX-License-Identifier: MPL-2.0
#include "core/formats/state_json.h"

#include "core/formats/check_json.h"
#include "core/formats/value_json.h"
#include "core/plans/shown/shown_object.h"

#include <fmt/core.h>

namespace planlens::formats {

using values::Value;

ModuleTree& ModuleTree::at(const addrs::ModuleInstance& module) {
    ModuleTree* tree = this;
    addrs::ModuleInstance partial;
    for (const addrs::ModuleStep& step : module.path) {
        partial.path.push_back(step);
        const std::string name = partial.toString();
        tree = &tree->children[name];
        tree->address = name;
    }
    return *tree;
}

void ModuleTree::write(JsonWriter& json) const {
    json.beginObject();
    if (!resources.empty()) {
        json.key("resources").beginArray();
        for (const auto& writeResource : resources) {
            writeResource(json);
            json.passOn();
        }
        json.endArray();
    }
    json.optional("address", address);
    if (!children.empty()) {
        json.key("child_modules").beginArray();
        for (const auto& [name, child] : children)
            child.write(json);
        json.endArray();
    }
    json.endObject();
}

void writeOutputs(JsonWriter& json, const std::map<std::string, states::OutputValue>& outputs) {
    json.beginObject();
    for (const auto& [name, output] : outputs) {
        json.key(name).beginObject();
        json.key("sensitive").boolean(output.sensitive);
        json.optional("deprecated", output.deprecated);
        writeValue(json.key("value"), output.value);
        json.key("type").raw(values::typeToJson(output.value.type()));
        json.endObject();
    }
    json.endObject();
}

namespace {

std::string_view modeName(addrs::ResourceMode mode) {
    return mode == addrs::ResourceMode::Data ? "data" : "managed";
}

void writeObject(JsonWriter& json, const addrs::AbsResourceInstance& address, const states::Resource& resource,
                 const states::StoredObject& stored, const addrs::DeposedKey& deposed, const plans::Schemas& schemas,
                 diags::Diagnostics& diagnostics) {
    if (diagnostics.hasErrors())
        return;
    const diags::Result<plans::ShownObject> shown =
        plans::shownObject(schemas, address.containing(), resource, stored, deposed);
    diagnostics.append(shown.diagnostics);
    if (!shown.value)
        return;
    const states::Object& object = shown->object;
    json.beginObject();
    json.key("address").string(address.toString());
    json.key("mode").string(modeName(address.resource.mode));
    json.key("type").string(address.resource.type);
    json.key("name").string(address.resource.name);
    writeInstanceKey(json, "index", address.key);
    json.key("provider_name").string(resource.provider.provider.toString());
    json.key("schema_version").number(deposed.empty() ? static_cast<std::int64_t>(stored.schemaVersion) : 0);
    writeValue(json.key("values"), object.value);
    writeSensitiveMask(json.key("sensitive_values"), object.value, shown->schema->block);
    if (!object.dependencies.empty()) {
        json.key("depends_on").beginArray();
        for (const addrs::ConfigResource& dependency : object.dependencies)
            json.string(dependency.toString());
        json.endArray();
    }
    json.optional("tainted", stored.status == states::ObjectStatus::Tainted);
    json.optional("deposed_key", deposed);
    if (stored.identitySchemaVersion)
        json.key("identity_schema_version").number(static_cast<std::int64_t>(*stored.identitySchemaVersion));
    if (!stored.identityJson.empty())
        json.key("identity").raw(stored.identityJson);
    json.endObject();
}

} // namespace

diags::Diagnostics writeState(JsonWriter& json, const states::File& file, const plans::Schemas& schemas) {
    const states::State& state = *file.state;
    diags::Diagnostics diagnostics;
    json.beginObject();
    json.key("format_version").string("1.0");
    if (!state.isEmpty()) {
        if (!file.terraformVersion.empty())
            json.key("terraform_version").string(file.terraformVersion);
        json.key("values").beginObject();
        if (!state.outputs.empty()) {
            json.key("outputs");
            writeOutputs(json, state.outputs);
        }
        const addrs::DeposedKey current;
        ModuleTree tree;
        for (const auto& [address, resource] : state.resources()) {
            ModuleTree& module = tree.at(address.module);
            for (const auto& [key, instance] : resource.instances) {
                const auto add = [&](const states::StoredObject& object, const addrs::DeposedKey& deposed) {
                    module.resources.push_back([&](JsonWriter& to) {
                        writeObject(to, address.instance(key), resource, object, deposed, schemas, diagnostics);
                    });
                };
                if (instance.current)
                    add(*instance.current, current);
                for (const auto& [deposed, object] : instance.deposed)
                    add(*object, deposed);
            }
        }
        json.key("root_module");
        tree.write(json);
        json.endObject();
        if (state.checkResults && !state.checkResults->empty()) {
            json.key("checks");
            writeCheckResults(json, *state.checkResults);
        }
    }
    json.endObject();
    return diagnostics;
}

diags::Result<std::string> stateJson(const states::File& file, const plans::Schemas& schemas) {
    std::string text;
    JsonWriter json(text);
    diags::Diagnostics diagnostics = writeState(json, file, schemas);
    return {std::move(text), std::move(diagnostics)};
}

} // namespace planlens::formats
