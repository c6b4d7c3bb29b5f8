// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/profiles.h"

#include "core/system/file.h"
#include "core/values/text/lower_case.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace planlens::cloud::aws {
namespace {

constexpr std::string_view blanks = " \t\r";

/// The text before a comment, which starts after a blank.
std::string_view withoutComment(std::string_view line) {
    for (const std::string_view mark : {" #", " ;", "\t#", "\t;"})
        line = line.substr(0, line.find(mark));
    return line;
}

std::optional<std::pair<std::string, std::string>> property(std::string_view line) {
    const std::size_t separator = line.find_first_of("=:");
    if (separator == std::string_view::npos)
        return std::nullopt;
    return std::pair(values::lowerCase(values::trimmed(line.substr(0, separator), blanks)),
                     std::string(values::trimmed(line.substr(separator + 1), blanks)));
}

/// "[ profile  x ] # comment" is "profile x".
std::optional<std::string> sectionName(std::string_view line) {
    const std::string_view text = values::trimmed(line.substr(0, line.find_first_of("#;")), blanks);
    if (!text.starts_with('[') || !text.ends_with(']'))
        return std::nullopt;
    const std::string_view inside = values::trimmed(text.substr(1, text.size() - 2), blanks);
    const std::size_t blank = inside.find_first_of(blanks);
    if (blank == std::string_view::npos)
        return std::string(inside);
    return std::string(inside.substr(0, blank)) + ' ' + std::string(values::trimmed(inside.substr(blank), blanks));
}

/// Adds the sections of files; values of later files replace those of earlier ones.
std::map<std::string, Section> readAll(const std::vector<std::filesystem::path>& paths) {
    std::map<std::string, Section> all;
    for (const std::filesystem::path& path : paths)
        if (const auto text = system::readFile(path))
            for (auto& [name, section] : parseProfileFile(*text))
                for (auto& [key, value] : section)
                    all[name].insert_or_assign(key, std::move(value));
    return all;
}

const Section* find(const std::map<std::string, Section>& sections, const std::string& name) {
    const auto it = sections.find(name);
    return it == sections.end() ? nullptr : &it->second;
}

} // namespace

std::string valueOf(const Section& section, std::string_view key) {
    const auto it = section.find(key);
    return it == section.end() ? std::string() : it->second;
}

std::map<std::string, Section> parseProfileFile(std::string_view text) {
    std::map<std::string, Section> sections;
    Section* section = nullptr;
    std::string group; // the last key, if it has no value
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view content = values::trimmed(line, blanks);
        if (content.empty() || content.starts_with('#') || content.starts_with(';'))
            continue;
        if (const auto name = sectionName(line)) {
            section = &sections[*name];
            group.clear();
            continue;
        }
        const bool isNested = line.front() == ' ' || line.front() == '\t';
        const auto found =
            property(isNested && !group.empty() ? content : values::trimmed(withoutComment(line), blanks));
        if (!section || !found)
            continue;
        if (isNested && !group.empty()) {
            section->insert_or_assign(group + '.' + found->first, found->second);
        } else {
            section->insert_or_assign(found->first, found->second);
            group = found->second.empty() ? found->first : std::string();
        }
    }
    return sections;
}

Profiles Profiles::read(const ProfileFiles& files) {
    Profiles profiles;
    profiles.m_files = files;
    profiles.m_config = readAll(files.config);
    constexpr std::string_view prefix = "profile ";
    for (const auto& [name, section] : profiles.m_config)
        if (values::lowerCase(name) == "default")
            profiles.m_profiles["default"] = section;
    for (const auto& [name, section] : profiles.m_config)
        if (name.starts_with(prefix))
            profiles.m_profiles[name.substr(prefix.size())] = section; // takes the place of [default]
    if (files.isConfigOfUser)
        for (const auto& [name, section] : profiles.m_profiles)
            profiles.m_processes[name] = valueOf(section, "credential_process");
    for (auto& [name, section] : readAll(files.credentials)) {
        if (name.starts_with(prefix))
            continue;
        Section& merged = profiles.m_profiles[name];
        if (section.contains("aws_access_key_id"))
            merged.erase("aws_session_token"); // belongs to other keys
        for (auto& [key, value] : section)
            merged.insert_or_assign(key, std::move(value));
    }
    return profiles;
}

const Section* Profiles::profile(const std::string& name) const {
    return find(m_profiles, name);
}

const Section* Profiles::ssoSession(const std::string& name) const {
    return find(m_config, "sso-session " + name);
}

const Section* Profiles::services(const std::string& name) const {
    return find(m_config, "services " + name);
}

std::string Profiles::credentialProcess(const std::string& profile) const {
    const auto it = m_processes.find(profile);
    return it == m_processes.end() ? std::string() : it->second;
}

} // namespace planlens::cloud::aws
