// SPDX-License-Identifier: MPL-2.0
#include "core/providers/settings/hcl1_parser.h"

#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace planlens::providers::legacy {

using diags::Expected;
using diags::Unexpected;

namespace {

/// Thrown and caught only in this file.
struct SyntaxError {
    std::string text;
};

[[noreturn]] void fail(Position position, const std::string& text) {
    throw SyntaxError{"At " + position.toString() + ": " + text};
}

/// The maximum nesting depth of lists and objects.
constexpr int deepest = 100;

enum class TokenType {
    End,
    Comment,
    Identifier,
    Number,
    Float,
    Bool,
    String,
    Heredoc,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Period,
    Assign,
    Add,
    Sub
};

std::string_view name(TokenType type) {
    switch (type) {
    case TokenType::End:
        return "EOF";
    case TokenType::Comment:
        return "COMMENT";
    case TokenType::Identifier:
        return "IDENT";
    case TokenType::Number:
        return "NUMBER";
    case TokenType::Float:
        return "FLOAT";
    case TokenType::Bool:
        return "BOOL";
    case TokenType::String:
        return "STRING";
    case TokenType::Heredoc:
        return "HEREDOC";
    case TokenType::OpenBracket:
        return "LBRACK";
    case TokenType::CloseBracket:
        return "RBRACK";
    case TokenType::OpenBrace:
        return "LBRACE";
    case TokenType::CloseBrace:
        return "RBRACE";
    case TokenType::Comma:
        return "COMMA";
    case TokenType::Period:
        return "PERIOD";
    case TokenType::Assign:
        return "ASSIGN";
    case TokenType::Add:
        return "ADD";
    case TokenType::Sub:
        return "SUB";
    }
    return "";
}

struct Token {
    TokenType type = TokenType::End;
    std::string text; // as written; unescaped for strings and heredocs
    Position position;
};

class Scanner {
public:
    explicit Scanner(std::string_view text)
        : m_text(text) {}

    /// Returns the next token, skipping comments.
    Token next() {
        for (;;) {
            Token token = any();
            if (token.type != TokenType::Comment)
                return token;
        }
    }

private:
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    bool atEnd() const { return m_at >= m_text.size(); }
    char take() {
        const char c = m_text[m_at++];
        if (c == '\n') {
            ++m_position.line;
            m_position.column = 1;
        } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
            ++m_position.column;
        }
        return c;
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    }

    template <typename Predicate>
    std::string takeWhile(Predicate fits) {
        std::string taken;
        while (!atEnd() && fits(peek()))
            taken += take();
        return taken;
    }

