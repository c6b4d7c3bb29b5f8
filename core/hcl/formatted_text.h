// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::hcl {

/// A word of configuration that is written by a program.
struct FormatToken {
    enum class Kind { Name, Literal, Equal, Comma, Open, Close, LineEnd, Comment };
    Kind kind = Kind::Name;
    std::string text; // of Name, Literal and Comment; the bracket of Open and Close
};

/// Configuration word by word, and laid out in the canonical style: two columns a level of brackets, equals signs and
/// comments of neighbouring lines below each other.
class FormattedText {
public:
    void name(std::string text) { m_tokens.push_back({FormatToken::Kind::Name, std::move(text)}); }
    /// Text in quotes, with what has a meaning of its own escaped.
    void quoted(std::string_view text);
    void open(std::string bracket) { m_tokens.push_back({FormatToken::Kind::Open, std::move(bracket)}); }
    void close(std::string bracket) { m_tokens.push_back({FormatToken::Kind::Close, std::move(bracket)}); }
    void comma() { m_tokens.push_back({FormatToken::Kind::Comma, ","}); }
    void endLine() { m_tokens.push_back({FormatToken::Kind::LineEnd, {}}); }
    /// A comment with its sign, and the end of the line.
    void comment(std::string text) { m_tokens.push_back({FormatToken::Kind::Comment, std::move(text)}); }
    /// A name, in quotes where it is no identifier, and an equals sign.
    void key(const std::string& text);
    /// A value without marks as an expression; null for what is unknown.
    void value(const values::Value& value);
    void append(const FormattedText& other) {
        m_tokens.insert(m_tokens.end(), other.m_tokens.begin(), other.m_tokens.end());
    }

    std::string toString() const;

private:
    std::vector<FormatToken> m_tokens;
};

} // namespace planlens::hcl
