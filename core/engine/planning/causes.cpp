// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/causes.h"

#include "core/hcl/traversal.h"
#include "core/schemas/decode.h"
#include "core/schemas/values_by_schema.h"

#include <algorithm>
#include <map>

namespace planlens::engine {

using plans::Action;
using plans::Cause;
using plans::UnchangedReason;
using values::Path;
using values::Value;

namespace {

using Found = std::function<void(const Path&, const Value&)>;

bool hasDifference(const Value& configured, const Value& object);

/// Whether the elements of the configured set can be matched one by one with those of the object.
bool sameElements(const Value& configured, const Value& object) {
    if (configured.size() != object.size())
        return false;
    for (std::size_t i = 0; i < configured.size(); ++i) {
        bool matched = false;
        for (std::size_t j = 0; j < object.size() && !matched; ++j)
            matched = !hasDifference(configured.element(i), object.element(j));
        if (!matched)
            return false;
    }
    return true;
}

void compare(const Value& configured, const Value& object, const Path& path, const Found& found);

/// Compares objects. Null attributes are reported only inside values whose type the schema does not give: elsewhere,
/// the provider may compute them.
void compareObjects(const Value& configured, const Value& object, const Path& path, const Found& found) {
    const bool isOfSchema = path.isEmpty() || configured.type() == object.type();
    for (std::size_t i = 0; i < configured.size(); ++i) {
        const Value* there = object.find(configured.key(i));
        const Value& element = configured.element(i);
        const bool isNull = element.isKnown() && element.isNull();
        if (there ? element == *there || (there->isNull() && isNull) : isNull)
            continue;
        const Path inside = path.attribute(configured.key(i));
        if (there && !(isNull && !isOfSchema))
            compare(element, *there, inside, found);
        else
            found(inside, element);
    }
    for (std::size_t i = 0; i < object.size() && !isOfSchema; ++i)
        if (!configured.find(object.key(i)) && !(object.element(i).isKnown() && object.element(i).isNull()))
            found(path.attribute(object.key(i)), Value::null(object.element(i).type()));
}

void compare(const Value& configured, const Value& object, const Path& path, const Found& found) {
    if (configured.isKnown() && configured.isNull())
        return;
    if (configured == object)
        return;
    if (!configured.isKnown() || !object.isKnown() || object.isNull())
        return found(path, configured);
    const values::Type type = configured.type(), other = object.type();
    if (type.isObject() && other.isObject())
        return compareObjects(configured, object, path, found);
    if (type.isMap() && other.isMap()) {
        for (std::size_t i = 0; i < configured.size(); ++i) {
            const Value* there = object.find(configured.key(i));
            const Path inside = path.index(configured.key(i));
            if (there)
                compare(configured.element(i), *there, inside, found);
            else
                found(inside, configured.element(i));
        }
        for (std::size_t i = 0; i < object.size(); ++i)
            if (!configured.find(object.key(i)))
                found(path.index(object.key(i)), Value::null(object.element(i).type()));
        return;
    }
    const bool sequences = (type.isList() && other.isList()) || (type.isTuple() && other.isTuple());
    if (sequences && configured.size() == object.size()) {
        for (std::size_t i = 0; i < configured.size(); ++i)
            compare(configured.element(i), object.element(i), path.index(static_cast<std::int64_t>(i)), found);
        return;
    }
    if (type.isSet() && other.isSet() && sameElements(configured, object))
        return;
    found(path, configured);
}

bool hasDifference(const Value& configured, const Value& object) {
    bool any = false;
    compare(configured, object, {}, [&](const Path&, const Value&) { any = true; });
    return any;
}

bool sameAt(const Path& path, const Value& a, const Value& b) {
    const values::Outcome<Value> one = values::applyPath(a, path), other = values::applyPath(b, path);
    const bool oneIsThere = one && !(one->isKnown() && one->isNull()),
               otherIsThere = other && !(other->isKnown() && other->isNull());
    return oneIsThere == otherIsThere && (!oneIsThere || *one == *other);
}

/// Sets the path and range of the ignore_changes entry that covers kept.path.
void noteIgnored(const configs::Resource& config, UnchangedReason& kept) {
    for (const hcl::Traversal& traversal : config.ignoreChanges) {
        const Path ignored = hcl::pathOf(traversal);
        if (!kept.path.hasPrefix(ignored) && !ignored.hasPrefix(kept.path))
            continue;
        kept.ignored = ignored;
        kept.range = traversal.range();
        return;
    }
}

bool isInside(const diags::SourceRange& inner, const diags::SourceRange& outer) {
    return inner.filename == outer.filename && inner.start.byte >= outer.start.byte && inner.end.byte <= outer.end.byte;
}

diags::SourceRange rangeOf(const DecidedBy& by, const Path& path) {
    return by.config.config ? schemas::argumentRange(by.config.config, by.schema.block, path) : diags::SourceRange();
}

bool covers(const std::vector<Cause>& causes, const Path& path) {
    return std::any_of(causes.begin(), causes.end(),
                       [&](const Cause& cause) { return !cause.path.isEmpty() && cause.path.hasPrefix(path); });
}

const schemas::Attribute* attributeOf(const schemas::Block& block, std::string_view name) {
    const auto it = block.attributes.find(name);
    return it == block.attributes.end() ? nullptr : &it->second;
}

/// Adds causes for paths whose sensitivity changes. What the schema marks is sensitive in each run, although only the
/// stored object has these marks.
void noteSensitivity(plans::ResourceInstanceChange& change, const DecidedBy& by) {
    if (change.change.action == Action::NoOp || (by.marksBefore.empty() && by.marksAfter.empty()))
        return;
    const std::vector<values::PathMarks> always = schemas::sensitivePaths(by.schema.block, by.after);
    const auto has = [](const std::vector<values::PathMarks>& all, const Path& path) {
        return std::ranges::any_of(all, [&](const auto& one) { return one.path == path; });
    };
    const auto note = [&](const std::vector<values::PathMarks>& these, const std::vector<values::PathMarks>& others) {
        for (const values::PathMarks& marked : these) {
            const values::Outcome<Value> configured = values::applyPath(by.configured, marked.path);
            const bool isConfigured = configured && !(configured->isKnown() && configured->isNull());
            if (isConfigured && !has(others, marked.path) && !has(always, marked.path) &&
                !covers(change.causes, marked.path))
                change.causes.push_back({Cause::Kind::Sensitive, marked.path, rangeOf(by, marked.path)});
        }
    };
    note(by.marksAfter, by.marksBefore);
    note(by.marksBefore, by.marksAfter);
}

/// Adds causes for parts that become null in a value whose type the schema does not give. With the same type as before,
/// they are not among the configured differences.
void noteNulls(plans::ResourceInstanceChange& change, const DecidedBy& by, const Value& before, const Value& after,
               const Path& path) {
    if (!before.isKnown() || before.isNull() || !after.isKnown() || !(before.type() == after.type()))
        return;
    if (after.isNull()) {
        if (!covers(change.causes, path))
            change.causes.push_back({Cause::Kind::Argument, path, rangeOf(by, path)});
        return;
    }
    const values::Type type = after.type();
    if (!type.isObject() && !type.isTuple() && !type.isList())
        return;
    for (std::size_t i = 0; i < after.size() && i < before.size(); ++i)
        noteNulls(change, by, before.element(i), after.element(i),
                  type.isObject() ? path.attribute(after.key(i)) : path.index(std::int64_t(i)));
}

/// Whether the object had the configured value in the previous run, so that it differs because it changed outside.
bool isChangedOutside(const DecidedBy& by, const Path& path) {
    return by.previousRun.isKnown() && !by.previousRun.isNull() && sameAt(path, by.configured, by.previousRun);
}

/// Adds causes for arguments, also of nested blocks, that are not set any more, or were set outside.
void noteUnset(plans::ResourceInstanceChange& change, const DecidedBy& by, const schemas::Block& block,
               const Value& before, const Value& after, const Path& path) {
    for (std::size_t i = 0; i < after.size(); ++i) {
        const std::string name(after.key(i));
        const Value& now = after.element(i);
        const Value* was = before.find(name);
        const Path inside = path.attribute(name);
        if (!was || !was->isKnown() || was->isNull() || !now.isKnown())
            continue;
        const schemas::Attribute* attribute = attributeOf(block, name);
        if (attribute && now.isNull() && attribute->optional && !attribute->computed) {
            const diags::SourceRange range = rangeOf(by, inside);
            const Cause::Kind kind = isChangedOutside(by, inside) ? Cause::Kind::Drift : Cause::Kind::Unset;
            change.causes.push_back({kind, inside, range.isEmpty() ? by.config.range : range});
        } else if (attribute && attribute->type && attribute->type->isDynamic() && !now.isNull()) {
            noteNulls(change, by, *was, now, inside);
        }
        const auto nested = block.blockTypes.find(name);
        if (nested == block.blockTypes.end() || now.isNull())
            continue;
        const values::Type type = now.type();
        if (type.isObject() && was->type().isObject())
            noteUnset(change, by, nested->second.block, *was, now, inside);
        else if ((type.isList() || type.isTuple()) && was->type().isSequence() && was->size() == now.size())
            for (std::size_t k = 0; k < now.size(); ++k)
                if (now.element(k).isKnown() && !now.element(k).isNull() && !was->element(k).isNull())
                    noteUnset(change, by, nested->second.block, was->element(k), now.element(k),
                              inside.index(std::int64_t(k)));
    }
}

/// Adds causes for differences between the configuration and the existing object.
void noteDifferences(plans::ResourceInstanceChange& change, const DecidedBy& by) {
    forEachConfiguredDifference(by.configured, by.before, [&](const Path& path, const Value& configured) {
        const bool ignored = !sameAt(path, by.configured, by.effective);
        // The new object of a replacement has the configured value, which is no reason to replace it.
        const bool takesEffect = ignored && plans::isReplace(change.change.action);
        if (takesEffect &&
            std::ranges::any_of(change.requiredReplace, [&](const Path& required) { return path.hasPrefix(required); }))
            return;
        if (sameAt(path, by.before, by.after) && configured.isKnown() && !takesEffect) {
            UnchangedReason kept{ignored ? UnchangedReason::Why::Ignored : UnchangedReason::Why::Normalised,
                                 path,
                                 configured,
                                 {},
                                 rangeOf(by, path)};
            if (ignored)
                noteIgnored(by.config, kept);
            change.unchanged.push_back(std::move(kept));
            return;
        }
        const Cause::Kind kind = isChangedOutside(by, path) ? Cause::Kind::Drift
                                 : configured.isKnown()     ? Cause::Kind::Argument
                                                            : Cause::Kind::Unknown;
        change.causes.push_back({kind, path, rangeOf(by, path)});
    });
    if (by.incomplete)
        return; // the whole object is created again
    noteUnset(change, by, by.schema.block, by.before, by.after, {});
    noteSensitivity(change, by);
    for (std::size_t i = 0; i < by.after.size(); ++i) {
        const Value* was = by.before.find(by.after.key(i));
        if (was && *was == by.after.element(i))
            continue;
        if (const Path path = Path().attribute(by.after.key(i)); !covers(change.causes, path))
            change.causes.push_back({Cause::Kind::Decided, path, {}});
    }
}

} // namespace

void forEachConfiguredDifference(const Value& configured, const Value& object, const Found& found) {
    compare(configured, object, {}, found);
}

namespace {

/// Sets the arguments of the references in a body. Blocks of sets, and blocks generated by `dynamic`, have no path of
/// their own: the path of the references in them ends with the block type.
class ArgumentNamer {
public:
    explicit ArgumentNamer(std::vector<plans::Dependency>& references) {
        for (plans::Dependency& reference : references)
            if (reference.kind == plans::Dependency::Kind::Reference && !reference.range.isEmpty())
                m_open.push_back(&reference);
    }

