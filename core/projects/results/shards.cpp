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
    std::size_t base; // the first index
};
constexpr Engine engines[] = {
    {"the job", "PLANLENS_JOB_INDEX", "PLANLENS_JOB_COUNT", 0}, // for engines that set no variables
    {"Kubernetes", "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0},
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1},
    {"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
    {"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
    {"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
};

Diagnostic invalidVariable(const Engine& engine, const char* name, std::string_view why) {
    return Diagnostic::error("Shard not known",
                             fmt::format("The variable {} of {} {}. Use -shard=I/N.", name, engine.name, why));
}

/// The position of an index of a Slurm array, which has the indexes MIN, MIN + STEP, … up to MAX. Lists of indexes
/// without a common step are refused, because nothing shows the position of an index in them.
diags::Result<std::size_t> slurmPosition(const Engine& engine, const Variable& variable, std::size_t index,
                                         std::size_t count) {
    std::size_t first = engine.base, step = 1;
    std::optional<std::size_t> last;
    for (const char* name : {"SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_MAX"}) {
        const std::optional<std::string> text = variable(name);
        if (!text)
            continue;
        const std::optional<std::size_t> value = number(*text);
        const bool isStep = name == std::string_view("SLURM_ARRAY_TASK_STEP");
        if (!value || (isStep && *value == 0))
            return invalidVariable(engine, name, isStep ? "is not a step" : "is not a number");
        (isStep ? step : name == std::string_view("SLURM_ARRAY_TASK_MIN") ? first : last.emplace()) = *value;
    }
    // With a step, the last index can be lower than the end of the range: 37 in 1-40:4.
    if (last && (*last < first || (*last - first) / step + 1 != count))
        return invalidVariable(engine, engine.count,
                               fmt::format("is {}, but the indexes from {} to {} with the step {} are {}", count, first,
                                           *last, step, *last < first ? 0 : (*last - first) / step + 1));
    if (index < first || (index - first) % step != 0)
        return invalidVariable(
            engine, engine.index,
            fmt::format("is {}, which is not one of the indexes from {} on with the step {}", index, first, step));
    return (index - first) / step;
}

diags::Result<Shard> shardOf(const Engine& engine, const Variable& variable) {
    const std::optional<std::string> indexText = variable(engine.index), countText = variable(engine.count);
    if (!countText)
        return invalidVariable(engine, engine.count, "is not set, so the number of jobs is not known");
    const std::optional<std::size_t> index = number(*indexText), count = number(*countText);
    if (!index)
        return invalidVariable(engine, engine.index, "is not a number");
    if (!count || *count == 0)
        return invalidVariable(engine, engine.count, "is not a number of jobs");
    std::size_t position = *index - engine.base; // huge if the index is lower
    if (engine.name == std::string_view("Slurm")) {
        const diags::Result<std::size_t> found = slurmPosition(engine, variable, *index, *count);
        if (!found.value)
            return found.diagnostics;
        position = *found;
    }
    if (position >= *count)
        return invalidVariable(engine, engine.index,
                               fmt::format("is {}, which is not one of {} indexes", *index, *count));
    return Shard{position + 1, *count};
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
