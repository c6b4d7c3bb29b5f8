// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"

#include "core/values/msgpack/msgpack.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <set>

namespace planlens::plans::file {

using values::Type;
using values::Value;

namespace {

diags::Diagnostics readConfig(const std::map<std::string, std::string>& entries, ConfigSnapshot& config) {
    const auto manifest = entries.find("tfconfig/modules.json");
    if (manifest == entries.end())
        return invalidPlan("it holds no configuration");
    constexpr std::size_t longestManifest = std::size_t{16} << 20U; // enough for 100,000 modules
    const nlohmann::json json = manifest->second.size() > longestManifest
                                    ? nlohmann::json()
                                    : nlohmann::json::parse(manifest->second, nullptr, false);
    if (!json.is_array())
        return invalidPlan("its list of modules is damaged");
    std::map<std::string, ConfigSnapshot::Module> modules;
    for (const nlohmann::json& record : json) {
        if (!record.is_object())
            return invalidPlan("its list of modules is damaged");
        for (const char* name : {"Key", "Source", "Version", "Dir"})
            if (record.contains(name) && !record.at(name).is_string())
                return invalidPlan("its list of modules is damaged");
        ConfigSnapshot::Module module;
        module.key = record.value("Key", std::string());
        module.source = record.value("Source", std::string());
        module.version = record.value("Version", std::string());
        module.directory = record.value("Dir", std::string("."));
        if (std::string key = module.key; !modules.emplace(std::move(key), std::move(module)).second)
            return invalidPlan("its list of modules names one twice");
    }
    constexpr std::string_view prefix = "tfconfig/m-";
    for (auto it = entries.lower_bound(std::string(prefix)); it != entries.end() && it->first.starts_with(prefix);
         ++it) {
        const std::size_t slash = it->first.rfind('/');
        const auto module = slash < prefix.size()
                                ? modules.end()
                                : modules.find(it->first.substr(prefix.size(), slash - prefix.size()));
        if (module == modules.end())
            return invalidPlan("it has files of a module that is not in its list");
        if (std::string name = it->first.substr(slash + 1); !name.empty())
            module->second.files.emplace(std::move(name), it->second);
    }
    for (auto& [key, module] : modules)
        config.modules.push_back(std::move(module));
    return {};
}

/// Returns the providers of planned changes, and of the objects in the prior state.
std::vector<addrs::Provider> providersOf(const detail::Message& message, const states::File& prior) {
    std::set<std::string_view> texts;
    for (const auto* changes : {&message.plan.resource_changes(), &message.plan.resource_drift()})
        for (const tfplan::ResourceInstanceChange& change : *changes)
            texts.insert(change.provider());
    for (const tfplan::DeferredResourceInstanceChange& one : message.plan.deferred_changes())
        texts.insert(one.change().provider());
    std::set<addrs::Provider> providers;
    for (const std::string_view text : texts)
        if (const auto provider = addrs::parseAbsProviderConfig(text); provider.value)
            providers.insert(provider->provider);
    if (prior.state)
        for (const auto& [address, resource] : prior.state->resources())
            providers.insert(resource.provider.provider);
    return {providers.begin(), providers.end()};
}

/// Reads what Planlens adds to plans; false if it is damaged.
bool readOwnEntry(const std::string& text, SavedPlan& saved) {
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        saved.stateHash = json.value("state_sha256", std::string());
        saved.sensitiveOutputsRead = json.value("sensitive_outputs", decltype(saved.sensitiveOutputsRead)());
        return true;
    } catch (const nlohmann::json::exception&) {
        return false;
    }
}

} // namespace

diags::Result<SavedPlan> read(std::string_view bytes) {
    if (bytes.starts_with('{') && bytes.find("\"encrypted_data\"") != std::string_view::npos)
        return diags::Diagnostic::error(
            "Encrypted plan file", "The plan is encrypted, and its keys are not available. Show or apply it in its "
                                   "directory, with the encryption that is configured there: with "
                                   "\"planlens-cli show\" or with the program that made it.");
    if (bytes.starts_with("tfplan"))
        return invalidPlan("it was made by Terraform 0.11 or older, whose plans are of another format");
    if (!looksLikePlanFile(bytes))
        return invalidPlan("it is not a plan file");
    diags::Result<std::map<std::string, std::string>> entries = detail::readArchive(bytes);
    if (!entries.isOk())
        return std::move(entries.diagnostics);
    const auto entry = [&](const char* name) -> const std::string* {
        const auto it = entries->find(name);
        return it == entries->end() ? nullptr : &it->second;
    };
    const std::string* plan = entry("tfplan");
    if (!plan)
        return invalidPlan("it holds no plan");
    const std::string* prior = entry("tfstate");
    const std::string* previous = entry("tfstate-prev");
    if (!prior || !previous)
        return invalidPlan("it holds no state");
    // Large entries are freed once they are parsed. Without drift, both states are equal and only one is parsed.
    const bool isDrifted = *previous != *prior;
    if (!isDrifted)
        entries->erase("tfstate-prev");
    const std::string* lock = entry(".terraform.lock.hcl");
    diags::Result<std::shared_ptr<const detail::Message>> parsed =
        detail::parseMessage(*plan, lock ? std::string_view(*lock) : std::string_view());
    entries->erase("tfplan");
    if (!parsed.isOk())
        return std::move(parsed.diagnostics);
    const std::shared_ptr<const detail::Message> message = *std::move(parsed.value);
    SavedPlan saved;
    saved.program = message->program;
    saved.workspace = message->plan.backend().workspace();
    saved.backendType = message->plan.backend().type();
    diags::Diagnostics diagnostics;
    diagnostics.append(readConfig(*entries.value, saved.config));
    if (lock)
        saved.lockFile = *lock;
    saved.isOwn = bytes.ends_with(detail::ownComment);
    for (const auto& [name, value] : message->plan.variables()) {
        values::Outcome<Value> decoded = values::fromMsgpack(value.msgpack(), Type::dynamic());
        if (decoded)
            saved.variables.emplace(name, *std::move(decoded));
        else
            diagnostics.append(invalidPlan(fmt::format("the value of the variable {} cannot be read", name)));
    }
    if (const std::string* own = entry(detail::ownEntry)) {
        if (!readOwnEntry(*own, saved))
            return invalidPlan(fmt::format("its file {} is damaged", detail::ownEntry));
    }
    const auto take = [&](diags::Result<states::File> file, states::File& target) {
        diagnostics.append(std::move(file.diagnostics));
        if (file.value)
            target = *std::move(file.value);
    };
    take(states::readFile(*prior, "plan"), saved.priorState);
    entries->erase("tfstate");
    if (isDrifted)
        take(states::readFile(*previous, "plan"), saved.previousRunState);
    else
        saved.previousRunState = saved.priorState;
    saved.providers = providersOf(*message, saved.priorState);
    saved.message = message;
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(saved), std::move(diagnostics)};
}

} // namespace planlens::plans::file
