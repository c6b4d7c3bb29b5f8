// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/runtime.h"
#include "core/plans/plan.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace planlens::engine {

/// An object that an import block brings to an instance, once everything in the block is evaluated.
struct ImportTarget {
    const configs::Import* config = nullptr;
    addrs::AbsResourceInstance address;
    std::string id;         // or
    values::Value identity; // null where the import is by id

    plans::Importing importing() const { return {id, identity, false}; }
    /// The object as messages name it.
    std::string describe() const;
};

/// Whether resources without configuration get a generated one (-generate-config-out).
enum class ConfigGeneration { Off, On };

/// What can be said about where import blocks lead before anything is evaluated.
diags::Diagnostics checkImportTargets(const configs::Config& config, ConfigGeneration generation);
/// Import blocks and resources have to name the same provider configuration.
diags::Diagnostics checkImportProviders(const configs::Module& root);

/// What a block refers to by expressions; all of it is in the root module.
std::vector<hcl::Traversal> referencesOf(const configs::Import& import);

/// Checks the id or identity of a block for validation, where unknown values are no problem.
diags::Diagnostics validateImport(const configs::Import& import, const Runtime& runtime, const plans::Schemas& schemas);

/// The evaluated import blocks of one walk. Thread-safe.
class Imports {
public:
    /// Evaluates a block for all it leads to. Once only, when everything it refers to is there.
    diags::Diagnostics resolve(const configs::Import& import, const Runtime& runtime, const plans::Schemas& schemas);
    /// What is imported to an instance, or null. Stays where it is.
    const ImportTarget* find(const addrs::AbsResourceInstance& address) const;
    /// Errors for targets that turned out not to be declared; generated resources are.
    diags::Diagnostics checkDeclared(const Runtime& runtime) const;
    /// Notes that the configuration of a target is generated.
    void declare(const addrs::AbsResourceInstance& address);

private:
    diags::Diagnostics resolveOne(const configs::Import& import, const Runtime& runtime,
                                  const RepetitionData& repetition, const plans::Schemas& schemas);

    mutable std::mutex m_mutex;
    std::map<addrs::AbsResourceInstance, ImportTarget> m_targets;
    std::set<addrs::AbsResourceInstance> m_generated;
};

/// "The configuration for the given import …": what is to be imported has no resource block. No range for a null block.
diags::Diagnostic importWithoutConfig(const std::string& address, const configs::Import* import);

} // namespace planlens::engine
