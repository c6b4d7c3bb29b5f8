// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/opened_results.h"

#include "core/system/environment.h"
#include "core/values/text/credentials.h"

#include <fmt/core.h>

namespace planlens::cli {

diags::Result<OpenedResults> openResults(const std::string& name, const std::filesystem::path& directory,
                                         projects::ResultStore::Content content, const Interrupts& interrupts) {
    if (!cloud::storage::isAddress(name)) {
        if (name.find("://") != std::string::npos)
            return diags::Diagnostic::error("Unknown kind of object store",
                                            fmt::format("{} is neither a directory nor the address of an object store. "
                                                        "Addresses start with s3://, gs:// or azblob://.",
                                                        values::withoutCredentials(name)));
        return OpenedResults{system::absolutePath(directory / name).lexically_normal(), nullptr};
    }
    auto store = projects::ResultStore::open(name, directory);
    if (!store.isOk())
        return std::move(store.diagnostics);
    diags::Diagnostics diagnostics = std::move(store.diagnostics);
    diagnostics.append((*store.value)->download(content, {}, interrupts.stop));
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::filesystem::path folder = (*store.value)->folder();
    return {OpenedResults{folder, *std::move(store.value)}, std::move(diagnostics)};
}

} // namespace planlens::cli
