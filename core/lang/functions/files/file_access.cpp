// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/files/file_access.h"

#include "core/lang/files_read.h"
#include "core/lang/functions.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/clean_path.h"

#include <fmt/format.h>

#include <cerrno>
#include <vector>

#include <pwd.h>
#include <sys/types.h>
#include <unistd.h>

namespace planlens::lang {
namespace {

std::string homeFolder() {
    if (std::string home = system::environmentText("HOME"); !home.empty())
        return home;
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> buffer(16 * 1024);
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return found->pw_dir;
    return {};
}

} // namespace

std::string joinPath(std::string_view folder, std::string_view path) {
    if (folder.empty())
        return path.empty() ? std::string() : values::cleanPath(path);
    if (path.empty())
        return values::cleanPath(folder);
    return values::cleanPath(std::string(folder) + "/" + std::string(path));
}

hcl::FunctionOutcome<std::string> expandHome(const std::string& path) {
    if (!path.starts_with('~'))
        return path;
    if (path.size() > 1 && path[1] != '/' && path[1] != '\\')
        return fail("cannot expand user-specific home dir");
    const std::string home = homeFolder();
    if (home.empty())
        return fail("blank output when reading home directory");
    return joinPath(home, path.substr(1));
}

hcl::FunctionOutcome<std::string> locate(const std::string& baseDirectory, const std::string& path) {
    const auto expanded = expandHome(path);
    if (!expanded)
        return fail("failed to expand ~: " + expanded.error().message);
    return expanded->starts_with('/') ? values::cleanPath(*expanded) : joinPath(baseDirectory, *expanded);
}

FileScope fileScope(const FunctionOptions& options) {
    return {options.baseDirectory, options.filesRead};
}

hcl::FunctionOutcome<std::string> readFile(const FileScope& scope, const std::string& path, const MarkSet& marks,
                                           MissingFile missing) {
    const auto located = locate(scope.folder, path);
    if (!located)
        return Failure{located.error()};
    const std::string name = located->empty() ? "." : *located;
    if (scope.read && marks.isEmpty())
        scope.read->addFile(name);
    // A null byte would truncate the name.
    auto content = name.find('\0') == std::string::npos ? system::readFile(name)
                                                        : diags::Unexpected{system::ReadError{"open", name, EINVAL}};
    if (content && scope.read && marks.isEmpty())
        scope.read->addText(path, *content);
    if (content)
        return *std::move(content);
    const system::ReadError& error = content.error();
    if (error.isMissing() && missing == MissingFile::Explained) {
        return fail(fmt::format(
            "no file exists at {}; this function works only with files that are distributed as part of the "
            "configuration source code, so if this file will be created by a resource in this configuration you "
            "must instead obtain this result from an attribute of that resource",
            redacted(path, marks)));
    }
    return fail(error.call == "read" && missing == MissingFile::Explained ? "failed to read file: " + error.toString()
                                                                          : error.toString());
}

} // namespace planlens::lang
