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

namespace planlens::hcl {
struct Signature;
}

namespace planlens::diags {

enum class Severity { Error, Warning };

/// A variable in the failing expression and a statement about its value, ready to print: `var.region` / `is
/// "eu-west-1"`. Sensitive values are masked already.
struct ExpressionValue {
    std::string traversal;
    std::string statement;
    bool operator==(const ExpressionValue&) const = default;
};

/// The function call that a diagnostic is about: the name as written, and what the function accepts and returns.
struct FunctionCallNote {
    std::string calledAs;
    std::shared_ptr<const hcl::Signature> signature; // null if the scope of the call has no functions of its own
    bool operator==(const FunctionCallNote& other) const {
        return calledAs == other.calledAs && !signature == !other.signature;
    }
};

/// Machine-readable facts about a diagnostic.
struct DiagnosticExtra {
    bool causedByUnknown = false;
    bool causedBySensitive = false;
    bool neverConsolidate = false;
    std::string consolidationKey = {}; // only diagnostics with the same summary and key are consolidated
    auto operator<=>(const DiagnosticExtra&) const = default;
};

/// One problem. The summary is a few words; the detail is full sentences that say what to do next. Ranges and values
/// say where and with which values it occurred.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string summary;
    std::string detail;
    std::optional<SourceRange> subject;
    std::optional<SourceRange> context; // contains the subject; often the whole construct
    std::string address;                // of the affected resource instance, or empty
    std::vector<ExpressionValue> values = {};
    std::optional<FunctionCallNote> functionCall = {};
    /// The two operands, if the failing expression is `a == b`. Null if there is nothing to show.
    std::shared_ptr<const values::Comparison> comparison = {};
    DiagnosticExtra extra = {};
    ErrorCode code = ErrorCode::None;
    std::string codeSubject = {}; // the subject of the code, if it has one; see ErrorCode

    bool operator==(const Diagnostic&) const = default;

    static Diagnostic error(std::string summary, std::string detail, std::optional<SourceRange> subject = {});
    static Diagnostic warning(std::string summary, std::string detail, std::optional<SourceRange> subject = {});
    /// Returns the same diagnostic with a code.
    Diagnostic withCode(ErrorCode newCode, std::string newSubject = {}) &&;
    /// Returns "main.tf:3,5-9: Summary; Detail", for logs and test output.
    std::string toString() const;
};

/// Diagnostics in the order in which they were found.
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

    /// Returns one line per diagnostic, for logs and test output.
    std::string toString() const;
    bool operator==(const Diagnostics&) const = default;

private:
    std::vector<Diagnostic> m_list;
};

/// The result of a step that reports diagnostics. The value is absent only if nothing useful could be built. Warnings,
/// and errors that have a workaround, accompany a value.
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

    /// Appends the diagnostics to `all` and returns the value.
    std::optional<T> into(Diagnostics& all) && {
        all.append(std::move(diagnostics));
        return std::move(value);
    }
};

} // namespace planlens::diags
