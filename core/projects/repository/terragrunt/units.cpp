// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/terragrunt/units.h"

#include "core/configs/file_names.h"
#include "core/hcl/expression.h"
#include "core/hcl/syntax/parser.h"
#include "core/projects/repository/facts_cache.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"

#include <algorithm>
#include <memory>

namespace planlens::projects::terragrunt {

namespace fs = std::filesystem;

namespace {

struct Generated {
    std::string folder;
    fs::file_time_type changed;
};

void search(const fs::path& root, const std::string& folder, int depth, std::optional<Generated>& newest) {
    constexpr int deepest = 8;
    const auto entries = system::listDirectory(root / folder);
    if (!entries || depth > deepest)
        return;
    bool isConfigured = false, isPrepared = false;
    for (const auto& [name, isDirectory, isLink] : *entries) {
        isConfigured = isConfigured || !configs::configExtension(name).empty();
        isPrepared = isPrepared || name == ".terraform" || name == inputsFile;
        if (isDirectory && !isLink && !name.starts_with('.'))
            search(root, folder + "/" + name, depth + 1, newest);
    }
    std::error_code error;
    const auto changed = fs::last_write_time(root / folder, error);
    if (isConfigured && isPrepared && !error && (!newest || changed > newest->changed))
        newest = Generated{folder, changed};
}

/// The body of the file of a unit; null if it cannot be read.
hcl::BodyPtr bodyOf(const fs::path& root, const std::string& unit) {
    const auto text = system::readFile(root / unit / unitFile);
    const diags::Result<hcl::File> parsed =
        text ? hcl::parseNative(std::make_shared<const std::string>(*text), unitFile) : diags::Result<hcl::File>();
    return parsed.value ? parsed->body : nullptr;
}

/// The source in "terraform { source = … }"; empty if there is none, or if it is not a literal.
std::string sourceOf(const hcl::Body& body) {
    const auto content = body.knownContent({{}, {{"terraform", {}}}}).value;
    for (const hcl::Block& block : content ? content->blocks : std::vector<hcl::Block>())
        if (const auto inner = block.body->knownContent({{{"source"}}, {}}).value)
            if (const hcl::Attribute* const source = inner->attribute("source"))
                if (const auto value = source->expression->evaluate(nullptr);
                    value.isOk() && value->isKnown() && !value->isNull() && value->type().isString())
                    return value->asString();
    return {};
}

} // namespace

std::optional<std::string> generatedFolder(const fs::path& root, const std::string& unit) {
    std::optional<Generated> newest;
    search(root, (unit == "." ? "" : unit + "/") + ".terragrunt-cache", 0, newest);
    return newest ? std::optional(newest->folder) : std::nullopt;
}

bool hasInputs(const fs::path& root, const std::string& unit) {
    const hcl::BodyPtr body = bodyOf(root, unit);
    const auto content = body ? body->knownContent({{{"inputs"}}, {}}).value : std::nullopt;
    return content && content->attribute("inputs");
}

void addInputs(Project& project) {
    project.variableFiles.emplace_back(inputsFile);
    project.variableOptions.push_back(std::string("-var-file=") + inputsFile);
}

void addSources(Project& project, const fs::path& root, const std::string& unit) {
    project.patterns.emplace_back(unit, "*");
    for (std::string folder = unit; folder != ".";) {
        const std::size_t slash = folder.rfind('/');
        folder = slash == std::string::npos ? "." : folder.substr(0, slash);
        project.patterns.emplace_back(folder, "*.hcl");
    }
    const hcl::BodyPtr body = bodyOf(root, unit);
    std::string source = body ? sourceOf(*body) : std::string();
    if (const std::size_t inner = source.find("//"); inner != std::string::npos)
        source.erase(inner); // the whole package is copied
    if (source.starts_with('.'))
        if (const std::optional<std::string> folder = joined(unit, source))
            project.patterns.emplace_back(*folder, "**");
    std::ranges::sort(project.patterns);
}

} // namespace planlens::projects::terragrunt
