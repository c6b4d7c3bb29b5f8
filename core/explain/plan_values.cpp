// SPDX-License-Identifier: MPL-2.0
#include "core/explain/plan_values.h"

#include "core/plans/plan.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/lower_case.h"
#include "core/values/text/scalar_text.h"

#include <algorithm>
#include <cctype>

namespace planlens::explain {

using values::Path;
using values::Type;
using values::Value;

bool isSameValue(const Value& before, const Value& after) {
    if (before.isKnown() && after.isKnown() && before.isNull() && after.isNull())
        return true;
    if (before == after)
        return true;
    if (!before.isKnown() || !after.isKnown() || before.isNull() || after.isNull())
        return false;
    const auto isOrdered = [](const Value& value) { return value.type().isList() || value.type().isTuple(); };
    if (isOrdered(before) && isOrdered(after)) {
        bool isSame = before.size() == after.size();
        for (std::size_t i = 0; isSame && i < before.size(); ++i)
            isSame = isSameValue(before.element(i), after.element(i));
        return isSame;
    }
    if (isMapping(before) && isMapping(after)) {
        bool isSame = before.size() == after.size();
        for (std::size_t i = 0; isSame && i < before.size(); ++i) {
            const Value* other = after.find(before.key(i));
            isSame = other && isSameValue(before.element(i), *other);
        }
        return isSame;
    }
    const values::Outcome<Value> converted = values::convert(after, before.type());
    return converted && *converted == before;
}

namespace {

/// Returns the element that a step selects; null if it does not exist. Keys of objects and maps are interchangeable.
Value elementAt(const Value& value, const values::PathStep& step) {
    const Value none = Value::null(Type::dynamic());
    if (!value.isKnown())
        return Value::dynamicUnknown();
    if (value.isNull())
        return none;
    const auto* attribute = std::get_if<values::AttributeStep>(&step);
    const Value key = attribute ? Value::string(attribute->name) : std::get<values::IndexStep>(step).key.unmarkedDeep();
    if (!key.isKnown() || key.isNull())
        return key.isKnown() ? none : Value::dynamicUnknown();
    if (value.type().isMapping()) {
        const Value* found = key.type().isString() ? value.find(key.asString()) : nullptr;
        return found ? *found : none;
    }
    if (value.type().isSet()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            if (value.element(i) == key)
                return key;
        return none;
    }
    if (!key.type().isNumber() || !(value.type().isList() || value.type().isTuple()))
        return none;
    const auto index = key.asNumber().toUint64();
    return index && *index < value.size() ? value.element(std::size_t(*index)) : none;
}

} // namespace

Value valueAt(const Value& value, const Path& path) {
    Value found = value.unmarkedDeep();
    for (const values::PathStep& step : path)
        found = elementAt(found, step);
    return found;
}

std::optional<std::string> textOf(const std::optional<Value>& value) {
    return value && value->isKnown() && !value->isNull() ? values::scalarText(*value) : std::nullopt;
}

bool differsInCase(const Value& a, const Value& b) {
    const auto texts = [](const Value& value) {
        std::multiset<std::string> found;
        values::walk(value, [&](const Path& path, const Value& part) {
            found.insert(values::lowerCase(path.toString() + (isUsable(part) ? textOf(part).value_or("") : "")));
            return true;
        });
        return found;
    };
    return isUsable(a) && isUsable(b) && !isSameValue(a, b) && texts(a) == texts(b);
}

std::string inOtherCase(std::string text) {
    for (char& c : text)
        if (std::isalpha(static_cast<unsigned char>(c)))
            c = char(c ^ ('a' ^ 'A'));
    return text;
}

bool isSequence(const Value& value) {
    return value.isKnown() && !value.isNull() && value.type().isSequence();
}

bool isMapping(const Value& value) {
    return value.isKnown() && !value.isNull() && value.type().isMapping();
}

namespace {

/// Splits a text into words, and into single characters between them.
std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (isPart(text[at]) && end < text.size() && isPart(text[end]))
            ++end;
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

} // namespace

std::string_view changedPart(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> was = wordsOf(before), is = wordsOf(after);
    std::size_t start = 0, end = 0;
    while (start < std::min(was.size(), is.size()) && was[start] == is[start])
        ++start;
    while (end < std::min(was.size(), is.size()) - start && was[was.size() - 1 - end] == is[is.size() - 1 - end])
        ++end;
    if (start + end >= is.size())
        return {};
    const char* const first = is[start].data();
    const std::string_view last = is[is.size() - 1 - end];
    return {first, std::size_t(last.data() + last.size() - first)};
}

Path joined(const Path& first, const Path& second) {
    Path path = first;
    for (const values::PathStep& step : second)
        path.push(step);
    return path;
}

Path withoutFirst(const Path& path, std::size_t steps) {
    Path rest;
    for (std::size_t i = steps; i < path.size(); ++i)
        rest.push(path[i]);
    return rest;
}

bool isWithin(const Path& path, const Path& prefix) {
    const auto keyOf = [](const values::PathStep& step) {
        const auto* attribute = std::get_if<values::AttributeStep>(&step);
        return attribute ? Value::string(attribute->name) : std::get<values::IndexStep>(step).key;
    };
    return prefix.size() <= path.size() &&
           std::equal(prefix.begin(), prefix.end(), path.begin(),
                      [&](const auto& a, const auto& b) { return a == b || keyOf(a) == keyOf(b); });
}

bool areRelated(const Path& a, const Path& b) {
    return isWithin(a, b) || isWithin(b, a);
}

bool isInside(const diags::SourceRange& inner, const diags::SourceRange& outer) {
    return inner.filename == outer.filename && inner.start.byte >= outer.start.byte && inner.end.byte <= outer.end.byte;
}

bool isUsable(const Value& value) {
    return value.isWhollyKnown() && !value.isNull();
}

std::optional<std::string> keyOf(const Path& path) {
    if (path.isEmpty())
        return {};
    if (const auto* attribute = std::get_if<values::AttributeStep>(&path[0]))
        return attribute->name;
    const Value key = std::get<values::IndexStep>(path[0]).key.unmarkedDeep();
    if (key.isKnown() && !key.isNull() && key.type().isString())
        return key.asString();
    return {};
}

std::optional<std::size_t> indexOf(const values::PathStep& step) {
    const auto* index = std::get_if<values::IndexStep>(&step);
    if (!index || !index->key.isKnown() || index->key.isNull() || !index->key.type().isNumber())
        return {};
    const auto number = index->key.asNumber().toUint64();
    return number ? std::optional(std::size_t(*number)) : std::nullopt;
}

std::optional<std::size_t> indexAt(const Path& path) {
    return path.isEmpty() ? std::nullopt : indexOf(path[0]);
}

PlanValues::PlanValues(const plans::Plan& plan)
    : m_plan(plan)
    , m_files(plan.recorded) {
    for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
        if (drift->deposed.empty() && drift->change.action != plans::Action::NoOp)
            m_drift.emplace(drift->address, drift.get());
}

const plans::Changes& PlanValues::changes() const {
    return m_plan.changes;
}

const plans::Dependencies& PlanValues::dependencies() const {
    return m_plan.dependencies;
}

bool PlanValues::hasConfiguration() const {
    return m_plan.configuration != nullptr;
}

const plans::VariableValue* PlanValues::variable(const plans::NamedValue& named) const {
    if (named.kind != plans::NamedValue::Kind::Variable || !named.module.isRoot())
        return nullptr;
    const auto found = m_plan.variables.find(named.name);
    return found == m_plan.variables.end() ? nullptr : &found->second;
}

const plans::ResourceInstanceChange* PlanValues::driftOf(const addrs::AbsResourceInstance& address) const {
    const auto found = m_drift.find(address);
    return found == m_drift.end() ? nullptr : found->second;
}

bool PlanValues::BeforeAfter::isDifferent() const {
    return !after.isWhollyKnown() || !isSameValue(before, after);
}

std::optional<PlanValues::BeforeAfter> PlanValues::of(const addrs::AbsResourceInstance& address,
                                                      const Path& path) const {
    const plans::ResourceInstanceChange* change = m_plan.changes.resource(address);
    std::optional<Value> before, after;
    if (change)
        after = change->change.after;
    if (address.resource.mode == addrs::ResourceMode::Data)
        before = stored(m_plan.previousRunState, address);
    else if (const plans::ResourceInstanceChange* drift = driftOf(address))
        before = drift->change.before;
    else if (change)
        before = change->change.before;
    if (!after)
        after = stored(m_plan.priorState, address);
    if (!after)
        return {};
    return BeforeAfter{before ? valueAt(*before, path) : Value::null(Type::dynamic()), valueAt(*after, path)};
}

const PlanValues::Modules& PlanValues::modules() const {
    if (m_modules)
        return *m_modules;
    m_modules.emplace();
    const auto note = [](addrs::ModuleInstance at, std::unordered_set<addrs::ModuleInstance>& modules) {
        while (!at.isRoot() && modules.insert(at).second)
            at = at.parent();
    };
    for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
        const addrs::AbsResourceInstance& address = change->address;
        m_modules->hadAny |= !change->change.before.isNull();
        if (!change->change.before.isNull())
            note(change->previousAddress.module, m_modules->before);
        if (!change->change.after.isNull())
            note(address.module, m_modules->after);
        if (change->change.action == plans::Action::Create && address.key.isNone() &&
            address.resource.mode == addrs::ResourceMode::Managed)
            m_modules->added.insert(address.module);
    }
    return *m_modules;
}

