// SPDX-License-Identifier: MPL-2.0
#include "core/lang/data_lines.h"

#include <yaml.h>

#include <algorithm>
#include <variant>

namespace planlens::lang {

namespace {

constexpr char separator = '\x1F';
constexpr std::size_t mostLines = 200'000; // aliases count as the nodes they refer to
constexpr int mostDepth = 100;

using Lines = std::unordered_map<std::string, std::uint32_t>;

/// Returns the key of a step as text; std::nullopt if it is neither a name nor a position.
std::optional<std::string> textOf(const values::PathStep& step) {
    if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
        return attribute->name;
    const values::Value key = std::get<values::IndexStep>(step).key.unmarkedDeep();
    if (!key.isKnown() || key.isNull())
        return {};
    if (key.type().isString())
        return key.asString();
    const auto number = key.type().isNumber() ? key.asNumber().toUint64() : std::nullopt;
    return number ? std::optional(std::to_string(*number)) : std::nullopt;
}

/// A document in YAML, or in JSON, which is YAML without tabs.
class Document {
public:
    explicit Document(std::string text) {
        std::ranges::replace(text, '\t', ' '); // strings in JSON have none, and YAML does not begin lines with them
        yaml_parser_t parser;
        if (!yaml_parser_initialize(&parser))
            return;
        yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
        m_isRead = yaml_parser_load(&parser, &m_document) != 0;
        yaml_parser_delete(&parser);
    }
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;
    ~Document() {
        if (m_isRead)
            yaml_document_delete(&m_document);
    }

    Lines lines() {
        if (m_isRead)
            if (yaml_node_t* root = yaml_document_get_root_node(&m_document))
                add(*root, {}, 0);
        return std::move(m_lines);
    }

private:
    void note(const std::string& path, const yaml_node_t& node) {
        m_lines.emplace(path, std::uint32_t(node.start_mark.line + 1));
    }

    void add(const yaml_node_t& node, const std::string& path, int depth) {
        if (depth > mostDepth)
            return;
        if (node.type == YAML_MAPPING_NODE) {
            for (const auto* pair = node.data.mapping.pairs.start; pair < node.data.mapping.pairs.top; ++pair)
                if (const auto* key = yaml_document_get_node(&m_document, pair->key),
                    *value = yaml_document_get_node(&m_document, pair->value);
                    key && value && key->type == YAML_SCALAR_NODE && m_lines.size() < mostLines) {
                    const std::string name =
                        path + separator +
                        std::string(reinterpret_cast<const char*>(key->data.scalar.value), key->data.scalar.length);
                    note(name, *key);
                    add(*value, name, depth + 1);
                }
        } else if (node.type == YAML_SEQUENCE_NODE) {
            std::size_t i = 0;
            for (const auto* item = node.data.sequence.items.start; item < node.data.sequence.items.top; ++item, ++i)
                if (const auto* element = yaml_document_get_node(&m_document, *item);
                    element && m_lines.size() < mostLines) {
                    const std::string name = path + separator + std::to_string(i);
                    note(name, *element);
                    add(*element, name, depth + 1);
                }
        }
    }

    yaml_document_t m_document{};
    bool m_isRead = false;
    Lines m_lines;
};

/// The first line has the names; empty lines do not count.
Lines linesOfTable(const std::string& text) {
    Lines lines;
    bool isQuoted = false, isEmpty = true;
    std::uint32_t line = 1, start = 1;
    std::size_t rows = 0;
    for (std::size_t i = 0; i <= text.size() && lines.size() < mostLines; ++i) {
        const bool isEnd = i == text.size() || (text[i] == '\n' && !isQuoted);
        if (isEnd && !isEmpty && rows++ > 0)
            lines.emplace(separator + std::to_string(rows - 2), start);
        if (i < text.size() && text[i] == '"')
            isQuoted = !isQuoted;
        if (i < text.size() && text[i] == '\n')
            ++line;
        isEmpty = isEnd || (isEmpty && text[i] == '\r');
        if (isEnd)
            start = line;
    }
    return lines;
}

} // namespace

DataLines::DataLines(const std::string& text, DataFormat format)
    : m_lines(format == DataFormat::Csv ? linesOfTable(text) : Document(text).lines()) {}

std::optional<std::uint32_t> DataLines::find(const values::Path& path) const {
    std::optional<std::uint32_t> line;
    std::string key;
    for (const values::PathStep& step : path) {
        const std::optional<std::string> name = textOf(step);
        const auto found = name ? m_lines.find(key += separator + *name) : m_lines.end();
        if (found == m_lines.end())
            break;
        line = found->second;
    }
    return line;
}

} // namespace planlens::lang
