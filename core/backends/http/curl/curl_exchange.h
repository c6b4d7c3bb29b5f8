// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/http/exchange.h"

/// The entry point of the library for HTTP. Fills the response and returns true, or fills the failure. Fails if the
/// calling program has another version.
extern "C" bool planlensHttpExchange(const char* programVersion, const planlens::backends::http::Request& request,
                                     const std::stop_token& stop, planlens::backends::http::Response& response,
                                     planlens::backends::http::Failure& failure);
