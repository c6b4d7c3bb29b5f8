// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/lang/functions/definition.h"

#include <memory>
#include <string>
#include <string_view>

namespace planlens::lang {

class FilesRead;
struct FunctionOptions;

/// The folder to which relative paths of file functions refer, and the record of accessed files.
struct FileScope {
    std::string folder;
    std::shared_ptr<FilesRead> read; // may be null
};
FileScope fileScope(const FunctionOptions& options);

/// Joins both with a slash and cleans the result; empty ones are ignored.
std::string joinPath(std::string_view folder, std::string_view path);
/// Replaces a leading `~` by the home folder.
hcl::FunctionOutcome<std::string> expandHome(const std::string& path);
/// Returns the location of a configured path in the file system.
hcl::FunctionOutcome<std::string> locate(const std::string& baseDirectory, const std::string& path);

/// Whether a missing file is reported with an explanation for files of configurations, or as a system error.
enum class MissingFile { Explained, AsSystemError };
/// Returns the content of a file. Marks are those of the path; messages respect them.
hcl::FunctionOutcome<std::string> readFile(const FileScope& scope, const std::string& path, const MarkSet& marks,
                                           MissingFile missing);

} // namespace planlens::lang
