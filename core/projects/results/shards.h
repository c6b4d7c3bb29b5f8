// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// One of several equal jobs.
struct Shard {
    std::size_t index = 1; // from 1
    std::size_t count = 1;
    bool operator==(const Shard&) const = default;
};

using Variable = std::function<std::optional<std::string>(const char* name)>;
/// Parses the option -shard: "I/N", or "auto" for the index and number in the environment variables of Kubernetes
/// indexed jobs, Slurm arrays, GitLab, CircleCI and Buildkite.
diags::Result<Shard> readShard(std::string_view option, const Variable& variable);

struct Weighted {
    std::string name; // unique
    double weight = 0;
};
/// Distributes items to shards of similar weight: the heaviest item first, each to the lightest shard. Returns the
/// shard of each item, from 1. The result depends only on the names and weights.
std::vector<std::size_t> distribute(const std::vector<Weighted>& items, std::size_t shards);

} // namespace planlens::projects
