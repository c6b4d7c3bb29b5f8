// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/provisioners/provisioner.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace planlens::testing {

using Arguments = std::vector<std::pair<std::string, values::Value>>;

/// Returns an object of a schema with the given arguments. All others are null.
values::Value block(const schemas::Block& schema, Arguments arguments);
values::Value text(const char* text);
values::Value texts(const QStringList& texts);

/// A provisioner run and the output it reported.
struct Run {
    explicit Run(const char* kind, Arguments config = {});
    /// Adds a connection block with these arguments.
    Run& through(Arguments connection);
    /// Runs the provisioner. Returns the errors as "summary: detail", one on each line.
    QString errors();

    const provisioners::Provisioner& kind;
    provisioners::Request request;
    QStringList output;
};

} // namespace planlens::testing
