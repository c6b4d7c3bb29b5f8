// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <string>
#include <string_view>

namespace planlens::hcl::syntax {

class SplatItem;

/// A scope that an expression creates for a part of itself, nested in another scope (which may be null). Lives on the
/// stack while that part is evaluated.
class LocalScope : public Scope {
public:
    explicit LocalScope(const Scope* parent)
        : m_parent(parent) {}

    const Scope* parent() const { return m_parent; }
    /// Returns the value of a name that is bound here, or null.
    virtual const values::Value* find(std::string_view) const { return nullptr; }
    /// Returns the splat element that is bound here, or null.
    virtual const values::Value* element(const SplatItem&) const { return nullptr; }
    /// Returns the names bound here, for suggestions.
    virtual std::vector<std::string> names() const { return {}; }

    diags::Result<values::Value> resolve(const Traversal& traversal) const override;
    bool indexSelectsInstance(const Traversal& traversal) const override;
    const Function* function(std::string_view name) const override;
    std::vector<std::string> functionNames() const override;
    std::optional<diags::Diagnostic> explainMissingFunction(std::string_view name,
                                                            const diags::SourceRange& range) const override;
    std::optional<values::Value> peek(const Traversal& traversal) const override;

private:
    const Scope* m_parent;
};

/// The names of a `for` expression. The element is set for each iteration.
class ForScope final : public LocalScope {
public:
    ForScope(const Scope* parent, const std::string& keyName, const std::string& valueName)
        : LocalScope(parent)
        , m_keyName(keyName)
        , m_valueName(valueName) {}

    void setElement(values::Value key, values::Value value) {
        m_key = std::move(key);
        m_value = std::move(value);
    }
    const values::Value* find(std::string_view name) const override {
        if (name == m_valueName)
            return &m_value;
        return !m_keyName.empty() && name == m_keyName ? &m_key : nullptr;
    }
    std::vector<std::string> names() const override;

private:
    const std::string& m_keyName; // may be empty
    const std::string& m_valueName;
    values::Value m_key = values::Value::dynamicUnknown();
    values::Value m_value = values::Value::dynamicUnknown();
};

/// The current element of a splat, to which the steps after the star are applied.
class SplatScope final : public LocalScope {
public:
    SplatScope(const Scope* parent, const SplatItem& item)
        : LocalScope(parent)
        , m_item(item) {}

    void setElement(values::Value value) { m_value = std::move(value); }
    const values::Value* element(const SplatItem& item) const override { return &item == &m_item ? &m_value : nullptr; }
    /// Continues after an evaluation error, only to determine the types of the results.
    void continueForTypes() { m_isForTypes = true; }
    bool isForTypes() const { return m_isForTypes; }

private:
    const SplatItem& m_item;
    values::Value m_value = values::Value::dynamicUnknown();
    bool m_isForTypes = false;
};

/// Returns the element bound by an enclosing splat; null outside of it.
const values::Value* findElement(const Scope* scope, const SplatItem& item);
/// Whether an enclosing splat needs only the types of its results.
bool isForTypes(const Scope* scope);
/// Whether functions can be called: not if the scope consists of fixed names only.
bool allowsFunctions(const Scope* scope);
/// Whether the scope defines functions itself, rather than inheriting them from an outer scope.
bool ownsFunctions(const Scope* scope);

} // namespace planlens::hcl::syntax
