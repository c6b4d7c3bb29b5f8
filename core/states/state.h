// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/address_table.h"
#include "core/addrs/provider.h"
#include "core/addrs/resource.h"
#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"
#include "core/states/check_results.h"
#include "core/values/path.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::states {

enum class ObjectStatus { Ready, Tainted, Planned };

/// A resource instance object as it is stored: its value still JSON text, to be decoded by a schema when needed. JSON
/// is without white space.
struct StoredObject {
    std::uint64_t schemaVersion = 0;
    std::string attributesJson; // empty where only the legacy flat map is there
    std::map<std::string, std::string> attributesFlat;
    std::vector<values::PathMarks> sensitivePaths; // of the value
    std::vector<values::PathMarks> otherMarks;     // of the value; for this run only, files do not have them
    std::string privateData;                       // the provider's own bytes
    ObjectStatus status = ObjectStatus::Ready;
    addrs::ConfigResources dependencies; // sorted
    bool createBeforeDestroy = false;
    bool skipDestroy = false;
    std::string identityJson; // empty: none
    std::optional<std::uint64_t> identitySchemaVersion;
    bool operator==(const StoredObject&) const = default;
};
using StoredObjectPtr = std::shared_ptr<const StoredObject>;

/// The same, decoded by its schema. The value carries its sensitive marks.
struct Object {
    values::Value value;
    values::Value identity; // null of the dynamic type where there is none
    std::string privateData;
    ObjectStatus status = ObjectStatus::Ready;
    addrs::ConfigResources dependencies;
    bool createBeforeDestroy = false;
    bool skipDestroy = false;
};

/// Decodes by the schema's type; the object is of the schema's version. Errors as diagnostics without a range.
diags::Result<Object> decode(const StoredObject& stored, const schemas::ResourceSchema& schema);
/// Encodes; unknown parts of a planned value become null. Dependencies are sorted. A value that is not of the schema's
/// type is encoded by its own: nothing that exists is dropped for being odd.
StoredObjectPtr encode(const Object& object, const schemas::ResourceSchema& schema);

struct ResourceInstance {
    StoredObjectPtr current; // null where only deposed objects are left
    std::map<addrs::DeposedKey, StoredObjectPtr> deposed;
    /// Key of the provider instance where provider for_each is used.
    addrs::InstanceKey providerKey;
    bool isEmpty() const { return !current && deposed.empty(); }
    /// Compares the objects, not where they are.
    bool operator==(const ResourceInstance& other) const;
};

struct Resource {
    addrs::AbsProviderConfig provider;
    std::map<addrs::InstanceKey, ResourceInstance> instances;
    bool operator==(const Resource&) const = default;
};

struct OutputValue {
    values::Value value;
    bool sensitive = false;
    std::string deprecated;
    bool operator==(const OutputValue&) const = default;
};

/// What is known of the real objects: a plain value. Copies cost nothing; they share the resources until one of them is
/// changed. Lookups are by address.
class State {
public:
    using Resources = std::map<addrs::AbsResource, Resource>;

    const Resource* resource(const addrs::AbsResource& address) const;
    const ResourceInstance* instance(const addrs::AbsResourceInstance& address) const;
    StoredObjectPtr current(const addrs::AbsResourceInstance& address) const;

    /// All resources in the reference's order of addresses.
    const Resources& resources() const;
    bool hasManagedResources() const;
    bool isEmpty() const { return resources().empty() && outputs.empty(); }

    /// Sets or (null) removes the current object; removes what is empty then.
    void setCurrent(const addrs::AbsResourceInstance& address, StoredObjectPtr object,
                    const addrs::AbsProviderInstance& provider);
    void setDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key, StoredObjectPtr object,
                    const addrs::AbsProviderInstance& provider);
    /// Puts a whole resource in, in place of what was there.
    void setResource(const addrs::AbsResource& address, Resource resource);
    /// Takes the instance out, deposed objects too.
    void forget(const addrs::AbsResourceInstance& address);
    void removeResource(const addrs::AbsResource& address);
    /// Makes the current object a deposed one. The key must be new.
    void depose(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key);
    /// Puts a deposed object back as current where there is none; false where there is one.
    bool restoreDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key);
    void move(const addrs::AbsResourceInstance& from, const addrs::AbsResourceInstance& to);
    void move(const addrs::AbsResource& from, const addrs::AbsResource& to);

    std::map<std::string, OutputValue> outputs; // of the root module
    std::optional<CheckResults> checkResults;   // nothing where the state says null

    bool operator==(const State& other) const;

private:
    using ResourceTable = addrs::AddressTable<addrs::AbsResource, Resource>;

    ResourceTable& own();

    std::shared_ptr<ResourceTable> m_resources; // null: none
};

/// Eight hex digits that the instance does not use yet.
addrs::DeposedKey newDeposedKey(const State& state, const addrs::AbsResourceInstance& address);

} // namespace planlens::states
