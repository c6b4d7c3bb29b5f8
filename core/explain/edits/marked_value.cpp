// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/marked_value.h"

#include "core/explain/plan_values.h"

#include <algorithm>

namespace planlens::explain {

using values::Value;

namespace {

/// Returns the text that replaces all markers in a text to make another one; std::nullopt if none does.
std::optional<std::string> solvedText(const std::string& made, const std::string& marker, const std::string& before) {
    std::vector<std::string_view> pieces; // around the markers
    std::size_t at = 0, size = 0;
    for (std::size_t next = made.find(marker); next != std::string::npos; next = made.find(marker, at)) {
        pieces.push_back(std::string_view(made).substr(at, next - at));
        size += pieces.back().size();
        at = next + marker.size();
    }
    const std::size_t count = pieces.size();
    pieces.push_back(std::string_view(made).substr(at));
    size += pieces.back().size();
    if (count == 0 || before.size() < size || (before.size() - size) % count != 0)
        return {};
    const std::string text = before.substr(pieces.front().size(), (before.size() - size) / count);
    std::string again;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        again.append(pieces[i]).append(i < count ? text : "");
    return again == before ? std::optional(text) : std::nullopt;
}

void solve(const Value& made, const std::string& marker, const Value& before, Solved& found) {
    if (const std::optional<std::string> text = textOf(made)) {
        if (text->find(marker) == std::string::npos)
            return;
        const std::optional<std::string> was = textOf(before);
        const std::optional<std::string> one = was ? solvedText(*text, marker, *was) : std::nullopt;
        found.hasMarker = true;
        found.isPossible &= one && (!found.text || found.text == one);
        found.text = one;
    } else if (isMapping(made) && isMapping(before)) {
        for (std::size_t i = 0; i < made.size(); ++i)
            if (const Value* was = before.find(made.key(i)))
                solve(made.element(i), marker, *was, found);
    } else if (isSequence(made) && isSequence(before) && !made.type().isSet()) {
        for (std::size_t i = 0; i < std::min(made.size(), before.size()); ++i)
            solve(made.element(i), marker, before.element(i), found);
    } else if (isSequence(made) && isSequence(before)) { // the element with the marker stands for the one that is gone
        const std::vector<Value> others = elementsWithout(made, before), was = elementsWithout(before, made);
        if (others.size() == 1 && was.size() == 1)
            solve(others.front(), marker, was.front(), found);
    }
}

} // namespace

Solved solveMarked(const Value& made, const std::string& marker, const Value& before) {
    Solved found;
    solve(made, marker, before, found);
    return found;
}

std::vector<values::Number> solvedNumbers(const values::Number& now, const Solved& solved,
                                          const std::optional<Value>& next, const Value& before, const Value& after) {
    std::vector<values::Number> numbers;
    if (const auto number = solved.text ? values::Number::parse(*solved.text) : std::nullopt)
        numbers.push_back(*number);
    const auto isNumber = [](const Value& any) { return isUsable(any) && any.type().isNumber(); };
    if (next && isNumber(*next) && isNumber(before) && isNumber(after) && !isSameValue(after, *next)) {
        const values::Number slope = next->asNumber() - after.asNumber();
        numbers.push_back(now + (before.asNumber() - after.asNumber()) / slope);
    }
    return numbers;
}

std::vector<std::string> solvedInSet(const Value& made, const std::string& marker, const Value& before) {
    constexpr std::size_t most = 8;
    std::vector<std::string> found;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const std::optional<std::string> text = textOf(made.element(i));
        if (!text || text->find(marker) == std::string::npos)
            continue;
        for (const Value& gone : elementsWithout(before, made))
            if (const std::optional<std::string> was = textOf(gone); was && found.size() < most)
                if (std::optional<std::string> one = solvedText(*text, marker, *was);
                    one && std::ranges::find(found, *one) == found.end())
                    found.push_back(*std::move(one));
        break; // the same text makes the others
    }
    return found;
}

} // namespace planlens::explain
