// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"
#include "core/values/json/json.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::values {
namespace {

diags::Unexpected<PathError> fail(std::string message) {
    return {PathError{{}, std::move(message)}};
}
diags::Unexpected<PathError> within(PathError error, PathStep step) {
    error.path.push(std::move(step));
    return {std::move(error)};
}

template <typename T>
Outcome<T> insideOut(Outcome<T> outcome) {
    if (outcome)
        return outcome;
    std::vector<PathStep> steps(outcome.error().path.begin(), outcome.error().path.end());
    std::reverse(steps.begin(), steps.end());
    return diags::Unexpected{PathError{Path(std::move(steps)), std::move(outcome.error().message)}};
}

/// Reads values by type in one pass. The reference splits each container into raw pieces first, so its syntax errors
/// come from the outermost container; they are reproduced only after an error.
class Reader {
public:
    explicit Reader(std::string_view text)
        : m_scanner(text) {}

    Outcome<Value> read(Type type) {
        const char first = m_scanner.peek();
        if (first == 'n')
            return m_scanner.readLiteral("null") ? Outcome<Value>(Value::null(type.withoutOptionalAttributes()))
                                                 : syntaxError();
        const bool opens = first == '[' || first == '{';
        if (!opens && (type.isDynamic() || !type.isPrimitive()))
            if (auto failure = notAContainer())
                return fail(std::move(*failure));
        switch (type.kind()) {
        case Type::Kind::Dynamic:
            return readDynamic();
        case Type::Kind::String:
            return readString(first);
        case Type::Kind::Number:
            return readNumber(first);
        case Type::Kind::Bool:
            return readBool(first);
        case Type::Kind::List:
            return readList(type);
        case Type::Kind::Set:
            return readSet(type);
        case Type::Kind::Map:
            return readMap(type);
        case Type::Kind::Tuple:
            return readTuple(type);
        case Type::Kind::Object:
            return readObject(type);
        }
        return syntaxError();
    }

    bool isAtEnd() { return m_scanner.atEnd(); }

private:
    diags::Unexpected<PathError> syntaxError() {
        if (m_scanner.error().empty()) {
            if (m_scanner.atEnd())
                return fail("EOF");
            (void)m_scanner.skipValue();
        }
        return fail(m_scanner.error());
    }
    diags::Unexpected<PathError> unexpected(std::string_view context) {
        if (m_scanner.atEnd())
            return fail("EOF");
        (void)m_scanner.unexpected(context);
        return fail(m_scanner.error());
    }

    /// Returns the syntax error of a value in place of a bracket, if any.
    std::optional<std::string> notAContainer() {
        if (m_scanner.atEnd())
            return "EOF";
        const std::size_t start = m_scanner.position();
        const bool fine = m_scanner.skipValue();
        m_scanner.rewind(start);
        return fine ? std::nullopt : std::optional(m_scanner.error());
    }

    Outcome<Value> readString(char first) {
        std::string_view text;
        if (first == '"')
            return m_scanner.readString(m_buffer, text) ? Outcome<Value>(Value::string(text)) : syntaxError();
        if (startsJsonNumber(first))
            return m_scanner.readNumber(text) ? Outcome<Value>(Value::string(text)) : syntaxError();
        if (first == 't')
            return m_scanner.readLiteral("true") ? Outcome<Value>(Value::string("true")) : syntaxError();
        if (first == 'f')
            return m_scanner.readLiteral("false") ? Outcome<Value>(Value::string("false")) : syntaxError();
        if (first == '[' || first == '{')
            return fail("string is required");
        return syntaxError();
    }

    Outcome<Value> readNumber(char first) {
        std::string_view text;
        if (first == '"') {
            if (!m_scanner.readString(m_buffer, text))
                return syntaxError();
        } else if (startsJsonNumber(first)) {
            if (!m_scanner.readNumber(text))
                return syntaxError();
        } else if (first == '[' || first == '{') {
            return fail("number is required");
        } else {
            return m_scanner.skipValue() ? fail("number is required") : syntaxError();
        }
        const auto number = parseJsonNumber(text);
        if (!number)
            return fail("a number is required");
        return Value::number(*number);
    }

    Outcome<Value> readBool(char first) {
        std::string_view text;
        if (first == 't')
            return m_scanner.readLiteral("true") ? Outcome<Value>(Value::boolean(true)) : syntaxError();
        if (first == 'f')
            return m_scanner.readLiteral("false") ? Outcome<Value>(Value::boolean(false)) : syntaxError();
        if (first == '"')
            return m_scanner.readString(m_buffer, text) ? convert(Value::string(text), Type::boolean()) : syntaxError();
        if (first == '[' || first == '{')
            return fail("bool is required");
        return m_scanner.skipValue() ? fail("bool is required") : syntaxError();
    }

