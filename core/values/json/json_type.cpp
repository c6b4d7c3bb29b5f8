// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/quoted.h"

#include <array>
#include <utility>

namespace planlens::values {
namespace {

void append(std::string& out, Type type) {
    const auto collection = [&](std::string_view name) {
        out += "[\"";
        out += name;
        out += "\",";
        append(out, type.elementType());
        out += ']';
    };
    switch (type.kind()) {
    case Type::Kind::Dynamic:
        out += "\"dynamic\"";
        return;
    case Type::Kind::String:
        out += "\"string\"";
        return;
    case Type::Kind::Number:
        out += "\"number\"";
        return;
    case Type::Kind::Bool:
        out += "\"bool\"";
        return;
    case Type::Kind::List:
        return collection("list");
    case Type::Kind::Set:
        return collection("set");
    case Type::Kind::Map:
        return collection("map");
    case Type::Kind::Tuple: {
        out += "[\"tuple\",[";
        const char* separator = "";
        for (const Type element : type.tupleTypes()) {
            out += separator;
            append(out, element);
            separator = ",";
        }
        out += "]]";
        return;
    }
    case Type::Kind::Object: {
        out += "[\"object\",{";
        std::string optional;
        const char* separator = "";
        for (const ObjectAttribute& attribute : type.attributes()) {
            out += separator;
            appendJsonString(out, attribute.name);
            out += ':';
            append(out, attribute.type);
            separator = ",";
            if (attribute.optional) {
                optional += optional.empty() ? "" : ",";
                appendJsonString(optional, attribute.name);
            }
        }
        out += '}';
        if (!optional.empty())
            out += ",[" + optional + "]";
        out += ']';
        return;
    }
    }
}

class TypeReader {
public:
    explicit TypeReader(std::string_view text)
        : m_scanner(text) {}

    Outcome<Type> readAll() {
        const bool isName = m_scanner.peek() == '"';
        auto type = read();
        if (type && !m_scanner.atEnd() && m_scanner.peek() != ']' && m_scanner.peek() != '}')
            return fail(isName ? "extraneous data after type description"
                               : "unexpected extra data in type description");
        return type;
    }

private:
    static diags::Unexpected<PathError> fail(std::string message) { return {PathError{{}, std::move(message)}}; }
    diags::Unexpected<PathError> syntaxError(std::string_view context) {
        if (m_scanner.atEnd())
            return fail("EOF");
        (void)m_scanner.unexpected(context);
        return fail(m_scanner.error());
    }

    Outcome<std::string> readText() {
        std::string buffer;
        std::string_view text;
        if (!m_scanner.readString(buffer, text))
            return fail(m_scanner.error());
        return std::string(text);
    }

    Outcome<Type> read() {
        const char c = m_scanner.peek();
        if (c == '"')
            return readName();
        if (c == '[')
            return readComplex();
        if (c == '{')
            return fail("invalid complex type description");
        if (m_scanner.atEnd())
            return fail("EOF");
        if (!m_scanner.skipValue())
            return fail(m_scanner.error());
        return fail("invalid type description");
    }

    Outcome<Type> readName() {
        const auto name = readText();
        if (!name)
            return diags::Unexpected{name.error()};
        if (*name == "bool")
            return Type::boolean();
        if (*name == "number")
            return Type::number();
        if (*name == "string")
            return Type::string();
        if (*name == "dynamic")
            return Type::dynamic();
        return fail("invalid primitive type name " + quoted(*name));
    }

