// SPDX-License-Identifier: MPL-2.0
#include "core/diff/diff.h"

#include "core/diff/differ.h"
#include "core/schemas/values_by_schema.h"
#include "core/states/state.h"

namespace planlens::diff {

using plans::Action;
using values::Value;

namespace {

/// Owns the data that the two sides refer to.
class Source {
public:
    Source(const Value& before, const Value& after)
        : m_before(knownParts(before))
        , m_after(knownParts(after))
        , m_unknown(unknownMask(after))
        , m_sensitiveBefore(sensitiveMask(before))
        , m_sensitiveAfter(sensitiveMask(after)) {}
    Source(const Value& before, const Value& after, const schemas::Block& schema)
        : m_before(knownParts(before))
        , m_after(knownParts(after))
        , m_unknown(unknownMask(after))
        , m_sensitiveBefore(sensitiveMask(before, schemas::sensitivePaths(schema, before.unmarkedDeep())))
        , m_sensitiveAfter(sensitiveMask(after, schemas::sensitivePaths(schema, after.unmarkedDeep()))) {}

    BeforeAfter sides() const {
        BeforeAfter sides;
        sides.before = m_before ? &*m_before : nullptr;
        sides.after = m_after ? &*m_after : nullptr;
        sides.unknown = &m_unknown;
        sides.sensitiveBefore = &m_sensitiveBefore;
        sides.sensitiveAfter = &m_sensitiveAfter;
        return sides;
    }
    void setSensitive(bool sensitive) {
        m_sensitiveBefore.setBool(sensitive);
        m_sensitiveAfter.setBool(sensitive);
    }

private:
    std::optional<JsonNode> m_before, m_after;
    JsonNode m_unknown, m_sensitiveBefore, m_sensitiveAfter;
};

Diff resourceDiff(const plans::ResourceInstanceChange& change, const schemas::Block& schema, PathMatcher relevant) {
    const Source source(change.change.before, change.change.after, schema);
    BeforeAfter sides = source.sides();
    for (const values::Path& path : change.requiredReplace)
        sides.replace.add(path);
    sides.relevant = std::move(relevant);
    return Differ().block(sides, schema);
}

/// Returns the JSON value of a text. An absent side has an empty value for comparison.
std::optional<JsonNode> jsonOf(const Scalar& text) {
    const auto* string = std::get_if<std::string>(&text);
    return string ? parseJsonText(*string) : std::nullopt;
}

void distinguishMasked(std::optional<JsonNode>& shown, const Scalar& original) {
    if (const auto* text = std::get_if<std::string>(&original); text && shown)
        distinguishMasked(*shown, parseJsonText(*text).value_or(scalarNode(JsonNode::Kind::String, *text)));
}

} // namespace

Diff ofResource(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema) {
    return resourceDiff(change, schema.block, PathMatcher::all());
}

std::optional<Diff> ofDrift(const plans::ResourceInstanceChange& change, const schemas::ResourceSchema& schema,
                            std::span<const plans::ResourceAttribute> relevant, plans::Mode mode) {
    if (mode == plans::Mode::RefreshOnly)
        return ofResource(change, schema);
    PathMatcher matcher(PathMatcher::Below::Kept);
    const std::string address = change.address.toString();
    for (const plans::ResourceAttribute& attribute : relevant)
        if (attribute.resource.empty() || attribute.resource == address)
            matcher.add(attribute.path);
    if (!matcher.matchesPartly())
        return std::nullopt;
    return resourceDiff(change, schema.block, std::move(matcher));
}

Diff ofOutput(const plans::OutputChange& change) {
    Source source(change.change.before, change.change.after);
    source.setSensitive(change.sensitive);
    return Differ().untyped(source.sides());
}

Diff ofValues(const Value& before, const Value& after) {
    const Source source(before, after);
    return Differ().untyped(source.sides());
}

Diff ofObject(const Value& value, const schemas::ResourceSchema& schema) {
    const Source source(value, value, schema.block);
    return Differ().block(source.sides(), schema.block);
}

Diff ofOutputValue(const states::OutputValue& output) {
    Source source(output.value, output.value);
    source.setSensitive(output.sensitive);
    return Differ().ofType(source.sides(), output.value.type());
}

bool isJsonText(const Scalar& text) {
    return jsonOf(text).has_value();
}

std::optional<Diff> ofJsonText(const Primitive& text, Action action, const Primitive* original) {
    std::optional<JsonNode> before, after;
    if (action != Action::Create)
        before = jsonOf(action == Action::NoOp ? text.after : text.before);
    if (action != Action::Delete)
        after = jsonOf(text.after);
    if ((action != Action::Create && !before) || (action != Action::Delete && !after))
        return std::nullopt;
    if (original) {
        distinguishMasked(before, original->before);
        distinguishMasked(after, original->after);
    }
    BeforeAfter sides;
    sides.before = before ? &*before : nullptr;
    sides.after = after ? &*after : nullptr;
    sides.beforeIsThere = action != Action::Create;
    sides.afterIsThere = action != Action::Delete;
    return Differ().untyped(sides);
}

} // namespace planlens::diff
