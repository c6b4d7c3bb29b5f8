// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/stored_file.h"

#include "core/states/file/json_fields.h"
#include "core/states/file/json_layout.h"

namespace planlens::states {

using diags::Result;
using diags::Unexpected;

namespace {

/// The text as the reference stores it on servers and encrypts it.
std::string compactText(const File& file) {
    std::string text;
    writeCompactFile(file, [&](std::string_view part) { text += part; });
    text += '\n';
    return text;
}

} // namespace

Result<StoredFile> readStoredFile(std::string_view stored, const EncryptionPtr& encryption,
                                  std::string_view nameForMessages) {
    if (!encryption || stored.empty()) {
        Result<File> file = readFile(stored, nameForMessages);
        if (!file.value)
            return std::move(file.diagnostics);
        return {StoredFile{*std::move(file.value), false}, std::move(file.diagnostics)};
    }
    const auto decrypted = encryption->decryptState(stored);
    if (!decrypted)
        return diags::Diagnostic::error(decrypted.error(), {});
    Result<File> file = readFile(decrypted->text, nameForMessages);
    if (!file.value)
        return std::move(file.diagnostics);
    return {StoredFile{*std::move(file.value), decrypted->isOutdated}, std::move(file.diagnostics)};
}

bool exists(const File& file) {
    return !file.lineage.empty() || !file.textHash.empty() || (file.state && !file.state->isEmpty());
}

Encryption::Text writeForServer(const File& file, const EncryptionPtr& encryption) {
    std::string text = compactText(file);
    return encryption ? encryption->encryptState(text) : Encryption::Text(std::move(text));
}

Encryption::Text writeForDisk(const File& file, std::string plain, const EncryptionPtr& encryption) {
    if (!encryption)
        return plain;
    const std::string compact = compactText(file);
    auto encrypted = encryption->encryptState(compact);
    if (!encrypted)
        return encrypted;
    return *encrypted == compact ? std::move(plain) : indentedJson(*encrypted) + '\n';
}

Encryption::Text reencrypt(std::string stored, const EncryptionPtr& encryption) {
    if (!encryption)
        return stored;
    auto decrypted = encryption->decryptState(stored);
    if (!decrypted)
        return Unexpected{decrypted.error()};
    return encryption->encryptState(decrypted->text);
}

std::string_view contentOf(std::string_view text) {
    const std::size_t start = text.find("\n  \"outputs\"");
    return start == std::string_view::npos ? text : text.substr(start);
}

std::optional<SnapshotIdentity> snapshotIdentity(std::string_view stored) {
    SnapshotIdentity identity;
    if (isEncrypted(stored)) {
        JsonFields fields(stored);
        const bool isRead = fields.object([&](std::string_view name) {
            if (name == "lineage")
                return fields.string(identity.lineage);
            return name == "serial" ? fields.unsignedInteger(identity.serial) : fields.skip();
        });
        return isRead ? std::optional(std::move(identity)) : std::nullopt;
    }
    Result<File> file = readFile(stored);
    if (!file.isOk())
        return {};
    return SnapshotIdentity{std::move(file->lineage), file->serial};
}

} // namespace planlens::states
