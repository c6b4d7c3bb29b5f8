// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/storage/address.h"
#include "core/diags/expected.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace planlens::cloud::storage {

/// The error of a failed request. The text contains no secrets.
struct StoreError {
    std::string text;
    int status = 0; // of HTTP; 0: no response
};

/// The objects below an address. Keys are relative to it. Functions block, repeat requests as the clients of the
/// backends do, and may be called by several threads.
class ObjectStore {
public:
    explicit ObjectStore(std::string prefix)
        : m_prefix(std::move(prefix)) {}
    virtual ~ObjectStore() = default;

    /// Finds credentials. The errors say where they were looked for. The other functions do that, too.
    virtual diags::Diagnostics connect(const std::stop_token& stop) = 0;
    /// std::nullopt if there is no such object. The bucket may be missing, too.
    diags::Expected<std::optional<std::string>, StoreError> read(const std::string& key, const std::stop_token& stop);
    /// Objects appear as a whole. OnlyNew: false if there is an object with this key and another content.
    enum class Writing { Always, OnlyNew };
    diags::Expected<bool, StoreError> write(const std::string& key, const std::string& text, Writing writing,
                                            const std::stop_token& stop);
    /// Objects that do not exist are not errors.
    diags::Expected<bool, StoreError> remove(const std::string& key, const std::stop_token& stop);
    /// The keys of all objects that start with this text.
    diags::Expected<std::vector<std::string>, StoreError> list(const std::string& start, const std::stop_token& stop);

private:
    // The same with whole keys. The values of writeObject() and removeObject() are true.
    virtual diags::Expected<std::optional<std::string>, StoreError> readObject(const std::string& key,
                                                                               const std::stop_token& stop) = 0;
    /// OnlyNew: the error has the status 409 or 412 if there is an object.
    virtual diags::Expected<bool, StoreError> writeObject(const std::string& key, const std::string& text,
                                                          Writing writing, const std::stop_token& stop) = 0;
    virtual diags::Expected<bool, StoreError> removeObject(const std::string& key, const std::stop_token& stop) = 0;
    virtual diags::Expected<std::vector<std::string>, StoreError> listObjects(const std::string& start,
                                                                              const std::stop_token& stop) = 0;

    const std::string m_prefix;
};

/// The store with the credentials and options of the environment; nothing is accessed. Files that the environment names
/// are relative to the directory.
diags::Result<std::unique_ptr<ObjectStore>> openObjectStore(const Address& address,
                                                            const std::filesystem::path& directory);

/// An error of the store for users: what failed, why, and what to do.
diags::Diagnostic storeProblem(const Address& address, const StoreError& error);

} // namespace planlens::cloud::storage
