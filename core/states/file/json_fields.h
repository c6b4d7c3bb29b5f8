// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/json/json_scanner.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::states {

/// Reads JSON of a known shape field by field, in one pass. Each step returns false if the text does not have the
/// expected shape; error() then names the field. Null leaves the destination unchanged. The error is meaningful only
/// for valid JSON.
class JsonFields {
public:
    explicit JsonFields(std::string_view text)
        : m_scanner(text) {}

    /// Calls onField(name) for each field. The callback reads the value and returns false to stop.
    template <typename OnField>
    bool object(OnField onField) {
        return members([&](const std::string& name) {
            m_path.push_back(name);
            if (!onField(std::string_view(name)))
                return keepPath();
            m_path.pop_back();
            return true;
        });
    }
    /// The same for the keys of a map, which error() does not name.
    template <typename OnEntry>
    bool map(OnEntry onEntry) {
        return members([&](const std::string& key) { return onEntry(std::string_view(key)); });
    }
    /// Calls onElement() for each element. The callback reads the value and returns false to stop.
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
    /// Returns the unparsed text of any value, as written.
    bool raw(std::string_view& out);
    /// Returns the unparsed text of any value without white space.
    bool compact(std::string& out);
    bool skip() { return m_scanner.peek() != '\0' && m_scanner.skipValue(); }
    char peek() { return m_scanner.peek(); }
    bool takeNull();
    bool atEnd() { return m_scanner.atEnd(); }

    /// Records that the next value has the wrong type. Always returns false.
    bool mismatch();
    bool fail(std::string message);
    /// Returns the path of the failed field ("resources.instances.schema_version") and the kind of value found there,
    /// in OpenTofu's terms.
    const std::string& field() const { return m_field; }
    const std::string& found() const { return m_found; }
    /// Returns the diagnostic for the recorded failure.
    diags::Diagnostic error() const;

private:
    template <typename OnMember>
    bool members(OnMember onMember) {
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
            if (!onMember(std::string(name)))
                return false;
        } while (m_scanner.take(','));
        return m_scanner.take('}') || mismatch();
    }
    bool keepPath();

    values::JsonScanner m_scanner;
    std::string m_compact;
    std::vector<std::string_view> m_path; // views of keys, valid while their values are read
    std::string m_field;
    std::string m_found;
    std::string m_message;
};

} // namespace planlens::states
