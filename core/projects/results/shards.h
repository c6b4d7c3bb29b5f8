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
/// The shard that an option names: "I/N", or "auto" for the job that the environment describes: Kubernetes indexed
/// jobs, Slurm arrays, GitLab, CircleCI and Buildkite.
diags::Result<Shard> readShard(std::string_view option, const Variable& variable);

struct Weighted {
    std::string name; // unique
    double weight = 0;
};
/// Distributes names over shards of about the same weight: the heaviest first, each to the lightest shard. Returns the
/// shard of each, from 1. The result depends on the names and weights only.
std::vector<std::size_t> distribute(const std::vector<Weighted>& items, std::size_t shards);

} // namespace planlens::projects
