// SPDX-License-Identifier: MPL-2.0
#include "core/diff/text_form.h"

#include <yaml.h>

#include <algorithm>
#include <map>

namespace planlens::diff {

namespace {

constexpr std::size_t mostNodes = 50'000; // aliases count as the nodes they refer to
constexpr int mostDepth = 100;

class Event {
public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { yaml_event_delete(&m_event); }
    yaml_event_t* get() { return &m_event; }
    const yaml_event_t* operator->() const { return &m_event; }

private:
    yaml_event_t m_event{};
};

std::string_view textOf(const yaml_char_t* text) {
    return text ? reinterpret_cast<const char*>(text) : std::string_view();
}

bool isNumber(std::string_view text) {
    const std::size_t start = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    std::size_t digits = 0, dots = 0;
    for (std::size_t i = start; i < text.size(); ++i) {
        if (text[i] >= '0' && text[i] <= '9')
            ++digits;
        else if (text[i] == '.')
            ++dots;
        else if ((text[i] | 0x20) == 'e' && digits > 0 && i + 1 < text.size())
            return text.find_first_not_of("0123456789", i + (text[i + 1] == '-' || text[i + 1] == '+' ? 2 : 1)) ==
                   std::string_view::npos;
        else
            return false;
    }
    return digits > 0 && dots <= 1;
}

/// Reads documents and rejects text that only resembles YAML.
class YamlReader {
public:
    explicit YamlReader(std::string_view text) {
        yaml_parser_initialize(&m_parser);
        yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    YamlReader(const YamlReader&) = delete;
    YamlReader& operator=(const YamlReader&) = delete;
    ~YamlReader() { yaml_parser_delete(&m_parser); }

    std::optional<JsonNode> read() {
        std::vector<JsonNode> documents;
        for (;;) {
            Event event;
            if (!next(event))
                return std::nullopt;
            if (event->type == YAML_STREAM_END_EVENT)
                break;
            if (event->type != YAML_DOCUMENT_START_EVENT)
                continue; // end of the document or start of the stream
            m_anchors.clear();
            Event root;
            if (!next(root))
                return std::nullopt;
            const bool isMapping =
                root->type == YAML_MAPPING_START_EVENT && root->data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE;
            const bool isSequence =
                root->type == YAML_SEQUENCE_START_EVENT && root->data.sequence_start.style == YAML_BLOCK_SEQUENCE_STYLE;
            const bool isEmpty = root->type == YAML_SCALAR_EVENT && root->data.scalar.length == 0 &&
                                 root->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
            if (isEmpty)
                continue;
            if (!isMapping && !isSequence)
                return std::nullopt;
            m_sentences = m_values = 0;
            m_hasStructure = false;
            std::optional<JsonNode> document = node(root, 0);
            if (!document || !isMeant(*document))
                return std::nullopt;
            documents.push_back(*std::move(document));
        }
        if (documents.empty())
            return std::nullopt;
        if (documents.size() == 1)
            return std::move(documents.front());
        JsonNode all;
        all.kind = JsonNode::Kind::Array;
        all.elements = std::move(documents);
        all.seal();
        return all;
    }

private:
    /// Lists of words are also valid Markdown, and "word:" before a sentence is prose; both are rejected.
    bool isMeant(const JsonNode& root) const {
        if (m_hasStructure)
            return true;
        return root.kind == JsonNode::Kind::Object && root.elements.size() > 1 && m_sentences * 2 < m_values;
    }

    bool next(Event& event) { return yaml_parser_parse(&m_parser, event.get()) && ++m_nodes <= mostNodes; }

    std::optional<JsonNode> node(const Event& event, int depth) {
        if (depth > mostDepth)
            return std::nullopt;
        switch (event->type) {
        case YAML_SCALAR_EVENT:
            return scalar(event);
        case YAML_ALIAS_EVENT: {
            const auto it = m_anchors.find(textOf(event->data.alias.anchor));
            if (it == m_anchors.end())
                return std::nullopt;
            m_nodes += it->second.second;
            return m_nodes <= mostNodes ? std::optional(it->second.first) : std::nullopt;
        }
        case YAML_SEQUENCE_START_EVENT:
            return sequence(event, depth);
        case YAML_MAPPING_START_EVENT:
            return mapping(event, depth);
        default:
            return std::nullopt;
        }
    }

    std::optional<JsonNode> remembered(const yaml_char_t* anchor, std::string_view tag, std::optional<JsonNode> node,
                                       std::size_t nodesBefore) {
        if (node && tag.starts_with('!')) { // an application-specific type
            std::vector<std::pair<std::string, JsonNode>> members;
            members.emplace_back(tag, *std::move(node));
            node = objectNode(std::move(members));
        }
        if (node && anchor)
            m_anchors.insert_or_assign(std::string(textOf(anchor)), std::pair(*node, m_nodes - nodesBefore + 1));
        return node;
    }

    std::optional<JsonNode> scalar(const Event& event) {
        const auto& data = event->data.scalar;
        std::string text(reinterpret_cast<const char*>(data.value), data.length);
        JsonNode::Kind kind = JsonNode::Kind::String;
        ++m_values;
        if (data.style == YAML_LITERAL_SCALAR_STYLE || data.style == YAML_FOLDED_SCALAR_STYLE)
            m_hasStructure = true;
        if (data.style == YAML_PLAIN_SCALAR_STYLE) {
            if (event->start_mark.line != event->end_mark.line)
                return std::nullopt; // typical of prose
            m_sentences += text.find(' ') != std::string::npos;
            if (text.empty() || text == "~" || text == "null")
                kind = JsonNode::Kind::Null;
            else if (text == "true" || text == "false")
                kind = JsonNode::Kind::Bool;
            else if (isNumber(text))
                kind = JsonNode::Kind::Number;
        }
        return remembered(data.anchor, textOf(data.tag), scalarNode(kind, std::move(text)), m_nodes);
    }

    std::optional<JsonNode> sequence(const Event& start, int depth) {
        const std::size_t nodesBefore = m_nodes;
        if (depth > 0)
            m_hasStructure = true;
        JsonNode list;
        list.kind = JsonNode::Kind::Array;
        for (;;) {
            Event event;
            if (!next(event))
                return std::nullopt;
            if (event->type == YAML_SEQUENCE_END_EVENT)
                break;
            std::optional<JsonNode> element = node(event, depth + 1);
            if (!element)
                return std::nullopt;
            list.elements.push_back(*std::move(element));
        }
        list.seal();
        return remembered(start->data.sequence_start.anchor, textOf(start->data.sequence_start.tag), std::move(list),
                          nodesBefore);
    }

    std::optional<JsonNode> mapping(const Event& start, int depth) {
        const std::size_t nodesBefore = m_nodes;
        if (depth > 0)
            m_hasStructure = true;
        std::vector<std::pair<std::string, JsonNode>> members;
        int merges = 0;
        for (;;) {
            Event key;
            if (!next(key))
                return std::nullopt;
            if (key->type == YAML_MAPPING_END_EVENT)
                break;
            if (key->type != YAML_SCALAR_EVENT)
                return std::nullopt;
            std::string name(reinterpret_cast<const char*>(key->data.scalar.value), key->data.scalar.length);
            const bool isPlain = key->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
            if (isPlain && (name.empty() || name.find_first_of(" \t\n") != std::string::npos))
                return std::nullopt;
            if (isPlain && name == "<<" && merges++ > 0)
                name += std::to_string(merges);
            Event event;
            if (!next(event))
                return std::nullopt;
            std::optional<JsonNode> member = node(event, depth + 1);
            if (!member)
                return std::nullopt;
            members.emplace_back(std::move(name), *std::move(member));
        }
        return remembered(start->data.mapping_start.anchor, textOf(start->data.mapping_start.tag),
                          objectNode(std::move(members)), nodesBefore);
    }

    yaml_parser_t m_parser{};
    std::map<std::string, std::pair<JsonNode, std::size_t>, std::less<>> m_anchors; // with the sizes of the data
    std::size_t m_nodes = 0;
    std::size_t m_values = 0, m_sentences = 0;
    bool m_hasStructure = false;
};

} // namespace

std::optional<JsonNode> parseYamlText(std::string_view text) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos || text.substr(0, end).find('\n') == std::string_view::npos ||
        text.starts_with("#!"))
        return std::nullopt;
    return YamlReader(text).read();
}

} // namespace planlens::diff
