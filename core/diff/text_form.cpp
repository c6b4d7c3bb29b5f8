// SPDX-License-Identifier: MPL-2.0
#include "core/diff/text_form.h"

#include "core/lang/functions/compression/base64_text.h"
#include "core/values/json/json.h"

#include <algorithm>

namespace planlens::diff {

namespace {

constexpr std::size_t shortestBase64 = 16; // shorter words are valid base64 too often by chance
constexpr std::size_t longestBase64 = 1 << 20;
constexpr std::size_t longestJson = 1 << 18; // longer texts are compared line by line
constexpr std::size_t longestYaml = 1 << 18;
constexpr std::size_t longestPem = 1 << 18;

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Whether bytes are human-readable UTF-8: no control characters except tabs and line breaks.
bool isText(std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        if (lead < 0x80) {
            if ((lead < 0x20 && !isSpace(bytes[i])) || lead == 0x7f)
                return false;
            ++i;
            continue;
        }
        const std::size_t length = lead >= 0xf5 ? 0 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
        if (length == 0 || i + length > bytes.size())
            return false;
        for (std::size_t k = 1; k < length; ++k)
            if ((static_cast<unsigned char>(bytes[i + k]) & 0xc0) != 0x80)
                return false;
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0) || (lead == 0xf0 && second < 0x90) ||
            (lead == 0xf4 && second >= 0x90) || (lead == 0xc2 && second < 0xa0))
            return false;
        i += length;
    }
    return true;
}

std::string withoutSpaces(std::string_view text) {
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char c) { return !isSpace(c); });
    return result;
}

struct Decoded {
    TextCoding coding;
    std::string text;
};

/// Decodes complete, canonical base64 of readable text. Lines may be wrapped; spaces within words are not allowed.
std::optional<Decoded> decoded(std::string_view text) {
    if (text.size() < shortestBase64 || text.size() > longestBase64 ||
        text.find_first_of(" \t") != std::string_view::npos)
        return std::nullopt;
    const std::string letters = withoutSpaces(text);
    if (letters.size() % 4 != 0)
        return std::nullopt;
    std::optional<lang::Base64Text> inside = lang::base64Text(letters, lang::Base64Extent::Whole);
    if (!inside || !isText(inside->bytes))
        return std::nullopt;
    return Decoded{inside->wasCompressed ? TextCoding::CompressedBase64 : TextCoding::Base64, std::move(inside->bytes)};
}

/// Sorts the elements of all lists in a canonical order.
JsonNode inOneOrder(JsonNode node) {
    for (JsonNode& element : node.elements)
        element = inOneOrder(std::move(element));
    if (node.kind == JsonNode::Kind::Array)
        std::sort(node.elements.begin(), node.elements.end(),
                  [](const JsonNode& a, const JsonNode& b) { return a.hash < b.hash; });
    if (node.kind == JsonNode::Kind::Array || node.kind == JsonNode::Kind::Object)
        node.seal();
    return node;
}

std::vector<std::string_view> sortedLines(std::string_view text) {
    std::vector<std::string_view> lines;
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    for (;;) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

/// Converts the form to text without structure.
void flatten(TextForm& form) {
    form.data.reset();
    form.kind = form.text.find('\n') == std::string::npos ? TextKind::Line : TextKind::Lines;
}

void append(std::string& out, const JsonNode& node, std::size_t indent, const MarkOf& markOf) {
    const std::string mark = markOf ? markOf(node) : std::string();
    const auto breakLine = [&](std::size_t depth) {
        out += '\n';
        out.append(depth * 2, ' ');
    };
    switch (node.kind) {
    case JsonNode::Kind::Null:
        out += "null";
        return;
    case JsonNode::Kind::Bool:
        out += node.truth ? "true" : "false";
        return;
    case JsonNode::Kind::Number:
        out += node.text;
        return;
    case JsonNode::Kind::String:
        values::appendJsonString(out, node.text);
        out.insert(out.size() - 1, mark);
        return;
    case JsonNode::Kind::Array:
    case JsonNode::Kind::Object:
        break;
    }
    const bool isObject = node.kind == JsonNode::Kind::Object;
    out += isObject ? '{' : '[';
    out += mark;
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
        breakLine(indent + 1);
        if (isObject) {
            values::appendJsonString(out, node.keys[i]);
            out += ": ";
        }
        append(out, node.elements[i], indent + 1, markOf);
        if (i + 1 < node.elements.size())
            out += ',';
    }
    if (!node.elements.empty())
        breakLine(indent);
    out += isObject ? '}' : ']';
}

} // namespace

