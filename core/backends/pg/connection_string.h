// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/pg/session.h"

#include <map>
#include <string>

namespace planlens::backends::pg {

struct ParsedConnection {
    ConnectionOptions options;
    std::string identity; // the database: hosts, ports and name; contains no secrets
};

/// Parses the argument `conn_str`: a URL or a list of keywords. The environment variables PG… replace what is missing.
/// Keywords, variables and defaults are those of the reference, which differ from those of libpq: the host is
/// "localhost" and TLS is required unless configured otherwise. Errors do not contain the text, which may contain a
/// password.
diags::Expected<ParsedConnection, std::string> parseConnection(const std::string& text);

} // namespace planlens::backends::pg
