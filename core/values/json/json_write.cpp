// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"
#include "core/values/json/json.h"
#include "core/values/text/utf8.h"

#include <algorithm>
#include <array>

namespace planlens::values {
namespace {

constexpr std::array<bool, 256> plainCharacters() {
    std::array<bool, 256> plain{};
    for (std::size_t c = 0x20; c < 0x80; ++c)
        plain[c] = c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
    return plain;
}
constexpr std::array<bool, 256> isPlain = plainCharacters();

void appendEscaped(std::string& out, unsigned char c) {
    constexpr std::string_view hex = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\b':
        out += "\\b";
        break;
    case '\f':
        out += "\\f";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        out += "\\u00";
        out += hex[c >> 4];
        out += hex[c & 15];
    }
}

/// Appends values to a string. Errors collect their path innermost step first.
class Writer {
public:
    explicit Writer(std::string& out)
        : m_out(out) {}

    bool write(const Value& value, Type constraint) {
        if (value.isMarked())
            return fail("value has marks, so it cannot be serialized as JSON");
        if (!value.isKnown())
            return fail("value is not known");
        if (constraint.isDynamic() && !value.type().isDynamic())
            return writeDynamic(value);
        if (value.isNull()) {
            m_out += "null";
            return true;
        }
        switch (constraint.kind()) {
        case Type::Kind::String:
            appendJsonString(m_out, value.asString());
            return true;
        case Type::Kind::Number:
            return writeNumber(value.asNumber());
        case Type::Kind::Bool:
            m_out += value.asBool() ? "true" : "false";
            return true;
        case Type::Kind::List:
        case Type::Kind::Set:
        case Type::Kind::Tuple:
            return writeSequence(value, constraint);
        case Type::Kind::Map:
            return writeMap(value, constraint.elementType());
        case Type::Kind::Object:
            return writeObject(value, constraint);
        case Type::Kind::Dynamic:
            break;
        }
        return fail("cannot JSON-serialize dynamic");
    }

    PathError takeError() {
        std::reverse(m_insideOut.begin(), m_insideOut.end());
        return {Path(std::move(m_insideOut)), std::move(m_message)};
    }

private:
    bool fail(std::string message) {
        m_message = std::move(message);
        return false;
    }
    bool failWithin(PathStep step) {
        m_insideOut.push_back(std::move(step));
        return false;
    }

    bool writeDynamic(const Value& value) {
        m_out += "{\"value\":";
        if (!write(value, value.type())) {
            m_message = "failed to serialize value: " + m_message;
            return false;
        }
        m_out += ",\"type\":";
        m_out += typeToJson(value.type());
        m_out += '}';
        return true;
    }

    bool writeNumber(const Number& number) {
        if (number.isInfinite())
            return fail("cannot serialize infinity as JSON");
        m_out += number.toString();
        return true;
    }

    bool writeSequence(const Value& value, Type constraint) {
        m_out += '[';
        const bool isTuple = constraint.isTuple();
        const Type element = isTuple ? Type() : constraint.elementType();
        for (std::size_t i = 0, n = value.size(); i < n; ++i) {
            if (i > 0)
                m_out += ',';
            if (!write(value.element(i), isTuple ? constraint.tupleTypes()[i] : element))
                return failWithin(
                    IndexStep{constraint.isSet() ? value.element(i) : Value::number(static_cast<std::int64_t>(i))});
        }
        m_out += ']';
        return true;
    }

    bool writeMap(const Value& value, Type element) {
        m_out += '{';
        for (std::size_t i = 0, n = value.size(); i < n; ++i) {
            if (i > 0)
                m_out += ',';
            appendJsonString(m_out, value.key(i));
            m_out += ':';
            if (!write(value.element(i), element))
                return failWithin(IndexStep{Value::string(value.key(i))});
        }
        m_out += '}';
        return true;
    }

    bool writeObject(const Value& value, Type constraint) {
        m_out += '{';
        const auto attributes = constraint.attributes();
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            if (i > 0)
                m_out += ',';
            appendJsonString(m_out, attributes[i].name);
            m_out += ':';
            if (!write(value.element(i), attributes[i].type))
                return failWithin(AttributeStep{attributes[i].name});
        }
        m_out += '}';
        return true;
    }

    std::string& m_out;
    std::string m_message;
    std::vector<PathStep> m_insideOut;
};

} // namespace

void appendJsonString(std::string& out, std::string_view text) {
    if (std::ranges::all_of(text, [](char c) { return isPlain[static_cast<unsigned char>(c)]; })) {
        const std::size_t at = out.size();
        out.resize(at + text.size() + 2, '"');
        std::ranges::copy(text, out.begin() + static_cast<std::ptrdiff_t>(at + 1));
        return;
    }
    out += '"';
    std::size_t plainFrom = 0;
    const auto flush = [&](std::size_t to) { out += text.substr(plainFrom, to - plainFrom); };
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (isPlain[c]) {
            ++i;
            continue;
        }
        if (c < 0x80) {
            flush(i);
            appendEscaped(out, c);
            plainFrom = ++i;
            continue;
        }
        const CodePoint point = decodeUtf8(text.substr(i));
        if (!point.isValid || point.code == 0x2028 || point.code == 0x2029) {
            flush(i);
            out += !point.isValid ? "\\ufffd" : point.code == 0x2028 ? "\\u2028" : "\\u2029";
            plainFrom = i + point.size;
        }
        i += point.size;
    }
    flush(text.size());
    out += '"';
}

void removeHtmlEscapes(std::string& json, std::size_t from) {
    constexpr std::pair<std::string_view, char> escapes[] = {{"\\u003c", '<'}, {"\\u003e", '>'}, {"\\u0026", '&'}};
    std::size_t out = from;
    for (std::size_t in = from; in < json.size();) {
        const std::string_view rest = std::string_view(json).substr(in);
        const auto escape = std::ranges::find_if(escapes, [&](const auto& one) { return rest.starts_with(one.first); });
        if (escape != std::end(escapes)) {
            json[out++] = escape->second;
            in += escape->first.size();
            continue;
        }
        if (json[in] == '\\') // copies an escaped character, which may be a backslash
            json[out++] = json[in++];
        json[out++] = json[in++];
    }
    json.resize(out);
}

Outcome<bool> appendJson(std::string& out, const Value& value, Type constraint) {
    const Outcome<Value> conforming = detail::conforming(value, constraint);
    if (!conforming)
        return diags::Unexpected{conforming.error()};
    const std::size_t before = out.size();
    Writer writer(out);
    if (writer.write(*conforming, constraint))
        return true;
    out.resize(before);
    return diags::Unexpected{writer.takeError()};
}

Outcome<std::string> toJson(const Value& value, Type constraint) {
    std::string out;
    const auto done = appendJson(out, value, constraint);
    if (!done)
        return diags::Unexpected{done.error()};
    return out;
}

} // namespace planlens::values
