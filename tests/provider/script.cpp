// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/script.h"

#include "tests/provider/schema_reader.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace planlens::testing {

namespace {

std::vector<int> protocolsOf(const Json& json) {
    if (!json.contains("protocol") || json["protocol"] == "both")
        return {5, 6};
    return {json["protocol"].get<int>()};
}

bool hasNestedAttributes(const schemas::Block& block) {
    for (const auto& [name, attribute] : block.attributes)
        if (attribute.nested)
            return true;
    for (const auto& [name, nested] : block.blockTypes)
        if (hasNestedAttributes(nested.block))
            return true;
    return false;
}

/// Removes protocol 5 if there are nested attributes, which need protocol 6.
void leaveProtocolsThatCan(PluginScript& script) {
    bool nested = hasNestedAttributes(script.schemas->provider->block);
    for (const auto* resources : {&script.schemas->managed, &script.schemas->data, &script.schemas->ephemeral})
        for (const auto& [name, resource] : *resources)
            nested = nested || hasNestedAttributes(resource->block);
    if (!nested)
        return;
    std::erase(script.protocols, 5);
    if (script.protocols.empty())
        throw std::runtime_error("nested attributes need protocol 6");
}

std::filesystem::path pathOf(const Json& json, const char* name, const char* variable) {
    if (const char* set = std::getenv(variable))
        return set;
    return json.value(name, "");
}

} // namespace

const Json& PluginScript::rulesOf(const Json& rules, const std::string& type) {
    static const Json none = Json::object();
    const auto found = rules.find(type);
    return found == rules.end() ? none : *found;
}

std::filesystem::path scriptFile(const char* programPath) {
    if (const char* set = std::getenv("PLANLENS_TEST_PROVIDER"))
        return set;
    return std::filesystem::path(programPath).parent_path() / "provider.json";
}

std::shared_ptr<const PluginScript> readScript(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream)
        throw std::runtime_error("there is no script at " + file.string());
    const Json json = Json::parse(stream, nullptr, true, true);
    auto script = std::make_shared<PluginScript>();
    script->file = file;
    script->protocols = protocolsOf(json);
    script->schemas = readSchemas(json.value("schemas", Json::object()), json.value("capabilities", Json::object()));
    leaveProtocolsThatCan(*script);
    script->managed = json.value("managed", Json::object());
    script->data = json.value("data", Json::object());
    script->ephemeral = json.value("ephemeral", Json::object());
    script->functions = json.value("functions", Json::object());
    script->laterFunctions = json.value("later_functions", std::set<std::string>());
    script->answeredTwice = json.value("answered_twice", std::set<std::string>());
    for (const Json& event : json.value("events", Json::array()))
        script->events.push_back(std::make_unique<Event>(event));
    script->handshake = json.value("handshake", Json::object());
    script->requiresConfigure = json.value("requires_configure", true);
    script->log = pathOf(json, "log", "PLANLENS_TEST_LOG");
    script->store = pathOf(json, "store", "PLANLENS_TEST_STORE");
    return script;
}

} // namespace planlens::testing
