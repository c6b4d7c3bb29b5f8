// SPDX-License-Identifier: MPL-2.0
#include "app/cli/operation_options.h"

#include "core/addrs/target.h"
#include "core/hcl/syntax/parser.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <charconv>
#include <sstream>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostics;
using diags::Result;

namespace {

/// Adds the addresses of an option, then those in the files of the related `-…-file` option, one per line.
void addTargets(const fs::path& directory, const Arguments& arguments, std::string_view option,
                std::vector<addrs::TargetSubject>& subjects, Diagnostics& diagnostics) {
    for (const std::string& text : arguments.values(option)) {
        Result<addrs::Target> target = addrs::parseTargetText(text);
        if (target.isOk())
            subjects.push_back(target->subject);
        else
            diagnostics.error(fmt::format("Invalid {} {}", option, values::quoted(text)), target.diagnostics[0].detail);
    }
    for (const std::string& file : arguments.values(std::string(option) + "-file")) {
        const auto text = system::readFile(directory / file);
        if (!text) {
            diagnostics.error(fmt::format("{} {}: {}", text.error().call, file, text.error().reason()), {});
            continue;
        }
        std::istringstream lines(*text);
        diags::SourcePos start;
        for (std::string line; std::getline(lines, line);
             ++start.line, start.byte += static_cast<std::uint32_t>(line.size() + 1)) {
            const std::string_view content =
                std::string_view(line).substr(0, line.size() - (line.ends_with('\r') ? 1 : 0));
            if (const auto first = content.find_first_not_of(" \t");
                first != std::string_view::npos && content[first] == '#')
                continue;
            Result<hcl::Traversal> traversal = hcl::parseTraversal(content, file, start);
            const bool isTraversal = traversal.isOk();
            diagnostics.append(std::move(traversal.diagnostics));
            if (!isTraversal)
                continue;
            Result<addrs::Target> target = addrs::parseTarget(*traversal);
            const bool good = target.isOk();
            diagnostics.append(std::move(target.diagnostics));
            if (good)
                subjects.push_back(target->subject);
        }
    }
}

constexpr unsigned usualParallelism = 10;

Result<int> parallelism(const Arguments& arguments) {
    const std::optional<std::string> given = arguments.value("parallelism");
    if (!given)
        return int(usualParallelism);
    const char* const end = given->data() + given->size();
    int number = 0;
    if (const auto [rest, error] = std::from_chars(given->data(), end, number); error != std::errc() || rest != end)
        return diags::Diagnostic::error("Failed to parse command-line flags",
                                        fmt::format("invalid value \"{}\" for flag -parallelism: parse error", *given));
    return number;
}

} // namespace

Diagnostics checkParallelism(const Arguments& arguments) {
    const Result<int> given = parallelism(arguments);
    if (!given.value || *given.value >= 0)
        return {};
    return diags::Diagnostic::error("Invalid parallelism value",
                                    fmt::format("The parallelism must be a positive value. Not {}.", *given.value));
}

Result<engine::PlanOptions> operationOptions(const Arguments& arguments, const fs::path& directory) {
    engine::PlanOptions options;
    Diagnostics diagnostics;
    const int threads = parallelism(arguments).into(diagnostics).value_or(0);
    options.parallelism = threads > 0 ? static_cast<unsigned>(threads) : usualParallelism;
    if ((arguments.has("target") || arguments.has("target-file")) &&
        (arguments.has("exclude") || arguments.has("exclude-file"))) {
        diagnostics.error("Invalid combination of arguments",
                          "The target and exclude planning options are mutually-exclusive. Each plan must use either "
                          "only the target options or only the exclude options.");
    } else {
        addTargets(directory, arguments, "target", options.targets, diagnostics);
        addTargets(directory, arguments, "exclude", options.excludes, diagnostics);
    }
    for (const std::string& text : arguments.values("replace")) {
        Result<addrs::AbsResourceInstance> address = addrs::parseAbsResourceInstance(text);
        if (!address.isOk())
            diagnostics.error(fmt::format("Invalid force-replace address {}", values::quoted(text)),
                              address.diagnostics[0].detail);
        else if (address->resource.mode != addrs::ResourceMode::Managed)
            diagnostics.error(fmt::format("Invalid force-replace address {}", values::quoted(text)),
                              "Only managed resources can be used with the -replace=... option.");
        else
            options.forceReplace.push_back(*address.value);
    }
    const bool destroy = arguments.flag("destroy", false), refreshOnly = arguments.flag("refresh-only", false);
    options.mode = destroy ? plans::Mode::Destroy : refreshOnly ? plans::Mode::RefreshOnly : plans::Mode::Normal;
    options.refresh = arguments.flag("refresh", true) ? engine::Refresh::Yes : engine::Refresh::No;
    if (destroy && refreshOnly)
        diagnostics.error("Incompatible plan mode options",
                          "The -destroy and -refresh-only options are mutually-exclusive.");
    else if (refreshOnly && options.refresh == engine::Refresh::No)
        diagnostics.error("Incompatible refresh options",
                          "It doesn't make sense to use -refresh-only at the same time as -refresh=false, because "
                          "OpenTofu would have nothing to do.");
    return {std::move(options), std::move(diagnostics)};
}

} // namespace planlens::cli
