// SPDX-License-Identifier: MPL-2.0
#include "core/system/shell_words.h"

#include <algorithm>
#include <utility>

namespace planlens::system {

namespace {

/// Whether a character has no special meaning to a shell in a word. '~' and '=' are special at its start.
bool isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+:,./-=").find(c) != std::string_view::npos;
}

} // namespace

std::optional<std::vector<std::string>> splitWords(std::string_view text, Operators operators) {
    std::vector<std::string> words;
    std::string word;
    bool isOpen = false, isEscaped = false, isInBackquotes = false, isInParentheses = false;
    char quote = 0;
    for (const char c : text) {
        const bool isQuoted = quote != 0 || isInBackquotes || isInParentheses;
        if (isEscaped) {
            isEscaped = false;
        } else if (c == '\\' && quote != '\'') {
            isEscaped = true;
            continue;
        } else if ((c == ' ' || c == '\t' || c == '\r' || c == '\n') && !isQuoted) {
            if (isOpen)
                words.push_back(std::exchange(word, {}));
            isOpen = false;
            continue;
        } else if (c == '`' && quote == 0 && !isInParentheses) {
            isInBackquotes = !isInBackquotes;
        } else if (c == ')' && quote == 0 && !isInBackquotes) {
            isInParentheses = !isInParentheses;
        } else if (c == '(' && quote == 0 && !isInBackquotes) {
            if (isInParentheses || !word.ends_with('$'))
                return {};
            isInParentheses = true;
        } else if ((c == '"' || c == '\'') && (quote == 0 || quote == c) && !isInParentheses) {
            quote = quote == c ? 0 : c;
            isOpen = true;
            continue;
        } else if (operators == Operators::EndTheText && !isQuoted &&
                   std::string_view(";&|<>").find(c) != std::string_view::npos) {
            // The rest is for the shell, as well as the number of a file descriptor before it.
            if (c == '>' && !word.empty() && word.front() >= '0' && word.front() <= '9')
                isOpen = false;
            break;
        }
        word += c;
        isOpen = true;
    }
    if (isOpen)
        words.push_back(word);
    if (isEscaped || quote != 0 || isInBackquotes || isInParentheses)
        return {};
    return words;
}

std::string shellWord(std::string_view text) {
    const bool isWord = !text.empty() && text.front() != '=' && std::ranges::all_of(text, isPlain);
    return isWord ? std::string(text) : singleQuoted(text);
}

std::string singleQuoted(std::string_view text) {
    std::string quoted = "'"; // within single quotes every character except the quote is literal
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + '\'';
}

} // namespace planlens::system
