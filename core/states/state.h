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

/// A resource instance object in its stored form: the value is JSON text (without white space), decoded with a schema
/// when required.
struct StoredObject {
    std::uint64_t schemaVersion = 0;
    std::string attributesJson; // empty if only the legacy flat map exists
    std::map<std::string, std::string> attributesFlat;
    std::vector<values::PathMarks> sensitivePaths; // of the value
    std::vector<values::PathMarks> otherMarks;     // of the value; for the current run only, not written to files
    std::string privateData;                       // bytes from the provider
    ObjectStatus status = ObjectStatus::Ready;
    addrs::ConfigResources dependencies; // sorted
    bool createBeforeDestroy = false;
    bool skipDestroy = false;
    std::string identityJson; // empty: none
    std::optional<std::uint64_t> identitySchemaVersion;
    bool operator==(const StoredObject&) const = default;
};
using StoredObjectPtr = std::shared_ptr<const StoredObject>;

/// A decoded object. The value has its sensitive marks.
struct Object {
    values::Value value;
    values::Value identity; // null of the dynamic type if there is no identity
    std::string privateData;
    ObjectStatus status = ObjectStatus::Ready;
    addrs::ConfigResources dependencies;
    bool createBeforeDestroy = false;
    bool skipDestroy = false;
};

/// Decodes an object with the schema's type. The object must have the schema's version. Diagnostics have no range.
diags::Result<Object> decode(const StoredObject& stored, const schemas::ResourceSchema& schema);
/// Encodes an object. Unknown parts of a planned value become null; dependencies are sorted. A value that does not
/// conform to the schema's type is encoded by its own type, so that nothing is lost.
StoredObjectPtr encode(const Object& object, const schemas::ResourceSchema& schema,
                       addrs::ResourceMode mode = addrs::ResourceMode::Managed);

struct ResourceInstance {
    StoredObjectPtr current; // null if only deposed objects exist
    std::map<addrs::DeposedKey, StoredObjectPtr> deposed;
    /// Key of the provider instance if the provider configuration uses for_each.
    addrs::InstanceKey providerKey;
    bool isEmpty() const { return !current && deposed.empty(); }
    /// Compares the objects, not the pointers.
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

/// The last known state of the remote objects; a value type. Copies are cheap: they share the resources until one copy
/// changes. Lookups are by address.
class State {
public:
    using Resources = std::map<addrs::AbsResource, Resource>;

    const Resource* resource(const addrs::AbsResource& address) const;
    const ResourceInstance* instance(const addrs::AbsResourceInstance& address) const;
    StoredObjectPtr current(const addrs::AbsResourceInstance& address) const;
    /// Returns the deposed object with a key, or the current object if the key is empty; null if there is none.
    StoredObjectPtr object(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const;

    /// Returns all resources in OpenTofu's address order.
    const Resources& resources() const;
    bool hasManagedResources() const;
    bool isEmpty() const { return resources().empty() && outputs.empty(); }

    /// Sets the current object, or removes it if null. Instances and resources without objects are removed.
    void setCurrent(const addrs::AbsResourceInstance& address, StoredObjectPtr object,
                    const addrs::AbsProviderInstance& provider);
    void setDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key, StoredObjectPtr object,
                    const addrs::AbsProviderInstance& provider);
    /// Sets or removes the deposed object with a key, or the current object if the key is empty.
    void setObject(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, StoredObjectPtr object,
                   const addrs::AbsProviderInstance& provider);
    /// Inserts or replaces a whole resource.
    void setResource(const addrs::AbsResource& address, Resource resource);
    /// Removes the instance with its deposed objects.
    void forget(const addrs::AbsResourceInstance& address);
    void removeResource(const addrs::AbsResource& address);
    /// Makes the current object a deposed object. The key must be new.
    void depose(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key);
    /// Makes a deposed object current again. Returns false if there is a current object already.
    bool restoreDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key);
    void move(const addrs::AbsResourceInstance& from, const addrs::AbsResourceInstance& to);
    void move(const addrs::AbsResource& from, const addrs::AbsResource& to);

    std::map<std::string, OutputValue> outputs; // of the root module
    std::optional<CheckResults> checkResults;   // std::nullopt if the state has null

    bool operator==(const State& other) const;

private:
    using ResourceTable = addrs::AddressTable<addrs::AbsResource, Resource>;

    ResourceTable& own();

    std::shared_ptr<ResourceTable> m_resources; // null: no resources
};

/// Returns eight hex digits that no deposed object of the instance uses as its key.
addrs::DeposedKey newDeposedKey(const State& state, const addrs::AbsResourceInstance& address);

} // namespace planlens::states
