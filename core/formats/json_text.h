// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::formats {

/// The JSON object in what a command wrote to a file: some shells redirect as UTF-16, some wrappers print lines before
/// it. Refers to the text that it was made from, unless that is in UTF-16.
class JsonText {
public:
    explicit JsonText(std::string_view file);
    JsonText(const JsonText&) = delete;
    JsonText& operator=(const JsonText&) = delete;
    /// From the opening brace; empty where there is none.
    std::string_view text() const { return m_text; }

private:
    std::string m_converted;
    std::string_view m_text;
};

} // namespace planlens::formats
