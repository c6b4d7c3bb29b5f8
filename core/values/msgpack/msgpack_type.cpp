// SPDX-License-Identifier: MPL-2.0
#include "core/values/msgpack/msgpack.h"
#include "core/values/msgpack/msgpack_unpacker.h"

#include <fmt/format.h>

namespace planlens::values {
namespace {

diags::Unexpected<PathError> fail(std::string message) {
    return {PathError{{}, std::move(message)}};
}

class TypeReader {
public:
    explicit TypeReader(std::string_view bytes)
        : m_unpacker(bytes) {}

    Outcome<Type> readAll() {
        auto type = read();
        if (type && !m_unpacker.atEnd())
            return fail("extra bytes after msgpack value");
        return type;
    }

private:
    Outcome<Type> read() {
        if (m_unpacker.atEnd())
            return fail("EOF");
        const unsigned code = m_unpacker.peek();
        const auto need = [](bool present, Type type) {
            return present ? Outcome<Type>(type) : fail("unexpected EOF");
        };
        if (code == 0xc0) {
            m_unpacker.skipCode();
            return Type::dynamic();
        }
        if (MsgpackUnpacker::isExtension(code)) {
            const auto header = m_unpacker.extensionHeader();
            return need(header && m_unpacker.take(header->length), Type::dynamic());
        }
        if (code == 0xc2 || code == 0xc3)
            return need(m_unpacker.boolean().has_value(), Type::boolean());
        if (MsgpackUnpacker::isFixedNumber(code) || (code >= 0xca && code <= 0xd3)) {
            // Not decoded as a number: a NaN has the type, too.
            m_unpacker.skipCode();
            if (MsgpackUnpacker::isFixedNumber(code))
                return Type::number();
            const std::size_t size = code <= 0xcb ? (code == 0xca ? 4 : 8) : std::size_t{1} << (code & 3);
            return need(m_unpacker.take(size).has_value(), Type::number());
        }
        if (MsgpackUnpacker::isString(code))
            return need(m_unpacker.string().has_value(), Type::string());
        if (!MsgpackUnpacker::isMap(code) && !MsgpackUnpacker::isArray(code))
            return fail(fmt::format("unsupported msgpack code 0x{:x}", code));
        if (++m_depth > maxMsgpackNesting)
            return fail("exceeded max depth");
        auto type = MsgpackUnpacker::isMap(code) ? readObject() : readTuple();
        --m_depth;
        return type;
    }

    Outcome<Type> readObject() {
        const auto count = m_unpacker.mapLength();
        if (!count)
            return fail("unexpected EOF");
        std::vector<ObjectAttribute> attributes;
        for (std::int64_t i = 0; i < *count; ++i) {
            const std::size_t start = m_unpacker.position();
            const auto key = m_unpacker.string();
            if (!key)
                return fail(m_unpacker.refused(start, "string/bytes length"));
            auto type = read();
            if (!type)
                return type;
            attributes.push_back({std::string(*key), *type});
        }
        return Type::object(std::move(attributes)); // of duplicate keys, the last type is used
    }

    Outcome<Type> readTuple() {
        const auto count = m_unpacker.arrayLength();
        if (!count)
            return fail("unexpected EOF");
        std::vector<Type> types;
        for (std::int64_t i = 0; i < *count; ++i) {
            auto type = read();
            if (!type)
                return type;
            types.push_back(*type);
        }
        return Type::tuple(std::move(types));
    }

    MsgpackUnpacker m_unpacker;
    int m_depth = 0;
};

} // namespace

Outcome<Type> impliedTypeOfMsgpack(std::string_view bytes) {
    return TypeReader(bytes).readAll();
}

} // namespace planlens::values
