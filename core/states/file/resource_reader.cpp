// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/file_records.h"

#include "core/addrs/target.h"
#include "core/hcl/syntax/parser.h"
#include "core/states/file/json_fields.h"
#include "core/states/file/json_layout.h"
#include "core/states/sensitive_paths.h"
#include "core/values/number/number.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::states {
namespace {

constexpr auto invalidMetadata = "Invalid resource instance metadata in state";

/// Parses `provider.aws` and `module.m.provider.aws.west`, the form in states from before provider source addresses.
std::optional<addrs::AbsProviderConfig> legacyProviderConfig(std::string_view text) {
    const auto traversal = hcl::parseTraversal(text, "");
    if (!traversal.isOk())
        return {};
    std::vector<std::string> names;
    for (const hcl::TraversalStep& step : traversal->steps) {
        if (step.kind == hcl::TraversalStep::Kind::Index)
            return {};
        names.push_back(step.name);
    }
    addrs::AbsProviderConfig config;
    std::size_t i = 0;
    for (; i + 1 < names.size() && names[i] == "module"; i += 2)
        config.module.path.push_back(names[i + 1]);
    const std::size_t left = names.size() - i;
    if (left < 2 || left > 3 || names[i] != "provider")
        return {};
    config.provider = addrs::Provider::builtIn("terraform");
    if (names[i + 1] != "terraform")
        config.provider = {addrs::Provider::implied(names[i + 1]).hostname(), "-", names[i + 1]};
    if (left == 3)
        config.alias = names[i + 2];
    return config;
}

/// Returns std::nullopt if the text is not a key.
std::optional<addrs::InstanceKey> readKey(std::string_view raw) {
    if (raw.empty() || raw == "null")
        return addrs::InstanceKey();
    if (raw.front() == '"') {
        std::string text;
        JsonFields(raw).string(text);
        return addrs::InstanceKey(std::move(text));
    }
    const auto number = values::Number::parse(raw);
    if (!number)
        return {};
    const auto index = number->truncated().toInt64();
    return index ? std::optional(addrs::InstanceKey(*index)) : std::nullopt;
}

} // namespace

std::optional<addrs::AbsProviderInstance> ResourceReader::providerInstance(const std::string& text) {
    if (const auto known = m_providers.find(text); known != m_providers.end())
        return known->second;
    auto parsed = addrs::parseAbsProviderInstance(text);
    if (!parsed.isOk()) {
        m_diagnostics.append(std::move(parsed.diagnostics));
        return {};
    }
    m_providers.emplace(text, *parsed);
    return *std::move(parsed);
}

std::optional<addrs::AbsProviderConfig> ResourceReader::providerConfig(const std::string& text) {
    if (const auto known = m_providers.find(text); known != m_providers.end())
        return known->second.config;
    auto parsed = addrs::parseAbsProviderConfig(text);
    if (parsed.isOk()) {
        m_diagnostics.append(std::move(parsed.diagnostics));
        m_providers.emplace(text, addrs::AbsProviderInstance{*parsed, {}});
        return *std::move(parsed);
    }
    auto legacy = legacyProviderConfig(text);
    if (!legacy)
        m_diagnostics.append(std::move(parsed.diagnostics));
    return legacy;
}

std::optional<addrs::ConfigResource> ResourceReader::dependency(const std::string& text) {
    if (const auto known = m_dependencies.find(text); known != m_dependencies.end())
        return known->second;
    auto address = addrs::readConfigResource(text);
    if (!address) {
        const auto parsed = addrs::parseAbsResource(text);
        m_diagnostics.append(parsed.diagnostics);
        if (!parsed.isOk())
            return {};
        address = parsed->config();
    }
    m_dependencies.emplace(text, *address);
    return address;
}

addrs::ConfigResources ResourceReader::dependencies(const std::vector<std::string>& texts) {
    if (texts.empty())
        return {};
    std::string all;
    for (const std::string& text : texts)
        all.append(text).push_back('\0');
    if (const auto known = m_dependencyLists.find(all); known != m_dependencyLists.end())
        return known->second;
    std::vector<addrs::ConfigResource> list;
    list.reserve(texts.size());
    for (const std::string& text : texts)
        if (auto found = dependency(text))
            list.push_back(*std::move(found));
    const bool isWhole = list.size() == texts.size(); // otherwise, errors must be reported for each object
    addrs::ConfigResources result = std::move(list);
    if (isWhole)
        m_dependencyLists.emplace(std::move(all), result);
    return result;
}

