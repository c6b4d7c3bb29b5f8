// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/session.h"

#include "core/backends/pg/libpq/libpq_session.h"
#include "core/system/own_library.h"
#include "core/version.h"

namespace planlens::backends::pg {

diags::Expected<std::unique_ptr<Session>, std::string> openSession(const ConnectionOptions& options,
                                                                   const std::stop_token& stop) {
    static const auto function = system::loadOwnFunction(PLANLENS_POSTGRESQL_LIBRARY, "planlensOpenPostgresqlSession");
    if (!function)
        return diags::Unexpected{"the Planlens library for PostgreSQL cannot be loaded: " + function.error()};
    const auto open = reinterpret_cast<decltype(&planlensOpenPostgresqlSession)>(*function);
    std::string error;
    std::unique_ptr<Session> session(open(programVersion, options, stop, error));
    if (!session)
        return diags::Unexpected{std::move(error)};
    return session;
}

} // namespace planlens::backends::pg
