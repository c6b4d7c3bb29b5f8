// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/sources/carrier.h"
#include "core/explain/sources/recorded_scope.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace planlens::explain {

/// Returns a few short texts that are written in an expression, such as those that functions remove or replace.
std::set<std::string> literalsOf(const hcl::Expression& expression);

/// Returns texts for which functions often return the same as for this one: in other case, with spaces, in another
/// order, and with literals of the expression, which they may remove or replace.
std::vector<std::string> similarTexts(const std::string& text, const std::set<std::string>& literals);

/// Evaluates an expression with other texts in the value of one of its references. `scope` has all of them.
class Probe {
public:
    Probe(const plans::Dependency& reference, const hcl::Expression& expression, const RecordedScope& scope)
        : m_reference(reference)
        , m_expression(expression)
        , m_scope(scope) {}

    /// Finds the texts of the reference in the value of the expression: the parts that contain another text instead
    /// carry it, whatever functions and loops lead there. Only a few texts are tried.
    std::vector<Carried> carried();

    /// Whether a part that carried() found contains this text, too. Functions may return it in another form.
    bool carries(const Carried& carried, const values::Value& text);

    /// Whether such a part contains only this text, and none that is similar to it.
    bool isUnique(const Carried& carried, const values::Value& text);

    /// Whether other references may make up for another text in such a part.
    bool hasOthers(const Carried& carried) const;

    /// Whether such a part contains this text also if the value of the reference is null: another branch has it.
    bool hasWithout(const Carried& carried, const values::Value& text);

private:
    /// The texts of all parts, by their paths, with another text in the reference. Kept, because many parts carry the
    /// same text and each evaluation makes the value of the whole expression.
    struct Trial {
        values::Path within;
        std::optional<values::Value> text; // std::nullopt: the whole value of the reference is null
        std::unordered_map<std::string, std::string> texts;
    };
    const Trial& trial(const values::Path& within, const std::optional<values::Value>& text);
    std::optional<RecordedScope::Values> replaced(const values::Path& within,
                                                  const std::optional<values::Value>& text) const;
    /// Returns std::nullopt if the expression has errors.
    std::optional<values::Value> valueWith(const values::Path& within, const std::optional<values::Value>& text) const;
    static bool contains(const Trial& trial, const Carried& carried, const values::Value& text);

    const plans::Dependency& m_reference;
    const hcl::Expression& m_expression;
    const RecordedScope& m_scope;
    std::vector<values::Path> m_parts; // that contain texts
    std::vector<Trial> m_trials;
};

} // namespace planlens::explain
