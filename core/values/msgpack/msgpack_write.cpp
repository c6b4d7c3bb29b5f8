// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"
#include "core/values/json/json.h"
#include "core/values/msgpack/msgpack.h"
#include "core/values/text/known_prefix.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace planlens::values {
namespace {

constexpr std::string_view plainUnknown("\xd4\0\0", 3);
constexpr unsigned char refinedExtension = 0x0c;
constexpr std::size_t longestPrefix = 256;

/// Appends msgpack, each token in its shortest form.
class Packer {
public:
    explicit Packer(std::string& out)
        : m_out(out) {}

    void byte(std::uint64_t b) { m_out += static_cast<char>(b); }
    void bigEndian(std::uint64_t value, int bytes) {
        for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
            byte(value >> shift & 0xff);
    }
    void nil() { byte(0xc0); }
    void boolean(bool value) { byte(value ? 0xc3 : 0xc2); }
    void integer(std::int64_t value) {
        const auto bits = static_cast<std::uint64_t>(value);
        if (value >= 0)
            return natural(bits);
        if (value >= -32)
            return byte(bits & 0xff);
        if (value >= std::numeric_limits<std::int8_t>::min())
            return coded(0xd0, bits, 1);
        if (value >= std::numeric_limits<std::int16_t>::min())
            return coded(0xd1, bits, 2);
        if (value >= std::numeric_limits<std::int32_t>::min())
            return coded(0xd2, bits, 4);
        coded(0xd3, bits, 8);
    }
    void real(double value) { coded(0xcb, std::bit_cast<std::uint64_t>(value), 8); }
    void string(std::string_view text) {
        if (text.size() < 32)
            byte(0xa0 | text.size());
        else
            length(text.size(), 0xd9, 0xda, 0xdb);
        m_out += text;
    }
    void binary(std::string_view bytes) {
        length(bytes.size(), 0xc4, 0xc5, 0xc6);
        m_out += bytes;
    }
    void array(std::size_t size) { sized(size, 0x90, 0xdc); }
    void map(std::size_t size) { sized(size, 0x80, 0xde); }
    void extension(unsigned char type, std::string_view body) {
        switch (body.size()) {
        case 1:
            byte(0xd4);
            break;
        case 2:
            byte(0xd5);
            break;
        case 4:
            byte(0xd6);
            break;
        case 8:
            byte(0xd7);
            break;
        case 16:
            byte(0xd8);
            break;
        default:
            length(body.size(), 0xc7, 0xc8, 0xc9);
        }
        byte(type);
        m_out += body;
    }
    void raw(std::string_view bytes) { m_out += bytes; }

private:
    void coded(unsigned code, std::uint64_t value, int bytes) {
        byte(code);
        bigEndian(value, bytes);
    }
    void natural(std::uint64_t value) {
        if (value <= 0x7f)
            return byte(value);
        if (value <= 0xff)
            return coded(0xcc, value, 1);
        if (value <= 0xffff)
            return coded(0xcd, value, 2);
        if (value <= 0xffffffff)
            return coded(0xce, value, 4);
        coded(0xcf, value, 8);
    }
    void length(std::size_t size, unsigned code8, unsigned code16, unsigned code32) {
        if (size <= 0xff)
            coded(code8, size, 1);
        else if (size <= 0xffff)
            coded(code16, size, 2);
        else
            coded(code32, size, 4);
    }
    void sized(std::size_t size, unsigned fixed, unsigned code16) {
        if (size < 16)
            byte(fixed | size);
        else if (size <= 0xffff)
            coded(code16, size, 2);
        else
            coded(code16 + 1, size, 4);
    }

