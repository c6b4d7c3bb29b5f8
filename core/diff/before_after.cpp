// SPDX-License-Identifier: MPL-2.0
#include "core/diff/before_after.h"

namespace planlens::diff {

using plans::Action;

namespace {

const JsonNode* memberOf(const JsonNode* node, const std::string& name) {
    return isObject(node) ? node->find(name) : nullptr;
}

const JsonNode* elementOf(const JsonNode* node, std::size_t index) {
    return isArray(node) && index < node->elements.size() ? &node->elements[index] : nullptr;
}

bool areEqual(const JsonNode* a, const JsonNode* b) {
    return isNull(a) || isNull(b) ? isNull(a) == isNull(b) : *a == *b;
}

} // namespace

BeforeAfter BeforeAfter::member(const std::string& name) const {
    BeforeAfter child;
    child.before = memberOf(before, name);
    child.after = memberOf(after, name);
    child.beforeIsThere = child.before != nullptr;
    child.afterIsThere = child.after != nullptr;
    child.unknown = memberOf(unknown, name);
    child.sensitiveBefore = memberOf(sensitiveBefore, name);
    child.sensitiveAfter = memberOf(sensitiveAfter, name);
    child.replace = replace.member(name);
    child.relevant = relevant.member(name);
    return child;
}

BeforeAfter BeforeAfter::element(std::size_t beforeIndex, std::size_t afterIndex) const {
    BeforeAfter child;
    child.before = elementOf(before, beforeIndex);
    child.after = elementOf(after, afterIndex);
    child.beforeIsThere = child.before != nullptr;
    child.afterIsThere = child.after != nullptr;
    child.unknown = elementOf(unknown, afterIndex);
    child.sensitiveBefore = elementOf(sensitiveBefore, beforeIndex);
    child.sensitiveAfter = elementOf(sensitiveAfter, afterIndex);
    const std::size_t position = beforeIndex < countBefore() ? beforeIndex : afterIndex;
    child.replace = replace.element(position);
    child.relevant = relevant.element(position);
    return child;
}

std::set<std::string> BeforeAfter::names(Names which) const {
    std::set<std::string> names;
    const auto add = [&](const JsonNode* node) {
        if (isObject(node))
            names.insert(node->keys.begin(), node->keys.end());
    };
    add(before);
    add(after);
    if (which == Names::OfSidesAndMasks) {
        add(unknown);
        add(sensitiveBefore);
        add(sensitiveAfter);
    }
    return names;
}

BeforeAfter BeforeAfter::asNoOp() const {
    BeforeAfter result = *this;
    result.after = before;
    result.afterIsThere = beforeIsThere;
    result.unknown = nullptr;
    result.sensitiveAfter = sensitiveBefore;
    return result;
}

BeforeAfter BeforeAfter::asDelete() const {
    BeforeAfter result = *this;
    result.after = nullptr;
    result.afterIsThere = false;
    result.unknown = nullptr;
    result.sensitiveAfter = nullptr;
    return result;
}

BeforeAfter BeforeAfter::asCreate() const {
    BeforeAfter result = *this;
    result.before = nullptr;
    result.beforeIsThere = false;
    result.sensitiveBefore = nullptr;
    return result;
}

Action BeforeAfter::action() const {
    if (isNull(before) && !beforeIsThere && (!isNull(after) || afterIsThere))
        return Action::Create;
    if (isNull(after) && !afterIsThere && (!isNull(before) || beforeIsThere))
        return Action::Delete;
    if (areEqual(before, after) && afterIsThere == beforeIsThere && isSensitiveAfter() == isSensitiveBefore())
        return Action::NoOp;
    return Action::Update;
}

Action BeforeAfter::initialAction() const {
    if (isNull(before) == isNull(after))
        return Action::NoOp;
    return isNull(before) ? Action::Create : Action::Delete;
}

Action folded(Action current, Action next) {
    if (next == Action::NoOp)
        return current;
    return current == next ? current : Action::Update;
}

} // namespace planlens::diff
