// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"
#include "core/values/json/json.h"
#include "core/values/msgpack/msgpack.h"
#include "core/values/msgpack/msgpack_unpacker.h"
#include "core/values/operations.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>

namespace planlens::values {
namespace {

constexpr unsigned refinedExtension = 0x0c;
constexpr std::size_t largestRefinement = 1024;

diags::Unexpected<PathError> fail(std::string message) {
    return {PathError{{}, std::move(message)}};
}
diags::Unexpected<PathError> within(PathError error, PathStep step) {
    error.path.push(std::move(step));
    return {std::move(error)};
}

/// The reference panics on contradictory refinements; here they are an error.
bool isContradictory(const Refinement& r) {
    if (r.maxLength && *r.maxLength < r.minLength)
        return true;
    if (!r.lower || !r.upper)
        return false;
    return r.lower->number > r.upper->number ||
           (r.lower->number == r.upper->number && r.lower->inclusive != r.upper->inclusive);
}

constexpr std::string_view badBody = "failed to decode msgpack extension body: ";

Outcome<bool> readRefinementEntry(MsgpackUnpacker& unpacker, Type type, Refinement& into, bool& isNull) {
    const auto bad = [](std::string_view what) { return fail(std::string(badBody).append(what)); };
    const auto key = unpacker.integer();
    if (!key)
        return bad("non-integer key in map");
    switch (*key) {
    case 1: {
        const auto null = unpacker.boolean();
        if (!null)
            return bad("null refinement is not boolean");
        (*null ? isNull : into.notNull) = true;
        return true;
    }
    case 2: {
        if (!type.isString())
            return bad("string prefix refinement for non-string type");
        const auto prefix = unpacker.string();
        if (!prefix)
            return bad("string prefix refinement is not string");
        if (!isUtf8(*prefix))
            return bad("string prefix refinement is not valid UTF-8");
        into.prefix = Value::string(*prefix).asString();
        return true;
    }
    case 3:
    case 4: {
        if (!type.isNumber())
            return bad("numeric bound refinement for non-number type");
        const auto size = unpacker.arrayLength();
        const auto number =
            size == 2 && !unpacker.atEnd() && unpacker.peek() != 0xc0 ? unpacker.number() : std::nullopt;
        const auto inclusive =
            number && !unpacker.atEnd() && unpacker.peek() != 0xc0 ? unpacker.boolean() : std::nullopt;
        if (!inclusive)
            return bad("length bound refinement must be [number, bool] array");
        if (!number->isInfinite())
            (*key == 3 ? into.lower : into.upper) = Refinement::Bound{*number, *inclusive};
        return true;
    }
    case 5:
    case 6: {
        if (!type.isCollection())
            return bad("length lower bound refinement for non-collection type");
        const auto bound = unpacker.integer();
        if (!bound)
            return bad("length bound refinement must be integer or [integer, bool] array");
        if (*key == 5)
            into.minLength = std::max(into.minLength, *bound);
        else
            into.maxLength = into.maxLength ? std::min(*into.maxLength, *bound) : *bound;
        return true;
    }
    default:
        return true; // from a newer version: ignored
    }
}

class Reader {
public:
    explicit Reader(std::string_view bytes)
        : m_unpacker(bytes) {}

