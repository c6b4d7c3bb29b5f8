// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/exchange.h"

/// The entry point of the library for HTTP. Fills the response and returns true, or fills the failure. Fails if the
/// calling program has another version.
extern "C" bool planlensHttpExchange(const char* programVersion, const planlens::cloud::http::Request& request,
                                     const std::stop_token& stop, planlens::cloud::http::Response& response,
                                     planlens::cloud::http::Failure& failure);