    /// Reads one element or attribute of a container.
    template <typename MakeStep>
    Outcome<Value> readPart(Type type, std::string_view what, MakeStep step) {
        const bool isCutOff = m_scanner.atEnd();
        const std::size_t start = m_scanner.position();
        ++m_depth;
        auto value = read(type);
        --m_depth;
        if (value)
            return value;
        if (m_depth > 0)
            return within(std::move(value).error(), step());
        m_scanner.rewind(start);
        if (m_scanner.skipValue())
            return within(std::move(value).error(), step());
        return within({{}, "failed to read " + std::string(what) + " value: " + (isCutOff ? "EOF" : m_scanner.error())},
                      step());
    }

    /// Called before an element: returns true if there is one, false after the closing bracket.
    Outcome<bool> nextElement(std::string_view what, bool isFirst) {
        const char c = m_scanner.peek();
        if (c == ']') {
            m_scanner.take(']');
            return false;
        }
        if (m_scanner.atEnd())
            return fail("EOF");
        if (isFirst)
            return c == '}' ? Outcome<bool>(unexpected(" looking for beginning of value")) : Outcome<bool>(true);
        if (c == '}')
            return unexpected(" after array element");
        if (!m_scanner.take(','))
            return fail("failed to read " + std::string(what) + " value: expected comma after array element");
        return true;
    }

    /// Called before an attribute or map element: returns its key, or nothing after the closing brace.
    Outcome<std::optional<std::string_view>> nextKey(std::string_view what, bool isFirst) {
        using Key = std::optional<std::string_view>;
        if (m_scanner.take('}'))
            return Key();
        if (m_scanner.atEnd())
            return fail("EOF");
        if (m_scanner.peek() == ']')
            return unexpected(isFirst ? "" : " after object key:value pair");
        const auto bad = [&](std::string_view context) {
            auto failure = unexpected(context);
            failure.error.message = "failed to read " + std::string(what) + " key: " + failure.error.message;
            return failure;
        };
        if (!isFirst && !m_scanner.take(','))
            return bad(" after object key:value pair");
        if (m_scanner.peek() != '"')
            return bad(isFirst ? "" : " looking for beginning of object key string");
        std::string_view key;
        if (!m_scanner.readString(m_keyBuffer, key))
            return fail("failed to read " + std::string(what) + " key: " + m_scanner.error());
        if (!m_scanner.take(':'))
            return fail("failed to read " + std::string(what) +
                        " value: " + (m_scanner.atEnd() ? "EOF" : "expected colon after object key"));
        return Key(key);
    }

    Outcome<std::vector<Value>> readElements(Type element, std::string_view what, const Value* step) {
        std::vector<Value> values;
        if (!m_scanner.take('['))
            return fail("missing expected [");
        while (true) {
            const auto more = nextElement(what, values.empty());
            if (!more)
                return diags::Unexpected{more.error()};
            if (!*more)
                return values;
            auto value = readPart(element, what, [&] {
                return IndexStep{step ? *step : Value::number(static_cast<std::int64_t>(values.size()))};
            });
            if (!value)
                return diags::Unexpected{std::move(value).error()};
            values.push_back(*std::move(value));
        }
    }

    Outcome<Value> readList(Type type) {
        auto values = readElements(type.elementType(), "list", nullptr);
        if (!values)
            return diags::Unexpected{std::move(values).error()};
        return detail::sequenceOf(type, *std::move(values));
    }

    Outcome<Value> readSet(Type type) {
        const Type element = type.elementType();
        const Value step = Value::unknown(element.withoutOptionalAttributes());
        auto values = readElements(element, "set", &step);
        if (!values)
            return diags::Unexpected{std::move(values).error()};
        return detail::sequenceOf(type, *std::move(values));
    }

    Outcome<Value> readMap(Type type) {
        const Type element = type.elementType();
        if (!m_scanner.take('{'))
            return fail("missing expected {");
        std::vector<std::pair<std::string, Value>> entries;
        while (true) {
            auto key = nextKey("map", entries.empty());
            if (!key)
                return within(std::move(key).error(), IndexStep{Value::unknown(Type::string())});
            if (!*key)
                break;
            entries.emplace_back(**key, Value());
            auto value = readPart(element, "map", [&] { return IndexStep{Value::string(entries.back().first)}; });
            if (!value)
                return value;
            entries.back().second = *std::move(value);
        }
        return detail::mapOf(type, std::move(entries));
    }