    Outcome<Value> read(Type type) {
        if (m_unpacker.atEnd())
            return fail("EOF");
        const unsigned next = m_unpacker.peek();
        if (MsgpackUnpacker::isExtension(next))
            return readUnknown(type.withoutOptionalAttributes());
        if (type.isDynamic())
            return readDynamic();
        if (next == 0xc0) {
            m_unpacker.skipCode();
            return Value::null(type.withoutOptionalAttributes());
        }
        switch (type.kind()) {
        case Type::Kind::String: {
            const auto text = m_unpacker.string();
            return text ? Outcome<Value>(Value::string(*text)) : fail("string is required");
        }
        case Type::Kind::Number: {
            const auto number = m_unpacker.number();
            return number ? Outcome<Value>(Value::number(*number)) : fail("number is required");
        }
        case Type::Kind::Bool: {
            const auto boolean = m_unpacker.boolean();
            return boolean ? Outcome<Value>(Value::boolean(*boolean)) : fail("bool is required");
        }
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
        case Type::Kind::Dynamic:
            break;
        }
        return fail("unsupported type " + type.friendlyName());
    }

private:
    Outcome<Value> readUnknown(Type type) {
        const auto header = m_unpacker.extensionHeader();
        if (!header)
            return fail("extension code is required for unknown value");
        const auto readBody = [&] { return m_unpacker.take(header->length); };
        constexpr const char* cutOff = "failed to read msgpack extension body: unexpected EOF";
        if (header->length <= 1)
            return readBody() ? Outcome<Value>(Value::unknown(type)) : fail(cutOff);
        if (header->type != refinedExtension) {
            const auto signedType = static_cast<std::int8_t>(header->type);
            return fail(fmt::format("unsupported extension type 0x{:02x} with len {}", signedType, header->length));
        }
        if (header->length > largestRefinement)
            return fail("oversize unknown value refinement");
        const auto body = readBody();
        if (!body)
            return fail(cutOff);
        return readRefined(*body, type);
    }

    static Outcome<Value> readRefined(std::string_view body, Type type) {
        MsgpackUnpacker unpacker(body);
        const auto count = unpacker.mapLength();
        if (!count)
            return fail(fmt::format("{}not a map", badBody));
        if (type.isDynamic())
            return Value::unknown(type);
        Refinement refinement;
        bool isNull = false;
        for (std::int64_t i = 0; i < *count; ++i) {
            const auto done = readRefinementEntry(unpacker, type, refinement, isNull);
            if (!done)
                return diags::Unexpected{done.error()};
        }
        if ((isNull && refinement.notNull) || isContradictory(refinement))
            return fail(fmt::format("{}refinements contradict each other", badBody));
        return isNull ? Value::null(type) : refine(Value::unknown(type), refinement);
    }

    Outcome<Value> readDynamic() {
        const std::size_t start = m_unpacker.position();
        const auto length = m_unpacker.arrayLength();
        if (!length)
            return fail(m_unpacker.refused(start, "array length"));
        if (*length == -1)
            return Value();
        if (*length != 2)
            return fail("dynamic value array must have exactly two elements");
        const std::size_t typeAt = m_unpacker.position();
        const auto json = m_unpacker.string();
        if (!json)
            return fail(m_unpacker.refused(typeAt, "string/bytes length"));
        const auto type = typeFromJson(*json);
        if (!type)
            return fail(type.error().message);
        if (++m_dynamicDepth > maxMsgpackNesting)
            return fail("exceeded max depth");
        auto value = read(*type);
        --m_dynamicDepth;
        return value;
    }

    Outcome<std::vector<Value>> readElements(Type element, std::int64_t count) {
        std::vector<Value> values;
        values.reserve(std::min(static_cast<std::size_t>(count), m_unpacker.bytesLeft()));
        for (std::int64_t i = 0; i < count; ++i) {
            auto value = read(element);
            if (!value)
                return within(std::move(value).error(), IndexStep{Value::number(i)});
            values.push_back(*std::move(value));
        }
        return values;
    }

    Outcome<Value> readList(Type type) {
        const auto count = m_unpacker.arrayLength();
        if (!count)
            return fail("a list is required");
        auto values = readElements(type.elementType(), *count);
        if (!values)
            return diags::Unexpected{std::move(values).error()};
        return detail::sequenceOf(type, *std::move(values));
    }

    Outcome<Value> readSet(Type type) {
        const auto count = m_unpacker.arrayLength();
        if (!count)
            return fail("a set is required");
        auto values = readElements(type.elementType(), *count);
        if (!values)
            return diags::Unexpected{std::move(values).error()};
        return detail::sequenceOf(type, *std::move(values));
    }

