// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>

namespace planlens::plans {
struct TerraformParts;
}

/// Plans that were made before and are looked at only.
namespace planlens::session {

/// The name that stands for the standard input, as a file that is opened.
inline constexpr QChar standardInput = u'-';

/// Where the plan of a result is from, if it was not made here.
struct FinishedPlan {
    QString file;             // absolute; empty: it came through a pipe
    QString format;           // "plan JSON, format 1.2"
    QString program;          // that made it
    bool hidesValues = false; // a saved plan whose values are hidden, because schemas say which are secret
    std::shared_ptr<const plans::TerraformParts> terraform; // what only plans of Terraform have; null: nothing
    /// The file's name, or what stands for the pipe.
    QString name() const;
};

} // namespace planlens::session
