// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/shards.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace planlens::projects {

using diags::Diagnostic;

namespace {

std::optional<std::size_t> number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The variables of an engine that runs equal jobs.
struct Engine {
    std::string_view name;
    const char* index;
    const char* count;
    const char* first; // variable with the first index; null: `base`
    std::size_t base;
};
constexpr Engine engines[] = {
    {"the job", "PLANLENS_JOB_INDEX", "PLANLENS_JOB_COUNT", nullptr, 0}, // for engines that set no variables
    {"Kubernetes", "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", nullptr, 0},
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", 1},
    {"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", nullptr, 0},
    {"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", nullptr, 0},
    {"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", nullptr, 1},
};

diags::Result<Shard> shardOf(const Engine& engine, const Variable& variable) {
    const auto invalid = [&](const char* name, std::string_view why) {
        return Diagnostic::error("Shard not known",
                                 fmt::format("The variable {} of {} {}. Use -shard=I/N.", name, engine.name, why));
    };
    const std::optional<std::string> indexText = variable(engine.index), countText = variable(engine.count);
    if (!countText)
        return invalid(engine.count, "is not set, so the number of jobs is not known");
    const std::optional<std::size_t> index = number(*indexText), count = number(*countText);
    if (!index)
        return invalid(engine.index, "is not a number");
    if (!count || *count == 0)
        return invalid(engine.count, "is not a number of jobs");
    std::size_t base = engine.base;
    if (engine.first)
        if (const std::optional<std::string> text = variable(engine.first)) {
            const std::optional<std::size_t> first = number(*text);
            if (!first)
                return invalid(engine.first, "is not a number");
            base = *first;
        }
    if (engine.name == std::string_view("Slurm"))
        if (const std::optional<std::string> step = variable("SLURM_ARRAY_TASK_STEP"); step && number(*step) != 1U)
            return invalid("SLURM_ARRAY_TASK_STEP", "is not 1");
    if (*index < base || *index - base >= *count)
        return invalid(engine.index, fmt::format("is {}, but there are {} jobs from {} on", *index, *count, base));
    return Shard{*index - base + 1, *count};
}

} // namespace

diags::Result<Shard> readShard(std::string_view option, const Variable& variable) {
    if (option == "auto") {
        for (const Engine& engine : engines)
            if (variable(engine.index))
                return shardOf(engine, variable);
        if (variable("GITHUB_ACTIONS"))
            return Diagnostic::error(
                "Shard not known",
                "GitHub sets no variables for the number of a matrix job. Set them in the workflow:\n\n    env:\n      "
                "PLANLENS_JOB_INDEX: ${{ strategy.job-index }}\n      PLANLENS_JOB_COUNT: ${{ strategy.job-total }}");
        return Diagnostic::error("Shard not known",
                                 "The environment does not describe one of several jobs: -shard=auto reads the "
                                 "variables of Kubernetes indexed jobs, Slurm arrays, GitLab, CircleCI and Buildkite, "
                                 "and PLANLENS_JOB_INDEX (from 0) with PLANLENS_JOB_COUNT. Use -shard=I/N.");
    }
    const std::size_t slash = std::min(option.find('/'), option.size());
    const std::size_t index = number(option.substr(0, slash)).value_or(0);
    const std::size_t count = slash < option.size() ? number(option.substr(slash + 1)).value_or(0) : 0;
    constexpr std::size_t mostShards = 100'000; // more would need much memory
    if (index == 0 || index > count || count > mostShards)
        return Diagnostic::error(
            "Invalid shard",
            fmt::format("\"{}\" is not a shard. Use I/N with I from 1 to N, such as 2/4, or auto.", option));
    return Shard{index, count};
}

std::vector<std::size_t> distribute(const std::vector<Weighted>& items, std::size_t shards) {
    std::vector<std::size_t> order(items.size()), result(items.size(), 1);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return items[a].weight != items[b].weight ? items[a].weight > items[b].weight : items[a].name < items[b].name;
    });
    struct Load {
        double weight = 0;
        std::size_t items = 0; // so that many weights of zero are distributed too
        auto operator<=>(const Load&) const = default;
    };
    std::vector<Load> loads(std::max<std::size_t>(1, shards));
    for (const std::size_t i : order) {
        const auto lightest = std::min_element(loads.begin(), loads.end());
        lightest->weight += items[i].weight;
        ++lightest->items;
        result[i] = std::size_t(lightest - loads.begin()) + 1;
    }
    return result;
}

} // namespace planlens::projects
