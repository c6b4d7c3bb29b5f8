// SPDX-License-Identifier: MPL-2.0
#include "core/providers/settings/hcl1_parser.h"

#include "core/providers/settings/hcl1_scanner.h"
#include "core/values/text/quoted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace planlens::providers::legacy {

using diags::Expected;
using diags::Unexpected;

namespace {

/// The maximum nesting depth of lists and objects.
constexpr int deepest = 100;

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
