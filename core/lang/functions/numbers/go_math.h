// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::lang {

// Natural logarithm and power, to the last bit as the reference computes them: results end up in plans and states,
// where another last digit would be a change.
double logarithm(double x);
double power(double x, double y);

} // namespace planlens::lang
