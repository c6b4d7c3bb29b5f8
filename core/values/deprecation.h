// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/marks.h"

#include <optional>
#include <string>

namespace planlens::values {

/// A deprecation notice of a value. It is attached to the value as a mark until a warning is reported.
struct Deprecation {
    /// Whether the deprecated object belongs to a module from another package than the root module.
    enum class Origin { Local, Remote };

    std::string by;      // the deprecated object: `module.m.old`, `aws_instance.a.old`
    std::string message; // from its author; may be empty
    Origin origin = Origin::Local;

    Mark mark() const;
    static std::optional<Deprecation> of(Mark mark);
};

} // namespace planlens::values
