// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/recorded_providers.h"

#include "core/providers/simulated/schema_json.h"

#include <fstream>

namespace planlens::testing {

namespace fs = std::filesystem;
using values::Type;
using values::Value;

namespace {

std::string readFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns an object with the given attributes. All others are `text` if they are strings, otherwise null.
Value objectOf(const schemas::ResourceSchema& schema, const std::map<std::string, Value>& given, const Value& text) {
    std::vector<std::pair<std::string, Value>> attributes;
    for (const auto& attribute : schema.type.attributes()) {
        const std::string name(attribute.name);
        const Type type = attribute.type;
        const auto it = given.find(name);
        attributes.emplace_back(name, it != given.end() ? it->second : type.isString() ? text : Value::null(type));
    }
    return Value::object(std::move(attributes));
}

void teachFiles(Script& script, const fs::path& folder) {
    for (auto& [name, rules] : script.managed) {
        rules.replaceOn = {"content", "filename"};
        rules.read = [folder](const providers::ReadRequest& request) {
            providers::ReadResponse response;
            response.newState = fs::exists(folder / request.prior.attribute("filename").asString())
                                    ? request.prior
                                    : Value::null(request.prior.type());
            return response;
        };
    }
    for (auto& [name, rules] : script.data)
        rules.readData = [folder, schema = rules.schema](const providers::ReadDataRequest& request) {
            providers::ReadDataResponse response;
            const fs::path file = folder / request.config.attribute("filename").asString();
            if (fs::exists(file))
                response.state = objectOf(*schema, {{"filename", request.config.attribute("filename")}},
                                          Value::string(readFile(file)));
            else
                response.diagnostics.push_back(providerError("Read local file data source error", file.string()));
            return response;
        };
}

void teachRandom(Script& script) {
    for (auto& [name, rules] : script.managed) {
        for (const auto& [attribute, schema] : rules.schema->block.attributes)
            if (!schema.computed || schema.optional)
                rules.replaceOn.push_back(attribute);
        if (name == "random_pet") {
            rules.import = [](const providers::ImportRequest&) {
                providers::ImportResponse response;
                response.diagnostics.push_back(
                    providerError("Resource Import Not Implemented", "This resource does not support import."));
                return response;
            };
            continue;
        }
        rules.import = [schema = rules.schema, type = name](const providers::ImportRequest& request) {
            providers::ImportResponse response;
            std::map<std::string, Value> known;
            if (schema->block.attributes.contains("length"))
                known.emplace("length", Value::number(static_cast<std::int64_t>(request.id.size())));
            response.resources.push_back({type, objectOf(*schema, known, Value::string(request.id)), {}, {}});
            return response;
        };
    }
}

void teach(Script& script, const std::string& type, const fs::path& folder) {
    if (type == "local")
        teachFiles(script, folder);
    else if (type == "random")
        teachRandom(script);
    else if (type == "null")
        script.managed["null_resource"].replaceOn = {"triggers"};
    else if (type == "tls")
        script.managed["tls_self_signed_cert"].replaceOn = {"subject"};
    else if (type == "time") // the rotation happened long ago
        script.managed["time_rotating"].read = [](const providers::ReadRequest& request) {
            providers::ReadResponse response;
            response.newState = Value::null(request.prior.type());
            return response;
        };
}

} // namespace

std::shared_ptr<ScriptedRegistry> recordedProviders(const fs::path& folder) {
    auto registry = std::make_shared<ScriptedRegistry>();
    const fs::path schemas = PLANLENS_SHARED_DIR "/conformance/schemas";
    if (!fs::exists(schemas))
        return registry;
    for (const fs::directory_entry& entry : fs::directory_iterator(schemas)) {
        const auto all = providers::simulated::readProviderSchemas(readFile(entry.path()));
        if (!all.value)
            continue;
        for (const auto& [address, schema] : *all.value) {
            auto script = std::make_shared<Script>();
            script->config = schema->provider;
            for (const auto& [name, one] : schema->managed)
                script->managed[name].schema = one;
            for (const auto& [name, one] : schema->data)
                script->data[name].schema = one;
            for (const auto& [name, one] : schema->ephemeral)
                script->ephemeral[name].schema = one;
            teach(*script, address.type(), folder);
            registry->add(address, std::move(script));
        }
    }
    return registry;
}

} // namespace planlens::testing
