// SPDX-License-Identifier: MPL-2.0
#include "core/diff/value_equivalence.h"

namespace planlens::diff {

using values::Type;
using values::Value;

namespace {

/// Appends the parts of a value. Each starts with its kind, and with its length if it has no end mark.
void append(std::string& text, const Value& marked) {
    const Value value = marked.unmarked();
    if (!value.isKnown()) {
        text += '?';
        return;
    }
    if (value.isNull()) {
        text += 'n';
        return;
    }
    const auto add = [&text](char kind, const std::string& content) {
        text += kind;
        text += std::to_string(content.size());
        text += ':';
        text += content;
    };
    const Type type = value.type();
    if (type.isMapping()) {
        text += '{';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (value.element(i).isNull())
                continue;
            add('k', value.key(i));
            append(text, value.element(i));
        }
        text += '}';
    } else if (type.isSequence()) {
        text += '[';
        for (std::size_t i = 0; i < value.size(); ++i)
            append(text, value.element(i));
        text += ']';
    } else if (type.isString()) {
        add('s', value.asString());
    } else if (type.isNumber()) {
        add('d', value.asNumber().toString());
    } else {
        text += value.asBool() ? 't' : 'f';
    }
}

} // namespace

bool isEquivalent(const Value& marked, const Value& otherMarked) {
    const Value one = marked.unmarked(), other = otherMarked.unmarked();
    if (one == other)
        return true;
    if (!one.isKnown() || !other.isKnown())
        return one.isKnown() == other.isKnown();
    if (one.isNull() || other.isNull())
        return one.isNull() == other.isNull();
    const Type type = one.type(), otherType = other.type();
    if (type.isMapping() && otherType.isMapping()) {
        const auto holds = [](const Value& all, const Value& some) {
            for (std::size_t i = 0; i < some.size(); ++i) {
                const Value* found = all.find(some.key(i));
                if (found ? !isEquivalent(*found, some.element(i)) : !some.element(i).isNull())
                    return false;
            }
            return true;
        };
        const auto hasAll = [](const Value& all, const Value& some) {
            for (std::size_t i = 0; i < some.size(); ++i)
                if (!all.find(some.key(i)) && !some.element(i).isNull())
                    return false;
            return true;
        };
        return holds(one, other) && hasAll(other, one);
    }
    if (type.isNumber() && otherType.isNumber())
        return one.asNumber().toString() == other.asNumber().toString();
    if (!type.isSequence() || !otherType.isSequence() || one.size() != other.size())
        return false;
    for (std::size_t i = 0; i < one.size(); ++i)
        if (!isEquivalent(one.element(i), other.element(i)))
            return false;
    return true;
}

std::string equivalenceKey(const Value& value) {
    std::string text;
    append(text, value);
    return text;
}

} // namespace planlens::diff