    Outcome<Value> readTuple(Type type) {
        const auto types = type.tupleTypes();
        if (!m_scanner.take('['))
            return fail("missing expected [");
        std::vector<Value> values;
        values.reserve(types.size());
        while (true) {
            const auto more = nextElement("tuple", values.empty());
            if (!more)
                return diags::Unexpected{more.error()};
            if (!*more)
                break;
            if (values.size() >= types.size())
                return fail("too many tuple elements (need " + std::to_string(types.size()) + ")");
            auto value = readPart(types[values.size()], "tuple",
                                  [&] { return IndexStep{Value::number(static_cast<std::int64_t>(values.size()))}; });
            if (!value)
                return value;
            values.push_back(*std::move(value));
        }
        if (values.size() != types.size())
            return fail("not enough tuple elements (need " + std::to_string(types.size()) + ")");
        return Value::tuple(std::move(values));
    }

    Outcome<Value> readObject(Type type) {
        const auto attributes = type.attributes();
        if (!m_scanner.take('{'))
            return fail("missing expected {");
        std::vector<std::optional<Value>> values(attributes.size());
        std::size_t expected = 0; // writers sort keys: the next key is usually the next attribute
        for (bool isFirst = true;; isFirst = false) {
            auto key = nextKey("object", isFirst);
            if (!key)
                return diags::Unexpected{std::move(key).error()};
            if (!*key)
                break;
            std::size_t at = expected;
            if (at >= attributes.size() || attributes[at].name != **key) {
                const auto found = type.attributeIndex(**key);
                if (!found)
                    return fail("unsupported attribute " + quoted(**key));
                at = *found;
            }
            auto value = readPart(attributes[at].type, "object", [&] { return AttributeStep{attributes[at].name}; });
            if (!value)
                return value;
            values[at] = *std::move(value);
            expected = at + 1;
        }
        std::vector<Value> filled;
        filled.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            filled.push_back(values[i] ? *std::move(values[i])
                                       : Value::null(attributes[i].type.withoutOptionalAttributes()));
        if (!type.hasDynamic() && !type.hasOptionalAttributes())
            return Value::object(type, std::move(filled));
        std::vector<std::pair<std::string, Value>> named;
        named.reserve(filled.size());
        for (std::size_t i = 0; i < filled.size(); ++i)
            named.emplace_back(attributes[i].name, std::move(filled[i]));
        return Value::object(std::move(named));
    }

    /// Reads {"value":…,"type":…} in any order.
    Outcome<Value> readDynamic() {
        if (!m_scanner.take('{'))
            return fail("missing expected {");
        std::optional<Type> type;
        std::optional<std::size_t> valueAt;
        for (bool isFirst = true;; isFirst = false) {
            auto key = nextKey("dynamic type descriptor", isFirst);
            if (!key)
                return diags::Unexpected{std::move(key).error()};
            if (!*key)
                break;
            const std::string name(**key);
            (void)m_scanner.peek();
            const std::size_t start = m_scanner.position();
            if (!m_scanner.skipValue())
                return fail("failed to read dynamic type descriptor value: " + m_scanner.error());
            if (name == "type") {
                auto read = typeFromJson(m_scanner.since(start));
                if (!read)
                    return fail("failed to decode type for dynamic value: " + read.error().message);
                type = *read;
            } else if (name == "value") {
                valueAt = start;
            } else {
                return fail("invalid key " + quoted(name) + " in dynamically-typed value");
            }
        }
        if (!type)
            return fail("missing type in dynamically-typed value");
        if (!valueAt)
            return fail("missing value in dynamically-typed value");
        const std::size_t end = m_scanner.position();
        if (++m_dynamicDepth > maxJsonNesting)
            return fail("exceeded max depth");
        m_scanner.rewind(*valueAt);
        auto value = read(*type);
        m_scanner.rewind(end);
        --m_dynamicDepth;
        return value;
    }

    JsonScanner m_scanner;
    std::string m_buffer;
    std::string m_keyBuffer;
    int m_depth = 0;
    int m_dynamicDepth = 0;
};

} // namespace

Outcome<Value> fromJson(std::string_view json, Type constraint) {
    return insideOut(Reader(json).read(constraint));
}

} // namespace planlens::values
