// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <string>
#include <string_view>

/// Printing and hashing of addresses piece by piece, so that a long one is built in one buffer.
namespace planlens::addrs {

/// In double quotes with the escapes of the language, template markers doubled.
void appendHclQuoted(std::string& out, std::string_view text);
void appendKey(std::string& out, const InstanceKey& key);
void appendModule(std::string& out, const Module& module);
void appendModule(std::string& out, const ModuleInstance& module);
void appendResource(std::string& out, const Resource& resource);

inline std::size_t mixHash(std::size_t seed, std::size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2));
}

} // namespace planlens::addrs
