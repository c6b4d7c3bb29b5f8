// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::configs {
struct Module;
struct RootVariable;
} // namespace planlens::configs

namespace planlens::engine {

/// Returns the values of variables that the root module declares as sensitive or ephemeral, and marked parts of others.
masking::Secrets secretsOf(const configs::Module& root, const std::map<std::string, configs::RootVariable>& variables);

/// The secrets that texts of providers and provisioners may contain: those of the running operation, and those that
/// providers were sent or returned. Thread-safe.
class ProviderSecrets {
public:
    using Find = std::function<masking::Secrets()>;
    /// Sets the secrets that an operation starts with, in place of those of the previous operation. `find` is called
    /// when the first text is masked.
    void setOperation(Find find);
    void add(const masking::Secrets& secrets);
    /// Returns the added secrets, sorted.
    std::vector<std::string> ofCalls();
    std::string masked(std::string_view text);

private:
    std::mutex m_mutex; // guards the following members
    Find m_find;        // empty: its secrets are in the following sets
    std::set<std::string> m_ofOperation, m_ofCalls;
    std::set<std::string> m_new; // of calls, since m_known was made
    // Two sets, because building one of all secrets for each new one would take quadratic time.
    std::optional<masking::Secrets> m_known, m_newest;
};

} // namespace planlens::engine