    void name(const hcl::Body& body, const schemas::Block& schema, const Path& path) {
        if (m_open.empty())
            return;
        if (const auto arguments = body.justAttributes(); arguments.value) // errors about blocks are reported elsewhere
            for (const auto& [name, argument] : *arguments.value)
                take(argument.expression->range(), path.attribute(name));
        if (!m_open.empty() && !schema.blockTypes.empty())
            nameInBlocks(body, schema, path);
    }

private:
    void take(const diags::SourceRange& range, const Path& path) {
        std::erase_if(m_open, [&](plans::Dependency* reference) {
            const bool isTaken = isInside(reference->range, range);
            if (isTaken)
                reference->dependentPath = path;
            return isTaken;
        });
    }

    void takeAll(const hcl::Body& body, const Path& path) {
        std::vector<hcl::Traversal> variables;
        body.collectVariables(variables);
        for (const hcl::Traversal& variable : variables)
            take(variable.range(), path);
    }

    void nameInBlocks(const hcl::Body& body, const schemas::Block& schema, const Path& path) {
        hcl::BodySchema wanted = schemas::bodySchema(schema);
        wanted.attributes.clear();
        wanted.blocks.push_back({"dynamic", {"type"}});
        const auto content = body.knownContent(wanted);
        if (!content.value)
            return;
        std::map<std::string, std::int64_t> counts;
        for (const hcl::Block& block : content->blocks) {
            const bool isDynamic = block.type == "dynamic" && !block.labels.empty();
            const std::string type = isDynamic ? block.labels.front() : std::string(block.type);
            const auto nested = schema.blockTypes.find(type);
            if (nested == schema.blockTypes.end() || !block.body)
                continue;
            const Path inside = path.attribute(type);
            const schemas::NestingMode nesting = nested->second.nesting;
            if (isDynamic || nesting == schemas::NestingMode::Set)
                takeAll(*block.body, inside);
            else if (nesting == schemas::NestingMode::List)
                name(*block.body, nested->second.block, inside.index(counts[type]++));
            else if (nesting == schemas::NestingMode::Map && !block.labels.empty())
                name(*block.body, nested->second.block, inside.index(std::string_view(block.labels.front())));
            else
                name(*block.body, nested->second.block, inside);
        }
    }

