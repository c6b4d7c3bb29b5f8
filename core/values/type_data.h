// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/type.h"

#include <atomic>

namespace planlens::values::detail {

/// The definition of a type. Exists for the lifetime of the process and never changes, except for the types
/// derived from it, which are set once.
struct TypeData {
    Type::Kind kind = Type::Kind::Dynamic;
    bool hasDynamic = false;
    bool hasOptional = false;
    std::uint32_t depth = 0;
    const TypeData* element = nullptr;                // of a list, set or map
    std::span<const Type> tuple = {};                 // of a tuple
    std::span<const ObjectAttribute> attributes = {}; // of an object, sorted
    const TypeData* plain = nullptr;                  // without optional attributes; null if that is the type itself
    std::size_t contentHash = 0;
    mutable std::atomic<const TypeData*> listOf = nullptr;
    mutable std::atomic<const TypeData*> setOf = nullptr;
    mutable std::atomic<const TypeData*> mapOf = nullptr;

    static Type typeOf(const TypeData* data) { return Type(data); }
    static const TypeData* of(Type type) { return type.m_data; }
};

} // namespace planlens::values::detail
