// SPDX-License-Identifier: MPL-2.0
#include "core/engine/save_plan.h"

#include "core/configs/config.h"
#include "core/system/file.h"
#include "core/system/output_file.h"

#include <fmt/core.h>

#include <map>

namespace planlens::engine {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

plans::file::ConfigSnapshot snapshotOf(const configs::Config& config) {
    const auto folderOf = [](const fs::path& folder) {
        return (folder.empty() ? fs::path(".") : folder).lexically_normal().string();
    };
    std::multimap<std::string, std::string> filesOfFolder;
    for (const std::string& file : config.files)
        filesOfFolder.emplace(folderOf(fs::path(file).parent_path()), file);
    plans::file::ConfigSnapshot snapshot;
    config.forEachModule([&](const configs::ModuleNode& node) {
        plans::file::ConfigSnapshot::Module module;
        for (const std::string& name : node.path.path)
            module.key += (module.key.empty() ? "" : ".") + name;
        module.source = node.sourceAddress;
        module.version = node.installedVersion;
        module.directory = node.module.sourceDirectory;
        const auto [first, last] = filesOfFolder.equal_range(folderOf(module.directory));
        for (auto it = first; it != last; ++it)
            if (const diags::Sources::File* source = config.sources.find(it->second))
                module.files.emplace(fs::path(it->second).filename().string(), *source->text);
        snapshot.modules.push_back(std::move(module));
    });
    return snapshot;
}

Diagnostics savePlan(const plans::Plan& plan, const plans::Program& program, const configs::Config& config,
                     const fs::path& path, const states::EncryptionPtr& encryption) {
    const auto notWritten = [](const std::string& cause) {
        return Diagnostic::error(
            "Failed to write plan file",
            fmt::format("The plan file could not be written: {}. Choose a place that can be written to.", cause));
    };
    const auto lockFile = system::readFileIfExists(config.directory / ".terraform.lock.hcl");
    if (!lockFile)
        return Diagnostic::error(
            "Failed to write plan file",
            fmt::format("The dependency lock file, which is part of the plan file, cannot be read: {}.",
                        lockFile.error()));
    Result<std::string> made = plans::file::write(plan, program, snapshotOf(config), *lockFile);
    if (!made.value || made.hasErrors())
        return made.diagnostics;
    if (encryption) {
        states::Encryption::Text encrypted = encryption->encryptRecord(*made.value);
        if (!encrypted)
            return Diagnostic::error("Failed to write plan file", encrypted.error());
        made.value = *std::move(encrypted);
    }
    if (const auto written = system::writeOutputFile(path, *made.value, {.mode = 0600}); !written)
        return notWritten(written.error().toString());
    return made.diagnostics;
}

} // namespace planlens::engine
