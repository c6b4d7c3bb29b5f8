// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/diff_text.h"

namespace planlens::report {

/// Strings: quoted, as lines between markers, or as what the JSON in them is made of.
std::string stringText(const diff::Primitive& text, const diff::Diff& diff, int indent, const DiffTextOptions& options);

// What the texts of all kinds are put together from.
std::string indentation(int indent);
/// The symbol and a space, or nothing where symbols are hidden.
std::string symbolColumn(plans::Action action, const DiffTextOptions& options);
std::string nullSuffix(plans::Action action, const DiffTextOptions& options);
std::string replaceSuffix(bool forcesReplacement, const DiffTextOptions& options);
std::string arrow(const DiffTextOptions& options);
std::string nullText(const DiffTextOptions& options);
/// For children: what is not handed down is off.
DiffTextOptions handedDown(const DiffTextOptions& options);

} // namespace planlens::report
