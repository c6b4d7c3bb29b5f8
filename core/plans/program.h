// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/version.h"

#include <string>

namespace planlens::plans {

/// The program that can read the saved plan. Programs only apply plans of the same version.
struct Program {
    enum class Kind { OpenTofu, Terraform };
    Kind kind = Kind::OpenTofu;
    std::string version = referenceVersion;
    /// Returns "OpenTofu" or "Terraform".
    std::string name() const;
    /// Returns the name and version, such as "OpenTofu 1.12.6".
    std::string toString() const;
    bool operator==(const Program&) const = default;
};

} // namespace planlens::plans
