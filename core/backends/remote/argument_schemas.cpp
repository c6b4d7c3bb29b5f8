// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/argument_schemas.h"

namespace planlens::backends {

void addArguments(Attributes& attributes, std::initializer_list<const char*> names, const values::Type& type,
                  Need need) {
    for (const char* name : names) {
        schemas::Attribute attribute;
        attribute.type = type;
        attribute.required = need == Need::Required;
        attribute.optional = need == Need::Optional;
        attributes.emplace(name, std::move(attribute));
    }
}

} // namespace planlens::backends
