// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// Text of others in the languages of reports: whatever is in it, it is shown as it is and does nothing.
namespace planlens::report {

/// For HTML, SVG and XML, in elements and in attributes with either quotes.
std::string inHtml(std::string_view text);
/// For Markdown outside of code, in one line; also within tables and HTML. Names, numbers and links of the host are
/// taken for text as well.
std::string inMarkdown(std::string_view text);
/// For what stands in a fenced block of code: C0 control characters made visible.
std::string withoutControls(std::string_view text);
/// A string of DOT with its quotes.
std::string inDot(std::string_view text);
/// A label of Mermaid with its quotes.
std::string inMermaid(std::string_view text);

/// Code points.
std::size_t lengthOf(std::string_view text);
/// Cut to so many code points, the last one an ellipsis where something was cut.
std::string shortened(std::string_view text, std::size_t length);

} // namespace planlens::report
