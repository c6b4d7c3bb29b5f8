// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/yaml/yaml_document.h"
#include "core/lang/functions/yaml/yaml_scalar.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace planlens::lang {
namespace {

using values::quoted;
using values::Type;
using values::Value;
using Node = YamlNode;

/// Deeper nesting is rejected: it would exhaust the stack, here or where the value is used.
constexpr int mostNesting = 1000;
constexpr const char* tooDeep = "exceeded max depth";

constexpr std::string_view mapTag = "tag:yaml.org,2002:map";
constexpr std::string_view sequenceTag = "tag:yaml.org,2002:seq";
constexpr std::string_view mergeTag = "tag:yaml.org,2002:merge";

std::string_view textOf(const yaml_char_t* text) {
    return text ? reinterpret_cast<const char*>(text) : "";
}

template <typename T>
using Read = diags::Expected<T, std::string>;

class Event {
public:
    Event()
        : m_event() {}
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { yaml_event_delete(&m_event); }
    yaml_event_t* operator->() { return &m_event; }
    const yaml_event_t* operator->() const { return &m_event; }
    yaml_event_t* get() { return &m_event; }

private:
    yaml_event_t m_event;
};

const char* name(yaml_event_type_t type) {
    switch (type) {
    case YAML_NO_EVENT:
        return "none";
    case YAML_STREAM_START_EVENT:
        return "stream start";
    case YAML_STREAM_END_EVENT:
        return "stream end";
    case YAML_DOCUMENT_START_EVENT:
        return "document start";
    case YAML_DOCUMENT_END_EVENT:
        return "document end";
    case YAML_ALIAS_EVENT:
        return "alias";
    case YAML_SCALAR_EVENT:
        return "scalar";
    case YAML_SEQUENCE_START_EVENT:
        return "sequence start";
    case YAML_SEQUENCE_END_EVENT:
        return "sequence end";
    case YAML_MAPPING_START_EVENT:
        return "mapping start";
    case YAML_MAPPING_END_EVENT:
        return "mapping end";
    }
    return "none";
}

std::string at(std::size_t line, std::size_t column, const std::string& message) {
    return fmt::format("on line {}, column {}: {}", line, column, message);
}

/// Reads a text with a single document.
class YamlReader {
public:
    YamlReader(const std::string& text, YamlScalars scalars)
        : m_text(text.empty() ? "\n" : text)
        , m_scalars(scalars) {
        yaml_parser_initialize(&m_parser);
        yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(m_text.data()), m_text.size());
    }
    YamlReader(const YamlReader&) = delete;
    YamlReader& operator=(const YamlReader&) = delete;
    ~YamlReader() { yaml_parser_delete(&m_parser); }

    Read<Node> read() {
        if (auto problem = expect(YAML_STREAM_START_EVENT, "missing stream start token"))
            return diags::Unexpected{*std::move(problem)};
        if (auto problem = expect(YAML_DOCUMENT_START_EVENT, "missing start of document"))
            return diags::Unexpected{*std::move(problem)};
        auto node = readNode();
        if (!node)
            return node;
        Event end;
        if (auto problem = next(end))
            return diags::Unexpected{*std::move(problem)};
        if (end->type == YAML_DOCUMENT_START_EVENT)
            return failAt(end, "only a single document is allowed");
        if (end->type != YAML_DOCUMENT_END_EVENT)
            return failAt(end, fmt::format("unexpected extra content ({}) after value", name(end->type)));
        if (auto problem = expect(YAML_STREAM_END_EVENT, "unexpected extra content after value"))
            return diags::Unexpected{*std::move(problem)};
        return node;
    }

private:
    using Failed = diags::Unexpected<std::string>;

    /// Reads the next event; returns a message if there is none.
    std::optional<std::string> next(Event& event) {
        if (yaml_parser_parse(&m_parser, event.get())) {
            const bool tooNew = event->type == YAML_DOCUMENT_START_EVENT &&
                                event->data.document_start.version_directive &&
                                event->data.document_start.version_directive->minor != 1;
            return tooNew ? std::optional(failAt(event, "found incompatible YAML document").error) : std::nullopt;
        }
        const std::string problem = m_parser.problem ? m_parser.problem : "invalid YAML syntax";
        const yaml_mark_t& mark = m_parser.problem_mark;
        if (mark.line != 0) {
            // The scanner has not yet counted the line with the error.
            return m_parser.error == YAML_SCANNER_ERROR ? at(mark.line + 1, 1, problem)
                                                        : at(mark.line, mark.column + 1, problem);
        }
        if (m_parser.context_mark.line != 0)
            return at(m_parser.context_mark.line, m_parser.context_mark.column + 1, problem);
        return problem;
    }

