// SPDX-License-Identifier: MPL-2.0
#include "core/diags/suggestion.h"
#include "core/hcl/json/json_scanner.h"
#include "core/hcl/json/json_string.h"
#include "core/hcl/json/json_syntax.h"
#include "core/hcl/syntax/parser.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <utility>

namespace planlens::hcl::json {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::SourceRange;
using values::quoted;
using Type = Token::Type;

// Deeper trees could exhaust the stack of recursive functions.
constexpr int maxDepth = 1000;

constexpr const char* startOfValue =
    "A JSON value must start with a brace, a bracket, a number, a string, or a keyword.";

class Parser {
public:
    Parser(std::vector<Token> tokens, Diagnostics& diagnostics)
        : m_tokens(std::move(tokens))
        , m_diagnostics(diagnostics) {}

    Node parseFile() {
        Node node = parseValue();
        if (m_diagnostics.isEmpty() && peek().type != Type::EndOfFile)
            fail("Extraneous data after value", "Extra characters appear after the JSON value.", peek().range);
        return node;
    }

private:
    const Token& peek() const { return m_tokens[m_next]; }
    Token read() {
        const Token& token = m_tokens[m_next];
        if (token.type != Type::EndOfFile)
            ++m_next;
        return token;
    }

    std::nullopt_t fail(std::string summary, std::string detail, const SourceRange& subject) {
        if (m_isTooDeep)
            return std::nullopt; // a consequential error
        m_diagnostics.error(std::move(summary), std::move(detail), subject);
        return std::nullopt;
    }

    /// Continues after the bracket that seems to end the invalid part.
    void skipToClosing(Token token, Type open, Type close) {
        int depth = 1;
        while (token.type != Type::EndOfFile) {
            if (token.type == open)
                ++depth;
            else if (token.type == close && --depth <= 1)
                return;
            token = read();
        }
    }

    Node parseValue() {
        const Token first = peek();
        std::optional<Node> node = parseStartingWith(first);
        if (node)
            return *std::move(node);
        Node invalid;
        invalid.range = invalid.openRange = first.range;
        return invalid;
    }

    std::optional<Node> parseStartingWith(const Token& first) {
        switch (first.type) {
        case Type::OpenBrace:
        case Type::OpenBracket: {
            if (m_depth == maxDepth)
                return failTooDeep(first);
            ++m_depth;
            auto node = first.type == Type::OpenBrace ? parseObject() : parseArray();
            --m_depth;
            return node;
        }
        case Type::Number:
            return parseNumber();
        case Type::String:
            return parseString();
        case Type::Keyword:
            return parseKeyword();
        case Type::CloseBrace:
            return fail("Missing JSON value", startOfValue, first.range);
        case Type::CloseBracket:
            return fail("Missing array element value", startOfValue, first.range);
        case Type::EndOfFile:
            return fail("Missing value", "The JSON data ends prematurely.", first.range);
        case Type::Comma:
        case Type::Colon:
        case Type::Equals:
        case Type::Invalid:
            break;
        }
        return fail("Invalid start of value", startOfValue, first.range);
    }

    std::nullopt_t failTooDeep(const Token& first) {
        fail("Too many levels of nesting", "Objects and arrays are nested too deeply here.", first.range);
        m_isTooDeep = true;
        m_next = m_tokens.size() - 1; // the end of the file
        return std::nullopt;
    }

    static Node makeNode(Node::Kind kind, const SourceRange& range) {
        Node node;
        node.kind = kind;
        node.range = node.openRange = range;
        return node;
    }