bool PlanValues::hasObjects(const addrs::ModuleInstance& module, Side side) const {
    return (side == Side::Before ? modules().before : modules().after).contains(module);
}

bool PlanValues::isAddedCall(addrs::ModuleInstance module) const {
    for (; !module.isRoot(); module = module.parent())
        if (isNew(module) && modules().added.contains(module))
            return true;
    return false;
}

bool PlanValues::isFirstRun() const {
    if (m_plan.previousRunState && !m_plan.previousRunState->resources().empty())
        return false;
    return m_plan.stateSerial == 0 || std::ranges::any_of(modules().added, [](const addrs::ModuleInstance& module) {
               return std::ranges::all_of(module.path, [](const addrs::ModuleStep& step) { return step.key.isNone(); });
           });
}

bool PlanValues::hasRemoved(const plans::NamedValue& repetition) const {
    const auto resource = addrs::readAbsResourceInstance(repetition.name); // none: that of a module call
    if (!resource)
        return false;
    const addrs::AbsResource all{repetition.module, resource->resource};
    return std::ranges::any_of(m_plan.changes.instancesOf(all), [](const plans::ResourceInstanceChange* one) {
        return one->change.action == plans::Action::Delete && one->deposed.empty();
    });
}

const PlanValues::Instances& PlanValues::instancesOf(const addrs::AbsResource& resource) const {
    const auto [found, isNew] = m_instances.try_emplace(resource);
    Instances& instances = found->second;
    if (isNew)
        for (const plans::ResourceInstanceChange* one : m_plan.changes.instancesOf(resource)) {
            const addrs::InstanceKey& key = one->address.key;
            instances.hadAny |= !one->change.before.isNull();
            if (one->change.after.isNull())
                continue;
            if (key.isInt())
                instances.count = std::max(instances.count, std::int64_t(key.index()) + 1);
            else if (!key.isNone())
                instances.keys.insert(key.string());
        }
    return instances;
}

