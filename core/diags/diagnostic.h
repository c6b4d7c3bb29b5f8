// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/error_code.h"
#include "core/diags/source_range.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace planlens::values {
struct Comparison;
}

namespace planlens::diags {

enum class Severity { Error, Warning };

/// What a diagnostic tells about a variable that took part in the failing expression, ready to print:
/// `var.region` / `is "eu-west-1"`. Sensitive values are masked before they get here.
struct ExpressionValue {
    std::string traversal;
    std::string statement;
    bool operator==(const ExpressionValue&) const = default;
};

/// The function whose call failed, where a diagnostic comes from one: name and its signature as `name(param, …)`.
struct FunctionCallNote {
    std::string calledAs;
    std::string signature; // empty where the function is not known
    bool operator==(const FunctionCallNote&) const = default;
};

/// Extra facts that are not text; views may use them, tests need not.
struct DiagnosticExtra {
    bool causedByUnknown = false;
    bool causedBySensitive = false;
    bool fromCheck = false; // a failed check block or condition
    bool neverConsolidate = false;
    std::string consolidationKey = {}; // those of the same summary belong together only where this is the same
    auto operator<=>(const DiagnosticExtra&) const = default;
};

/// One problem as a person reads it: a summary of a few words, a detail in full sentences that says what to do next,
/// where it is, and the values involved.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string summary;
    std::string detail;
    std::optional<SourceRange> subject;
    std::optional<SourceRange> context; // at least the subject, often the whole construct around it
    std::string address;                // of the resource instance it is about, or empty
    std::vector<ExpressionValue> values = {};
    std::optional<FunctionCallNote> functionCall = {};
    /// Both sides, where it is about an expression of the form `a == b`. Null where there is nothing to show of them.
    std::shared_ptr<const values::Comparison> comparison = {};
    DiagnosticExtra extra = {};
    ErrorCode code = ErrorCode::None;
    std::string codeSubject = {}; // what the code is about, if it needs that; see ErrorCode

    bool operator==(const Diagnostic&) const = default;

    static Diagnostic error(std::string summary, std::string detail, std::optional<SourceRange> subject = {});
    static Diagnostic warning(std::string summary, std::string detail, std::optional<SourceRange> subject = {});
    /// The same diagnostic with a code.
    Diagnostic withCode(ErrorCode newCode, std::string newSubject = {}) &&;
    /// "main.tf:3,5-9: Summary; Detail", for logs and test output.
    std::string toString() const;
};

/// A list of diagnostics in the order they were found.
class Diagnostics {
public:
    Diagnostics() = default;
    Diagnostics(Diagnostic diagnostic) { append(std::move(diagnostic)); }
    Diagnostics(std::initializer_list<Diagnostic> list)
        : m_list(list) {}

    void append(Diagnostic diagnostic) { m_list.push_back(std::move(diagnostic)); }
    void append(Diagnostics other);
    void error(std::string summary, std::string detail, std::optional<SourceRange> subject = {}) {
        append(Diagnostic::error(std::move(summary), std::move(detail), std::move(subject)));
    }
    void warning(std::string summary, std::string detail, std::optional<SourceRange> subject = {}) {
        append(Diagnostic::warning(std::move(summary), std::move(detail), std::move(subject)));
    }

    bool hasErrors() const;
    bool isEmpty() const { return m_list.empty(); }
    std::size_t size() const { return m_list.size(); }
    auto begin() const { return m_list.begin(); }
    auto end() const { return m_list.end(); }
    auto begin() { return m_list.begin(); }
    auto end() { return m_list.end(); }
    const Diagnostic& operator[](std::size_t i) const { return m_list[i]; }
    void clear() { m_list.clear(); }

    /// One line a diagnostic, for logs and test output.
    std::string toString() const;
    bool operator==(const Diagnostics&) const = default;

private:
    std::vector<Diagnostic> m_list;
};

/// What a user-facing step returns: a value (absent only where nothing useful could be made) and what there is to say.
/// Warnings, and errors that could be worked around, accompany a value.
template <typename T>
struct [[nodiscard]] Result {
    std::optional<T> value;
    Diagnostics diagnostics;

    Result() = default;
    Result(T v)
        : value(std::move(v)) {}
    Result(T v, Diagnostics d)
        : value(std::move(v))
        , diagnostics(std::move(d)) {}
    Result(Diagnostics d)
        : diagnostics(std::move(d)) {}
    Result(Diagnostic d)
        : diagnostics(std::move(d)) {}

    bool hasErrors() const { return diagnostics.hasErrors(); }
    bool isOk() const { return value.has_value() && !hasErrors(); }
    const T& operator*() const& { return *value; }
    T& operator*() & { return *value; }
    T&& operator*() && { return *std::move(value); }
    const T* operator->() const { return &*value; }
    T* operator->() { return &*value; }

    /// Moves the diagnostics to another list and the value to the caller.
    std::optional<T> into(Diagnostics& all) && {
        all.append(std::move(diagnostics));
        return std::move(value);
    }
};

} // namespace planlens::diags
