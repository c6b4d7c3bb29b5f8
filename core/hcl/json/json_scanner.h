// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/source_range.h"

#include <string_view>
#include <vector>

namespace planlens::hcl::json {

struct Token {
    enum class Type {
        OpenBrace,
        CloseBrace,
        OpenBracket,
        CloseBracket,
        Comma,
        Colon,
        Equals,
        Keyword,
        String,
        Number,
        EndOfFile,
        Invalid
    };
    Type type = Type::EndOfFile;
    std::string_view bytes;
    diags::SourceRange range;
};

/// Splits a text into tokens, leniently: the parser reports errors inside of tokens. The last token is always
/// EndOfFile; nothing is scanned after an Invalid one.
std::vector<Token> scan(std::string_view text, diags::InternedName filename);

} // namespace planlens::hcl::json
