// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/given_files.h"

#include "core/system/environment.h"
#include "core/system/file.h"

namespace planlens::cloud {

namespace fs = std::filesystem;

fs::path expandHome(std::string_view path) {
    const std::string home = system::environmentText("HOME");
    if (path == "~")
        return home;
    if (path.starts_with("~/"))
        return fs::path(home) / path.substr(2);
    return path;
}

diags::Expected<std::string, std::string> pathOrContents(const std::string& text, const fs::path& directory) {
    constexpr std::size_t longestPath = 4096;
    if (text.empty() || text.size() >= longestPath)
        return text;
    const fs::path path = directory / expandHome(text);
    if (std::error_code error; !fs::exists(path, error))
        return text;
    auto content = system::readFile(path);
    if (!content)
        return diags::Unexpected{content.error().toString()};
    return *std::move(content);
}

} // namespace planlens::cloud
