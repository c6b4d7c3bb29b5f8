// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/schemas/schema.h"

#include <string>
#include <string_view>

namespace planlens::configs {

/// A configuration that was made up for an object, in native syntax and laid out as the language's formatter does it.
struct GeneratedResource {
    std::string body;  // what stands between the braces, from the first column on
    std::string block; // all of it, without a line feed at the end
};

/// Writes down what a resource block has to say for an object to be what it is: all arguments that can be given and are
/// not deprecated, but for a computed `id`. Sensitive values are left for people to fill in. The provider argument is
/// written where it is not empty.
GeneratedResource generateResource(const addrs::Resource& address, const schemas::Block& schema,
                                   const values::Value& object, std::string_view provider);

} // namespace planlens::configs
