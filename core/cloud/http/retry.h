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
    bool hasGivenUp = false;         // all attempts are used up, and another one could have succeeded
    bool mayHaveTakenEffect = false; // by one of the attempts, although none has succeeded
};

/// Sends a request until the response is not temporary, or the attempts are used up. `request` is called for each
/// attempt, because requests contain the time and a token.
Attempts performRepeatedly(const std::function<Request()>& request,
                           const std::function<bool(const Response&)>& isTemporary, const Retries& retries,
                           const std::stop_token& stop);

/// Whether a server reports with this status that the same request can succeed later.
bool isTemporaryStatus(int status);

/// Exponential backoff with equal jitter: half of a limit that doubles with each attempt, and a random part of the
/// other half. Programs that failed together do not retry together, and no attempt follows at once: a server that
/// restarts would not be ready. Attempts are counted from 0.
std::chrono::milliseconds randomWait(int attempt, std::chrono::milliseconds first, std::chrono::milliseconds longest);

} // namespace planlens::cloud::http
