// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/provisioners/provisioner.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace planlens::testing {

using Arguments = std::vector<std::pair<std::string, values::Value>>;

/// An object by a schema: the arguments given, and null for all others.
values::Value block(const schemas::Block& schema, Arguments arguments);
values::Value text(const char* text);
values::Value texts(const QStringList& texts);

/// A run of a provisioner, and what it told.
struct Run {
    explicit Run(const char* kind, Arguments config = {});
    /// With a connection block of these arguments.
    Run& through(Arguments connection);
    /// Runs it: the errors as "summary: detail", one a line.
    QString errors();

    const provisioners::Provisioner& kind;
    provisioners::Request request;
    QStringList output;
};

} // namespace planlens::testing
