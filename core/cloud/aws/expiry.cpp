// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/expiry.h"

#include "core/lang/functions/time/timestamp.h"

#include <string>

namespace planlens::cloud::aws {

std::optional<Time> parseExpiry(std::string_view text) {
    std::string standard(text);
    if (standard.ends_with("UTC")) // as old versions of the AWS CLI write it
        standard.replace(standard.size() - 3, 3, "Z");
    const auto time = lang::parseTimestamp(standard, lang::Strictness::Lenient);
    if (!time)
        return std::nullopt;
    return Time(std::chrono::seconds(time->seconds));
}

std::string expiryText(Time time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    return lang::Timestamp{.seconds = seconds}.toString();
}

} // namespace planlens::cloud::aws
