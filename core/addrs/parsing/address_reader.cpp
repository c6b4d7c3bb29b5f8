// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/parsing/address_reader.h"

#include "core/addrs/target.h"
#include "core/hcl/syntax/characters.h"
#include "core/values/text/utf8.h"

#include <algorithm>
#include <charconv>

namespace planlens::addrs {

namespace {

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool isName(std::string_view text) {
    if (text.empty())
        return false;
    if (!isAscii(text))
        return hcl::identifierEnd(text, 0) == text.size();
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return isLetter(text.front()) && std::all_of(text.begin(), text.end(), [isLetter](char c) {
               return isLetter(c) || (c >= '0' && c <= '9') || c == '-';
           });
}

} // namespace

bool AddressReader::takeDot() {
    if (m_rest.empty() || m_rest.front() != '.')
        return false;
    m_rest.remove_prefix(1);
    return true;
}

bool AddressReader::readName(std::string& name) {
    const std::string_view text = m_rest.substr(0, m_rest.find_first_of(".["));
    if (!isName(text))
        return false;
    name = text;
    m_rest.remove_prefix(text.size());
    return true;
}

bool AddressReader::readKey(InstanceKey& key) {
    if (m_rest.empty() || m_rest.front() != '[')
        return true;
    m_rest.remove_prefix(1);
    if (!m_rest.empty() && m_rest.front() == '"') {
        std::string text;
        if (!readQuoted(text))
            return false;
        key = InstanceKey(std::move(text));
    } else {
        std::int64_t index = 0;
        if (m_rest.empty() || m_rest.front() < '0' || m_rest.front() > '9')
            return false;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), index);
        if (error != std::errc())
            return false;
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        key = InstanceKey(index);
    }
    if (m_rest.empty() || m_rest.front() != ']')
        return false;
    m_rest.remove_prefix(1);
    return true;
}

bool AddressReader::readQuoted(std::string& text) {
    m_rest.remove_prefix(1);
    while (!m_rest.empty()) {
        const char c = m_rest.front();
        const char next = m_rest.size() > 1 ? m_rest[1] : '\0';
        if (c == '"') {
            m_rest.remove_prefix(1);
            if (!isAscii(text)) {
                if (!values::isUtf8(text))
                    return false;
                text = values::Value::string(text).asString();
            }
            return true;
        }
        if (c == '\n')
            return false;
        if (c == '\\') {
            if (!readEscape(text))
                return false;
            continue;
        }
        if ((c == '$' || c == '%') && next == '{')
            return false;
        if ((c == '$' || c == '%') && next == c && m_rest.size() > 2 && m_rest[2] == '{') {
            text += c;
            text += '{';
            m_rest.remove_prefix(3);
            continue;
        }
        text += c;
        m_rest.remove_prefix(1);
    }
    return false;
}

bool AddressReader::readEscape(std::string& text) {
    const char kind = m_rest.size() > 1 ? m_rest[1] : '\0';
    m_rest.remove_prefix(std::min<std::size_t>(2, m_rest.size()));
    switch (kind) {
    case 'n':
        text += '\n';
        return true;
    case 'r':
        text += '\r';
        return true;
    case 't':
        text += '\t';
        return true;
    case '"':
        text += '"';
        return true;
    case '\\':
        text += '\\';
        return true;
    case 'u':
    case 'U': {
        const std::size_t digits = kind == 'u' ? 4 : 8;
        if (m_rest.size() < digits)
            return false;
        std::uint32_t code = 0;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + digits, code, 16);
        if (error != std::errc() || end != m_rest.data() + digits || code > 0x10FFFF)
            return false;
        values::appendUtf8(text, code);
        m_rest.remove_prefix(digits);
        return true;
    }
    default:
        return false;
    }
}

bool AddressReader::startsWithModule() const {
    constexpr std::string_view keyword = "module";
    return m_rest.starts_with(keyword) &&
           (m_rest.size() == keyword.size() || m_rest[keyword.size()] == '.' || m_rest[keyword.size()] == '[');
}

bool AddressReader::readModulePrefix(ModuleInstance& module) {
    while (startsWithModule()) {
        m_rest.remove_prefix(std::string_view("module").size());
        ModuleStep step;
        if (!takeDot() || !readName(step.name) || !readKey(step.key))
            return false;
        module.path.push_back(std::move(step));
        if (atEnd())
            return true;
        if (!takeDot())
            return false;
        if (atEnd())
            return false;
    }
    return true;
}

bool AddressReader::readResource(Resource& resource) {
    if (!readName(resource.type))
        return false;
    if (resource.type == "data")
        resource.mode = ResourceMode::Data;
    else if (resource.type == "ephemeral")
        resource.mode = ResourceMode::Ephemeral;
    if (resource.mode != ResourceMode::Managed && (!takeDot() || !readName(resource.type)))
        return false;
    return takeDot() && readName(resource.name);
}

std::optional<AbsResourceInstance> readAbsResourceInstance(std::string_view text) {
    AddressReader reader(text);
    AbsResourceInstance result;
    if (!reader.readModulePrefix(result.module) || !reader.readResource(result.resource) ||
        !reader.readKey(result.key) || !reader.atEnd())
        return {};
    return result;
}

std::optional<ModuleInstance> readModuleInstance(std::string_view text) {
    AddressReader reader(text);
    ModuleInstance result;
    if (!reader.readModulePrefix(result) || !reader.atEnd())
        return {};
    return result;
}

std::optional<ConfigResource> readConfigResource(std::string_view text) {
    AddressReader reader(text);
    ModuleInstance module;
    ConfigResource result;
    if (!reader.readModulePrefix(module) || !reader.readResource(result.resource) || !reader.atEnd())
        return {};
    result.module.path.reserve(module.path.size());
    for (ModuleStep& step : module.path) {
        if (!step.key.isNone())
            return {};
        result.module.path.push_back(std::move(step.name));
    }
    return result;
}

} // namespace planlens::addrs
