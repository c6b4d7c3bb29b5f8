// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/encryption/encryption_config.h"
#include "core/configs/evaluation/static_evaluator.h"
#include "core/encryption/method.h"
#include "core/encryption/payload.h"
#include "core/states/encryption.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::encryption {

/// The data shared by all targets of one configuration. Expressions are evaluated by one thread at a time.
struct SharedConfig {
    configs::EncryptionConfigPtr config;
    std::shared_ptr<const configs::StaticEvaluator> evaluator;
    std::filesystem::path directory;   // of the configuration
    std::shared_ptr<std::mutex> mutex; // locked while a method is set up
};

/// The encryption of states, of plans or of one remote state: its first method encrypts and decrypts, the others are
/// fallbacks that only decrypt. One object encrypts everything with the same keys, which are made with it, so that it
/// can encrypt a state even when a server of keys is no longer available. Thread-safe.
class TargetEncryption final : public states::Encryption {
public:
    /// Sets up the first method. `name` is that in messages: "state".
    static diags::Result<std::shared_ptr<const TargetEncryption>>
    make(const SharedConfig& shared, const configs::EncryptionConfig::Target& target, std::string name);

    Text encryptState(std::string_view text) const override;
    diags::Expected<Decrypted, std::string> decryptState(std::string_view stored) const override;
    Text encryptRecord(std::string_view text) const override;
    Text decryptRecord(std::string_view record) const override;

    /// Decrypts the bytes of a plan file, which encryptRecord() encrypts.
    Text decryptPlan(std::string_view stored) const;
    /// Whether what it encrypts stays as it is.
    bool isUnencrypted() const { return !m_method; }

private:
    using Part = configs::EncryptionConfig::Part;

    explicit TargetEncryption(SharedConfig shared)
        : m_shared(std::move(shared)) {}

    /// Returns the problem with a text that is not encrypted; empty if it is what it should be.
    using Check = std::string (*)(std::string_view text);
    diags::Expected<Decrypted, std::string> decrypt(std::string_view stored, Check check) const;
    /// A method for data with this metadata. The error is a message.
    diags::Expected<MethodPtr, std::string> methodFor(std::size_t index, const Metadata& metadata) const;
    diags::Expected<Payload, std::string> encrypt(std::string_view text) const;

    SharedConfig m_shared;
    std::string m_name;
    std::vector<const Part*> m_parts; // of the configuration; the first one encrypts
    MethodPtr m_method;
    Metadata m_metadata;
    /// Methods for decryption by their index and the metadata. Deriving a key takes long.
    mutable std::map<std::pair<std::size_t, Metadata>, MethodPtr> m_known; // guarded by the mutex
};
using TargetEncryptionPtr = std::shared_ptr<const TargetEncryption>; // null: not encrypted

} // namespace planlens::encryption