    std::optional<Node> parseObject() {
        const Token open = read();
        Node object = makeNode(Node::Kind::Object, open.range);
        while (peek().type != Type::CloseBrace) {
            Node key = parseValue();
            if (key.kind != Node::Kind::String)
                return fail("Invalid object property name", "A JSON object property name must be a string",
                            key.openRange);
            const Token colon = read();
            if (colon.type != Type::Colon)
                return failColon(colon);
            object.properties.push_back({std::move(key.text), key.range, parseValue()});
            if (peek().type == Type::CloseBrace)
                break;
            if (peek().type != Type::Comma)
                return failAfterProperty(open);
            const Token comma = read();
            if (peek().type == Type::CloseBrace)
                return fail("Trailing comma in object",
                            "JSON does not permit a trailing comma after the final property in an object.",
                            comma.range);
        }
        const Token close = read();
        object.closeRange = close.range;
        object.range = SourceRange::between(open.range, close.range);
        return object;
    }

    std::optional<Node> failColon(const Token& found) {
        skipToClosing(found, Type::OpenBrace, Type::CloseBrace);
        if (found.type == Type::CloseBrace || found.type == Type::Comma)
            return fail("Missing object value", "A JSON object attribute must have a value, introduced by a colon.",
                        found.range);
        return fail("Missing property value colon",
                    found.type == Type::Equals ? "JSON uses a colon as its name/value delimiter, not an equals sign."
                                               : "A colon must appear between an object property's name and its value.",
                    found.range);
    }

    std::optional<Node> failAfterProperty(const Token& open) {
        if (peek().type == Type::EndOfFile)
            return fail("Unclosed object", "No closing brace was found for this JSON object.", open.range);
        if (peek().type == Type::CloseBracket) {
            read();
            return fail("Mismatched braces", "A JSON object must be closed with a brace, not a bracket.", peek().range);
        }
        skipToClosing(read(), Type::OpenBrace, Type::CloseBrace);
        return fail("Missing attribute seperator comma",
                    "A comma must appear between each property definition in an object.", peek().range);
    }

    std::optional<Node> parseArray() {
        const Token open = read();
        Node array = makeNode(Node::Kind::Array, open.range);
        while (peek().type != Type::CloseBracket) {
            array.elements.push_back(parseValue());
            if (peek().type == Type::CloseBracket)
                break;
            if (peek().type != Type::Comma)
                return failAfterElement(open);
            const Token comma = read();
            if (peek().type == Type::CloseBracket)
                return fail("Trailing comma in array",
                            "JSON does not permit a trailing comma after the final value in an array.", comma.range);
        }
        array.range = SourceRange::between(open.range, read().range);
        return array;
    }

    std::optional<Node> failAfterElement(const Token& open) {
        const Token found = read();
        skipToClosing(found, Type::OpenBracket, Type::CloseBracket);
        switch (found.type) {
        case Type::Colon:
            return fail("Invalid array value", "A colon is not used to introduce values in a JSON array.",
                        peek().range);
        case Type::EndOfFile:
            return fail("Unclosed object", "No closing bracket was found for this JSON array.", open.range);
        case Type::CloseBrace:
            return fail("Mismatched brackets", "A JSON array must be closed with a bracket, not a brace.",
                        peek().range);
        default:
            return fail("Missing attribute seperator comma", "A comma must appear between each value in an array.",
                        peek().range);
        }
    }

    std::optional<Node> parseNumber() {
        const Token token = read();
        const auto number = isNumber(token.bytes) ? values::Number::parse(token.bytes) : std::nullopt;
        if (!number)
            return fail("Invalid JSON number", "There is a syntax error in the given JSON number.", token.range);
        Node node = makeNode(Node::Kind::Number, token.range);
        node.number = *number;
        return node;
    }

    std::optional<Node> parseString() {
        const Token token = read();
        auto text = decodeString(token.bytes);
        if (text) {
            Node node = makeNode(Node::Kind::String, token.range);
            node.text = std::move(text).value();
            return node;
        }
        SourceRange subject{token.range.filename, token.range.start, token.range.start};
        const auto offset = static_cast<std::uint32_t>(text.error());
        subject.start.byte += offset;
        subject.start.column += offset;
        subject.end = subject.start;
        ++subject.end.byte;
        ++subject.end.column;
        Diagnostic diagnostic =
            Diagnostic::error("Invalid JSON string", "There is a syntax error in the given JSON string.", subject);
        diagnostic.context = token.range;
        m_diagnostics.append(std::move(diagnostic));
        return std::nullopt;
    }