const PlanValues::Repeated& PlanValues::previous(const plans::NamedValue& repetition) const {
    static const Repeated none;
    if (!m_previous) {
        m_previous.emplace();
        const auto note = [&](const auto& repeatable, const addrs::InstanceKey& key) {
            if (key.isNone())
                return;
            Repeated& repeated = (*m_previous)[plans::repetitionOf(repeatable)];
            if (key.isInt())
                repeated.count = std::max(repeated.count.value_or(0), std::int64_t(key.index()) + 1);
            else
                repeated.keys.insert(key.string());
        };
        if (m_plan.previousRunState)
            for (const auto& [address, resource] : m_plan.previousRunState->resources()) {
                for (const auto& [key, instance] : resource.instances)
                    note(address, key);
                for (addrs::ModuleInstance module = address.module; !module.isRoot(); module = module.parent())
                    note(module, module.path.back().key);
            }
    }
    const auto found = m_previous->find(repetition);
    return found == m_previous->end() ? none : found->second;
}

std::optional<std::int64_t> PlanValues::previousCount(const plans::NamedValue& repetition) const {
    return previous(repetition).count;
}

const std::set<std::string>& PlanValues::previousKeys(const plans::NamedValue& repetition) const {
    return previous(repetition).keys;
}

namespace {

/// Whether a resource had an instance without a key, and has none now, as with `enabled`.
bool isDisabled(const plans::Plan& plan, const plans::NamedValue& repetition) {
    const auto address = addrs::readAbsResourceInstance(repetition.name); // none: that of a module call
    if (!address || !plan.previousRunState)
        return false;
    const addrs::AbsResource all{repetition.module, address->resource};
    const states::Resource* before = plan.previousRunState->resource(all);
    return before && before->instances.contains(addrs::InstanceKey()) &&
           std::ranges::all_of(plan.changes.instancesOf(all),
                               [](const auto* one) { return one->change.after.isNull(); });
}

} // namespace

bool PlanValues::haveInstancesChanged(const plans::Dependency& reference,
                                      const std::optional<addrs::InstanceKey>& key) const {
    const auto& named = std::get<plans::NamedValue>(reference.dependency);
    const Repeated& was = previous(named);
    const Value& now = reference.value;
    const bool hadNone = !was.count && was.keys.empty();
    if (hadNone && isDisabled(m_plan, named))
        return true;
    if ((hadNone && !wasCalled(named)) || (!key && !isSequence(now) && !isMapping(now)))
        return false;
    const bool isModule = named.name.starts_with("module.");
    const auto existed = [&](const addrs::InstanceKey& one) {
        return one.isInt() ? one.index() < was.count.value_or(0) : was.keys.contains(std::string(one.string()));
    };
    const auto exists = [&](const addrs::InstanceKey& one) {
        if (isSequence(now))
            return one.isInt() && std::size_t(one.index()) < now.size();
        return isMapping(now) && !one.isInt() && now.find(one.string()); // without a value, it does not exist
    };
    if (key)
        return existed(*key) != exists(*key) && (isModule || existed(*key));
    if (isSequence(now))
        return isModule ? std::int64_t(now.size()) != was.count.value_or(0)
                        : std::int64_t(now.size()) < was.count.value_or(0);
    const bool isAnyGone = std::ranges::any_of(was.keys, [&](const std::string& one) { return !now.find(one); });
    return isAnyGone || (isModule && now.size() != was.keys.size());
}

