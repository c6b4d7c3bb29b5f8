// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/exchange.h"

namespace planlens::cloud::http {

/// The next server of a request. Each redirect needs a further step.
struct Step {
    std::string url;
    std::string proxy = {};       // empty: none
    std::string authorities = {}; // empty: those that libcurl knows
    bool hasCredentials = true;   // otherwise, the server must not get those of the request
};

} // namespace planlens::cloud::http

/// The entry point of the library for HTTP, which follows no redirects. Fills the response and returns true, or fills
/// the failure. Fails if the calling program has another version.
extern "C" bool planlensHttpExchange(const char* programVersion, const planlens::cloud::http::Request& request,
                                     const planlens::cloud::http::Step& step, const std::stop_token& stop,
                                     planlens::cloud::http::Response& response,
                                     planlens::cloud::http::Failure& failure);
