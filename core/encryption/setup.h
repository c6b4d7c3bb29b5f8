// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/encryption/encryption_config.h"
#include "core/configs/evaluation/static_evaluator.h"
#include "core/encryption/key_provider.h"
#include "core/encryption/method.h"
#include "core/encryption/payload.h"

#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace planlens::encryption {

/// Sets up one method with the key providers that it refers to. Derives keys, runs programs and accesses servers, so
/// it may take a while. Both arguments outlive the object.
class MethodSetup {
public:
    /// `directory` is that of the configuration, `stored` the metadata of the data to decrypt; empty for encryption.
    MethodSetup(const configs::EncryptionConfig& config, const configs::StaticEvaluator& evaluator,
                std::filesystem::path directory, Metadata stored, Purpose purpose)
        : m_config(config)
        , m_evaluator(evaluator)
        , m_directory(std::move(directory))
        , m_stored(std::move(stored))
        , m_purpose(purpose) {}

    /// The method; null for `unencrypted`, and if there are errors.
    diags::Result<MethodPtr> method(const configs::EncryptionConfig::Part& part);
    /// The metadata that the key providers of this method store beside the data that it encrypts.
    const Metadata& metadata() const { return m_fresh; }

private:
    using Part = configs::EncryptionConfig::Part;
    using Subject = configs::StaticEvaluator::Subject;
    using Providers = std::map<std::pair<std::string, std::string>, values::Value>; // by type and name

    struct References {
        std::vector<const Part*> keyProviders;
        std::vector<hcl::Traversal> others;
    };
    References sorted(const std::vector<hcl::Traversal>& references, diags::Diagnostics& diagnostics) const;
    diags::Result<values::Value> argumentOfMethod(const hcl::Expression& expression, const Subject& subject);
    diags::Diagnostics setUpKeyProvider(const Part& part, Providers& providers);
    diags::Diagnostics provideKeys(const Part& part, const KeyProvider& provider, Providers& providers);

    const configs::EncryptionConfig& m_config;
    const configs::StaticEvaluator& m_evaluator;
    const std::filesystem::path m_directory;
    const Metadata m_stored;
    Metadata m_fresh;
    const Purpose m_purpose;
};

} // namespace planlens::encryption