    std::optional<std::string> expect(yaml_event_type_t type, const char* message) {
        Event event;
        if (auto problem = next(event))
            return problem;
        return event->type == type ? std::nullopt : std::optional(failAt(event, message).error);
    }

    static Failed failAt(const Event& event, const std::string& message) {
        const yaml_mark_t& mark = event->start_mark;
        return {mark.line == 0 ? message : at(mark.line, mark.column + 1, message)};
    }

    Read<Node> readNode() {
        Event event;
        if (auto problem = next(event))
            return Failed{*std::move(problem)};
        return readNode(event);
    }

    Read<Node> readNode(Event& event) {
        switch (event->type) {
        case YAML_SCALAR_EVENT:
            return readScalar(event);
        case YAML_ALIAS_EVENT:
            return readAlias(event);
        case YAML_MAPPING_START_EVENT:
        case YAML_SEQUENCE_START_EVENT: {
            if (m_depth == mostNesting)
                return failAt(event, tooDeep);
            ++m_depth;
            auto node = event->type == YAML_MAPPING_START_EVENT ? readMapping(event) : readSequence(event);
            --m_depth;
            return node;
        }
        case YAML_DOCUMENT_START_EVENT:
            return failAt(event, "only a single document is allowed");
        case YAML_STREAM_END_EVENT:
            return failAt(event, "expecting value but found end of stream");
        default:
            return failAt(event, fmt::format("unexpected parser event {}", name(event->type)));
        }
    }

