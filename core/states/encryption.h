// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <memory>
#include <string>
#include <string_view>

namespace planlens::states {

/// The encryption of a state's texts before they are stored anywhere: in the backend, in backups, in files for
/// recovery and in journals. core/encryption implements it. Calls may block, and are made from any thread. Errors are
/// messages without secrets, in the words of the reference.
class Encryption {
public:
    Encryption() = default;
    Encryption(const Encryption&) = delete;
    Encryption& operator=(const Encryption&) = delete;
    virtual ~Encryption() = default;

    using Text = diags::Expected<std::string, std::string>;

    /// Compact JSON that contains the encrypted text of a state file, with its serial and lineage in clear. With the
    /// method `unencrypted` the text itself.
    virtual Text encryptState(std::string_view text) const = 0;

    struct Decrypted {
        std::string text;
        bool isOutdated = false; // decrypted by a fallback: the state must be written again, even if it is unchanged
    };
    /// The text of a state file.
    virtual diags::Expected<Decrypted, std::string> decryptState(std::string_view stored) const = 0;

    /// One line of JSON, for text that is not a whole state. With the method `unencrypted` the text itself.
    virtual Text encryptRecord(std::string_view text) const = 0;
    virtual Text decryptRecord(std::string_view record) const = 0;
};

/// Null: states are stored as they are.
using EncryptionPtr = std::shared_ptr<const Encryption>;

/// Whether a text is JSON that an encryption has made, whichever it is. Reads the text to its end.
bool isEncrypted(std::string_view text);

} // namespace planlens::states