std::shared_ptr<StoredObject> ResourceReader::readObject(const addrs::AbsResourceInstance& address,
                                                         InstanceRecord& record) {
    auto object = std::make_shared<StoredObject>();
    object->schemaVersion = record.schemaVersion;
    object->createBeforeDestroy = record.createBeforeDestroy;
    object->skipDestroy = record.skipDestroy;
    if (!record.attributes.empty())
        object->attributesJson = std::move(record.attributes);
    else if (record.hasFlatAttributes)
        object->attributesFlat = std::move(record.flatAttributes);
    else
        object->attributesJson = "{}";

    if (!record.sensitivePaths.empty() && record.sensitivePaths != "[]") {
        diags::Diagnostics problems;
        for (values::Path& path : readPaths(record.sensitivePaths, problems))
            object->sensitivePaths.push_back({std::move(path), values::MarkSet(values::Mark::sensitive())});
        const bool failed = problems.hasErrors();
        m_diagnostics.append(std::move(problems));
        if (failed)
            return nullptr;
    }
    if (record.status == "tainted") {
        object->status = ObjectStatus::Tainted;
    } else if (!record.status.empty()) {
        m_diagnostics.error(invalidMetadata, fmt::format("Instance {} has invalid status {}.", address.toString(),
                                                         values::quoted(record.status)));
        return nullptr;
    }
    object->privateData = std::move(record.privateData);
    if (!record.identity.empty() && record.identity != "null") {
        object->identityJson = std::move(record.identity);
        object->identitySchemaVersion = record.identitySchemaVersion;
    }
    object->dependencies = dependencies(record.dependencies);
    return object;
}

void ResourceReader::addInstance(const addrs::AbsResource& address, Resource& resource,
                                 const ResourceRecord& resourceRecord, InstanceRecord& record) {
    const auto key = readKey(record.indexKey);
    if (!key) {
        m_diagnostics.error(invalidMetadata,
                            fmt::format("Resource {} has an instance with the invalid instance key {}.",
                                        address.toString(), record.indexKey));
        return;
    }
    if (!record.provider.empty() && !resourceRecord.provider.empty()) {
        m_diagnostics.warning(
            "Provider field conflict in state",
            fmt::format("Resource {} has a provider address {}, as well as instance {} with provider address {}.",
                        address.toString(), resourceRecord.provider, key->toString(), record.provider));
    }
    if (record.provider.empty() && resourceRecord.provider.empty()) {
        m_diagnostics.error(
            "Provider field missing state",
            fmt::format("Resource {} is missing a provider address, both on the resource and the resource "
                        "instances.",
                        address.toString()));
    }
    addrs::InstanceKey providerKey;
    if (!record.provider.empty()) {
        if (const auto provider = providerInstance(record.provider)) {
            resource.provider = provider->config;
            providerKey = provider->key;
            m_instanceProviders.push_back(provider->config);
        }
    }

    const addrs::AbsResourceInstance instanceAddress = address.instance(*key);
    StoredObjectPtr object = readObject(instanceAddress, record);
    if (!object)
        return;
    constexpr auto duplicate = "Duplicate resource instance in state";
    ResourceInstance& instance = resource.instances[*key];
    if (record.deposed.empty()) {
        if (instance.current) {
            m_diagnostics.error(duplicate, fmt::format("Instance {} appears multiple times in the state file.",
                                                       instanceAddress.toString()));
            return;
        }
        instance.current = std::move(object);
    } else {
        if (record.deposed.size() != 8) {
            m_diagnostics.error(invalidMetadata,
                                fmt::format("Instance {} has an object with deposed key {}, which is not "
                                            "correctly formatted.",
                                            instanceAddress.toString(), values::quoted(record.deposed)));
            return;
        }
        if (!instance.deposed.emplace(record.deposed, std::move(object)).second) {
            m_diagnostics.error(duplicate,
                                fmt::format("Instance {} deposed object {} appears multiple times in the state file.",
                                            instanceAddress.toString(), values::quoted(record.deposed)));
            return;
        }
    }
    instance.providerKey = providerKey;
}

void ResourceReader::add(ResourceRecord& record) {
    addrs::AbsResource address;
    address.resource.type = record.type;
    address.resource.name = record.name;
    if (record.mode == "data") {
        address.resource.mode = addrs::ResourceMode::Data;
    } else if (record.mode != "managed") {
        m_diagnostics.error("Invalid resource mode in state",
                            fmt::format("State contains a resource with mode {} ({} {}) which is not supported.",
                                        values::quoted(record.mode), values::quoted(record.type),
                                        values::quoted(record.name)));
        return;
    }
    if (!record.module.empty()) {
        auto module = addrs::readModuleInstance(record.module);
        if (!module) {
            auto parsed = addrs::parseModuleInstance(record.module);
            m_diagnostics.append(parsed.diagnostics);
            if (!parsed.isOk())
                return;
            module = *std::move(parsed);
        }
        address.module = *std::move(module);
    }

    Resource resource;
    if (const Resource* existing = m_state.resource(address))
        resource = *existing;
    if (!record.provider.empty()) {
        const auto provider = providerConfig(record.provider);
        if (!provider)
            return;
        if (resource.provider != *provider) // keys are only valid for the provider they were read with
            for (auto& [key, instance] : resource.instances)
                instance.providerKey = {};
        resource.provider = *provider;
    }
    m_instanceProviders.clear();
    for (InstanceRecord& instance : record.instances)
        addInstance(address, resource, record, instance);
    for (std::size_t i = 1; i < m_instanceProviders.size(); ++i) {
        if (m_instanceProviders[i - 1] != m_instanceProviders[i]) {
            m_diagnostics.error("Provider instance field conflict in state",
                                fmt::format("Resource {} has instances with different provider addresses: {} != {}.",
                                            address.toString(), values::quoted(m_instanceProviders[i - 1].toString()),
                                            values::quoted(m_instanceProviders[i].toString())));
            break;
        }
    }
    m_state.setResource(address, std::move(resource));
}

} // namespace planlens::states