    std::optional<Node> parseKeyword() {
        const Token token = read();
        const std::string word(token.bytes);
        if (word == "null")
            return makeNode(Node::Kind::Null, token.range);
        if (word == "true" || word == "false") {
            Node node = makeNode(Node::Kind::Boolean, token.range);
            node.boolean = word == "true";
            return node;
        }
        if (word == "undefined" || word == "NaN" || word == "Infinity")
            return fail("Invalid JSON keyword",
                        fmt::format("The JavaScript identifier {} cannot be used in JSON.", quoted(word)), token.range);
        const std::string similar = diags::nearestName(word, {"false", "true", "null"});
        return fail("Invalid JSON keyword",
                    fmt::format("{} is not a valid JSON keyword.{}", quoted(word),
                                similar.empty() ? "" : fmt::format(" Did you mean {}?", quoted(similar))),
                    token.range);
    }

    std::vector<Token> m_tokens;
    int m_depth = 0;
    bool m_isTooDeep = false;
    std::size_t m_next = 0;
    Diagnostics& m_diagnostics;
};

/// Maps the bytes of a file to the path of the innermost enclosing object or array, for
/// excerpts; the ranges do not overlap.
class Outline {
public:
    std::vector<diags::BlockHeader> of(const Node& root) {
        add(root, "");
        return std::move(m_blocks);
    }

private:
    static bool isContainer(const Node& node) {
        return node.kind == Node::Kind::Object || node.kind == Node::Kind::Array;
    }

    void add(const Node& node, const std::string& path) {
        std::uint32_t from = node.range.start.byte;
        const auto enter = [&](const Node& child, const std::string& childPath) {
            if (!isContainer(child))
                return;
            close(from, child.range.start.byte, path);
            add(child, childPath);
            from = child.range.end.byte;
        };
        for (const Property& property : node.properties)
            enter(property.value, path.empty() ? property.name : path + "." + property.name);
        for (std::size_t i = 0; i < node.elements.size(); ++i)
            enter(node.elements[i], fmt::format("{}[{}]", path, i));
        close(from, node.range.end.byte, path);
    }
    void close(std::uint32_t from, std::uint32_t to, const std::string& path) {
        if (!path.empty() && from < to)
            m_blocks.push_back({from, to, path});
    }

    std::vector<diags::BlockHeader> m_blocks;
};

} // namespace

Node parse(std::string_view text, diags::InternedName filename, Diagnostics& diagnostics) {
    return Parser(scan(text, filename), diagnostics).parseFile();
}

} // namespace planlens::hcl::json

namespace planlens::hcl {

diags::Result<File> parseJson(std::shared_ptr<const std::string> text, std::string_view filename) {
    const diags::InternedName name(filename);
    diags::Diagnostics diagnostics;
    auto root = std::make_shared<json::Node>(json::parse(*text, name, diagnostics));
    if (root->kind != json::Node::Kind::Object && root->kind != json::Node::Kind::Array) {
        diagnostics.error(
            "Root value must be object",
            "The root value in a JSON-based configuration must be either a JSON object or a JSON array of "
            "objects.",
            root->openRange);
        // An empty object, because errors about its content would be useless.
        *root = json::Node{};
        root->kind = json::Node::Kind::Object;
        root->range = root->openRange = root->closeRange = {name, {}, {}};
    }
    File file;
    file.blocks = json::Outline().of(*root);
    file.text = std::move(text);
    file.body = json::makeBody(std::move(root));
    return {std::move(file), std::move(diagnostics)};
}

} // namespace planlens::hcl
