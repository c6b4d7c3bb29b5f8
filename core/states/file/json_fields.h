// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/json/json_scanner.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::states {

/// Reads JSON whose shape is known field by field, in one pass. Every step answers false where the text is not of the
/// wanted shape, and error() says which field it is. Null leaves what was there before. What it says of text that is
/// not valid JSON is of no use.
class JsonFields {
public:
    explicit JsonFields(std::string_view text)
        : m_scanner(text) {}

    /// Calls onField(name) for each field; it reads the value and answers false to stop.
    template <typename OnField>
    bool object(OnField onField) {
        if (takeNull())
            return true;
        if (!m_scanner.take('{'))
            return mismatch();
        if (m_scanner.take('}'))
            return true;
        std::string buffer;
        do {
            std::string_view name;
            if (m_scanner.peek() != '"' || !m_scanner.readString(buffer, name) || !m_scanner.take(':'))
                return mismatch();
            const std::string key(name);
            m_path.push_back(key);
            if (!onField(std::string_view(key)))
                return keepPath();
            m_path.pop_back();
        } while (m_scanner.take(','));
        return m_scanner.take('}') || mismatch();
    }
    /// Calls onElement() for each element.
    template <typename OnElement>
    bool array(OnElement onElement) {
        if (takeNull())
            return true;
        if (!m_scanner.take('['))
            return mismatch();
        if (m_scanner.take(']'))
            return true;
        do {
            if (!onElement())
                return false;
        } while (m_scanner.take(','));
        return m_scanner.take(']') || mismatch();
    }

    bool string(std::string& out);
    bool boolean(bool& out);
    bool unsignedInteger(std::uint64_t& out);
    /// The text of any value as it stands.
    bool raw(std::string_view& out);
    /// The same without white space.
    bool compact(std::string& out);
    bool skip() { return m_scanner.peek() != '\0' && m_scanner.skipValue(); }
    char peek() { return m_scanner.peek(); }
    bool takeNull();
    bool atEnd() { return m_scanner.atEnd(); }

    /// Says that the value which comes next is of the wrong type; false.
    bool mismatch();
    bool fail(std::string message);
    /// "resources.instances.schema_version" and what was found there instead, in the reference's words.
    const std::string& field() const { return m_field; }
    const std::string& found() const { return m_found; }
    /// The diagnostic for what went wrong.
    diags::Diagnostic error() const;

private:
    bool keepPath();

    values::JsonScanner m_scanner;
    std::string m_compact;
    std::vector<std::string_view> m_path; // into keys that outlive the reading of their values
    std::string m_field;
    std::string m_found;
    std::string m_message;
};

} // namespace planlens::states
