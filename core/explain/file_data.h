// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/function.h"
#include "core/lang/data_lines.h"
#include "core/lang/functions.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace planlens::plans {
struct Recorded;
}
namespace planlens::explain {

/// Returns the name of a file as plans record it: the path in the configuration without a leading "./".
std::string recordedName(std::string path);
/// Returns the format that a function decodes; std::nullopt for other functions.
std::optional<lang::DataFormat> formatOf(std::string_view decoder);

/// The files that functions read while planning, as far as the plan contains their texts.
class FileData {
public:
    /// Keeps a reference to the plan.
    explicit FileData(const plans::Recorded& recorded);
    FileData(const FileData&) = delete;
    FileData& operator=(const FileData&) = delete;

    /// Returns the text of a file by its recordedName(); null if it is not known.
    const std::string* text(std::string_view name) const;
    /// Returns the line of a value in such a file, counted from 1; std::nullopt if it is not known.
    std::optional<std::uint32_t> line(const std::string& name, lang::DataFormat format, const values::Path& path) const;
    /// Returns the function `file` for short texts, or `fileset`. Null for other names, and if the plan has no results.
    const hcl::Function* function(std::string_view name) const;
    /// Returns the function `templatefile` for short templates that read no files, made from `templatestring`; null if
    /// the plan has no texts of files.
    const hcl::Function* templateFile(const hcl::Function& templateString) const;
    /// Returns a function that decodes data, and keeps the results for texts of files; null for other names.
    const hcl::Function* decoder(std::string_view name, const hcl::Function* usual) const;

private:
    const plans::Recorded& m_recorded;
    std::unique_ptr<hcl::Function> m_file, m_fileSet;      // null if the plan contains no results
    mutable std::unique_ptr<hcl::Function> m_templateFile; // made on demand
    mutable std::map<std::string, std::unique_ptr<hcl::Function>, std::less<>> m_decoders;
    mutable std::map<std::pair<std::string, lang::DataFormat>, lang::DataLines> m_lines;
};

using lang::builtInName;
/// Whether a function reads files.
bool readsFiles(std::string_view function);

} // namespace planlens::explain
