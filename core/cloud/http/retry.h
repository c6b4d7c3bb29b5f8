// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/exchange.h"

#include <functional>

namespace planlens::cloud::http {

/// The number of attempts of a request, and the duration of each attempt.
struct Retries {
    int attempts = 6;
    std::chrono::milliseconds firstWait{1000}, longestWait{30'000}; // at most, between attempts
    std::chrono::seconds silenceLimit{60};                          // as in Connection
};

/// The result of the last attempt.
struct Attempts {
    diags::Expected<Response, Failure> response;
    int count = 1;
    bool isGivenUp = false;       // another attempt could have succeeded
    bool mayBeCarriedOut = false; // by one of the attempts, although none has succeeded
};

/// Sends a request until it has a response that is not temporary, or the attempts are used up. Each attempt sends what
/// the function returns, because requests contain the time and a token.
Attempts performRepeatedly(const std::function<Request()>& request,
                           const std::function<bool(const Response&)>& isTemporary, const Retries& retries,
                           const std::stop_token& stop);

/// Whether a server reports with this status that the same request can succeed later.
bool isTemporaryStatus(int status);

/// A random share of a limit that doubles, so that programs that failed together do not repeat together. The first
/// attempt has the number 0.
std::chrono::milliseconds randomWait(int attempt, std::chrono::milliseconds first, std::chrono::milliseconds longest);

} // namespace planlens::cloud::http