    Token any() {
        takeWhile([](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
        Token token;
        token.position = m_position;
        const auto made = [&token](TokenType type, std::string text) {
            token.type = type;
            token.text = std::move(text);
            return token;
        };
        if (atEnd())
            return token;
        const char c = peek();
        if (isLetter(c)) {
            std::string word = takeWhile([](char d) { return isLetter(d) || isDigit(d) || d == '-' || d == '.'; });
            const bool isBool = word == "true" || word == "false";
            return made(isBool ? TokenType::Bool : TokenType::Identifier, std::move(word));
        }
        if (isDigit(c) || ((c == '-' || c == '.') && isDigit(peek(1))))
            return number(token);
        if (c == '"')
            return made(TokenType::String, text());
        if (c == '#' || c == '/')
            return made(TokenType::Comment, comment());
        if (c == '<')
            return made(TokenType::Heredoc, heredoc());
        constexpr std::pair<char, TokenType> signs[] = {
            {'[', TokenType::OpenBracket}, {']', TokenType::CloseBracket}, {'{', TokenType::OpenBrace},
            {'}', TokenType::CloseBrace},  {',', TokenType::Comma},        {'=', TokenType::Assign},
            {'.', TokenType::Period},      {'+', TokenType::Add},          {'-', TokenType::Sub}};
        for (const auto& [sign, type] : signs)
            if (c == sign)
                return made(type, std::string(1, take()));
        fail(token.position, "illegal char");
    }

    Token number(Token token) {
        token.text = take();
        token.text += takeWhile([](char c) { return isDigit(c) || isLetter(c) || c == '.'; });
        token.type = token.text.find_first_of(".eE") == std::string::npos || token.text.starts_with("0x")
                         ? TokenType::Number
                         : TokenType::Float;
        return token;
    }

    std::string comment() {
        const Position start = m_position;
        if (take() == '#' || peek() == '/')
            return takeWhile([](char c) { return c != '\n'; });
        if (peek() != '*')
            fail(start, "expected '/' for comment");
        take();
        for (char before = '\0'; !atEnd();) {
            const char c = take();
            if (before == '*' && c == '/')
                return {};
            before = c;
        }
        fail(m_position, "comment not terminated");
    }

    /// Quotes are allowed within `${…}`, whose text is kept as written.
    std::string text() {
        take();
        std::string meant;
        int braces = 0;
        for (;;) {
            if (atEnd() || (peek() == '\n' && braces == 0))
                fail(m_position, "literal not terminated");
            const char c = take();
            if (c == '"' && braces == 0)
                return meant;
            if (braces == 0 && c == '$' && peek() == '{') {
                braces = 1;
                meant += c;
                meant += take();
            } else if (braces > 0) {
                braces += c == '{' ? 1 : c == '}' ? -1 : 0;
                meant += c;
            } else if (c == '\\') {
                meant += escaped();
            } else {
                meant += c;
            }
        }
    }

    std::string escaped() {
        const Position position = m_position;
        const char c = atEnd() ? '\0' : take();
        switch (c) {
        case 'n':
            return "\n";
        case 't':
            return "\t";
        case 'r':
            return "\r";
        case 'a':
            return "\a";
        case 'b':
            return "\b";
        case 'f':
            return "\f";
        case 'v':
            return "\v";
        case '\\':
            return "\\";
        case '"':
            return "\"";
        case 'u':
            return codePoint(position, 4);
        case 'U':
            return codePoint(position, 8);
        default:
            fail(position, "illegal char escape");
        }
    }

    std::string codePoint(Position position, int digits) {
        std::uint32_t code = 0;
        for (int i = 0; i < digits; ++i) {
            const char c = atEnd() ? '\0' : take();
            const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            if (!isDigit(c) && !letter)
                fail(position, "illegal char escape");
            code = code * 16 + static_cast<std::uint32_t>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
        }
        std::string bytes;
        values::appendUtf8(bytes, code);
        return bytes;
    }

    std::string heredoc() {
        const Position start = m_position;
        take();
        if (peek() != '<')
            fail(start, "heredoc expected second '<', didn't see it");
        take();
        const bool indented = peek() == '-';
        if (indented)
            take();
        const std::string anchor = takeWhile([](char c) { return c != '\n' && c != '\r'; });
        if (anchor.empty())
            fail(start, "zero-length heredoc anchor");
        takeWhile([](char c) { return c == '\r'; });
        std::vector<std::string> lines;
        for (;;) {
            if (atEnd())
                fail(m_position, "heredoc not terminated");
            take(); // the line break
            std::string line = takeWhile([](char c) { return c != '\n'; });
            const auto first = line.find_first_not_of(" \t");
            if (first != std::string::npos && line.substr(indented ? first : 0) == anchor)
                return joined(lines, indented);
            lines.push_back(std::move(line));
        }
    }

    static std::string joined(const std::vector<std::string>& lines, bool indented) {
        std::size_t common = indented ? std::string::npos : 0;
        if (indented)
            for (const std::string& line : lines)
                common = std::min(common, std::min(line.find_first_not_of(" \t"), line.size()));
        std::string text;
        for (const std::string& line : lines)
            text += line.substr(std::min(common, line.size())) + "\n";
        return text;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Position m_position{1, 1};
};

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_scanner(text) {
        advance();
    }

    std::vector<Item> items(TokenType end) {
        std::vector<Item> all;
        std::set<std::string> assigned;
        while (m_token.type != end && m_token.type != TokenType::End) {
            Item item = this->item();
            if (m_endsEarly)
                break;
            if (item.form == Item::Form::Assigned && !assigned.insert(m_keyText).second)
                throw SyntaxError{"The argument " + values::quoted(m_keyText) + " at " + item.position.toString() +
                                  " was already set. Each argument can only be defined once"};
            all.push_back(std::move(item));
            if (m_token.type == TokenType::Comma)
                advance();
        }
        return all;
    }

private:
    void advance() { m_token = m_scanner.next(); }

    Item item() {
        Item item;
        item.position = m_token.position;
        std::string shown;
        while (m_token.type == TokenType::Identifier || m_token.type == TokenType::String) {
            m_keyText = m_token.type == TokenType::String ? values::quoted(m_token.text) : m_token.text;
            shown += (shown.empty() ? "" : " ") + m_keyText;
            item.keys.push_back(m_token.text);
            advance();
        }
        if (item.keys.empty())
            fail(m_token.position,
                 m_token.type == TokenType::Assign ? "no object keys found!"
                 : m_token.type == TokenType::OpenBrace
                     ? "expected: IDENT | STRING got: LBRACE"
                     : "expected: IDENT | STRING | ASSIGN | LBRACE got: " + std::string(name(m_token.type)));
        if (m_token.type == TokenType::Assign) {
            if (item.keys.size() > 1)
                fail(m_token.position, "nested object expected: LBRACE got: ASSIGN");
            advance();
            // A file may end where a value is expected. The item is then ignored.
            m_endsEarly = m_token.type == TokenType::End;
            if (m_endsEarly)
                return item;
            const std::string key = m_keyText;
            item.form = Item::Form::Assigned;
            item.value = value();
            m_keyText = key;
        } else if (m_token.type == TokenType::OpenBrace) {
            item.value = object();
        } else if (m_token.type == TokenType::End || m_token.type == TokenType::CloseBrace) {
            fail(m_token.position, "key '" + shown + "' expected start of object ('{') or assignment ('=')");
        } else {
            fail(m_token.position,
                 "expected: IDENT | STRING | ASSIGN | LBRACE got: " + std::string(name(m_token.type)));
        }
        return item;
    }

    /// Counts the nesting depth while it exists.
    class Level {
    public:
        explicit Level(Parser& parser)
            : m_parser(parser) {
            if (++m_parser.m_depth > deepest)
                fail(m_parser.m_token.position, "too many objects and lists in each other");
        }
        ~Level() { --m_parser.m_depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Parser& m_parser;
    };

    Value value() {
        Value value;
        value.position = m_token.position;
        switch (m_token.type) {
        case TokenType::Number:
        case TokenType::Float:
            value.kind = Value::Kind::Number;
            break;
        case TokenType::Bool:
            value.kind = Value::Kind::Bool;
            break;
        case TokenType::String:
        case TokenType::Heredoc:
            value.kind = Value::Kind::Text;
            break;
        case TokenType::OpenBrace:
            return object();
        case TokenType::OpenBracket:
            return list();
        default:
            fail(m_token.position, "Unknown token: " + m_token.position.toString() + " " +
                                       std::string(name(m_token.type)) + " " + m_token.text);
        }
        value.text = m_token.text;
        advance();
        return value;
    }

    Value object() {
        const Level level(*this);
        Value value;
        value.position = m_token.position;
        advance();
        value.items = items(TokenType::CloseBrace);
        if (m_token.type == TokenType::End)
            ++m_token.position.column; // the end is read a second time here
        if (m_token.type != TokenType::CloseBrace)
            fail(m_token.position, "object expected closing RBRACE got: " + std::string(name(m_token.type)));
        advance();
        return value;
    }

    Value list() {
        const Level level(*this);
        Value all;
        all.kind = Value::Kind::List;
        all.position = m_token.position;
        advance();
        while (m_token.type != TokenType::CloseBracket) {
            all.list.push_back(value());
            if (m_token.type == TokenType::Comma)
                advance();
            else if (m_token.type != TokenType::CloseBracket)
                fail(m_token.position,
                     "error parsing list, expected comma or list end, got: " + std::string(name(m_token.type)));
        }
        advance();
        return all;
    }

    Scanner m_scanner;
    Token m_token;
    bool m_endsEarly = false;
    int m_depth = 0;
    std::string m_keyText; // of the last item, as written
};

Value fromJson(const nlohmann::ordered_json& json) {
    Value value;
    if (json.is_object()) {
        for (const auto& [key, element] : json.items()) {
            // Several blocks with the same name are a list of objects.
            const bool isBlocks =
                element.is_array() && !element.empty() &&
                std::all_of(element.begin(), element.end(), [](const auto& each) { return each.is_object(); });
            if (!isBlocks)
                value.items.push_back({{key}, fromJson(element), {}, Item::Form::Json});
            else
                for (const auto& each : element)
                    value.items.push_back({{key}, fromJson(each), {}, Item::Form::Json});
        }
    } else if (json.is_array()) {
        value.kind = Value::Kind::List;
        for (const auto& element : json)
            value.list.push_back(fromJson(element));
    } else if (json.is_string()) {
        value.kind = Value::Kind::Text;
        value.text = json.get<std::string>();
    } else {
        value.kind = json.is_number() ? Value::Kind::Number : Value::Kind::Bool;
        value.text = json.dump();
    }
    return value;
}

} // namespace

std::string Position::toString() const {
    return line == 0 ? "-" : std::to_string(line) + ":" + std::to_string(column);
}

const Value* Value::find(std::string_view key) const {
    const auto found = std::find_if(items.rbegin(), items.rend(),
                                    [key](const Item& item) { return item.keys.size() == 1 && item.keys[0] == key; });
    return found == items.rend() ? nullptr : &found->value;
}

Expected<Value, std::string> parse(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '{') {
        const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
        if (!json.is_object())
            return Unexpected(std::string("the file is not valid JSON"));
        return fromJson(json);
    }
    try {
        Value file;
        file.items = Parser(text).items(TokenType::End);
        return file;
    } catch (const SyntaxError& error) {
        return Unexpected(error.text);
    }
}

} // namespace planlens::providers::legacy
