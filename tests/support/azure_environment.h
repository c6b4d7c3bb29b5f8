// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>

namespace planlens::testing {

/// Hides the credentials and proxies of whoever runs the tests.
inline void withoutAzureVariables(ScopedEnvironment& environment) {
    for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
        for (const char* start :
             {"ARM_", "AZURE", "ACTIONS_ID_TOKEN_", "SYSTEM_", "MSI_", "IDENTITY_", "IMDS_", "DEFAULT_IDENTITY_"})
            if (name.startsWith(QLatin1String(start)) || name.endsWith(QLatin1String("_proxy"), Qt::CaseInsensitive))
                environment.unset(name.toLatin1().constData());
    environment.unset("TF_CLI_CONFIG_FILE");
    environment.set("HOME", "/nowhere");
}

} // namespace planlens::testing
