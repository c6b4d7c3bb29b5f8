// SPDX-License-Identifier: MPL-2.0
#include "core/masking/export_secrets.h"

#include "core/plans/plan.h"
#include "core/states/stored_value.h"
#include "core/values/text/credentials.h"

#include <algorithm>
#include <set>
#include <utility>

namespace planlens::masking {

using values::Value;

namespace {

bool isRemoteState(const addrs::Resource& resource) {
    return resource.mode == addrs::ResourceMode::Data && resource.type == "terraform_remote_state";
}

/// Collects the credentials in objects of `terraform_remote_state`.
class RemoteStates {
public:
    explicit RemoteStates(const plans::Plan& plan)
        : m_plan(plan) {}

    void add(const std::string& address, const Value& object) {
        const Value plain = object.unmarkedDeep();
        if (!plain.isKnown() || plain.isNull() || !plain.type().isObject())
            return;
        const auto names = m_plan.sensitiveOutputsRead.find(address);
        forEach(part(plain, "outputs"), [&](const std::string& name, const Value& output) {
            if (names != m_plan.sensitiveOutputsRead.end() && std::ranges::count(names->second, name) > 0)
                addAll(output);
        });
        addCredentials(part(plain, "config"));
    }
    void add(const states::State* state) {
        if (!state)
            return;
        for (const auto& [address, resource] : state->resources()) {
            if (!isRemoteState(address.resource))
                continue;
            const schemas::ResourceSchemaPtr schema =
                plans::resourceSchema(m_plan.schemas, resource.provider.provider, address.resource);
            for (const auto& [key, instance] : resource.instances)
                if (schema && instance.current)
                    if (const auto object = states::decode(*instance.current, *schema); object.value)
                        add(addrs::AbsResourceInstance{address.module, address.resource, key}.toString(),
                            object->value);
        }
    }
    Secrets secrets() && { return {std::move(m_texts)}; }

private:
    static Value part(const Value& object, const char* name) {
        return object.type().hasAttribute(name) ? object.attribute(name) : Value();
    }
    template <typename Visit>
    static void forEach(const Value& object, Visit visit) {
        if (object.isKnown() && !object.isNull() && object.type().isMapping())
            for (std::size_t i = 0; i < object.size(); ++i)
                visit(object.key(i), object.element(i));
    }
    void addAll(const Value& value) {
        const Secrets found = secretsOf(value, Sensitive::All);
        m_texts.insert(m_texts.end(), found.begin(), found.end());
    }
    void addCredentials(const Value& config) {
        forEach(config, [&](const std::string& name, const Value& argument) {
            if (isCredential(name))
                addAll(argument);
            if (argument.isKnown() && !argument.isNull() && argument.type().isString())
                for (const std::string_view credential : values::credentialsIn(argument.asString()))
                    m_texts.emplace_back(credential);
            addCredentials(argument);
        });
    }

    const plans::Plan& m_plan;
    std::vector<std::string> m_texts;
};

} // namespace

bool isCredential(std::string_view argument) {
    static const std::set<std::string_view> names{
        "client_certificate",    "client_key",     "credentials", "conn_str",
        "customer_provided_key", "encryption_key", "external_id", "http_auth"};
    constexpr std::string_view parts[] = {"password",    "secret",      "token",        "access_key",
                                          "private_key", "private-key", "api_key",      "api-key",
                                          "apikey",      "cookie",      "customer_key", "authorization"};
    std::string name(argument);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    return names.contains(name) ||
           (std::any_of(std::begin(parts), std::end(parts), has) && !has("file") && name != "secret_suffix");
}

Secrets secretsInExports(const plans::Plan& plan) {
    RemoteStates remote(plan);
    remote.add(plan.previousRunState.get());
    remote.add(plan.priorState.get());
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (isRemoteState(change->address.resource))
            for (const Value* const side : {&change->change.before, &change->change.after})
                remote.add(change->address.toString(), *side);
    return secretsOf(plan).with(std::move(remote).secrets());
}

} // namespace planlens::masking
