// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::formats {

/// The JSON object in a file with redirected command output: some shells write UTF-16, and some wrappers print lines
/// before the object. Refers to the given text unless that is UTF-16.
class JsonText {
public:
    explicit JsonText(std::string_view file);
    JsonText(const JsonText&) = delete;
    JsonText& operator=(const JsonText&) = delete;
    /// Returns the text from the opening brace; empty if there is none.
    std::string_view text() const { return m_text; }

private:
    std::string m_converted;
    std::string_view m_text;
};

} // namespace planlens::formats
