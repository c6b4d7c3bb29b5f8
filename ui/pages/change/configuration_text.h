// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <QString>

#include <string>
#include <vector>

namespace planlens::diags {
class Sources;
}
namespace planlens::masking {
class Secrets;
}

namespace planlens::widgets {

/// Returns the block that starts at `header`, with line numbers and syntax colors, as rich text. The lines of
/// `deciding` are marked. A long block is cut to its header and the surroundings of these lines. Empty without the
/// source text.
QString configurationHtml(const diags::Sources& sources, const diags::SourceRange& header,
                          const std::vector<diags::SourceRange>& deciding, const masking::Secrets& secrets);

} // namespace planlens::widgets
