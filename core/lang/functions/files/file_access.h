// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/lang/functions/definition.h"

#include <memory>
#include <string>
#include <string_view>

namespace planlens::lang {

class FilesRead;
struct FunctionOptions;

/// Where relative paths of file functions start, and who is told of what is read.
struct FileScope {
    std::string folder;
    std::shared_ptr<FilesRead> read; // may be null
};
FileScope fileScope(const FunctionOptions& options);

/// The shortest equal path, by its text alone.
std::string cleanPath(std::string_view path);
/// Both with a slash between, cleaned; empty ones do not count.
std::string joinPath(std::string_view folder, std::string_view path);
/// A leading `~` replaced by the home folder.
hcl::FunctionOutcome<std::string> expandHome(const std::string& path);
/// Where a path of a configuration is in the file system.
hcl::FunctionOutcome<std::string> locate(const std::string& baseDirectory, const std::string& path);

/// Whether a file that does not exist is told about in the words for configurations' own files.
enum class MissingFile { Explained, AsSystemError };
/// The content of a file. Marks are those of the path, which messages heed.
hcl::FunctionOutcome<std::string> readFile(const FileScope& scope, const std::string& path, const MarkSet& marks,
                                           MissingFile missing);

} // namespace planlens::lang
