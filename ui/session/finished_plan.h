// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace planlens::plans {
struct TerraformParts;
}

/// Plans created earlier or by other programs. Saved plans can be applied, all others can only be reviewed.
namespace planlens::session {

/// The file name that denotes the standard input.
inline constexpr QChar standardInput = u'-';

/// The origin of a plan that was not created by this session.
struct FinishedPlan {
    QString file;    // absolute; empty: standard input
    QString format;  // "plan JSON, format 1.2"
    QString program; // the program that created it
    // a saved plan with masked values, because the schemas that mark sensitive ones are missing
    bool hidesValues = false;
    // programs that applying a saved plan starts, although its folder is not trusted; empty: trusted, or there are none
    QVector<Program> untrusted;
    QString notApplicable; // why it cannot be applied; empty: it can be
    // the elements that only Terraform plans contain; null: none
    std::shared_ptr<const plans::TerraformParts> terraform;
    /// Returns the file's name, or a text for the standard input.
    QString name() const;
};

} // namespace planlens::session
