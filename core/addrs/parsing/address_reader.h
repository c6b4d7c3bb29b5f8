// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <optional>
#include <string>
#include <string_view>

namespace planlens::addrs {

/// Reads addresses from text as written in states and plans, without tokens, ranges and diagnostics. Stricter than the
/// language: no white space. Each function returns false if the text does not have the expected form.
class AddressReader {
public:
    explicit AddressReader(std::string_view text)
        : m_rest(text) {}

    bool atEnd() const { return m_rest.empty(); }
    bool takeDot();
    bool readName(std::string& name);
    /// Reads `[3]` or `["a"]`; no key if there is no bracket.
    bool readKey(InstanceKey& key);
    /// Reads module steps; the following text is left, without its dot. Returns false if they are malformed.
    bool readModulePrefix(ModuleInstance& module);
    bool readResource(Resource& resource);

private:
    bool startsWithModule() const;
    bool readQuoted(std::string& text);
    bool readEscape(std::string& text);
    std::string_view m_rest;
};

} // namespace planlens::addrs
