// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

/// Amazon Resource Names.
namespace planlens::cloud::aws {

/// Why a text is not an ARN; empty if it is one.
std::string arnProblem(const std::string& text);
/// What follows the fifth colon of an ARN.
std::string arnResource(const std::string& arn);

} // namespace planlens::cloud::aws
