// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// One file with all that a document says: changes fold, can be searched, and follow the reader's light or dark scheme.
/// It loads nothing, and a policy in it forbids that anything else runs. Well-formed XML too.
std::string html(const Document& document);

} // namespace planlens::report
