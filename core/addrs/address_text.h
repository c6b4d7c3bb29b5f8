// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/// Formatting and hashing of addresses by parts, so that a long address is built in one buffer.
namespace planlens::addrs {

/// Appends text in double quotes with the escapes of the language; template markers are doubled.
void appendHclQuoted(std::string& out, std::string_view text);
void appendKey(std::string& out, const InstanceKey& key);
void appendModule(std::string& out, const Module& module);
void appendModule(std::string& out, const ModuleInstance& module);
void appendResource(std::string& out, const Resource& resource);

/// Faster than std::hash for names, which are short.
inline std::size_t hashText(std::string_view text) {
    constexpr std::size_t size = sizeof(std::uint64_t);
    std::uint64_t hash = text.size(), word = 0;
    const auto mix = [&] {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32;
    };
    if (text.size() < size) {
        for (const char c : text)
            word = word << 8 | static_cast<unsigned char>(c);
    } else {
        const char* const end = text.data() + text.size();
        for (; text.size() > size; text.remove_prefix(size)) {
            std::memcpy(&word, text.data(), size);
            mix();
        }
        std::memcpy(&word, end - size, size); // some of it may be hashed twice
    }
    mix();
    return hash;
}

inline std::size_t mixHash(std::size_t seed, std::size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2));
}

} // namespace planlens::addrs
