// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <string>
#include <utility>
#include <vector>

namespace planlens::testing {

inline values::Value object(std::vector<std::pair<std::string, values::Value>> attributes) {
    return values::Value::object(std::move(attributes));
}
inline values::Value text(const char* value) {
    return values::Value::string(value);
}

inline plans::ResourceInstanceChange change(const std::string& address, plans::Action action, values::Value before,
                                            values::Value after) {
    plans::ResourceInstanceChange made;
    made.address = made.previousAddress = *addrs::readAbsResourceInstance(address);
    made.change = {action, std::move(before), std::move(after), {}, {}, {}, {}};
    return made;
}

} // namespace planlens::testing
