// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::diff {

/// The kind of a text. It is only structured if the whole text is valid; anything else stays plain text.
enum class TextKind { Line, Lines, Json, Yaml, Pem };
/// Whether texts of this kind are data with members and elements.
bool isStructure(TextKind kind);
/// The encoding of a text.
enum class TextCoding { Plain, Base64, CompressedBase64 };

/// A text and its detected structure.
struct TextForm {
    TextKind kind = TextKind::Line;
    TextCoding coding = TextCoding::Plain;
    std::string text;             // decoded
    std::optional<JsonNode> data; // of JSON, YAML and PEM; several YAML documents or certificates form an array
};
TextForm formOf(std::string_view text);
/// Returns the readable text that a base64 text encodes, decompressed if needed; nullopt for other texts.
std::optional<std::string> decodedText(std::string_view text);

/// Both sides of a change in one form: their own if it is the same, otherwise the most structured form that both
/// support. An absent side does not restrict the form.
struct TextForms {
    TextKind kind = TextKind::Line;
    TextCoding coding = TextCoding::Plain;
    std::optional<TextForm> before, after;
};
TextForms formsOf(const std::string* before, const std::string* after);

/// The difference between two texts, as specific as possible.
enum class TextDifference {
    None,
    Whitespace, // only spaces, tabs and line breaks, which have no meaning in structures
    Order,      // the same lines or list elements in another order
    Notation,   // the same data in another notation
    Substance
};
TextDifference differenceOf(const TextForms& forms);

/// Returns the structure as text with one member or element a line, members sorted by name. Two such texts can be
/// compared line by line. `markOf` returns what is added to texts, and to containers at their beginning.
using MarkOf = std::function<std::string(const JsonNode&)>;
std::string layOut(const JsonNode& data, const MarkOf& markOf = {});

/// Returns the data of a YAML text. To exclude prose that parses as YAML by chance, it must have block style, several
/// lines and names without spaces.
std::optional<JsonNode> parseYamlText(std::string_view text);
/// Returns the contents of certificates, certificate requests and public keys in PEM: subject, issuer, dates and so on.
/// nullopt if the text contains anything else, such as a private key.
std::optional<JsonNode> parsePemText(std::string_view text);

} // namespace planlens::diff
