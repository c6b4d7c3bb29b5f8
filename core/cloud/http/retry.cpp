// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/retry.h"

#include "core/system/interruptible_sleep.h"
#include "core/values/random.h"

#include <algorithm>

namespace planlens::cloud::http {
Attempts performRepeatedly(const std::function<Request()>& request,
                           const std::function<bool(const Response&)>& isTemporary, const Retries& retries,
                           const std::stop_token& stop) {
    bool isUncertain = false;
    for (int attempt = 1;; ++attempt) {
        Request next = request();
        next.connection.silenceLimit = retries.silenceLimit;
        auto response = performRequest(next, stop);
        isUncertain = isUncertain || mayHaveTakenEffect(response);
        const bool isRepeated = response ? isTemporary(*response) : response.error().canRetry;
        if (!isRepeated || stop.stop_requested() || attempt >= retries.attempts)
            return {std::move(response), attempt, isRepeated, isUncertain};
        auto wait = randomWait(attempt - 1, retries.firstWait, retries.longestWait);
        if (response && response->retryAfter > 0)
            wait = std::min<std::chrono::milliseconds>(std::chrono::seconds(response->retryAfter), retries.longestWait);
        system::sleepFor(wait, stop);
    }
}

bool mayHaveTakenEffect(const diags::Expected<Response, Failure>& response) {
    constexpr int requestTimeout = 408, serverErrors = 500;
    if (!response)
        return response.error().wasSent;
    return response->status == requestTimeout || response->status >= serverErrors;
}

bool isTemporaryStatus(int status) {
    constexpr int requestTimeout = 408, tooManyRequests = 429, serverErrors = 500;
    return status == requestTimeout || status == tooManyRequests || status >= serverErrors;
}

std::chrono::milliseconds randomWait(int attempt, std::chrono::milliseconds first, std::chrono::milliseconds longest) {
    const auto limit = std::min<std::chrono::milliseconds>(first * (1LL << std::min(attempt, 10)), longest);
    const auto share = std::stoul(values::randomHex(4), nullptr, 16);
    return limit / 2 + limit * static_cast<long long>(share) / 0xffff / 2;
}

} // namespace planlens::cloud::http
