// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/scope.h"
#include "core/states/check_results.h"

#include <mutex>

namespace planlens::configs {
struct CheckRule;
}
namespace planlens::engine {

/// Collects the results of all conditions during a walk. Thread-safe.
class Checks {
public:
    /// Declares all configuration objects with conditions. Their results are unknown at first.
    explicit Checks(const configs::Config& config);

    /// Sets the objects (instances) of a configuration object, once they are known.
    void reportObjects(const std::string& configAddress, const std::vector<std::string>& objects);
    void report(const std::string& configAddress, const std::string& object, std::size_t rule,
                states::CheckStatus status, std::string failureMessage = {});
    /// Whether any rule of the object has failed so far.
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

/// Evaluates the rules of one object and reports their results to `checks`. Failed conditions are diagnostics of the
/// given severity. firstRule is the index of the first rule among all rules of the object (postconditions follow
/// preconditions).
diags::Diagnostics evaluateConditions(const std::vector<configs::CheckRule>& rules, ConditionKind kind,
                                      const ModuleScope& scope, diags::Severity severity, Checks& checks,
                                      const std::string& configAddress, const std::string& object,
                                      std::size_t firstRule = 0);

/// The preconditions and postconditions of one resource instance.
struct InstanceConditions {
    const configs::Resource& config;
    const addrs::ConfigResource& resource;
    const addrs::AbsResourceInstance& address;
    diags::Severity severity;
    Checks& checks;

    diags::Diagnostics evaluatePreconditions(const ModuleScope& scope) const;
    /// Evaluates the postconditions. The scope is the one of the preconditions, without `self`.
    diags::Diagnostics evaluatePostconditions(const ModuleScope& scope, SelfObject self) const;
};

/// Checks rules without values, for validation: references and types. For outputs, conditions that are known to fail
/// are reported too.
diags::Diagnostics validateConditions(const std::vector<configs::CheckRule>& rules, ConditionKind kind,
                                      const ModuleScope& scope);

} // namespace planlens::engine
