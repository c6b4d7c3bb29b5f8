// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/report/document.h"

#include <map>
#include <string>

namespace planlens::projects {

/// Identifiers that a document mentions and that objects of the plan have, by their attributes `id` and `arn` or by
/// others that only the provider sets: with the address of the object, "aws_subnet.private[0]" or
/// "aws_vpc.main.default_security_group_id". They are not sensitive.
std::map<std::string, std::string> ownIdsOf(const plans::Plan& plan, const report::Document& document,
                                            const masking::Secrets& secrets);

} // namespace planlens::projects
