// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/pg/session.h"

/// The entry point of the library for PostgreSQL. Returns null and fills the error if no server accepts the connection,
/// and if the calling program has another version. The caller owns the result.
extern "C" planlens::backends::pg::Session*
planlensOpenPostgresqlSession(const char* programVersion, const planlens::backends::pg::ConnectionOptions& options,
                              const std::stop_token& stop, std::string& error);
