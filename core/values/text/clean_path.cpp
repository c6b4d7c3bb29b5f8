// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/clean_path.h"

#include <vector>

namespace planlens::values {

std::string cleanPath(std::string_view path) {
    const bool rooted = path.starts_with('/');
    std::vector<std::string_view> segments;
    while (!path.empty()) {
        const std::string_view segment = path.substr(0, path.find('/'));
        path.remove_prefix(segment.size() < path.size() ? segment.size() + 1 : segment.size());
        if (segment.empty() || segment == ".")
            continue;
        if (segment != "..")
            segments.push_back(segment);
        else if (!segments.empty() && segments.back() != "..")
            segments.pop_back();
        else if (!rooted)
            segments.push_back(segment);
    }
    std::string out = rooted ? "/" : "";
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (i > 0)
            out += '/';
        out += segments[i];
    }
    return out.empty() ? "." : out;
}

} // namespace planlens::values
