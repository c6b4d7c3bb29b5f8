// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file/json_fields.h"

#include <string>

namespace planlens::formats {

/// JsonFields for optional data: values of other types than requested are ignored.
class LenientFields : public states::JsonFields {
public:
    using JsonFields::JsonFields;

    template <typename OnField>
    bool object(OnField onField) {
        return peek() == '{' ? JsonFields::object(onField) : skip();
    }
    template <typename OnElement>
    bool array(OnElement onElement) {
        return peek() == '[' ? JsonFields::array(onElement) : skip();
    }
    bool string(std::string& out) { return peek() == '"' ? JsonFields::string(out) : skip(); }
    bool boolean(bool& out) { return peek() == 't' || peek() == 'f' ? JsonFields::boolean(out) : skip(); }
};

} // namespace planlens::formats
