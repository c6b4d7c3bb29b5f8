// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::values {
namespace {

diags::Unexpected<PathError> fail(std::string message) {
    return {PathError{{}, std::move(message)}};
}

/// Reads values by their JSON form, in one pass.
class SimpleReader {
public:
    explicit SimpleReader(std::string_view text)
        : m_scanner(text) {}

    Outcome<Value> readAll() {
        auto value = read();
        if (!value)
            return value;
        const char next = m_scanner.peek();
        if (!m_scanner.atEnd() && next != ']' && next != '}')
            return fail("extraneous data after JSON object");
        return value;
    }

private:
    diags::Unexpected<PathError> unexpected(std::string_view context) {
        if (m_scanner.atEnd())
            return fail("EOF");
        (void)m_scanner.unexpected(context);
        return fail(m_scanner.error());
    }

    Outcome<Value> read() {
        const char c = m_scanner.peek();
        std::string_view text;
        switch (c) {
        case '{':
            return readObject();
        case '[':
            return readTuple();
        case '"':
            if (m_scanner.readString(m_buffer, text))
                return Value::string(text);
            break;
        case 't':
            if (m_scanner.readLiteral("true"))
                return Value::boolean(true);
            break;
        case 'f':
            if (m_scanner.readLiteral("false"))
                return Value::boolean(false);
            break;
        case 'n':
            if (m_scanner.readLiteral("null"))
                return Value();
            break;
        default:
            if (!startsJsonNumber(c))
                return unexpected(" looking for beginning of value");
            if (m_scanner.readNumber(text)) {
                const auto number = parseJsonNumber(text);
                return number ? Outcome<Value>(Value::number(*number)) : fail("a number is required");
            }
        }
        return fail(m_scanner.error());
    }

    Outcome<Value> readTuple() {
        if (++m_depth > maxJsonNesting)
            return fail("exceeded max depth");
        m_scanner.take('[');
        std::vector<Value> values;
        while (!m_scanner.take(']')) {
            if (!values.empty() && !m_scanner.take(','))
                return unexpected(" after array element");
            auto value = read();
            if (!value)
                return value;
            values.push_back(*std::move(value));
        }
        --m_depth;
        return Value::tuple(std::move(values));
    }

    Outcome<Value> readObject() {
        if (++m_depth > maxJsonNesting)
            return fail("exceeded max depth");
        m_scanner.take('{');
        std::vector<std::pair<std::string, Value>> attributes;
        bool isSorted = true;
        while (!m_scanner.take('}')) {
            if (!attributes.empty() && !m_scanner.take(','))
                return unexpected(" after object key:value pair");
            if (m_scanner.peek() != '"')
                return unexpected(attributes.empty() ? "" : " looking for beginning of object key string");
            std::string_view key;
            if (!m_scanner.readString(m_buffer, key))
                return fail(m_scanner.error());
            isSorted = isSorted && (attributes.empty() || attributes.back().first < key);
            attributes.emplace_back(key, Value());
            if (!m_scanner.take(':'))
                return unexpected(" after object key");
            auto value = read();
            if (!value)
                return value;
            attributes.back().second = *std::move(value);
        }
        --m_depth;
        if (!isSorted)
            if (auto duplicate = resolveDuplicates(attributes))
                return fail("duplicate " + quoted(*duplicate) + " property in JSON object");
        return Value::object(std::move(attributes));
    }

    /// The last of duplicate keys is used; their types must be equal.
    static std::optional<std::string> resolveDuplicates(std::vector<std::pair<std::string, Value>>& attributes) {
        std::stable_sort(attributes.begin(), attributes.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (std::size_t i = 1; i < attributes.size(); ++i) {
            if (attributes[i].first != attributes[kept].first) {
                ++kept;
            } else if (attributes[i].second.type() != attributes[kept].second.type()) {
                return attributes[i].first;
            }
            if (kept != i)
                attributes[kept] = std::move(attributes[i]);
        }
        attributes.resize(attributes.empty() ? 0 : kept + 1);
        return std::nullopt;
    }

    JsonScanner m_scanner;
    std::string m_buffer;
    int m_depth = 0;
};

} // namespace

Outcome<Value> fromSimpleJson(std::string_view json) {
    return SimpleReader(json).readAll();
}

Outcome<Type> impliedTypeOfJson(std::string_view json) {
    const auto value = fromSimpleJson(json);
    if (!value)
        return diags::Unexpected{value.error()};
    return value->type();
}

} // namespace planlens::values