    Outcome<Type> readComplex() {
        if (++m_depth > Type::maxDepth)
            return fail("exceeded max depth");
        m_scanner.take('[');
        if (m_scanner.peek() != '"')
            return m_scanner.atEnd() || !m_scanner.skipValue() ? syntaxError(" looking for beginning of value")
                                                               : fail("invalid complex type kind name");
        const auto kind = readText();
        if (!kind)
            return diags::Unexpected{kind.error()};
        if (*kind != "list" && *kind != "set" && *kind != "map" && *kind != "object" && *kind != "tuple")
            return fail("invalid complex type kind name");
        if (!m_scanner.take(','))
            return m_scanner.atEnd() ? fail("EOF") : fail("expected comma after array element");
        auto type = readContents(*kind);
        if (!type)
            return type;
        if (m_scanner.peek() == ',')
            return fail("unexpected extra data in type description");
        if (!m_scanner.take(']'))
            return syntaxError(" after array element");
        --m_depth;
        return type;
    }

    Outcome<Type> readContents(const std::string& kind) {
        if (kind == "object")
            return readObject();
        if (kind == "tuple")
            return readTuple();
        auto element = read();
        if (!element)
            return element;
        return kind == "list" ? Type::list(*element) : kind == "set" ? Type::set(*element) : Type::map(*element);
    }

    Outcome<Type> readTuple() {
        if (!m_scanner.take('['))
            return fail("invalid tuple type description");
        std::vector<Type> types;
        while (!m_scanner.take(']')) {
            if (!types.empty() && !m_scanner.take(','))
                return syntaxError(" after array element");
            auto type = read();
            if (!type)
                return type;
            types.push_back(*type);
        }
        return Type::tuple(std::move(types));
    }

    Outcome<Type> readObject() {
        if (!m_scanner.take('{'))
            return fail("invalid object type description");
        std::vector<ObjectAttribute> attributes;
        while (!m_scanner.take('}')) {
            if (!attributes.empty() && !m_scanner.take(','))
                return syntaxError(" after object key:value pair");
            if (m_scanner.peek() != '"')
                return syntaxError(" looking for beginning of object key string");
            auto name = readText();
            if (!name)
                return diags::Unexpected{name.error()};
            if (!m_scanner.take(':'))
                return syntaxError(" after object key");
            auto type = read();
            if (!type)
                return type;
            attributes.push_back({*std::move(name), *type});
        }
        if (m_scanner.take(',')) {
            if (auto failure = readOptional(attributes))
                return fail(std::move(*failure));
        }
        return Type::object(std::move(attributes));
    }

    std::optional<std::string> readOptional(std::vector<ObjectAttribute>& attributes) {
        if (!m_scanner.take('['))
            return "invalid list of optional attributes";
        bool isFirst = true;
        while (!m_scanner.take(']')) {
            if ((!isFirst && !m_scanner.take(',')) || m_scanner.peek() != '"')
                return syntaxError(isFirst ? " looking for beginning of value" : " after array element").error.message;
            isFirst = false;
            const auto name = readText();
            if (!name)
                return name.error().message;
            bool isKnown = false;
            for (ObjectAttribute& attribute : attributes) {
                if (attribute.name == *name) {
                    attribute.optional = true;
                    isKnown = true;
                }
            }
            if (!isKnown)
                return "optional contains undeclared attribute " + quoted(*name);
        }
        return std::nullopt;
    }

    JsonScanner m_scanner;
    std::uint32_t m_depth = 0;
};

} // namespace

// Objects of one kind often follow each other, with values of few types. Each thread caches some.

std::string typeToJson(Type type) {
    thread_local std::array<std::pair<Type, std::string>, 17> known;
    auto& [knownType, text] = known[std::hash<Type>{}(type) % known.size()];
    if (text.empty() || knownType != type) {
        knownType = type;
        text.clear();
        append(text, type);
    }
    return text;
}

Outcome<Type> typeFromJson(std::string_view json) {
    if (!json.starts_with('['))
        return TypeReader(json).readAll();
    thread_local std::array<std::pair<std::string, Type>, 17> known;
    auto& [text, knownType] = known[json.size() % known.size()];
    if (json == text)
        return knownType;
    Outcome<Type> type = TypeReader(json).readAll();
    if (type) {
        text = json;
        knownType = *type;
    }
    return type;
}

} // namespace planlens::values
