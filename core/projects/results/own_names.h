// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <map>
#include <string>

namespace planlens::plans {
class Changes;
}
namespace planlens::projects {

/// Names that only the project of a plan has, by the object that has them: names of objects that are unique in their
/// cloud, random texts, and the project of Google Cloud. They are not sensitive.
std::map<std::string, std::string> ownNamesOf(const plans::Changes& changes, const masking::Secrets& secrets);

} // namespace planlens::projects
