// SPDX-License-Identifier: MPL-2.0
#include "core/cost/estimate.h"

#include "core/diff/json_node.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace planlens::cost {

namespace {

using Json = diff::JsonNode;

std::string text(const Json& json) {
    return json.kind == Json::Kind::String ? json.text : std::string();
}

/// An amount: a text, or a number as some versions write it.
std::optional<Amount> amount(const Json& json) {
    const bool isAmount = json.kind == Json::Kind::Number || json.kind == Json::Kind::String;
    return isAmount ? Amount::parsed(json.text) : std::nullopt;
}

enum class Part { Before, After, Difference };

/// Adds the costs of one part of a project. Resources without a price are left out.
void addPart(Estimate& estimate, const Json& breakdown, Part part) {
    for (const Json& resource : elements(member(breakdown, "resources"))) {
        const std::string name = text(member(resource, "name"));
        const std::optional<Amount> monthly = amount(member(resource, "monthlyCost"));
        if (name.empty() || !monthly)
            continue;
        Costs& costs = estimate.resources[name];
        std::optional<Amount>& side = part == Part::Before  ? costs.before
                                      : part == Part::After ? costs.after
                                                            : costs.difference;
        side = side.value_or(Amount()) + *monthly;
    }
}

std::size_t countOf(const Json& summary, std::string_view name) {
    const std::string& digits = member(summary, name).text;
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return error == std::errc() && end == digits.data() + digits.size() ? count : 0;
}

/// Completes the differences of a project that has both sides: a resource that one side lacks costs nothing there.
void complete(Estimate& estimate) {
    for (auto& [name, costs] : estimate.resources)
        if (!costs.difference)
            costs.difference = costs.after.value_or(Amount()) - costs.before.value_or(Amount());
}

diags::Diagnostic failure(const std::string& file, std::string_view why) {
    return diags::Diagnostic::error(
        "Failed to read the cost estimate",
        fmt::format("The file {} {}. Costs are read from the JSON of \"infracost breakdown\" and \"infracost diff\".",
                    file, why));
}

std::string tooLarge() {
    return fmt::format("is larger than {} MiB", largestFile >> 20);
}

} // namespace

void Costs::add(const Costs& other) {
    const auto addSide = [](std::optional<Amount>& side, const std::optional<Amount>& more) {
        if (more)
            side = side.value_or(Amount()) + *more;
    };
    addSide(before, other.before);
    addSide(after, other.after);
    addSide(difference, other.difference);
}

diags::Result<Estimate> readEstimate(std::string_view text, const std::string& file) {
    if (text.size() > largestFile)
        return failure(file, tooLarge());
    const std::optional<Json> document = diff::parseWholeJsonText(text);
    if (!document)
        return failure(file, "contains no valid JSON");
    const Json& projects = member(*document, "projects");
    if (projects.kind != Json::Kind::Array || cost::text(member(*document, "version")).empty())
        return failure(file, "is not an estimate of Infracost");
    Estimate estimate;
    estimate.currency = cost::text(member(*document, "currency"));
    const bool isPlain =
        std::all_of(estimate.currency.begin(), estimate.currency.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (estimate.currency.empty() || !isPlain || estimate.currency.size() > 8)
        estimate.currency = "USD";
    for (const Json& project : projects.elements) {
        Estimate read;
        addPart(read, member(project, "pastBreakdown"), Part::Before);
        addPart(read, member(project, "breakdown"), Part::After);
        addPart(read, member(project, "diff"), Part::Difference);
        if (member(project, "pastBreakdown").kind == Json::Kind::Object ||
            member(project, "diff").kind == Json::Kind::Object)
            complete(read);
        for (const auto& [name, costs] : read.resources)
            estimate.resources[name].add(costs);
    }
    const Json& summary = member(*document, "summary");
    estimate.unpriced = countOf(summary, "totalUnsupportedResources");
    diags::Result<Estimate> result;
    if (cost::text(member(*document, "version")) != "0.2")
        result.diagnostics.append(diags::Diagnostic::warning(
            "Unknown version of the cost estimate",
            fmt::format("The file {} has another version than 0.2. Costs may be incomplete.", file)));
    result.value = std::move(estimate);
    return result;
}

diags::Result<Estimate> readEstimateFile(const std::filesystem::path& directory, const std::string& file) {
    std::error_code error;
    if (const auto size = std::filesystem::file_size(directory / file, error); !error && size > largestFile)
        return failure(file, tooLarge());
    const auto bytes = system::readFile(directory / file);
    if (!bytes)
        return failure(file, "cannot be read: " + bytes.error().reason());
    return readEstimate(*bytes, file);
}

} // namespace planlens::cost
