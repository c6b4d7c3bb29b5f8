// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/text_form.h"
#include "core/masking/secrets.h"
#include "core/plans/change.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::diff {

/// Both sides of a text; nullopt for an absent side. Contains no secrets.
struct TextPair {
    std::optional<std::string> before, after;
    /// Of JSON with masked secrets: both sides laid out, with secretMark and a number behind texts with secrets. The
    /// numbers are the same if the secrets are.
    std::optional<std::string> markedBefore = {}, markedAfter = {};
};
inline constexpr std::string_view secretMark = "\xee\x80\x80"; // U+E000

/// One attribute or element of a change, with its children: what the window and the exports show. Texts are masked.
struct AttributeRow {
    enum class State { Unchanged, Added, Removed, Changed };
    /// Elements of sets are named by their identity (`key = "a"`), or by "+", "–" or "~" if they have none. Lines
    /// belong to a text, Decoded is the whole text that base64 encodes, and a gap represents omitted rows.
    enum class Kind { Attribute, SetElement, Line, Decoded, UnchangedLines, MoreLines, MoreOfText };

    Kind kind = Kind::Attribute;
    std::string label;                        // identifies an element besides its position: "Sid = \"Read\"", "tcp 22"
    std::string name;                         // "ami", "[0]", "[1 → 0]", "[\"key\"]"; empty for lines and gaps
    std::string path;                         // unique in the resource
    values::Path valuePath;                   // of attributes and their elements; empty for parts of texts
    std::size_t count = 0;                    // line number, or number of omitted lines
    std::optional<std::string> before, after; // null if absent; only for texts and rows without children
    State state = State::Unchanged;
    bool forcesReplacement = false;
    bool knownAfterApply = false;
    bool sensitive = false;
    bool becomesSensitive = false, endsSensitive = false; // marks that the schema does not set
    bool hasMoved = false;                                // an element of a list; its value may be the same
    bool onlyOrderChanges = false;                        // of the elements
    bool orderChanges = false;                            // of the elements, besides other differences
    std::string lineEnds;                                 // "CRLF → LF" if those of all lines change
    TextKind textKind = TextKind::Line;
    TextCoding textCoding = TextCoding::Plain;
    TextDifference textDifference = TextDifference::None;
    std::size_t linesRemoved = 0, linesAdded = 0;
    std::shared_ptr<const TextPair> texts; // of a text that does not fit into a row
    std::vector<AttributeRow> children;
    std::vector<AttributeRow> withoutEffect; // children that only change in form, such as from an empty string to null
    std::size_t hiddenUnchanged = 0;         // number of unchanged children that are omitted

    bool isGap() const { return kind >= Kind::UnchangedLines; }
};

/// Returns the displayed name of an attribute or element: `ami`, `[1]`, `[1 → 0: tcp 22 "ssh"]`, `key = "a"`.
std::string displayName(const AttributeRow& row);
/// Returns what identifies an element, without its position; empty if nothing does.
std::string elementLabel(const AttributeRow& row);

/// The format of values.
struct RowTexts {
    std::string unknown = "(known after apply)";
    std::string mask = std::string(masking::maskText);
    std::string unclassified = "(hidden: no provider schema)"; // of values that may be sensitive
    std::size_t longest = 400;                                 // bytes of a value; longer values are shortened
    bool hasUnchangedParts = false; // of changed elements and objects, and of rules of access
    bool hasMaskedTexts = false;    // texts that contain secrets, with masks in their place; otherwise only of JSON
};

/// Returns the differences between before and after. Unchanged attributes are omitted and counted, except the
/// identifying attribute `id`. What forces a replacement is first, and unchanged rows beside it are last. Attributes
/// that a schema of the plan declares sensitive are masked too. Without a schema of the resource, lists of objects may
/// be sets or sets of blocks: their elements are then paired and named as in sets.
AttributeRow attributeRows(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const masking::Secrets& secrets, const RowTexts& texts = {});
/// As above, for an output or another kind of change.
AttributeRow attributeRows(const plans::Change& change, const std::vector<values::Path>& requiredReplace,
                           bool sensitive, const masking::Secrets& secrets, const RowTexts& texts = {});

/// Returns a value on one line, masked if it or a part of it is sensitive.
std::string valueText(const values::Value& value, const masking::Secrets& secrets, const RowTexts& texts = {});

} // namespace planlens::diff
