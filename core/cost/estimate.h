// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cost/amount.h"
#include "core/diags/diagnostic.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// Monthly costs of the objects of a plan, estimated by Infracost.
namespace planlens::cost {

/// Monthly costs before and after a change. A side that the estimate does not contain is absent.
struct Costs {
    std::optional<Amount> before, after;
    std::optional<Amount> difference;

    void add(const Costs& other);
    bool operator==(const Costs&) const = default;
};

struct Estimate {
    std::string currency;                   // "USD"
    std::map<std::string, Costs> resources; // by address
    std::size_t unpriced = 0;               // resources that Infracost does not support or has no price for
};

inline constexpr std::size_t largestFile = std::size_t(32) << 20; // bytes

/// Reads the JSON that `infracost breakdown` and `infracost diff` write (format 0.2). If it contains several projects,
/// their resources are put together.
diags::Result<Estimate> readEstimate(std::string_view text, const std::string& file);
/// Reads a file: absolute, or relative to the directory.
diags::Result<Estimate> readEstimateFile(const std::filesystem::path& directory, const std::string& file);

} // namespace planlens::cost
