// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/things.h"

namespace planlens::testing {

using values::Type;
using values::Value;

std::shared_ptr<Script> thingScript() {
    auto script = std::make_shared<Script>();
    script->config = resourceSchema({{"region", optional(Type::string())}});
    ResourceRules& thing = script->managed["test_thing"];
    thing.schema = resourceSchema({{"id", computed(Type::string())},
                                   {"kind", optional(Type::string())},
                                   {"size", optional(Type::number())},
                                   {"needs", optional(Type::string())},
                                   {"stamp", computed(Type::number())}});
    thing.replaceOn = {"kind"};
    thing.unknownOnUpdate = {"stamp"};
    ResourceRules& lookup = script->data["test_lookup"];
    lookup.schema = resourceSchema({{"needs", optional(Type::string())}, {"found", computed(Type::string())}});
    lookup.readData = [](const providers::ReadDataRequest& request) {
        providers::ReadDataResponse response;
        response.state =
            Value::object({{"needs", request.config.attribute("needs")}, {"found", Value::string("something")}});
        return response;
    };
    return script;
}

std::shared_ptr<ScriptedRegistry> registryWith(const std::shared_ptr<Script>& script) {
    auto registry = std::make_shared<ScriptedRegistry>();
    registry->add(addrs::Provider::implied("test"), script);
    return registry;
}

Setup thingSetup(const std::string& configuration, const std::shared_ptr<Script>& script, const std::string& state) {
    Setup setup;
    setup.files = {{"main.tf", configuration}};
    setup.state = state;
    setup.registry = registryWith(script);
    return setup;
}

const std::string oneThing = R"(
resource "test_thing" "a" {
  kind = "k"
  size = 1
}
)";

std::string stateWith(const std::vector<StoredThing>& things) {
    std::string resources;
    for (const StoredThing& thing : things)
        resources += std::string(resources.empty() ? "" : ",") + R"({"mode":"managed","type":"test_thing","name":")" +
                     thing.name + R"(","provider":"provider[\"registry.opentofu.org/hashicorp/test\"]",)" +
                     R"("instances":[{"schema_version":0,"attributes":)" + thing.attributes + thing.more + "}]}";
    return R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"of-things","outputs":{},"resources":[)" +
           resources + "]}";
}

std::string printState(const states::State& state) {
    std::string text;
    const auto print = [&](const std::string& address, const states::StoredObject& object) {
        text += address + (object.status == states::ObjectStatus::Tainted ? " tainted " : " ") + object.attributesJson +
                "\n";
    };
    for (const auto& [address, resource] : state.resources()) {
        for (const auto& [key, instance] : resource.instances) {
            const std::string name = address.instance(key).toString();
            if (instance.current)
                print(name, *instance.current);
            for (const auto& [deposedKey, object] : instance.deposed)
                print(name + " deposed", *object);
        }
    }
    return text;
}

} // namespace planlens::testing