bool isStructure(TextKind kind) {
    return kind == TextKind::Json || kind == TextKind::Yaml || kind == TextKind::Pem;
}

std::optional<std::string> decodedText(std::string_view text) {
    std::optional<Decoded> inside = decoded(text);
    return inside ? std::optional(std::move(inside->text)) : std::nullopt;
}

TextForm formOf(std::string_view text) {
    TextForm form;
    if (std::optional<Decoded> inside = decoded(text)) {
        form.coding = inside->coding;
        form.text = std::move(inside->text);
    } else {
        form.text = text;
    }
    if (form.text.size() <= longestJson)
        form.data = parseWholeJsonText(form.text);
    form.kind = TextKind::Json;
    if (!form.data && form.text.size() <= longestPem) {
        form.data = parsePemText(form.text);
        form.kind = TextKind::Pem;
    }
    if (!form.data && form.text.size() <= longestYaml) {
        form.data = parseYamlText(form.text);
        form.kind = TextKind::Yaml;
    }
    if (!form.data)
        flatten(form);
    return form;
}

TextForms formsOf(const std::string* before, const std::string* after) {
    TextForms forms;
    if (before)
        forms.before = formOf(*before);
    if (after)
        forms.after = formOf(*after);
    if (forms.before && forms.after) {
        if (forms.before->coding != forms.after->coding) {
            const auto undo = [](TextForm& form, const std::string& text) {
                if (form.coding == TextCoding::Plain)
                    return;
                form = {TextKind::Line, TextCoding::Plain, text, {}};
                flatten(form);
            };
            undo(*forms.before, *before);
            undo(*forms.after, *after);
        }
        if (forms.before->kind != forms.after->kind) {
            flatten(*forms.before);
            flatten(*forms.after);
            forms.kind = std::max(forms.before->kind, forms.after->kind);
        } else {
            forms.kind = forms.before->kind;
        }
        forms.coding = forms.before->coding;
    } else if (const auto& only = forms.before ? forms.before : forms.after) {
        forms.kind = only->kind;
        forms.coding = only->coding;
    }
    return forms;
}

TextDifference differenceOf(const TextForms& forms) {
    if (!forms.before || !forms.after)
        return forms.before || forms.after ? TextDifference::Substance : TextDifference::None;
    const std::string& before = forms.before->text;
    const std::string& after = forms.after->text;
    if (before == after)
        return TextDifference::None; // at most the encoding differs
    const bool isSpaced = withoutSpaces(before) == withoutSpaces(after);
    if (isStructure(forms.kind)) {
        const JsonNode& first = *forms.before->data;
        const JsonNode& second = *forms.after->data;
        if (first == second)
            return isSpaced ? TextDifference::Whitespace : TextDifference::Notation;
        return inOneOrder(first) == inOneOrder(second) ? TextDifference::Order : TextDifference::Substance;
    }
    if (isSpaced)
        return TextDifference::Whitespace;
    if (forms.kind == TextKind::Lines && before.size() / 2 <= after.size() && after.size() / 2 <= before.size() &&
        sortedLines(before) == sortedLines(after))
        return TextDifference::Order;
    return TextDifference::Substance;
}

std::string layOut(const JsonNode& data, const MarkOf& markOf) {
    std::string out;
    append(out, data, 0, markOf);
    return out;
}

} // namespace planlens::diff
