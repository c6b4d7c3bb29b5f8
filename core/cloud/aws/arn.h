// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

/// Amazon Resource Names.
namespace planlens::cloud::aws {

/// The problem with the text of an ARN; empty if it is valid.
std::string arnProblem(const std::string& text);
/// The resource part of an ARN, after the fifth colon.
std::string arnResource(const std::string& arn);

} // namespace planlens::cloud::aws
