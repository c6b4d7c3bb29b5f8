// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/value_text.h"

#include "core/hcl/formatted_text.h"

namespace planlens::providers::builtin {

using values::Value;

std::string valueText(const Value& value) {
    hcl::FormattedText text;
    text.value(value);
    return text.toString();
}

std::string argumentsText(const Value& object) {
    hcl::FormattedText text;
    for (std::size_t i = 0; i < object.size(); ++i) {
        text.key(std::string(object.key(i)));
        text.value(object.element(i));
        text.endLine();
    }
    return text.toString();
}

} // namespace planlens::providers::builtin
