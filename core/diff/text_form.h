// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"

#include <optional>
#include <string>
#include <string_view>

namespace planlens::diff {

/// What a text is. Structures only where the whole of it truly is one: anything that is nearly so stays text.
enum class TextKind { Line, Lines, Json, Yaml };
/// What it is written in.
enum class TextCoding { Plain, Base64, CompressedBase64 };

/// A text and what was found in it.
struct TextForm {
    TextKind kind = TextKind::Line;
    TextCoding coding = TextCoding::Plain;
    std::string text;             // decoded
    std::optional<JsonNode> data; // of JSON and YAML; the documents of YAML with several are an array
};
TextForm formOf(std::string_view text);
/// What a text that is base64 of text stands for, decompressed where need be.
std::optional<std::string> decodedText(std::string_view text);

/// Both sides of a change in one form: that of both, or else the most that both have in common. A missing side has no
/// say.
struct TextForms {
    TextKind kind = TextKind::Line;
    TextCoding coding = TextCoding::Plain;
    std::optional<TextForm> before, after;
};
TextForms formsOf(const std::string* before, const std::string* after);

/// What sets two texts apart, as far as one can name it.
enum class TextDifference {
    None,
    Whitespace, // nothing but spaces, tabs and line breaks, which mean nothing in structures
    Order,      // the same lines, or the same elements of lists, in another order
    Notation,   // the same data, written differently
    Substance
};
TextDifference differenceOf(const TextForms& forms);

/// The structure as text, one member or element a line and members by name: two of them can be compared line by line.
std::string layOut(const JsonNode& data);

/// The data of a YAML text that is no prose which happens to look so: block style, several lines, names without spaces.
std::optional<JsonNode> parseYamlText(std::string_view text);

} // namespace planlens::diff
