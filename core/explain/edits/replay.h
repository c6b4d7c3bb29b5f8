// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/sources/recorded_scope.h"

#include <map>
#include <set>
#include <vector>

namespace planlens::explain {

/// Returns a value with another part at a path, or without that element.
values::Value withPart(const values::Value& whole, const values::Path& path, const std::optional<values::Value>& part);

/// Returns a named value and those that it refers to, possibly through others. Not all, if these are many.
std::set<plans::NamedValue> withReferences(const PlanValues& values, const plans::NamedValue& named);

/// Returns the part at a path of a value that is wholly known; std::nullopt if it is not.
std::optional<values::Value> knownAt(const std::optional<values::Value>& value, const values::Path& path);

/// An edit of one element of a value that a person writes (Replay::Written), which is undone to see what it explains.
struct Edit {
    std::vector<const plans::Dependency*> steps; // from the expression to the edited value, at least one
    values::Path path;           // in the edited value; that of the collection for a removed element of a list
    values::Value before, after; // at the path; before: null for an added element, unknown for any other text or number
    values::Value whole;         // the edited value before
    /// Whether the previous text or element hardly explains the difference by chance: it is not short, and occurs
    /// neither in the expressions nor in other values.
    bool isTelling = false;
    bool isExact = true; // false: other texts that are similar to `before` explain the difference, too

    const plans::NamedValue& edited() const { return std::get<plans::NamedValue>(steps.back()->dependency); }
};

/// Evaluates an expression with another value of one of the values behind it. What lies between them is evaluated
/// again.
class Replay {
public:
    /// `references` are those of the object or named value to which the expression belongs.
    Replay(const PlanValues& values, std::vector<const plans::Dependency*> references,
           const hcl::Expression& expression);

    /// A value that a person writes: a root variable, a literal local value or argument of a module call, a data file,
    /// an argument that is not given and null by default.
    struct Written {
        std::vector<const plans::Dependency*> steps; // as in Edit
        values::Value value;                         // unmarked and wholly known
        bool isKey = false; // it selects an instance of a resource or module: the value with another one is not known
        bool hasDefaults = false; // its type adds attributes that are not written
        bool isTested = false;    // by a function such as can() or startswith(): any other text may have another result
    };
    const std::map<plans::NamedValue, Written>& written() const { return m_written; }

    /// Whether the values behind the expression are so large that evaluating it often takes long.
    bool isLarge() const { return m_isLarge; }

    /// Whether an expression reads files.
    bool readsFiles() const { return m_readsFiles; }
    /// Returns texts in the expressions, and keys in the values behind them: what a text may be compared with, or
    /// select.
    const std::set<std::string>& texts() const { return m_texts; }
    /// Returns the short ones of these, which functions may remove or replace.
    std::set<std::string> shortTexts() const;
    /// Returns these texts, and a few within the written values.
    std::set<std::string> textsOfValues() const;
    /// Returns numbers in the expressions.
    const std::vector<values::Number>& numbers() const { return m_numbers; }
    /// Whether the expressions contain `null`.
    bool hasNull() const { return m_hasNull; }
    /// Whether the expressions call try() or can(), so that a missing attribute is not an error.
    bool hidesErrors() const { return m_hidesErrors; }
    /// Returns names of attributes that the expressions read.
    const std::set<std::string>& names() const { return m_names; }

    /// Returns the value of the expression; std::nullopt if it cannot be evaluated.
    std::optional<values::Value> value();
    using NamedValues = std::map<plans::NamedValue, values::Value>;
    std::optional<values::Value> valueWith(const NamedValues& edited);
    std::optional<values::Value> valueWith(const plans::NamedValue& edited, const values::Value& value) {
        return valueWith({{edited, value}});
    }

    /// An expression that is evaluated again: the given one, or that of a named value with references.
    struct Evaluated {
        std::vector<const plans::Dependency*> steps; // to the named value
        const hcl::Expression* expression = nullptr;
    };
    std::vector<Evaluated> expressions() const;
    /// Returns std::nullopt if the plan does not contain the text.
    std::optional<std::string_view> textAt(const diags::SourceRange& range) const;
    bool evaluates(const hcl::Expression& expression) const;
    /// Returns the value with another text of one of these expressions; std::nullopt also if the plan does not contain
    /// its text. The pieces are in ascending order.
    std::optional<values::Value> valueWithText(const hcl::Expression& expression, std::vector<EditedText> pieces);

    /// From now on, objects have their values of the previous run.
    void usePreviousObjects() { m_havePreviousObjects = true; }

private:
    /// A named value with references.
    struct Derived {
        plans::NamedValue named;
        std::vector<const plans::Dependency*> steps, references;
        hcl::ExpressionPtr expression;
        std::optional<values::Type> type;
    };

    void addTexts(const hcl::Expression& expression);
    /// Adds the previous values of references to resources some of whose instances were removed.
    void addRemoved(const std::vector<const plans::Dependency*>& references, const hcl::Expression& expression);
    void addBehind(const std::vector<const plans::Dependency*>& references,
                   const std::vector<const plans::Dependency*>& steps, bool areKeys = false, bool areTested = false);
    /// Marks the written values behind a named value.
    void markTested(const plans::NamedValue& named);
    std::optional<values::Value> valueOf(const plans::NamedValue& named) const;
    bool evaluate(const Derived& derived);
    std::optional<values::Value> evaluated(const hcl::Expression& expression,
                                           const std::vector<const plans::Dependency*>& references) const;

    const PlanValues& m_values;
    const hcl::Expression& m_expression;
    const std::vector<const plans::Dependency*> m_references;
    std::set<plans::NamedValue> m_seen;
    std::vector<Derived> m_order; // after those that they refer to
    std::map<plans::NamedValue, Written> m_written;
    std::set<std::string> m_texts, m_names;
    std::vector<values::Number> m_numbers;
    std::vector<diags::SourceRange> m_keys;                              // in brackets after a resource or module call
    std::vector<diags::SourceRange> m_tested;                            // arguments of functions (Written::isTested)
    std::map<const plans::Dependency*, values::Value> m_previousObjects; // which differ now
    bool m_havePreviousObjects = false;
    bool m_isLarge = false, m_readsFiles = false, m_hasNull = false, m_hidesErrors = false;
    std::map<plans::NamedValue, values::Value> m_current; // values that differ with the edit
    struct Text {
        const hcl::Expression* original = nullptr;
        hcl::ExpressionPtr expression;
        std::vector<EditedText> pieces;
    } m_text; // that is edited; null if none is
};

} // namespace planlens::explain