    Read<Value> resolve(const Event& event) const {
        const auto& scalar = event->data.scalar;
        YamlStyle style = YamlStyle::Block;
        if (scalar.style == YAML_PLAIN_SCALAR_STYLE)
            style = YamlStyle::Plain;
        else if (scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE || scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
            style = YamlStyle::Quoted;
        const std::string text(reinterpret_cast<const char*>(scalar.value), scalar.length);
        if (m_scalars == YamlScalars::Texts)
            return yamlScalarText(text, style);
        return resolveYamlScalar(textOf(scalar.tag), text, style);
    }

    Read<Node> readScalar(const Event& event) {
        const auto value = resolve(event);
        if (!value)
            return failAt(event, value.error());
        const bool isText = textOf(event->data.scalar.tag).empty() && !event->data.scalar.plain_implicit;
        const Node node{isText ? Type::string() : value->type(), *value, 0};
        complete(textOf(event->data.scalar.anchor), node);
        return node;
    }

    Read<Node> readAlias(const Event& event) {
        const std::string anchor(textOf(event->data.alias.anchor));
        if (m_pending.contains(anchor))
            return failAt(event,
                          fmt::format("cannot refer to anchor {} from inside its own definition", quoted(anchor)));
        const auto it = m_anchors.find(anchor);
        if (it == m_anchors.end())
            return failAt(event, fmt::format("reference to undefined anchor {}", quoted(anchor)));
        if (m_depth + it->second.depth > mostNesting)
            return failAt(event, tooDeep);
        return it->second;
    }

    void begin(std::string_view anchor) {
        if (!anchor.empty())
            m_pending.emplace(anchor);
    }
    void complete(std::string_view anchor, const Node& node) {
        if (anchor.empty())
            return;
        if (const auto it = m_pending.find(std::string(anchor)); it != m_pending.end())
            m_pending.erase(it);
        m_anchors.insert_or_assign(std::string(anchor), node);
    }

    Read<Node> readSequence(const Event& start) {
        const std::string_view tag = textOf(start->data.sequence_start.tag);
        if (!tag.empty() && tag != sequenceTag)
            return failAt(start, fmt::format("can't interpret sequence as {}", tag));
        begin(textOf(start->data.sequence_start.anchor));
        std::vector<Type> types;
        std::vector<Value> elements;
        int depth = 0;
        for (;;) {
            Event event;
            if (auto problem = next(event))
                return Failed{*std::move(problem)};
            if (event->type == YAML_SEQUENCE_END_EVENT)
                break;
            auto element = readNode(event);
            if (!element)
                return element;
            types.push_back(element->type);
            elements.push_back(element->value);
            depth = std::max(depth, element->depth);
        }
        const Node node{Type::tuple(std::move(types)), Value::tuple(std::move(elements)), depth + 1};
        complete(textOf(start->data.sequence_start.anchor), node);
        return node;
    }

    using Members = std::map<std::string, Node>;

    static bool isMergeKey(const Event& event) {
        if (event->type != YAML_SCALAR_EVENT)
            return false;
        const std::string_view tag = textOf(event->data.scalar.tag);
        return tag == mergeTag || (tag.empty() && textOf(event->data.scalar.value) == "<<");
    }

    static void mergeObject(Members& members, const Node& object) {
        for (std::size_t i = 0; i < object.value.size(); ++i) {
            const std::string& key = object.value.key(i);
            members.insert_or_assign(key,
                                     Node{object.type.attributeType(key), object.value.element(i), object.depth - 1});
        }
    }

    std::optional<std::string> merge(Members& members, const Event& key, const Node& node) {
        if (node.type.isObject()) {
            mergeObject(members, node);
            return std::nullopt;
        }
        if (!node.type.isTuple())
            return failAt(key, fmt::format("cannot merge {} into mapping", node.type.friendlyName())).error;
        for (std::size_t i = 0; i < node.value.size(); ++i) {
            const Type type = node.type.tupleTypes()[i];
            if (!type.isObject())
                return failAt(key, fmt::format("cannot merge {} (from sequence) into mapping", type.friendlyName()))
                    .error;
            mergeObject(members, {type, node.value.element(i), node.depth - 1});
        }
        return std::nullopt;
    }

    Read<std::string> readKey(const Event& event) const {
        constexpr const char* notText = "only strings are allowed as mapping keys";
        if (event->type != YAML_SCALAR_EVENT)
            return failAt(event, notText);
        const auto value = resolve(event);
        if (!value)
            return Failed{value.error()};
        const auto text = values::convert(*value, Type::string());
        if (!text)
            return failAt(event, notText);
        if (text->isNull())
            return failAt(event, "mapping key cannot be null");
        return text->asString();
    }

    Read<Node> readMapping(const Event& start) {
        const std::string_view tag = textOf(start->data.mapping_start.tag);
        if (!tag.empty() && tag != mapTag)
            return failAt(start, fmt::format("can't interpret mapping as {}", tag));
        begin(textOf(start->data.mapping_start.anchor));
        Members members;
        for (;;) {
            Event event;
            if (auto problem = next(event))
                return Failed{*std::move(problem)};
            if (event->type == YAML_MAPPING_END_EVENT)
                break;
            const bool merges = isMergeKey(event);
            Read<std::string> key = merges ? Read<std::string>(std::string()) : readKey(event);
            if (!key)
                return Failed{key.error()};
            auto node = readNode();
            if (!node)
                return node;
            if (!merges)
                members.insert_or_assign(*key, *node);
            else if (auto problem = merge(members, event, *node))
                return Failed{*std::move(problem)};
        }
        std::vector<values::ObjectAttribute> types;
        std::vector<std::pair<std::string, Value>> attributes;
        int depth = 0;
        for (const auto& [key, member] : members) {
            types.push_back({key, member.type});
            attributes.emplace_back(key, member.value);
            depth = std::max(depth, member.depth);
        }
        const Node node{Type::object(std::move(types)), Value::object(std::move(attributes)), depth + 1};
        complete(textOf(start->data.mapping_start.anchor), node);
        return node;
    }

    std::string m_text;
    YamlScalars m_scalars;
    yaml_parser_t m_parser = {};
    int m_depth = 0;
    std::multiset<std::string> m_pending; // anchors of nodes that are being read
    std::map<std::string, Node> m_anchors;
};

} // namespace

diags::Expected<YamlNode, std::string> readYaml(const std::string& text, YamlScalars scalars) {
    return YamlReader(text, scalars).read();
}

} // namespace planlens::lang
