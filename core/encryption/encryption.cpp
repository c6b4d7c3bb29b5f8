// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/encryption.h"

#include "core/configs/config.h"

#include <string_view>

namespace planlens::encryption {

using diags::Diagnostics;

diags::Result<EncryptionPtr> Encryption::make(configs::EncryptionConfigPtr config, configs::ConfigPtr root,
                                              const configs::LoadOptions& options) {
    if (!config)
        return EncryptionPtr();
    Diagnostics diagnostics;
    for (const configs::EncryptionConfig::Part& method : config->methods)
        if (method.type == "unencrypted")
            diagnostics.warning("Unencrypted method configured",
                                "Method unencrypted is present in configuration. This is a security risk and should "
                                "only be enabled during migrations.",
                                config->range);
    const SharedConfig shared{config, std::make_shared<const configs::StaticEvaluator>(std::move(root), options),
                              options.directory, std::make_shared<std::mutex>()};
    const auto made = std::make_shared<Encryption>();
    const auto setUp = [&](const configs::EncryptionConfig::Target& target, std::string name) {
        return TargetEncryption::make(shared, target, std::move(name)).into(diagnostics).value_or(nullptr);
    };
    if (config->state)
        made->m_state = setUp(*config->state, "state");
    if (config->plan)
        made->m_plan = setUp(*config->plan, "plan");
    if (config->remoteStates) {
        if (config->remoteStates->byDefault)
            made->m_remoteDefault = setUp(*config->remoteStates->byDefault, "remote.default");
        for (const auto& [name, target] : config->remoteStates->byName)
            made->m_remotes[name] = setUp(target, "remote.remote_state_datasource." + name);
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    return {EncryptionPtr(made), std::move(diagnostics)};
}

TargetEncryptionPtr Encryption::remoteState(const std::string& address) const {
    // Names leave out the type of the data source, and the word before the first module.
    constexpr std::string_view type = "data.terraform_remote_state.", module = "module.";
    std::string name = address;
    if (const std::size_t at = name.find(type); at != std::string::npos)
        name.erase(at, type.size());
    if (name.starts_with(module))
        name.erase(0, module.size());
    const auto found = m_remotes.find(name);
    return found == m_remotes.end() ? m_remoteDefault : found->second;
}

} // namespace planlens::encryption
