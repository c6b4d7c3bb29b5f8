// SPDX-License-Identifier: MPL-2.0
#include "core/diff/differ.h"

#include <utility>

namespace planlens::diff {

using plans::Action;
using schemas::NestingMode;
using values::Type;

namespace {

DiffPtr share(Diff diff) {
    return std::make_shared<const Diff>(std::move(diff));
}

Primitive primitive(const BeforeAfter& sides, Primitive::Type type) {
    return {type, scalarOf(sides.before), scalarOf(sides.after)};
}

Primitive::Type primitiveType(Type type) {
    return type.isBool() ? Primitive::Type::Bool : type.isNumber() ? Primitive::Type::Number : Primitive::Type::String;
}

bool isVoid(const BeforeAfter& sides) {
    return isNull(sides.before) && isNull(sides.after);
}

const JsonNode* emptyTextAsNull(const JsonNode* node) {
    return node && node->kind == JsonNode::Kind::String && node->text.empty() ? nullptr : node;
}

} // namespace

template <typename Wrapper>
std::optional<Diff> Differ::sensitive(const BeforeAfter& sides, const Inner& inner) {
    const bool before = sides.isSensitiveBefore();
    const bool after = sides.isSensitiveAfter();
    if (!before && !after)
        return std::nullopt;
    BeforeAfter bare = sides;
    bare.sensitiveBefore = bare.sensitiveAfter = nullptr;
    Diff diff = inner(bare);
    Action action = diff.action;
    const bool nothing = isVoid(sides) && !sides.beforeIsThere && !sides.afterIsThere;
    if (action == Action::NoOp && before != after && !nothing)
        action = Action::Update;
    return Diff{action, sides.replace.matches(), Wrapper{share(std::move(diff)), before, after}};
}

std::optional<Diff> Differ::unknown(const BeforeAfter& given, const std::vector<std::string>& childNames,
                                    const Inner& inner) {
    if (!given.isUnknown())
        return std::nullopt;
    BeforeAfter sides = given;
    sides.afterIsThere = true; // it will exist
    if (isNull(sides.before))
        return Diff{sides.action(), sides.replace.matches(), Unknown{}};
    BeforeAfter before = sides.asDelete();
    if (!childNames.empty()) {
        // The contents become unknown too; they are not deleted.
        JsonNode& mask = m_masks.emplace_back();
        mask.kind = JsonNode::Kind::Object;
        mask.keys = childNames;
        mask.elements.resize(childNames.size());
        for (JsonNode& element : mask.elements)
            element.setBool(true);
        before.unknown = &mask;
    }
    return Diff{sides.action(), sides.replace.matches(), Unknown{share(inner(before))}};
}

Differ::Children Differ::byIndex(const BeforeAfter& sides, const Inner& inner) {
    Children result{{}, sides.initialAction()};
    for (std::size_t i = 0; i < sides.countBefore() || i < sides.countAfter(); ++i) {
        result.diffs.push_back(inner(sides.element(i, i).relevantOnly()));
        result.action = folded(result.action, result.diffs.back().action);
    }
    return result;
}

Differ::Children Differ::asSet(const BeforeAfter& sides, const Inner& inner) {
    Children result{{}, sides.initialAction()};
    const std::size_t countBefore = sides.countBefore();
    const std::size_t countAfter = sides.countAfter();
    std::vector<std::size_t> partner(countBefore, countAfter);
    std::vector<bool> taken(countAfter, false);
    for (std::size_t b = 0; b < countBefore; ++b) {
        for (std::size_t a = 0; a < countAfter; ++a) {
            if (taken[a] || !(sides.before->elements[b] == sides.after->elements[a]))
                continue;
            const BeforeAfter child = sides.element(b, a);
            if (child.isSensitiveBefore() == child.isSensitiveAfter() && !child.isUnknown()) {
                partner[b] = a;
                taken[a] = true;
            }
        }
    }
    const auto add = [&](BeforeAfter child) {
        child.relevant = PathMatcher::all();
        result.diffs.push_back(inner(child));
        result.action = folded(result.action, result.diffs.back().action);
    };
    for (std::size_t b = 0; b < countBefore; ++b)
        add(sides.element(b, partner[b]));
    for (std::size_t a = 0; a < countAfter; ++a)
        if (!taken[a])
            add(sides.element(countBefore, a));
    return result;
}

Differ::Children Differ::asList(const BeforeAfter& sides,
                                const std::function<bool(const JsonNode&, const JsonNode&)>& comparable,
                                const Inner& inner) {
    static const std::vector<JsonNode> none;
    Children result;
    if (isArray(sides.before) != isArray(sides.after))
        result.action = isArray(sides.before) ? Action::Delete : Action::Create;
    walkSideBySide(isArray(sides.before) ? sides.before->elements : none,
                   isArray(sides.after) ? sides.after->elements : none, comparable,
                   [&](std::size_t before, std::size_t after) {
                       BeforeAfter child = sides.element(before, after);
                       child.relevant = PathMatcher::all();
                       result.diffs.push_back(inner(child));
                       result.action = folded(result.action, result.diffs.back().action);
                   });
    return result;
}

Differ::Members Differ::asMap(const BeforeAfter& sides, BeforeAfter::Names names, const Inner& inner) {
    Members result;
    if (isObject(sides.before) != isObject(sides.after))
        result.action = isObject(sides.before) ? Action::Delete : Action::Create;
    for (const std::string& name : sides.names(names)) {
        result.members.push_back({name, inner(sides.member(name).relevantOnly())});
        result.action = folded(result.action, result.members.back().diff.action);
    }
    return result;
}

Diff Differ::ofType(const BeforeAfter& sides, Type type) {
    const Inner self = [&](const BeforeAfter& inner) { return ofType(inner, type); };
    if (auto diff = sensitive<Sensitive>(sides, self))
        return *std::move(diff);
    if (auto diff = unknown(sides, {}, self))
        return *std::move(diff);

    const bool replace = sides.replace.matches();
    const auto element = [&](const BeforeAfter& child) { return ofType(child, type.elementType()); };
    switch (type.kind()) {
    case Type::Kind::Dynamic:
        return untyped(sides);
    case Type::Kind::Bool:
    case Type::Kind::Number:
    case Type::Kind::String:
        return {sides.action(), replace, primitive(sides, primitiveType(type))};
    case Type::Kind::Object: {
        Object object;
        Action action = sides.initialAction();
        for (const values::ObjectAttribute& attribute : type.attributes()) {
            BeforeAfter child = sides.member(attribute.name).relevantOnly();
            child.beforeIsThere = child.afterIsThere = false;
            Diff diff = ofType(child, attribute.type);
            if (diff.action == Action::NoOp && isVoid(child))
                continue;
            action = folded(action, diff.action);
            object.members.push_back({attribute.name, std::move(diff)});
        }
        return {action, replace, std::move(object)};
    }
    case Type::Kind::Map: {
        Members map = asMap(sides, BeforeAfter::Names::OfSidesAndMasks, element);
        return {map.action, replace, Map{Origin::Type, std::move(map.members)}};
    }
    case Type::Kind::List: {
        const bool ofObjects = type.elementType().isObject();
        Children list = asList(
            sides, [&](const JsonNode& a, const JsonNode& b) { return ofObjects || shareLine(a, b); }, element);
        return {list.action, replace, List{Origin::Type, std::move(list.diffs)}};
    }
    case Type::Kind::Tuple: {
        List list;
        Action action = sides.initialAction();
        for (std::size_t i = 0; i < type.tupleTypes().size(); ++i) {
            list.elements.push_back(ofType(sides.element(i, i).relevantOnly(), type.tupleTypes()[i]));
            action = folded(action, list.elements.back().action);
        }
        return {action, replace, std::move(list)};
    }
    case Type::Kind::Set:
        break;
    }
    Children set = asSet(sides, element);
    return {set.action, replace, Set{Origin::Type, std::move(set.diffs)}};
}

Diff Differ::untyped(const BeforeAfter& sides) {
    if (auto diff = untypedSpecial(sides))
        return *std::move(diff);
    const auto kindOf = [](const JsonNode* node) { return node ? node->kind : JsonNode::Kind::Null; };
    const JsonNode::Kind before = kindOf(sides.before);
    const JsonNode::Kind after = kindOf(sides.after);
    const bool deleted = after == JsonNode::Kind::Null && !sides.afterIsThere;
    const bool created = before == JsonNode::Kind::Null && !sides.beforeIsThere;
    if (before == after || deleted || created)
        return ofKind(sides, before == JsonNode::Kind::Null ? after : before);
    return {Action::Update, false,
            TypeChange{share(ofKind(sides.asDelete(), before)), share(ofKind(sides.asCreate(), after))}};
}

std::optional<Diff> Differ::untypedSpecial(const BeforeAfter& sides) {
    const Inner self = [&](const BeforeAfter& inner) { return untyped(inner); };
    if (auto diff = sensitive<Sensitive>(sides, self)) {
        diff->forcesReplacement = false;
        return diff;
    }
    if (!sides.isUnknown())
        return std::nullopt;
    if (isNull(sides.before))
        return Diff{Action::Create, false, Unknown{}};
    return Diff{Action::Update, false, Unknown{share(untyped(sides.asDelete()))}};
}

Diff Differ::ofKind(const BeforeAfter& sides, JsonNode::Kind kind) {
    const auto self = [&](const BeforeAfter& inner) { return untyped(inner); };
    const auto scalar = [&](Primitive::Type type) {
        const bool noBefore = isNull(sides.before) && !sides.beforeIsThere;
        const bool noAfter = isNull(sides.after) && !sides.afterIsThere;
        Primitive content = primitive(sides, type);
        const bool isSameSecret = !sides.before || !sides.after || sides.before->masked == sides.after->masked;
        const Action action = noBefore && !noAfter                              ? Action::Create
                              : !noBefore && noAfter                            ? Action::Delete
                              : content.before == content.after && isSameSecret ? Action::NoOp
                                                                                : Action::Update;
        return Diff{action, false, std::move(content)};
    };
    switch (kind) {
    case JsonNode::Kind::Null:
        return scalar(Primitive::Type::Null);
    case JsonNode::Kind::Bool:
        return scalar(Primitive::Type::Bool);
    case JsonNode::Kind::Number:
        return scalar(Primitive::Type::Number);
    case JsonNode::Kind::String:
        return scalar(Primitive::Type::String);
    case JsonNode::Kind::Object: {
        Members map = asMap(sides, BeforeAfter::Names::OfSidesAndMasks, self);
        return {map.action, false, Object{Origin::Type, std::move(map.members)}};
    }
    case JsonNode::Kind::Array:
        break;
    }
    const auto comparable = [](const JsonNode& a, const JsonNode& b) {
        return (isObject(&a) && isObject(&b)) || shareLine(a, b);
    };
    Children list = asList(sides, comparable, self);
    return {list.action, false, List{Origin::Type, std::move(list.diffs)}};
}

Diff Differ::attribute(const BeforeAfter& sides, const schemas::Attribute& attribute, Action parent) {
    if (attribute.writeOnly) {
        const bool replace = sides.replace.matches();
        return {parent == Action::NoOp && replace ? Action::Update : parent, replace, WriteOnly{}};
    }
    return attribute.nested ? nested(sides, *attribute.nested, attribute.nested->nesting)
                            : ofType(sides, attribute.impliedType());
}

Diff Differ::nested(const BeforeAfter& sides, const schemas::ObjectType& type, NestingMode nesting) {
    const Inner self = [&](const BeforeAfter& inner) { return nested(inner, type, nesting); };
    if (auto diff = sensitive<Sensitive>(sides, self))
        return *std::move(diff);
    if (sides.isUnknown()) {
        std::vector<std::string> names;
        for (const auto& entry : type.attributes)
            names.push_back(entry.first);
        return *unknown(sides, names, self);
    }

    const bool replace = sides.replace.matches();
    const Inner element = [&](const BeforeAfter& child) { return nested(child, type, NestingMode::Single); };
    switch (nesting) {
    case NestingMode::Map: {
        Members map = asMap(sides, BeforeAfter::Names::OfSides, element);
        return {map.action, replace, Map{Origin::NestedAttribute, std::move(map.members)}};
    }
    case NestingMode::List: {
        Children list = byIndex(sides, element);
        return {list.action, replace, List{Origin::NestedAttribute, std::move(list.diffs)}};
    }
    case NestingMode::Set: {
        Children set = asSet(sides, element);
        return {set.action, replace, Set{Origin::NestedAttribute, std::move(set.diffs)}};
    }
    case NestingMode::Single:
    case NestingMode::Group:
        break;
    }
    Object object{Origin::NestedAttribute, {}};
    Action action = sides.initialAction();
    for (const auto& [name, member] : type.attributes) {
        BeforeAfter child = sides.member(name).relevantOnly();
        child.beforeIsThere = child.afterIsThere = false;
        Diff diff = attribute(child, member, action);
        if (diff.action == Action::NoOp && isVoid(child))
            continue;
        action = folded(action, diff.action);
        object.members.push_back({name, std::move(diff)});
    }
    return {action, replace, std::move(object)};
}

std::optional<Diff> Differ::blockAttribute(const BeforeAfter& given, const schemas::Attribute& schema, Action parent) {
    BeforeAfter sides = given.relevantOnly();
    sides.before = emptyTextAsNull(sides.before);
    sides.after = emptyTextAsNull(sides.after);
    sides.beforeIsThere = sides.afterIsThere = false;
    Diff diff = attribute(sides, schema, parent);
    if (diff.action == Action::NoOp && isVoid(sides) && !schema.writeOnly)
        return std::nullopt;
    return diff;
}

std::optional<BlockGroup> Differ::blockGroup(const BeforeAfter& given, const std::string& name,
                                             const schemas::NestedBlock& nestedBlock, const schemas::Block& parent,
                                             Action& current) {
    const BeforeAfter sides = given.relevantOnly();
    BlockGroup group{
        name, nestedBlock.nesting, sides.replace.matches(), sides.isSensitiveBefore(), sides.isSensitiveAfter(), {}};
    const Inner one = [&](const BeforeAfter& child) { return block(child, nestedBlock.block); };

    if (sides.isUnknown()) {
        // OpenTofu uses the names of the surrounding block here.
        std::vector<std::string> names;
        for (const auto& entry : parent.attributes)
            names.push_back(entry.first);
        Diff diff = *unknown(sides, names, [&](const BeforeAfter& child) { return block(child, parent); });
        if (diff.action == Action::NoOp && isVoid(sides))
            return std::nullopt;
        group.nesting = NestingMode::Single;
        group.blocks.push_back({{}, std::move(diff)});
        return group;
    }
    Action action = Action::NoOp;
    const auto take = [&](Children children) {
        action = children.action;
        for (Diff& diff : children.diffs)
            group.blocks.push_back({{}, std::move(diff)});
    };
    switch (nestedBlock.nesting) {
    case NestingMode::Set:
        take(asSet(sides, one));
        break;
    case NestingMode::List:
        take(byIndex(sides, one));
        break;
    case NestingMode::Map: {
        Members map = asMap(sides, BeforeAfter::Names::OfSides, one);
        action = map.action;
        group.blocks = std::move(map.members);
        break;
    }
    case NestingMode::Single:
    case NestingMode::Group: {
        Diff diff = one(sides);
        action = diff.action;
        group.blocks.push_back({{}, std::move(diff)});
        break;
    }
    }
    if (action == Action::NoOp && isVoid(sides))
        return std::nullopt;
    current = folded(current, action);
    return group;
}

Diff Differ::block(const BeforeAfter& sides, const schemas::Block& schema) {
    const Inner self = [&](const BeforeAfter& inner) { return block(inner, schema); };
    if (auto diff = sensitive<SensitiveBlock>(sides, self))
        return *std::move(diff);
    if (sides.isUnknown()) {
        std::vector<std::string> names;
        for (const auto& entry : schema.attributes)
            names.push_back(entry.first);
        return *unknown(sides, names, self);
    }

    Action action = sides.initialAction();
    std::map<std::string, Diff> attributes;
    // Write-only attributes come last because they share the action of the others.
    for (const bool writeOnly : {false, true}) {
        for (const auto& [name, attribute] : schema.attributes) {
            if (attribute.writeOnly != writeOnly)
                continue;
            if (auto diff = blockAttribute(sides.member(name), attribute, action)) {
                action = folded(action, diff->action);
                attributes.emplace(name, *std::move(diff));
            }
        }
    }
    Block content;
    for (auto& [name, diff] : attributes)
        content.attributes.push_back({name, std::move(diff)});
    for (const auto& [name, nestedBlock] : schema.blockTypes)
        if (auto group = blockGroup(sides.member(name), name, nestedBlock, schema, action))
            content.groups.push_back(*std::move(group));
    return {action, sides.replace.matches(), std::move(content)};
}

} // namespace planlens::diff
