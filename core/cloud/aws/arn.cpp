// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/arn.h"

#include <algorithm>

namespace planlens::cloud::aws {

std::string arnProblem(const std::string& text) {
    if (!text.starts_with("arn:"))
        return "arn: invalid prefix";
    return std::ranges::count(text, ':') < 5 ? "arn: not enough sections" : "";
}

std::string arnResource(const std::string& arn) {
    std::size_t start = 0;
    for (int colon = 0; colon < 5; ++colon)
        start = arn.find(':', start) + 1;
    return arn.substr(start);
}

} // namespace planlens::cloud::aws
