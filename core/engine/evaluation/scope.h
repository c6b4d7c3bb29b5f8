// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/reference.h"
#include "core/engine/evaluation/runtime.h"
#include "core/hcl/body.h"
#include "core/hcl/expression.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planlens::engine {

/// Records the references of expressions as dependencies of one instance or named value. Not thread-safe.
class DependencyRecorder {
public:
    explicit DependencyRecorder(plans::DependencyEnd dependent)
        : m_dependent(std::move(dependent)) {}
    void record(plans::DependencyEnd dependency, values::Path path, const diags::SourceRange& range,
                plans::Dependency::Kind kind = plans::Dependency::Kind::Reference);
    /// Takes out the dependencies. A reference that was evaluated repeatedly, as in `for`, is there once.
    std::vector<plans::Dependency> take();
    std::size_t size() const { return m_found.size(); }
    /// Sets the value of all references recorded after the first `first` ones.
    void setValue(std::size_t first, const values::Value& value, bool isInvalid);
    /// Returns the count or for_each whose instance contains the dependent, as seen from the scope of its expressions.
    std::optional<plans::NamedValue> repetition() const;

private:
    plans::DependencyEnd m_dependent;
    std::vector<plans::Dependency> m_found;
};

/// The value of `self` in provisioners and postconditions.
struct SelfObject {
    addrs::Resource resource;
    values::Value value;
    /// Used instead of the value if the instance has no object: its key in the whole resource.
    std::optional<addrs::InstanceKey> absent = {};
};

/// The scope for expressions at one place in a module instance.
class ModuleScope final : public hcl::Scope {
public:
    ModuleScope(const Runtime& runtime, const ModuleRuntime& module, RepetitionData repetition = {})
        : m_runtime(runtime)
        , m_module(module)
        , m_repetition(std::move(repetition)) {}
    ModuleScope& withSelf(SelfObject self) {
        m_self = std::move(self);
        return *this;
    }
    ModuleScope& withRecorder(DependencyRecorder* recorder) {
        m_recorder = recorder;
        return *this;
    }
    /// Allows references to the nested data source of this check block.
    ModuleScope& withCheck(std::string name) {
        m_check = std::move(name);
        return *this;
    }
    /// Overrides the value of one variable.
    ModuleScope& withVariable(std::string name, values::Value value) {
        m_variable.emplace(std::move(name), std::move(value));
        return *this;
    }

    diags::Result<values::Value> resolve(const hcl::Traversal& traversal) const override;
    bool indexSelectsInstance(const hcl::Traversal& traversal) const override;
    const hcl::Function* function(std::string_view name) const override;
    std::vector<std::string> functionNames() const override;
    std::optional<diags::Diagnostic> explainMissingFunction(std::string_view name,
                                                            const diags::SourceRange& range) const override;
    std::optional<values::Value> peek(const hcl::Traversal& traversal) const override;

    /// Checks references against configuration and schemas, without evaluating them (OpenTofu's static validation).
    /// Missing variables, locals and similar names are found by evaluation, or here with LookedUp, which also covers
    /// expressions that evaluation would skip.
    enum class Names { LeftToEvaluation, LookedUp };
    diags::Diagnostics checkReferences(const std::vector<hcl::Traversal>& traversals,
                                       Names names = Names::LeftToEvaluation) const;

    /// Returns the errors for functions that providers do not have. As in OpenTofu, they are errors of the references
    /// of an expression, even if it does not call them, or hides their errors with try() or can().
    diags::Diagnostics missingFunctions(std::initializer_list<const hcl::Expression*> expressions) const;

    /// Checks references, evaluates and converts an expression.
    diags::Result<values::Value> evaluate(const hcl::Expression& expression,
                                          values::Type type = values::Type::dynamic()) const;
    /// As evaluate(), for a body with a schema. Ephemeral values are allowed in values that are never stored: provider
    /// and provisioner configurations. In other bodies they are allowed in write-only arguments.
    enum class Ephemeral { Refused, Allowed };
    diags::Result<values::Value> evaluateBody(const hcl::BodyPtr& body, const schemas::Block& schema,
                                              Ephemeral ephemeral = Ephemeral::Refused) const;

    const Runtime& runtime() const { return m_runtime; }
    const ModuleRuntime& module() const { return m_module; }
    const RepetitionData& repetition() const { return m_repetition; }

private:
    class ReferenceValue;
    diags::Diagnostics missingFunctions(const std::vector<hcl::FunctionReference>& functions) const;
    diags::Diagnostics errorsWithoutNames(const hcl::BodyPtr& body, const schemas::Block& schema) const;
    diags::Result<values::Value> resolveReference(const addrs::Reference& reference,
                                                  const hcl::Traversal& traversal) const;
    diags::Diagnostics checkReference(const addrs::Reference& reference) const;
    diags::Diagnostics checkResourceReference(const addrs::Resource& resource, bool hasKey,
                                              const addrs::Reference& reference) const;

    const Runtime& m_runtime;
    const ModuleRuntime& m_module;
    RepetitionData m_repetition;
    std::optional<SelfObject> m_self;
    std::string m_check;
    std::optional<std::pair<std::string, values::Value>> m_variable;
    DependencyRecorder* m_recorder = nullptr;
};

/// Returns " Did you mean \"x\"?" for the most similar name, or an empty text.
std::string nameSuggestion(std::string_view given, const std::vector<std::string>& names);
/// As above, for the keys of a map.
template <typename T, typename Compare>
std::string nameSuggestion(std::string_view given, const std::map<std::string, T, Compare>& named) {
    std::vector<std::string> names;
    for (const auto& [name, value] : named)
        names.push_back(name);
    return nameSuggestion(given, names);
}

/// Returns "the root module" or "module.a", for messages.
std::string moduleDisplayName(const addrs::Module& module);

} // namespace planlens::engine
