// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

/// Escapes untrusted text for the formats of reports, so that it is displayed literally and never interpreted. Control
/// characters, also those that change the direction of text, are replaced.
namespace planlens::report {

/// For HTML, SVG and XML: element contents and attribute values with either kind of quotes.
std::string inHtml(std::string_view text);
/// For Markdown outside of code, on one line; also valid in tables and HTML. Mentions, issue numbers and links of the
/// hosting service are escaped too.
std::string inMarkdown(std::string_view text);
/// Formats a sentence in which names are in backquotes: `text` for what is between them, `name` for the names.
std::string withNames(std::string_view sentence, const std::function<std::string(std::string_view)>& text,
                      const std::function<std::string(std::string_view)>& name);
/// For fenced code blocks, where nothing else is interpreted.
std::string withoutControls(std::string_view text);
/// Returns a Markdown code block in the language "diff", whose fence is longer than any in the text.
std::string diffBlock(const std::string& text);
/// Returns a DOT string including its quotes.
std::string inDot(std::string_view text);
/// Returns a Mermaid label including its quotes.
std::string inMermaid(std::string_view text);

/// Returns the number of code points.
std::size_t lengthOf(std::string_view text);
/// Shortens a text to that many code points; the last one is an ellipsis if text was removed.
std::string shortened(std::string_view text, std::size_t length);

} // namespace planlens::report
