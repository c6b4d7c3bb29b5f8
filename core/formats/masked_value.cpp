// SPDX-License-Identifier: MPL-2.0
#include "core/formats/masked_value.h"

#include "core/values/json/json_scanner.h"

#include <algorithm>
#include <set>

namespace planlens::formats {

using values::JsonScanner;
using values::Mark;
using values::Outcome;
using values::Value;

namespace {

// Code that traverses values is recursive; the nesting depth is limited to that of types.
constexpr std::uint32_t deepest = values::Type::maxDepth - 1;

diags::Unexpected<values::PathError> fail(std::string message) {
    return {values::PathError{{}, std::move(message)}};
}

/// Reads JSON up to a maximum nesting depth.
class Reader {
protected:
    explicit Reader(std::string_view json)
        : m_scanner(json) {}

    bool enter() {
        if (++m_depth <= deepest)
            return true;
        m_error = "it is nested too deeply";
        return false;
    }
    void leave() { --m_depth; }
    bool syntaxError() {
        if (m_error.empty())
            m_error = m_scanner.error().empty() ? "it is not valid JSON" : m_scanner.error();
        return false;
    }
    bool takeEnd(char closing) {
        return m_scanner.take(closing) || m_scanner.unexpected(" after a value") || syntaxError();
    }
    bool readKey(std::string& key) {
        std::string buffer;
        std::string_view text;
        if (m_scanner.peek() != '"' || !m_scanner.readString(buffer, text) || !m_scanner.take(':'))
            return syntaxError();
        key = text;
        return true;
    }

    JsonScanner m_scanner;
    std::uint32_t m_depth = 0;
    std::string m_error;
};

class MaskReader : Reader {
public:
    explicit MaskReader(std::string_view json)
        : Reader(json) {}

    Outcome<Mask> readAll() {
        Mask mask;
        if (!read(mask))
            return fail(m_error);
        return mask;
    }

private:
    bool read(Mask& mask) {
        switch (m_scanner.peek()) {
        case 't':
            mask.all = true;
            return m_scanner.readLiteral("true") || syntaxError();
        case '{':
            return readMembers(mask);
        case '[':
            return readElements(mask);
        default:
            return m_scanner.skipValue() || syntaxError();
        }
    }

    bool readMembers(Mask& mask) {
        m_scanner.take('{');
        if (!enter())
            return false;
        if (!m_scanner.take('}')) {
            do {
                std::string key;
                Mask one;
                if (!readKey(key) || !read(one))
                    return false;
                if (!one.isEmpty())
                    mask.members.emplace_back(std::move(key), std::move(one));
            } while (m_scanner.take(','));
            if (!takeEnd('}'))
                return false;
            std::stable_sort(mask.members.begin(), mask.members.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
        }
        leave();
        return true;
    }

    bool readElements(Mask& mask) {
        m_scanner.take('[');
        if (!enter())
            return false;
        if (!m_scanner.take(']')) {
            bool isEmpty = true;
            do {
                if (!read(mask.elements.emplace_back()))
                    return false;
                isEmpty = isEmpty && mask.elements.back().isEmpty();
            } while (m_scanner.take(','));
            if (!takeEnd(']'))
                return false;
            if (isEmpty)
                mask.elements.clear();
        }
        leave();
        return true;
    }
};

class ValueReader : Reader {
public:
    explicit ValueReader(std::string_view json)
        : Reader(json) {}

    Outcome<Value> readAll(const Mask& unknown, const Mask& sensitive) {
        Value value;
        if (!read(value, &unknown, &sensitive))
            return fail(m_error);
        return value;
    }

private:
    bool read(Value& value, const Mask* unknown, const Mask* sensitive) {
        if (!readUnmarked(value, unknown, sensitive))
            return false;
        if (sensitive && sensitive->all)
            value = value.withMark(Mark::sensitive());
        return true;
    }