    std::string& m_out;
};

void packNumber(Packer& packer, const Number& number) {
    if (number.isInfinite())
        packer.real(number.isNegative() ? -std::numeric_limits<double>::infinity()
                                        : std::numeric_limits<double>::infinity());
    else if (const auto integer = number.toInt64())
        packer.integer(*integer);
    else if (!number.isInteger() && number.isExactDouble())
        packer.real(number.toDouble());
    else
        packer.string(number.toString());
}

void packBound(Packer& packer, const Refinement::Bound& bound) {
    packer.array(2);
    packNumber(packer, bound.number);
    packer.boolean(bound.inclusive);
}

void packUnknown(Packer& packer, const Value& value) {
    const Refinement* known = value.refinement();
    if (!known || known->isTrivial() || value.type().isDynamic())
        return packer.raw(plainUnknown);
    enum Key { Nullness = 1, Prefix, NumberMin, NumberMax, LengthMin, LengthMax };
    std::string entries;
    Packer inner(entries);
    std::size_t count = 0;
    const auto key = [&](Key k) {
        ++count;
        inner.integer(k);
    };
    if (known->notNull) {
        key(Nullness);
        inner.boolean(false);
    }
    if (value.type().isNumber()) {
        if (known->lower) {
            key(NumberMin);
            packBound(inner, *known->lower);
        }
        if (known->upper) {
            key(NumberMax);
            packBound(inner, *known->upper);
        }
    } else if (value.type().isString() && !known->prefix.empty()) {
        key(Prefix);
        const std::string_view prefix = known->prefix;
        inner.string(prefix.size() > longestPrefix ? safeKnownPrefix(prefix.substr(0, longestPrefix - 1))
                                                   : std::string(prefix));
    } else if (value.type().isCollection()) {
        if (known->minLength != 0) {
            key(LengthMin);
            inner.integer(known->minLength);
        }
        if (known->maxLength) {
            key(LengthMax);
            inner.integer(*known->maxLength);
        }
    }
    if (count == 0)
        return packer.raw(plainUnknown);
    std::string body;
    Packer(body).map(count);
    packer.extension(refinedExtension, body + entries);
}

/// Errors collect their path innermost step first.
class Writer {
public:
    explicit Writer(std::string& out)
        : m_packer(out) {}

    bool write(const Value& value, Type constraint) {
        if (value.isMarked()) {
            m_message = "value has marks, so it cannot be serialized";
            return false;
        }
        if (constraint.isDynamic() && !value.type().isDynamic()) {
            m_packer.array(2);
            m_packer.binary(typeToJson(value.type()));
            return write(value, value.type());
        }
        if (!value.isKnown()) {
            packUnknown(m_packer, value);
            return true;
        }
        if (value.isNull()) {
            m_packer.nil();
            return true;
        }
        switch (constraint.kind()) {
        case Type::Kind::String:
            m_packer.string(value.asString());
            return true;
        case Type::Kind::Number:
            packNumber(m_packer, value.asNumber());
            return true;
        case Type::Kind::Bool:
            m_packer.boolean(value.asBool());
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
        m_message = "cannot msgpack-serialize dynamic";
        return false;
    }

    PathError takeError() {
        std::reverse(m_insideOut.begin(), m_insideOut.end());
        return {Path(std::move(m_insideOut)), std::move(m_message)};
    }

private:
    bool failWithin(PathStep step) {
        m_insideOut.push_back(std::move(step));
        return false;
    }

    bool writeSequence(const Value& value, Type constraint) {
        const bool isTuple = constraint.isTuple();
        const Type element = isTuple ? Type() : constraint.elementType();
        const std::size_t size = value.size();
        m_packer.array(size);
        for (std::size_t i = 0; i < size; ++i)
            if (!write(value.element(i), isTuple ? constraint.tupleTypes()[i] : element))
                return failWithin(
                    IndexStep{constraint.isSet() ? value.element(i) : Value::number(static_cast<std::int64_t>(i))});
        return true;
    }

    bool writeMap(const Value& value, Type element) {
        const std::size_t size = value.size();
        m_packer.map(size);
        for (std::size_t i = 0; i < size; ++i) {
            m_packer.string(value.key(i));
            if (!write(value.element(i), element))
                return failWithin(IndexStep{Value::string(value.key(i))});
        }
        return true;
    }

    bool writeObject(const Value& value, Type constraint) {
        const auto attributes = constraint.attributes();
        m_packer.map(attributes.size());
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            m_packer.string(attributes[i].name);
            if (!write(value.element(i), attributes[i].type))
                return failWithin(AttributeStep{attributes[i].name});
        }
        return true;
    }

    Packer m_packer;
    std::string m_message;
    std::vector<PathStep> m_insideOut;
};

} // namespace

Outcome<std::string> toMsgpack(const Value& value, Type constraint) {
    const Outcome<Value> conforming = detail::conforming(value, constraint);
    if (!conforming)
        return diags::Unexpected{conforming.error()};
    std::string out;
    Writer writer(out);
    if (!writer.write(*conforming, constraint))
        return diags::Unexpected{writer.takeError()};
    return out;
}

} // namespace planlens::values
