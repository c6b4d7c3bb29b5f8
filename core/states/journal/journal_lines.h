// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/encryption.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// A journal consists of lines "<checksum> <JSON>". The first line identifies the state. "save" lines identify
/// snapshots written since; all other lines are records. Both are encrypted one by one if the state is. Private to
/// core/states/journal.
namespace planlens::states {

std::string journalLine(std::string_view json);

class JournalLine {
public:
    explicit JournalLine(std::string_view kind) { field("kind", kind); }
    void field(std::string_view name, std::string_view value);
    void raw(std::string_view fieldName, std::string_view json);
    std::string json() && { return std::move(m_json) + "}"; }
    std::string take() && { return journalLine(std::move(*this).json()); }

private:
    void name(std::string_view text);
    std::string m_json;
};

/// A parsed line.
struct JournalEntry {
    std::string kind, lineage, content, address, deposed, action, provider;
    std::uint64_t serial = 0;
    std::string_view object; // raw
    bool isEncrypted = false;
    std::shared_ptr<const std::string> decrypted = {}; // contains the object
};

struct JournalEntries {
    std::vector<JournalEntry> entries;
    std::size_t damaged = 0; // complete lines that are not as they were written
};

/// Reads the complete lines. Torn and blank lines are skipped. The error is a message.
diags::Expected<JournalEntries, std::string> readEntries(std::string_view text, const EncryptionPtr& encryption);

} // namespace planlens::states
