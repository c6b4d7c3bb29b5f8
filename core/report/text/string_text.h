// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/diff_text.h"

namespace planlens::report {

/// Returns a string: quoted, as lines between markers, or as the structure of its JSON.
std::string stringText(const diff::Primitive& text, const diff::Diff& diff, int indent, const DiffTextOptions& options);

// Helpers shared by the texts of all kinds.
std::string indentation(int indent);
/// Returns the symbol and a space; empty if symbols are hidden.
std::string symbolColumn(plans::Action action, const DiffTextOptions& options);
std::string nullSuffix(plans::Action action, const DiffTextOptions& options);
std::string replaceSuffix(bool forcesReplacement, const DiffTextOptions& options);
std::string arrow(const DiffTextOptions& options);
std::string nullText(const DiffTextOptions& options);
/// Returns the options for children: those that are not inherited are off.
DiffTextOptions handedDown(const DiffTextOptions& options);

} // namespace planlens::report
