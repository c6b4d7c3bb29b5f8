// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <optional>
#include <string>
#include <string_view>

namespace planlens::addrs {

/// Reads addresses from text as states and plans write them, without tokens, ranges and diagnostics. Stricter than the
/// language: no white space. Every step answers false where the text is not what it should be.
class AddressReader {
public:
    explicit AddressReader(std::string_view text)
        : m_rest(text) {}

    bool atEnd() const { return m_rest.empty(); }
    bool takeDot();
    bool readName(std::string& name);
    /// `[3]` or `["a"]`; no key where there is no bracket.
    bool readKey(InstanceKey& key);
    /// Module steps; what follows them is left, without its dot. False where they are malformed.
    bool readModulePrefix(ModuleInstance& module);
    bool readResource(Resource& resource);

private:
    bool startsWithModule() const;
    bool readQuoted(std::string& text);
    bool readEscape(std::string& text);
    std::string_view m_rest;
};

} // namespace planlens::addrs
