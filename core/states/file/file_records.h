// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// A state file as it is written, field by field, before anything in it is understood. Views point into its text.
namespace planlens::states {

struct InstanceRecord {
    std::string_view indexKey; // raw
    std::string status;
    std::string deposed;
    std::string provider;
    std::uint64_t schemaVersion = 0;
    std::string attributes; // JSON without white space
    bool hasFlatAttributes = false;
    std::map<std::string, std::string> flatAttributes;
    std::string_view sensitivePaths; // raw
    std::string privateData;
    std::vector<std::string> dependencies;
    bool createBeforeDestroy = false;
    bool skipDestroy = false;
    std::string identity; // JSON without white space
    std::optional<std::uint64_t> identitySchemaVersion;
};

struct ResourceRecord {
    std::string module, mode, type, name, provider;
    std::vector<InstanceRecord> instances;
};

struct OutputRecord {
    std::string name;
    std::string_view value, type; // raw
    bool isSensitive = false;
    std::string deprecated;
};

struct FileRecord {
    std::optional<std::uint64_t> version;
    std::string terraformVersion;
    std::uint64_t serial = 0;
    std::string lineage;
    std::vector<OutputRecord> outputs;
    std::vector<ResourceRecord> resources;
    std::optional<CheckResults> checkResults;
};

/// One instance record. The text is valid JSON.
diags::Result<InstanceRecord> readInstanceRecord(std::string_view text);
/// Fails where the text is not JSON of the right shape. Fields of unknown names are passed over.
diags::Result<FileRecord> readRecords(std::string_view text);

/// One object as a file has it, in one line, for the journal.
std::string objectToJson(const StoredObject& object);

/// Puts records into a state. Addresses that occur many times are parsed once.
class ResourceReader {
public:
    ResourceReader(State& state, diags::Diagnostics& diagnostics)
        : m_state(state)
        , m_diagnostics(diagnostics) {}
    void add(ResourceRecord& record);
    /// The object of one record (a part of one written by objectToJson()); null beside errors.
    std::shared_ptr<StoredObject> readObject(const addrs::AbsResourceInstance& address, InstanceRecord& record);

private:
    void addInstance(const addrs::AbsResource& address, Resource& resource, const ResourceRecord& resourceRecord,
                     InstanceRecord& record);
    std::optional<addrs::AbsProviderConfig> providerConfig(const std::string& text);
    std::optional<addrs::AbsProviderInstance> providerInstance(const std::string& text);
    std::optional<addrs::ConfigResource> dependency(const std::string& text);
    addrs::ConfigResources dependencies(const std::vector<std::string>& texts);

    State& m_state;
    diags::Diagnostics& m_diagnostics;
    std::unordered_map<std::string, addrs::AbsProviderInstance> m_providers;
    std::unordered_map<std::string, addrs::ConfigResource> m_dependencies;
    std::unordered_map<std::string, addrs::ConfigResources> m_dependencyLists; // by their texts, one after the other
    std::vector<addrs::AbsProviderConfig> m_instanceProviders;                 // of the present resource
};

} // namespace planlens::states
