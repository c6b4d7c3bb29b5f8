// SPDX-License-Identifier: MPL-2.0
#include "core/configs/installed_modules.h"

#include "core/addrs/module_source.h"
#include "core/addrs/version.h"
#include "core/system/file.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::configs {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

Result<InstalledModules> readInstalledModules(const FileSystem& files, const std::filesystem::path& manifest) {
    const auto content = files.read(manifest);
    if (!content && content.error().isMissing())
        return InstalledModules();
    if (!content)
        return Diagnostic::error(fmt::format("failed to read module manifest: {}", content.error().toString()), {});
    const std::string& text = **content;
    const auto damaged = [](std::string_view problem) -> Result<InstalledModules> {
        return Diagnostic::error(
            fmt::format("failed to read module manifest: error unmarshalling snapshot: {}", problem), {});
    };
    nlohmann::json json;
    try {
        json = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        if (error.byte > text.size())
            return damaged("unexpected end of JSON input");
        return damaged(fmt::format("invalid JSON at byte {} of {}", error.byte, manifest.string()));
    } catch (const nlohmann::json::out_of_range&) {
        return damaged(fmt::format("a number in {} is too large", manifest.string()));
    }
    InstalledModules installed;
    const auto modules = json.is_object() ? json.find("Modules") : json.end();
    if (modules == json.end() || modules->is_null())
        return installed;
    if (!modules->is_array())
        return damaged("\"Modules\" is not a list");
    const auto member = [](const nlohmann::json& entry, const char* key) {
        const auto it = entry.find(key);
        return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    for (const nlohmann::json& entry : *modules) {
        if (!entry.is_object())
            continue;
        InstalledModule module{member(entry, "Source"), member(entry, "Version"), member(entry, "Dir")};
        // Old manifests contain sources as written in the configuration.
        if (const auto source = addrs::parseModuleSource(module.source))
            module.source = addrs::toString(*source);
        installed.insert_or_assign(member(entry, "Key"), std::move(module));
    }
    return installed;
}

Diagnostics checkInstalledModule(const ModuleCall& call, const InstalledModule& installed, const std::string& command) {
    Diagnostics diagnostics;
    if (call.sourceAddress && addrs::toString(*call.sourceAddress) != installed.source)
        diagnostics.append(diags::Diagnostic::error(
                               "Module source has changed",
                               fmt::format("The source address was changed from \"{}\" to \"{}\" since this module was "
                                           "installed. Run \"{}\" to install all modules required "
                                           "by this configuration.",
                                           installed.source, addrs::toString(*call.sourceAddress), command),
                               call.sourceRange)
                               .withCode(diags::ErrorCode::NotInitialized));
    const auto constraints = addrs::VersionConstraints::parse(call.versionConstraint);
    if (call.versionConstraint.empty() || !constraints)
        return diagnostics;
    const auto version = addrs::Version::parse(installed.version);
    if (!version)
        diagnostics.append(
            diags::Diagnostic::error(
                "Module version requirements have changed",
                fmt::format("The version requirements have changed since this module was installed and the "
                            "installed version is no longer acceptable. Run \"{}\" to install "
                            "all modules required by this configuration.",
                            command),
                call.sourceRange)
                .withCode(diags::ErrorCode::NotInitialized));
    else if (!constraints->allow(*version))
        diagnostics.append(
            diags::Diagnostic::error(
                "Module version requirements have changed",
                fmt::format("The version requirements have changed since this module was installed and the "
                            "installed version ({}) is no longer acceptable. Run "
                            "\"{}\" to install all modules required by this configuration.",
                            version->toString(), command),
                call.sourceRange)
                .withCode(diags::ErrorCode::NotInitialized));
    return diagnostics;
}

} // namespace planlens::configs
