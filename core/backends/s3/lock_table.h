// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/aws/session.h"

#include <optional>
#include <stop_token>
#include <string>

namespace planlens::backends::s3 {

using aws::ServiceError;

/// The DynamoDB table with locks and digests of states. Items have the key "LockID".
class LockTable {
public:
    LockTable(aws::Session& session, std::string name)
        : m_session(session)
        , m_name(std::move(name)) {}

    const std::string& name() const { return m_name; }
    /// An attribute of an item. std::nullopt if there is no such item.
    diags::Expected<std::optional<std::string>, ServiceError> read(const std::string& id, const std::string& attribute,
                                                                   const std::stop_token& stop) const;
    enum class Writing { Always, OnlyNew };
    aws::Outcome write(const std::string& id, const std::string& attribute, const std::string& value,
                       Writing writing) const;
    aws::Outcome remove(const std::string& id) const;
    /// Removes an item if its attribute "Info" has this value.
    aws::Outcome removeLock(const std::string& id, const std::string& info) const;

private:
    aws::Outcome send(std::string_view operation, std::string body, const std::stop_token& stop) const;

    aws::Session& m_session;
    std::string m_name;
};

} // namespace planlens::backends::s3