    std::vector<plans::Dependency*> m_open; // not named yet
};

} // namespace

void nameArguments(std::vector<plans::Dependency>& references, const configs::Resource& config,
                   const schemas::Block& schema) {
    if (!references.empty() && config.config)
        ArgumentNamer(references).name(*config.config, schema, {});
}

void recordCauses(plans::ResourceInstanceChange& change, const DecidedBy& by) {
    if (by.incomplete)
        change.causes.push_back({Cause::Kind::Incomplete, {}, {}});
    if (by.before.isNull()) {
        if (change.change.action == Action::Create && by.previousRun.isKnown() && !by.previousRun.isNull())
            change.causes.push_back({Cause::Kind::Drift, {}, by.config.range});
        else if (change.change.action == Action::Create)
            change.causes.push_back({Cause::Kind::Declared, {}, repetitionRange(by.config)});
        return;
    }
    noteDifferences(change, by);
    for (const Path& path : change.requiredReplace)
        change.causes.push_back({Cause::Kind::CannotUpdate, path, rangeOf(by, path)});
}

std::optional<Cause> unknownArgument(const configs::Resource& config, const schemas::ResourceSchema& schema,
                                     const Value& configured) {
    std::optional<Cause> cause;
    values::walk(configured, [&](const Path& path, const Value& value) {
        if (!cause && !value.isKnown())
            cause =
                Cause{Cause::Kind::Unknown, path,
                      config.config ? schemas::argumentRange(config.config, schema.block, path) : diags::SourceRange()};
        return !cause;
    });
    return cause;
}

std::vector<UnchangedReason> unchangedByModeOf(const configs::Resource& config, const schemas::ResourceSchema& schema,
                                               const Value& configured, const Value& object) {
    std::vector<UnchangedReason> kept;
    forEachConfiguredDifference(configured, object, [&](const Path& path, const Value& value) {
        kept.push_back(
            {UnchangedReason::Why::LeftOut,
             path,
             value,
             {},
             config.config ? schemas::argumentRange(config.config, schema.block, path) : diags::SourceRange()});
    });
    return kept;
}

} // namespace planlens::engine
