// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/state_text.h"

namespace planlens::states {

bool looksLikeState(std::string_view text) {
    constexpr std::size_t beginning = 512; // programs write these fields first
    text = text.substr(0, beginning);
    const auto has = [&](std::string_view name) { return text.find(name) != std::string_view::npos; };
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' && has("\"version\"") &&
           (has("\"serial\"") || has("\"lineage\"")) && !has("\"format_version\"");
}

} // namespace planlens::states