PlanValues::Difference PlanValues::differenceOf(const plans::DependencyEnd& end, const Path& path) const {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end)) {
        const auto values = of(*instance, path);
        return !values ? Difference::Possible : values->isDifferent() ? Difference::Known : Difference::None;
    }
    const auto [found, isUndecided] = m_differences.try_emplace({end, path.toString()}, Difference::None);
    if (!isUndecided)
        return found->second;
    const std::vector<const plans::Dependency*> references = m_plan.dependencies.of(end);
    std::size_t known = 0, possible = references.empty() ? 1 : 0, others = 0;
    for (const plans::Dependency* one : references) {
        if (isOfInstances(one)) {
            if (haveInstancesChanged(*one, {}))
                return found->second = Difference::Known;
            continue;
        }
        ++others;
        if (isOwnRepetition(*one) && one->dependencyPath.isEmpty())
            continue; // count.index or each.key
        const Difference difference = differenceOf(one->dependency, one->dependencyPath);
        known += difference == Difference::Known ? 1 : 0;
        possible += difference == Difference::Possible ? 1 : 0;
    }
    return found->second = known > 0 && known == others ? Difference::Known
                           : known + possible > 0       ? Difference::Possible
                                                        : Difference::None;
}

bool PlanValues::mayBeUnknown(const plans::DependencyEnd& end) const {
    const auto [found, isNew] = m_unknown.try_emplace(end, false);
    if (!isNew)
        return found->second;
    for (const plans::Dependency* one : m_plan.dependencies.of(end)) {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&one->dependency);
        const auto values = instance ? of(*instance, one->dependencyPath) : std::nullopt;
        if (instance ? values && !values->after.isWhollyKnown() : mayBeUnknown(one->dependency)) {
            m_unknown[end] = true;
            return true;
        }
    }
    return false;
}

bool PlanValues::hasSibling(const plans::DependencyEnd& instance, const Path& path, const Value& value) const {
    const auto* address = std::get_if<addrs::AbsResourceInstance>(&instance);
    const auto all = address ? m_plan.changes.instancesOf(address->containing())
                             : std::vector<const plans::ResourceInstanceChange*>();
    return std::ranges::any_of(all, [&](const plans::ResourceInstanceChange* one) {
        return !(one->address == *address) && isSameValue(value, valueAt(one->change.before, path));
    });
}

std::optional<Value> PlanValues::stored(const std::shared_ptr<const states::State>& state,
                                        const addrs::AbsResourceInstance& address) const {
    const states::Resource* resource = state ? state->resource(address.containing()) : nullptr;
    if (!resource)
        return {};
    const auto instance = resource->instances.find(address.key);
    if (instance == resource->instances.end() || !instance->second.current)
        return {};
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_plan.schemas, resource->provider.provider, address.resource);
    if (!schema)
        return {};
    diags::Result<states::Object> object = states::decode(*instance->second.current, *schema);
    if (object.hasErrors() || !object.value)
        return {};
    return object->value.unmarkedDeep();
}

bool isOwnRepetition(const plans::Dependency& reference) {
    const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
    return named && named->kind == plans::NamedValue::Kind::Repetition &&
           *named == plans::repetitionIn(reference.dependent);
}

bool isOfInstances(const plans::Dependency* reference) {
    const auto* named = std::get_if<plans::NamedValue>(&reference->dependency);
    return named && named->kind == plans::NamedValue::Kind::Repetition &&
           reference->kind != plans::Dependency::Kind::DependsOn && !isOwnRepetition(*reference);
}

bool isOfAddedModule(const PlanValues& values, const plans::Dependency& reference,
                     const std::vector<const plans::Dependency*>& all) {
    const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
    if (!named || named->kind != plans::NamedValue::Kind::Output || named->module.isRoot() ||
        !values.isNew(named->module))
        return false;
    const plans::NamedValue repetition = plans::repetitionOf(named->module);
    return std::ranges::any_of(all, [&](const plans::Dependency* other) {
        const auto* read = std::get_if<plans::NamedValue>(&other->dependency);
        return read && *read == repetition;
    });
}

} // namespace planlens::explain
