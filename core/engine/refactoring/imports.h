// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/runtime.h"
#include "core/plans/change.h"
#include "core/plans/schemas.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace planlens::configs {
struct Import;
}
namespace planlens::engine {

/// An evaluated import block: the object to import, and its target instance.
struct ImportTarget {
    const configs::Import* config = nullptr; // null for the `import` command
    addrs::AbsResourceInstance address;
    std::string id;         // or
    values::Value identity; // null for an import by id

    plans::Importing importing() const { return {id, identity, false}; }
    /// Returns the object's name in messages.
    std::string describe() const;
};

/// Whether configuration is generated for resources without one (-generate-config-out).
enum class ConfigGeneration { Off, On };

/// Checks the targets of import blocks that can be checked without evaluation.
diags::Diagnostics checkImportTargets(const configs::Config& config, ConfigGeneration generation);

/// Returns the references in the expressions of a block. All refer to the root module.
std::vector<hcl::Traversal> referencesOf(const configs::Import& import);

/// Checks the id or identity of a block for validation, where unknown values are allowed.
diags::Diagnostics validateImport(const configs::Import& import, const Runtime& runtime, const plans::Schemas& schemas);

/// The evaluated import blocks of a walk. Thread-safe.
class Imports {
public:
    /// Evaluates a block for all of its targets. Called once, after everything it refers to.
    diags::Diagnostics resolve(const configs::Import& import, const Runtime& runtime, const plans::Schemas& schemas);
    /// Adds the target of the `import` command.
    void add(ImportTarget target);
    /// Returns the import for an instance, or null. The pointer stays valid.
    const ImportTarget* find(const addrs::AbsResourceInstance& address) const;
    /// Reports targets that are not declared. Targets with generated configuration count as declared.
    diags::Diagnostics checkDeclared(const Runtime& runtime) const;
    /// Records that the configuration of a target is generated.
    void declare(const addrs::AbsResourceInstance& address);

private:
    diags::Diagnostics resolveOne(const configs::Import& import, const Runtime& runtime,
                                  const RepetitionData& repetition, const plans::Schemas& schemas);

    mutable std::mutex m_mutex;
    std::map<addrs::AbsResourceInstance, ImportTarget> m_targets;
    std::set<addrs::AbsResourceInstance> m_generated;
};

/// Returns the error "The configuration for the given import …": the target has no resource block. Without a range if
/// `import` is null.
diags::Diagnostic importWithoutConfig(const std::string& address, const configs::Import* import);

} // namespace planlens::engine
