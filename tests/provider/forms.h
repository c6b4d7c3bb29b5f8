// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"
#include "tests/provider/json_value.h"

#include <atomic>

/// Computed values in scripts: JSON in which objects with one `$…` key are evaluated.
///
/// | form | value |
/// | --- | --- |
/// | `{"$unknown": true}` | unknown |
/// | `{"$copy": "a.b[0]"}` | the value at this path |
/// | `{"$upper": …}`, `{"$lower": …}`, `{"$trim": …}` | the text at this path, converted |
/// | `{"$length": "a"}` | length of the text, or number of elements |
/// | `{"$format": "x-{a.b}"}` | the text, with the values at these paths |
/// | `{"$hash": "a.b"}` | eight digits that depend on the value |
/// | `{"$counter": "x-"}` | the text and the next number of this process; with "" the number alone |
/// | `{"$time": true}`, `{"$pid": true}` | current time, process ID |
///
/// A form whose input is unknown is unknown.
namespace planlens::testing {

Json evaluate(const Json& form, const Json& context, std::atomic<std::int64_t>& counter);

/// Returns eight hexadecimal digits.
std::string hashOf(const std::string& text);
/// Returns a plausible value of a type, as a service could have generated it; the same for the same seed.
values::Value madeUp(values::Type type, const std::string& name, const std::string& seed);

} // namespace planlens::testing
