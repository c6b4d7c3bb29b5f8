// SPDX-License-Identifier: MPL-2.0
#include "core/states/journal/journal_lines.h"

#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace planlens::states {

namespace {

constexpr std::size_t checksumLength = 16;

/// Returns an FNV-1a hash, which detects torn and blank lines.
std::string checksum(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return fmt::format("{:016x}", hash);
}

std::optional<JournalEntry> parseEntry(std::string_view json) {
    JournalEntry entry;
    JsonFields fields(json);
    const bool ok = fields.object([&](std::string_view name) {
        if (name == "kind")
            return fields.string(entry.kind);
        if (name == "lineage")
            return fields.string(entry.lineage);
        if (name == "content")
            return fields.string(entry.content);
        if (name == "serial")
            return fields.unsignedInteger(entry.serial);
        if (name == "address")
            return fields.string(entry.address);
        if (name == "deposed")
            return fields.string(entry.deposed);
        if (name == "action")
            return fields.string(entry.action);
        if (name == "provider")
            return fields.string(entry.provider);
        entry.isEncrypted = entry.isEncrypted || name == "encrypted_data";
        return name == "object" ? fields.raw(entry.object) : fields.skip();
    });
    return ok ? std::optional(std::move(entry)) : std::nullopt;
}

/// nullopt for a damaged line. The error is a message.
diags::Expected<std::optional<JournalEntry>, std::string> readEntry(std::string_view line,
                                                                    const EncryptionPtr& encryption) {
    if (line.size() < checksumLength + 2 || line[checksumLength] != ' ')
        return std::optional<JournalEntry>();
    const std::string_view json = line.substr(checksumLength + 1);
    if (checksum(json) != line.substr(0, checksumLength))
        return std::optional<JournalEntry>();
    std::optional<JournalEntry> entry = parseEntry(json);
    if (!entry || !entry->isEncrypted)
        return entry;
    if (!encryption)
        return diags::Unexpected{
            std::string("it is encrypted. Configure the encryption of the state as it was during that apply")};
    auto decrypted = encryption->decryptRecord(json);
    if (!decrypted)
        return diags::Unexpected{decrypted.error()};
    const auto text = std::make_shared<const std::string>(*std::move(decrypted));
    entry = parseEntry(*text);
    if (entry)
        entry->decrypted = text;
    return entry;
}

} // namespace

std::string journalLine(std::string_view json) {
    return fmt::format("{} {}\n", checksum(json), json);
}

void JournalLine::field(std::string_view name, std::string_view value) {
    this->name(name);
    values::appendJsonString(m_json, value);
}

void JournalLine::raw(std::string_view fieldName, std::string_view json) {
    name(fieldName);
    m_json += json;
}

void JournalLine::name(std::string_view text) {
    m_json += m_json.empty() ? '{' : ',';
    values::appendJsonString(m_json, text);
    m_json += ':';
}

diags::Expected<JournalEntries, std::string> readEntries(std::string_view text, const EncryptionPtr& encryption) {
    JournalEntries read;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        auto entry = readEntry(text.substr(0, end), encryption);
        if (!entry)
            return diags::Unexpected{entry.error()};
        if (*entry)
            read.entries.push_back(**std::move(entry));
        else if (text.substr(0, end).ends_with('}')) // a torn one lacks its end
            ++read.damaged;
        text.remove_prefix(end + 1);
    }
    return read;
}

} // namespace planlens::states
