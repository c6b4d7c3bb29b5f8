// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/session.h"

#include <optional>
#include <stop_token>
#include <string>

namespace planlens::backends::s3 {

using cloud::aws::ServiceError;

/// The DynamoDB table with locks and digests of states. Items have the key "LockID".
class LockTable {
public:
    LockTable(cloud::aws::Session& session, std::string name)
        : m_session(session)
        , m_name(std::move(name)) {}

    const std::string& name() const { return m_name; }
    /// An attribute of an item. std::nullopt if there is no such item.
    diags::Expected<std::optional<std::string>, ServiceError> read(const std::string& id, const std::string& attribute,
                                                                   const std::stop_token& stop) const;
    enum class Writing { Always, OnlyNew };
    cloud::aws::Outcome write(const std::string& id, const std::string& attribute, const std::string& value,
                              Writing writing, const std::stop_token& stop = {}) const;
    cloud::aws::Outcome remove(const std::string& id) const;
    /// Removes an item if its attribute "Info" has this value.
    cloud::aws::Outcome removeLock(const std::string& id, const std::string& info) const;

private:
    cloud::aws::Outcome send(std::string_view operation, std::string body, const std::stop_token& stop) const;

    cloud::aws::Session& m_session;
    std::string m_name;
};

} // namespace planlens::backends::s3