    Outcome<Value> readMap(Type type) {
        const Type element = type.elementType();
        const auto count = m_unpacker.mapLength();
        if (!count)
            return fail("a map is required");
        std::vector<std::pair<std::string, Value>> entries;
        entries.reserve(std::min(static_cast<std::size_t>(*count), m_unpacker.bytesLeft()));
        for (std::int64_t i = 0; i < *count; ++i) {
            const auto key = m_unpacker.string();
            if (!key)
                return fail("non-string key in map");
            entries.emplace_back(*key, Value());
            auto value = read(element);
            if (!value)
                return within(std::move(value).error(), IndexStep{Value::string(entries.back().first)});
            entries.back().second = *std::move(value);
        }
        return detail::mapOf(type, std::move(entries));
    }

    Outcome<Value> readTuple(Type type) {
        const auto types = type.tupleTypes();
        const auto count = m_unpacker.arrayLength();
        if (!count)
            return fail("a tuple is required");
        if (*count == 0)
            return Value::emptyTuple();
        if (static_cast<std::size_t>(*count) != types.size())
            return fail(fmt::format("a tuple of length {} is required", types.size()));
        std::vector<Value> values;
        values.reserve(types.size());
        for (std::size_t i = 0; i < types.size(); ++i) {
            auto value = read(types[i]);
            if (!value)
                return within(std::move(value).error(), IndexStep{Value::number(static_cast<std::int64_t>(i))});
            values.push_back(*std::move(value));
        }
        return Value::tuple(std::move(values));
    }

    Outcome<Value> readObject(Type type) {
        const auto attributes = type.attributes();
        const auto count = m_unpacker.mapLength();
        if (!count)
            return fail("an object is required");
        if (*count == 0)
            return Value::emptyObject();
        if (static_cast<std::size_t>(*count) != attributes.size())
            return fail(fmt::format("an object with {} attributes is required ({} given)", attributes.size(), *count));
        std::vector<std::optional<Value>> values(attributes.size());
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            const auto key = m_unpacker.string();
            if (!key)
                return fail("all keys must be strings");
            const auto step = [&] { return IndexStep{Value::string(*key)}; };
            std::size_t at = i; // writers sort keys: the next key is usually the next attribute
            if (attributes[at].name != *key) {
                const auto found = type.attributeIndex(*key);
                if (!found)
                    return within({{}, "unsupported attribute"}, step());
                at = *found;
            }
            auto value = read(attributes[at].type);
            if (!value)
                return within(std::move(value).error(), step());
            values[at] = *std::move(value);
        }
        return object(type, std::move(values));
    }

    /// Attributes are missing if keys occurred twice.
    static Value object(Type type, std::vector<std::optional<Value>> values) {
        bool asDeclared = !type.hasOptionalAttributes();
        std::vector<std::pair<std::string, Value>> named;
        for (std::size_t i = 0; i < values.size(); ++i)
            asDeclared = asDeclared && values[i] && values[i]->type() == type.attributes()[i].type;
        if (asDeclared) {
            std::vector<Value> filled;
            filled.reserve(values.size());
            for (auto& value : values)
                filled.push_back(*std::move(value));
            return Value::object(type, std::move(filled));
        }
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i])
                named.emplace_back(type.attributes()[i].name, *std::move(values[i]));
        return Value::object(std::move(named));
    }

    MsgpackUnpacker m_unpacker;
    int m_dynamicDepth = 0;
};

} // namespace

Outcome<Value> fromMsgpack(std::string_view bytes, Type constraint) {
    auto value = Reader(bytes).read(constraint);
    if (value)
        return value;
    std::vector<PathStep> steps(value.error().path.begin(), value.error().path.end());
    std::reverse(steps.begin(), steps.end());
    return diags::Unexpected{PathError{Path(std::move(steps)), std::move(value.error().message)}};
}

} // namespace planlens::values
