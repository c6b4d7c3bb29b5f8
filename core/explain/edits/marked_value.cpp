// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/marked_value.h"

#include "core/explain/plan_values.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace planlens::explain {

using values::Path;
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

/// Whether some text makes a text with marks equal to another one. True if functions have changed the marks.
bool fits(const std::string& marked, const std::string& marker, const std::string& text) {
    if (marked.find(marker) == std::string::npos)
        return true;
    std::size_t at = 0, from = 0;
    for (std::size_t next = marked.find(marker); next != std::string::npos; next = marked.find(marker, from)) {
        const std::string piece = marked.substr(from, next - from);
        const std::size_t found = from == 0 ? (text.starts_with(piece) ? 0 : std::string::npos) : text.find(piece, at);
        if (found == std::string::npos)
            return false;
        at = found + piece.size();
        from = next + marker.size();
    }
    const std::string_view rest = std::string_view(marked).substr(from);
    return text.size() >= at + rest.size() && text.ends_with(rest);
}

} // namespace

Value withOtherParts(const Value& value, const std::string& marker) {
    return values::transform(value, [&](const Path&, const Value& part) {
        if (!isUsable(part) || !part.type().isPrimitive())
            return part;
        return part.type().isString()   ? Value::string(marker)
               : part.type().isNumber() ? Value::number(part.asNumber() + part.asNumber() + values::Number(1))
                                        : Value::boolean(!part.asBool());
    });
}

bool mayBeEqual(const Value& before, const Value& after, const Value& made, const Value& marked,
                const std::string& marker) {
    if (isSameValue(before, after)) {
        if (made.isNull() || isSameValue(before, made))
            return true;
        if (isSameValue(made, marked))
            return false;
        const std::optional<std::string> text = textOf(before), with = textOf(marked);
        if (text && with && marked.type().isString())
            return fits(*with, marker, *text);
    }
    const bool areMappings = isMapping(before) && isMapping(after) && isMapping(made) && isMapping(marked);
    const auto isList = [](const Value& one) { return isSequence(one) && !one.type().isSet(); };
    const bool areLists = isList(before) && isList(after) && isList(made) && isList(marked) &&
                          before.size() == after.size() && before.size() == made.size();
    if (isSameValue(before, after) && !areMappings && !areLists)
        return !isSequence(before) || !isSequence(made) || elementsWithout(made, before).empty();
    for (std::size_t i = 0; (areMappings || areLists) && i < before.size(); ++i) {
        const Path element = elementPath(before, i);
        if ((areLists || after.find(before.key(i))) &&
            !mayBeEqual(before.element(i), valueAt(after, element), valueAt(made, element), valueAt(marked, element),
                        marker))
            return false;
    }
    return true;
}

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
    const auto sizeOf = [](const Value& any) {
        const std::optional<std::string> text = textOf(any);
        return std::int64_t(text ? text->size() : isSequence(any) ? any.size() : 0);
    };
    if (const std::int64_t longer = sizeOf(before) - sizeOf(after); longer != 0) // it may limit the length
        numbers.push_back(now + values::Number(longer));
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

std::vector<std::string> lostWords(const Value& before, const Value& after) {
    constexpr std::size_t most = 4, mostParts = 256;
    const auto wordsOf = [](const Value& value) {
        std::vector<std::string> words;
        std::size_t seen = 0;
        values::walk(value, [&](const Path&, const Value& part) {
            std::string word;
            for (const char c : textOf(part).value_or("") + " ") {
                if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-')
                    word += c;
                else if (!word.empty())
                    words.push_back(std::exchange(word, {}));
            }
            return ++seen <= mostParts;
        });
        return words;
    };
    const std::vector<std::string> now = wordsOf(after);
    const std::set<std::string> present(now.begin(), now.end());
    std::vector<std::string> lost;
    for (std::string& word : wordsOf(before))
        if (!present.contains(word) && std::ranges::find(lost, word) == lost.end() && lost.size() < most)
            lost.push_back(std::move(word));
    return lost;
}

} // namespace planlens::explain
