// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/scope.h"
#include "core/states/check_results.h"

#include <mutex>

namespace planlens::engine {

/// Collects the results of all conditions during a walk. Thread-safe.
class Checks {
public:
    /// Declares every object of the configuration that has conditions, all unknown so far.
    explicit Checks(const configs::Config& config);

    /// Which objects (instances) a checkable has, once that is known.
    void reportObjects(const std::string& configAddress, const std::vector<std::string>& objects);
    void report(const std::string& configAddress, const std::string& object, std::size_t rule,
                states::CheckStatus status, std::string failureMessage = {});
    /// Whether one of its rules has failed so far.
    bool hasFailed(const std::string& configAddress, const std::string& object) const;
    states::CheckResults results() const;

private:
    struct Object {
        std::vector<states::CheckStatus> status; // by rule
        std::vector<std::string> messages;
    };
    struct Checkable {
        states::CheckableKind kind = states::CheckableKind::Resource;
        std::size_t rules = 0;
        bool objectsKnown = false;
        std::map<std::string, Object> objects;
    };
    mutable std::mutex m_mutex;
    std::map<std::string, Checkable> m_all;
};

enum class ConditionKind { ResourcePrecondition, ResourcePostcondition, OutputPrecondition, CheckAssertion };

/// Evaluates the rules of one object, reports their results and returns what there is to say, at the given severity.
/// firstRule is where these rules stand among all of the object (postconditions come after preconditions).
diags::Diagnostics evaluateConditions(const std::vector<configs::CheckRule>& rules, ConditionKind kind,
                                      const ModuleScope& scope, diags::Severity severity, Checks& checks,
                                      const std::string& configAddress, const std::string& object,
                                      std::size_t firstRule = 0);

/// What is wrong with rules as such, for validation: references and types. Of outputs, also what is known to fail
/// already.
diags::Diagnostics validateConditions(const std::vector<configs::CheckRule>& rules, ConditionKind kind,
                                      const ModuleScope& scope);

} // namespace planlens::engine
