// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"
#include "tests/provider/json_value.h"

#include <atomic>

/// What scripts say values are made of: JSON in which objects with one `$…` key are worked out.
///
/// | form | is |
/// | --- | --- |
/// | `{"$unknown": true}` | unknown |
/// | `{"$copy": "a.b[0]"}` | what is there |
/// | `{"$upper": …}`, `{"$lower": …}`, `{"$trim": …}` | of what is at that place |
/// | `{"$length": "a"}` | how long the text, or how many elements there are |
/// | `{"$format": "x-{a.b}"}` | the text, with what is at these places |
/// | `{"$hash": "a.b"}` | eight digits that depend on what is there |
/// | `{"$counter": "x-"}` | the text and the next number of this process; with "" the number alone |
/// | `{"$time": true}`, `{"$pid": true}` | now, this process |
///
/// A form whose input is unknown is unknown.
namespace planlens::testing {

Json evaluate(const Json& form, const Json& context, std::atomic<std::int64_t>& counter);

/// Eight hexadecimal digits.
std::string hashOf(const std::string& text);
/// Something of a type that a service could have made up; the same for the same seed.
values::Value madeUp(values::Type type, const std::string& name, const std::string& seed);

} // namespace planlens::testing