    bool readUnmarked(Value& value, const Mask* unknown, const Mask* sensitive) {
        if (unknown && unknown->all) {
            value = Value::dynamicUnknown();
            return m_scanner.skipValue() || syntaxError();
        }
        const char first = m_scanner.peek();
        switch (first) {
        case '{':
            return readObject(value, unknown, sensitive);
        case '[':
            return readTuple(value, unknown, sensitive);
        case '"': {
            std::string_view text;
            if (!m_scanner.readString(m_buffer, text))
                return syntaxError();
            value = Value::string(text);
            return true;
        }
        case 't':
        case 'f':
            value = Value::boolean(first == 't');
            return m_scanner.readLiteral(first == 't' ? "true" : "false") || syntaxError();
        case 'n':
            value = Value();
            return m_scanner.readLiteral("null") || syntaxError();
        default:
            break;
        }
        std::string_view digits;
        if (!values::startsJsonNumber(first) || !m_scanner.readNumber(digits))
            return syntaxError();
        const std::optional<values::Number> number = values::parseJsonNumber(digits);
        if (!number) {
            m_error = "the number " + std::string(digits.substr(0, 40)) + " cannot be used";
            return false;
        }
        value = Value::number(*number);
        return true;
    }

    bool readObject(Value& value, const Mask* unknown, const Mask* sensitive) {
        m_scanner.take('{');
        if (!enter())
            return false;
        std::vector<std::pair<std::string, Value>> attributes;
        std::set<const Mask*> met;
        if (!m_scanner.take('}')) {
            do {
                auto& [key, one] = attributes.emplace_back();
                if (!readKey(key))
                    return false;
                const Mask* unknownHere = unknown ? unknown->member(key) : nullptr;
                if (unknownHere)
                    met.insert(unknownHere);
                if (!read(one, unknownHere, sensitive ? sensitive->member(key) : nullptr))
                    return false;
            } while (m_scanner.take(','));
            if (!takeEnd('}'))
                return false;
        }
        if (unknown)
            for (const auto& [name, mask] : unknown->members)
                if (!met.contains(&mask))
                    attributes.emplace_back(name, unknownBy(mask, sensitive ? sensitive->member(name) : nullptr));
        leave();
        value = Value::object(std::move(attributes));
        return true;
    }

    bool readTuple(Value& value, const Mask* unknown, const Mask* sensitive) {
        m_scanner.take('[');
        if (!enter())
            return false;
        std::vector<Value> elements;
        if (!m_scanner.take(']')) {
            do {
                const std::size_t i = elements.size();
                if (!read(elements.emplace_back(), unknown ? unknown->element(i) : nullptr,
                          sensitive ? sensitive->element(i) : nullptr))
                    return false;
            } while (m_scanner.take(','));
            if (!takeEnd(']'))
                return false;
        }
        while (unknown && elements.size() < unknown->elements.size())
            elements.push_back(unknownBy(unknown->elements[elements.size()],
                                         sensitive ? sensitive->element(elements.size()) : nullptr));
        leave();
        value = Value::tuple(std::move(elements));
        return true;
    }

    /// Returns the value of a part that only the mask contains.
    static Value unknownBy(const Mask& unknown, const Mask* sensitive) {
        Value value;
        if (unknown.all) {
            value = Value::dynamicUnknown();
        } else if (!unknown.elements.empty()) {
            std::vector<Value> elements;
            for (std::size_t i = 0; i < unknown.elements.size(); ++i)
                elements.push_back(unknownBy(unknown.elements[i], sensitive ? sensitive->element(i) : nullptr));
            value = Value::tuple(std::move(elements));
        } else if (!unknown.members.empty()) {
            std::vector<std::pair<std::string, Value>> attributes;
            for (const auto& [name, mask] : unknown.members)
                attributes.emplace_back(name, unknownBy(mask, sensitive ? sensitive->member(name) : nullptr));
            value = Value::object(std::move(attributes));
        }
        return sensitive && sensitive->all ? value.withMark(Mark::sensitive()) : value;
    }

    std::string m_buffer;
};

} // namespace

const Mask* Mask::member(std::string_view name) const {
    const auto at = std::lower_bound(members.begin(), members.end(), name,
                                     [](const auto& one, std::string_view wanted) { return one.first < wanted; });
    return at == members.end() || at->first != name ? nullptr : &at->second;
}

const Mask* Mask::element(std::size_t i) const {
    return i < elements.size() ? &elements[i] : nullptr;
}

Outcome<Mask> readMask(std::string_view json) {
    return json.empty() ? Mask() : MaskReader(json).readAll();
}

Outcome<Value> readMaskedValue(std::string_view json, const Mask& unknown, const Mask& sensitive) {
    return ValueReader(json.empty() ? "null" : json).readAll(unknown, sensitive);
}

} // namespace planlens::formats
