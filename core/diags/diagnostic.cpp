// SPDX-License-Identifier: MPL-2.0
#include "core/diags/diagnostic.h"

#include <algorithm>
#include <iterator>

namespace planlens::diags {

Diagnostic Diagnostic::error(std::string summary, std::string detail, std::optional<SourceRange> subject) {
    Diagnostic result;
    result.severity = Severity::Error;
    result.summary = std::move(summary);
    result.detail = std::move(detail);
    result.subject = std::move(subject);
    return result;
}

Diagnostic Diagnostic::warning(std::string summary, std::string detail, std::optional<SourceRange> subject) {
    Diagnostic result = error(std::move(summary), std::move(detail), std::move(subject));
    result.severity = Severity::Warning;
    return result;
}

Diagnostic Diagnostic::withCode(ErrorCode newCode, std::string newSubject) && {
    code = newCode;
    codeSubject = std::move(newSubject);
    return std::move(*this);
}

std::string Diagnostic::toString() const {
    std::string out;
    if (subject && !subject->isEmpty())
        out = subject->toString() + ": ";
    out += summary;
    if (!detail.empty())
        out += "; " + detail;
    return out;
}

void Diagnostics::append(Diagnostics other) {
    if (m_list.empty()) {
        m_list = std::move(other.m_list);
        return;
    }
    m_list.insert(m_list.end(), std::make_move_iterator(other.m_list.begin()),
                  std::make_move_iterator(other.m_list.end()));
}

bool Diagnostics::hasErrors() const {
    return std::ranges::any_of(m_list, [](const Diagnostic& each) { return each.severity == Severity::Error; });
}

std::string Diagnostics::toString() const {
    std::string out;
    for (const Diagnostic& each : m_list)
        out += each.toString() + "\n";
    return out;
}

} // namespace planlens::diags
