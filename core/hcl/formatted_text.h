// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::hcl {

/// A token of generated configuration.
struct FormatToken {
    enum class Kind { Name, Literal, Equal, Comma, Open, Close, LineEnd, Comment };
    Kind kind = Kind::Name;
    std::string text; // of Name, Literal and Comment; the bracket of Open and Close
};

/// Builds configuration token by token and formats it in the canonical style: two columns per bracket level, with the
/// equals signs and comments of adjacent lines aligned.
class FormattedText {
public:
    void name(std::string text) { m_tokens.push_back({FormatToken::Kind::Name, std::move(text)}); }
    /// Adds a quoted string; special characters are escaped.
    void quoted(std::string_view text);
    void open(std::string bracket) { m_tokens.push_back({FormatToken::Kind::Open, std::move(bracket)}); }
    void close(std::string bracket) { m_tokens.push_back({FormatToken::Kind::Close, std::move(bracket)}); }
    void comma() { m_tokens.push_back({FormatToken::Kind::Comma, ","}); }
    void endLine() { m_tokens.push_back({FormatToken::Kind::LineEnd, {}}); }
    /// Adds a comment including its marker, and ends the line.
    void comment(std::string text) { m_tokens.push_back({FormatToken::Kind::Comment, std::move(text)}); }
    /// Adds a name, quoted unless it is an identifier, and an equals sign.
    void key(const std::string& text);
    /// Adds a value without marks as an expression; unknown values become null.
    void value(const values::Value& value);
    void append(const FormattedText& other) {
        m_tokens.insert(m_tokens.end(), other.m_tokens.begin(), other.m_tokens.end());
    }

    std::string toString() const;

private:
    std::vector<FormatToken> m_tokens;
};

} // namespace planlens::hcl
