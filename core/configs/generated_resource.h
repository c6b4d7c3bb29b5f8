// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/schemas/schema.h"

#include <string>
#include <string_view>

namespace planlens::configs {

/// A configuration generated for an existing object, in native syntax and formatted as `tofu fmt` does.
struct GeneratedResource {
    std::string body;  // text between the braces, starting in the first column
    std::string block; // the whole block, without a line feed at the end
};

/// Generates a resource block that describes an existing object: all arguments that can be set and are not deprecated,
/// except a computed `id`. Sensitive values are left for the user to fill in. The provider argument is omitted if it is
/// empty.
GeneratedResource generateResource(const addrs::Resource& address, const schemas::Block& schema,
                                   const values::Value& object, std::string_view provider);

} // namespace planlens::configs
