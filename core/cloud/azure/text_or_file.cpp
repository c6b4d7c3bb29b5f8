// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/text_or_file.h"

#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cloud::azure {

using diags::Unexpected;

diags::Expected<std::string, std::string> readGivenFile(const std::string& file, const std::string& name,
                                                        const Settings& settings) {
    if (file.empty())
        return std::string();
    auto content = system::readFile(settings.directory / file);
    if (!content)
        return Unexpected{fmt::format("error reading {} file: {} {}: {}", name, content.error().call, file,
                                      content.error().reason())};
    return *std::move(content);
}

diags::Expected<std::string, std::string> readTextOrFile(const TextOrFile& given, const std::string& name,
                                                         const Settings& settings) {
    auto content = readGivenFile(given.file, name, settings);
    if (!content)
        return content;
    if (given.value.empty() && content->empty())
        return Unexpected{fmt::format("missing {0}, a {0} is required", name)};
    if (!given.value.empty() && !content->empty() && given.value != *content)
        return Unexpected{fmt::format("{} provided directly and through file do not match; either make them the same "
                                      "value or only provide one",
                                      name)};
    return content->empty() ? given.value : *std::move(content);
}

} // namespace planlens::cloud::azure
