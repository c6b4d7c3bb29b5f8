// SPDX-License-Identifier: MPL-2.0
#include "core/values/deprecation.h"

#include <string_view>

namespace planlens::values {

namespace {

constexpr std::string_view ofLocal = "Deprecated\n", ofRemote = "Deprecated elsewhere\n";

} // namespace

Mark Deprecation::mark() const {
    std::string name(origin == Origin::Local ? ofLocal : ofRemote);
    name.append(by).append("\n").append(message);
    return Mark(name);
}

std::optional<Deprecation> Deprecation::of(Mark mark) {
    std::string_view name = mark.name();
    Deprecation deprecation;
    if (name.starts_with(ofLocal)) {
        name.remove_prefix(ofLocal.size());
    } else if (name.starts_with(ofRemote)) {
        name.remove_prefix(ofRemote.size());
        deprecation.origin = Origin::Remote;
    } else {
        return {};
    }
    const std::size_t end = name.find('\n');
    deprecation.by = name.substr(0, end);
    deprecation.message = name.substr(end + 1);
    return deprecation;
}

} // namespace planlens::values
