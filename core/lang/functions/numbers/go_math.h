// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::lang {

// Natural logarithm and power, exact to the last bit as in the reference: results are stored in plans and states, where
// a different last digit would be a change.
double logarithm(double x);
double power(double x, double y);

} // namespace planlens::lang
