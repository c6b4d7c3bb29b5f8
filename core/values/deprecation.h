// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/marks.h"

#include <optional>
#include <string>

namespace planlens::values {

/// Why a value should not be used any more. Goes along with the value as a mark until somebody is warned.
struct Deprecation {
    /// Whether the one who is deprecated stands in a module that comes from another package than the root module.
    enum class Origin { Local, Remote };

    std::string by;      // who is deprecated: `module.m.old`, `aws_instance.a.old`
    std::string message; // of its author; may be empty
    Origin origin = Origin::Local;

    Mark mark() const;
    static std::optional<Deprecation> of(Mark mark);
};

} // namespace planlens::values
