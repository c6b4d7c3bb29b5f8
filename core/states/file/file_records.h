// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// The fields of a state file before their values are parsed. Views point into the text of the file.
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
    std::deque<std::string> texts; // for views that do not point into the file
};

/// Parses one instance record. The text must be valid JSON.
diags::Result<InstanceRecord> readInstanceRecord(std::string_view text);
/// Fails if the text is not JSON of the expected shape. Unknown fields are ignored.
diags::Result<FileRecord> readRecords(std::string_view text);

/// Returns the JSON of one object in the form of the state file, on one line; used by the journal.
std::string objectToJson(const StoredObject& object);

/// Converts records to resources and adds them to a state. Repeated addresses are parsed only once.
class ResourceReader {
public:
    ResourceReader(State& state, diags::Diagnostics& diagnostics)
        : m_state(state)
        , m_diagnostics(diagnostics) {}
    void add(ResourceRecord& record);
    /// Returns the object of one record (a part of a record written by objectToJson()), or null after adding errors.
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
    std::unordered_map<std::string, addrs::ConfigResources> m_dependencyLists; // by the concatenated texts
    std::vector<addrs::AbsProviderConfig> m_instanceProviders;                 // of the current resource
};

} // namespace planlens::states
