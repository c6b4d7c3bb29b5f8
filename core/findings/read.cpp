// SPDX-License-Identifier: MPL-2.0
#include "core/findings/read.h"

#include "core/findings/json.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::findings {

using diags::Diagnostic;

namespace {

Diagnostic failure(const std::string& file, std::string_view why) {
    return Diagnostic::error("Failed to read findings",
                             fmt::format("The file {} {}. Findings are read from SARIF 2.1.0 and from the JSON of "
                                         "checkov, trivy and conftest.",
                                         file, why));
}

Diagnostic tooLarge(const std::string& file) {
    return failure(file, fmt::format("is larger than {} MiB", largestFile >> 20));
}

} // namespace

diags::Result<std::vector<ScannerFinding>> readFindings(std::string_view text, const std::string& file) {
    if (text.size() > largestFile)
        return tooLarge(file);
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    const std::optional<Json> document = diff::parseWholeJsonText(text);
    if (!document)
        return failure(file, "contains no valid JSON");
    for (const auto reader : {readSarif, readCheckov, readTrivy, readConftest}) {
        Found found = reader(*document);
        if (!found)
            continue;
        diags::Result<std::vector<ScannerFinding>> result;
        if (found->size() > mostFindings) {
            found->resize(mostFindings);
            result.diagnostics.append(Diagnostic::warning(
                "Too many findings",
                fmt::format("The file {} has more than {} findings. The others are ignored.", file, mostFindings)));
        }
        result.value = *std::move(found);
        return result;
    }
    return failure(file, "is in none of the known formats");
}

diags::Result<std::vector<ScannerFinding>> readFindingsFile(const std::filesystem::path& directory,
                                                            const std::string& file) {
    std::error_code error;
    if (const auto size = std::filesystem::file_size(directory / file, error); !error && size > largestFile)
        return tooLarge(file);
    const auto bytes = system::readFile(directory / file);
    if (!bytes)
        return failure(file, "cannot be read: " + bytes.error().reason());
    return readFindings(*bytes, file);
}

} // namespace planlens::findings
