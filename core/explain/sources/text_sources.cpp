// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include "core/values/json/json.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

/// Whether the result of a function equals its argument, apart from its type and marks.
bool keepsValue(std::string_view function) {
    return isOneOf(function, {"tostring", "tonumber", "tobool", "tolist", "tomap", "sensitive", "nonsensitive",
                              "ephemeralasnull"});
}

bool isHash(std::string_view function) {
    return function.ends_with("md5") || function.ends_with("sha1") || function.ends_with("sha256") ||
           function.ends_with("sha512");
}

/// Whether a text consists of another one and of text before or after it, which does not continue a word.
bool hasTextBeside(const std::string& text, const std::string& other) {
    const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    if (other.empty() || text.size() <= other.size())
        return false;
    return (text.starts_with(other) && !isWord(text[other.size()])) ||
           (text.ends_with(other) && !isWord(text[text.size() - other.size() - 1]));
}

} // namespace

SourceFinder::Sources SourceFinder::call(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const std::string_view name = builtInName(call.name);
    if (name == "templatefile" && call.arguments.size() == 2 && path.isEmpty())
        return templateFile(call, before);
    if (const auto was = textOf(before), now = textOf(m_current);
        isHash(name) && was && now && was->size() != now->size()) // the length shows the function
        return written(call.range());
    if (readsFiles(name) && name != "abspath" && name != "pathexpand")
        return fileCall(call, before);
    if (name == "plantimestamp")
        return {{ValueSource::Kind::Call, nullptr, {}, before, {}, call.range(), std::string(planTimeCall), true}};
    if (call.arguments.empty())
        return anyPart(call, before);
    if (Sources found = decodedFile(call, name, path, before); !found.empty())
        return found;
    const Expression& first = *call.arguments.front();
    if (keepsValue(name) && call.arguments.size() == 1)
        return find(first, path, before, m_current);
    if (name == "merge")
        return merge(call, path, before);
    if (name == "concat")
        return concat(call, path, before);
    if (name == "toset" && call.arguments.size() == 1)
        return toSet(call, path, before);
    if (name == "coalesce" || name == "coalescelist" || name == "try")
        return firstUsable(call, path, before);
    if (name == "format" && path.isEmpty() && !call.expandFinal)
        return format(call, before);
    if (name == "join" && call.arguments.size() == 2 && path.isEmpty())
        return join(call, before);
    if (name == "lookup" && call.arguments.size() >= 2) {
        const std::optional<std::string> key = textOf(evaluated(*call.arguments[1]));
        const std::optional<Value> map = evaluated(first);
        const bool isFound = key && map && map->isKnown() && !map->isNull() && map->find(*key);
        const std::optional<Value> fallback =
            isFound && before && call.arguments.size() == 3 ? evaluated(*call.arguments[2], path) : std::nullopt;
        if (fallback && isSameValue(*before, *fallback)) // the default was used before
            return oneOf({find(first, joined(Path().index(std::string_view(*key)), path), Value::null(Type::dynamic())),
                          find(*call.arguments[1], {}, {})});
        if (isFound)
            return selected(first, *call.arguments[1], path, before);
        if (key && map && map->isKnown() && call.arguments.size() == 3) { // or the text of the default was edited
            Sources other = find(*call.arguments[2], path, before, m_current);
            return oneOf({find(first, {}, {}), find(*call.arguments[1], {}, {}),
                          other.empty() ? written(call.arguments[2]->range()) : std::move(other)});
        }
    }
    const std::optional<Sources> found = inverse(call, name, path, before);
    return found && !found->empty() ? *found : anyPart(call, before);
}

/// Returns the value of an expression that was not evaluated while planning, so that its reference is not recorded, if
/// it refers to a local value or a variable.
std::optional<Value> SourceFinder::unread(const Expression& expression, const Path& path) const {
    using Kind = plans::NamedValue::Kind;
    const auto* read = dynamic_cast<const syntax::ScopeTraversal*>(&expression);
    const bool isNamed = read && read->traversal.steps.size() > 1 && m_recorded.first() &&
                         (read->traversal.rootName() == "local" || read->traversal.rootName() == "var");
    if (!isNamed || m_bound.contains(read->traversal.rootName()) || !m_recorded.at(read->range()).empty())
        return evaluated(expression, path);
    const addrs::ModuleInstance module =
        std::visit([](const auto& end) { return end.module; }, m_recorded.first()->dependent);
    const plans::NamedValue named{read->traversal.rootName() == "local" ? Kind::Local : Kind::Variable, module,
                                  read->traversal.steps[1].name};
    const Path steps = joined(withoutFirst(hcl::pathOf(read->traversal)), path);
    return currentValue(m_plan, named, steps);
}

SourceFinder::Sources SourceFinder::firstUsable(const syntax::FunctionCall& call, const Path& path,
                                                const Before& before) {
    const std::optional<Value> evaluation = evaluated(call);
    const bool isKnown = evaluation && (evaluation->isWhollyKnown() || !m_current || !path.isEmpty());
    const std::optional<Value> now = isKnown ? evaluation : m_current;
    std::vector<Sources> groups;
    for (const hcl::ExpressionPtr& argument : call.arguments) {
        const std::optional<Value> value = evaluated(*argument);
        if (!value || value->isNull() || !now || !isSameValue(*now, *value)) {
            groups.push_back(find(*argument, path, value && !value->isKnown() ? Before() : before));
            continue;
        }
        // If a later argument has the previous value, it was used because this one was not available before.
        Before was = before;
        for (auto later = &argument + 1; before && later != call.arguments.data() + call.arguments.size(); ++later)
            if (const std::optional<Value> other = unread(**later, path); other && isSameValue(*before, *other))
                was = Value::null(Type::dynamic());
        groups.push_back(find(*argument, path, was));
        // Or a later one was used, which had another value before.
        const auto isOther = [&](const hcl::ExpressionPtr& later) {
            const Sources sources = find(*later, path, before);
            return !areKept(sources) && std::ranges::any_of(sources, [](const ValueSource& one) {
                return one.kind == ValueSource::Kind::Reference;
            });
        };
        if (std::any_of(&argument + 1, call.arguments.data() + call.arguments.size(), isOther))
            for (ValueSource& one : groups.back())
                one.isExact = false;
        if (!before && isLiteral(*argument))
            groups.push_back(written(argument->range()));
        if (const auto* selected = dynamic_cast<const syntax::Index*>(argument.get()); selected && was != before)
            groups.push_back(find(*selected->key, {}, {})); // another key may have had no element
        break;
    }
    Sources found = oneOf(std::move(groups));
    return found.empty() ? anyPart(call, before) : found;
}

void SourceFinder::complete(std::vector<Piece>& pieces) const {
    std::string start, end;
    Piece* missing = nullptr;
    for (Piece& piece : pieces) {
        if (piece.text)
            (missing ? end : start) += *piece.text;
        else if (std::exchange(missing, &piece))
            return;
    }
    const std::optional<std::string> text = textOf(m_current);
    if (missing && text && text->size() >= start.size() + end.size() && text->starts_with(start) &&
        text->ends_with(end))
        missing->text = text->substr(start.size(), text->size() - start.size() - end.size());
}

/// Whether two of a few pieces with known texts had each other's place.
bool SourceFinder::areExchanged(const std::vector<Piece>& pieces, const std::string& before) {
    constexpr std::size_t most = 8;
    std::vector<std::string> texts;
    for (const Piece& piece : pieces)
        texts.push_back(*piece.text);
    const auto isMovable = [&](std::size_t i) { return !pieces[i].isLiteral && pieces[i].expression; };
    for (std::size_t i = 0; pieces.size() <= most && i < pieces.size(); ++i)
        for (std::size_t k = i + 1; k < pieces.size(); ++k) {
            if (!isMovable(i) || !isMovable(k) || texts[i] == texts[k])
                continue;
            std::swap(texts[i], texts[k]);
            std::string made;
            for (const std::string& text : texts)
                made += text;
            if (made == before)
                return true;
            std::swap(texts[i], texts[k]);
        }
    return false;
}

SourceFinder::Sources SourceFinder::text(std::vector<Piece> pieces, const Before& before) {
    complete(pieces);
    const bool isText = before && before->isKnown() && !before->isNull() && before->type().isString();
    const bool areKnown = std::ranges::all_of(pieces, [](const Piece& piece) { return piece.text.has_value(); });
    std::vector<Sources> groups;
    if (isText && !areKnown)
        if (Sources found = textAroundUnknown(pieces, before->asString()); !found.empty())
            return found;
    if (!isText || !areKnown) {
        for (const Piece& piece : pieces)
            if (!piece.isLiteral && piece.expression)
                groups.push_back(find(*piece.expression, {}, {}));
        Sources found = oneOf(std::move(groups));
        return found.empty() && before && !pieces.empty() && pieces.front().expression
                   ? written(diags::SourceRange::between(pieces.front().expression->range(),
                                                         pieces.back().expression->range()))
                   : found;
    }
    const std::string& was = before->asString();
    if (areExchanged(pieces, was))
        return written(
            diags::SourceRange::between(pieces.front().expression->range(), pieces.back().expression->range()));
    // If only one piece differs, the previous text starts with the pieces before it and ends with those after it.
    Sources editedPiece;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        std::string start, end;
        for (std::size_t i = 0; i < pieces.size(); ++i)
            if (i != k)
                (i < k ? start : end) += *pieces[i].text;
        if (was.size() < start.size() + end.size() || !was.starts_with(start) || !was.ends_with(end))
            continue;
        if (pieces[k].isLiteral) {
            const std::string_view old = std::string_view(was).substr(start.size());
            const std::string& text = *pieces[k].text;
            const auto different = std::ranges::mismatch(text, old).in1;
            editedPiece = writtenFrom(*pieces[k].expression, text, std::count(text.begin(), different, '\n'));
        } else if (pieces[k].expression) {
            const std::string previous = was.substr(start.size(), was.size() - start.size() - end.size());
            groups.push_back(find(*pieces[k].expression, {}, Value::string(previous), Value::string(*pieces[k].text)));
            if (hasTextBeside(previous, *pieces[k].text)) // which may have been a literal
                groups.push_back(written(pieces[k].expression->range()));
        }
    }
    if (Sources found = oneOf(std::move(groups)); !found.empty())
        return found;
    if (!editedPiece.empty())
        return editedPiece;
    return textBetweenLiterals(pieces, was);
}

/// Returns the sources of the only piece whose value is not recorded, if the others have not changed.
SourceFinder::Sources SourceFinder::textAroundUnknown(const std::vector<Piece>& pieces, const std::string& before) {
    std::string start, end;
    const Piece* open = nullptr;
    for (const Piece& piece : pieces) {
        if (piece.text)
            (open ? end : start) += *piece.text;
        else if (std::exchange(open, &piece) || !piece.expression)
            return {};
    }
    const Piece& first = pieces.front();
    if (first.isLiteral && first.expression && !before.starts_with(*first.text))
        return written(first.expression->range());
    if (before.size() < start.size() + end.size() || !before.starts_with(start) || !before.ends_with(end))
        return {};
    return find(*open->expression, {},
                Value::string(before.substr(start.size(), before.size() - start.size() - end.size())));
}

/// Returns an edited literal, and the pieces with other values whose previous texts are known and occur in the text, or
/// whose present texts do not occur although their surroundings do.
SourceFinder::Sources SourceFinder::besideEdited(const Piece& literal, const std::vector<Piece>& pieces,
                                                 const std::string& before) {
    if (!literal.expression)
        return {};
    std::vector<Sources> groups{editedLine(*literal.expression, *literal.text, before)};
    for (const Piece& piece : pieces) {
        const std::optional<Value> previous =
            piece.isLiteral || !piece.expression ? std::nullopt : evaluatedBefore(*piece.expression, {});
        const std::optional<std::string> was = textOf(previous);
        if (was && !was->empty() && was != piece.text && before.find(*was) != std::string::npos)
            groups.push_back(find(*piece.expression, {}, previous));
        else if (const auto other =
                     was || piece.isLiteral || !piece.expression ? std::nullopt : replacedText(pieces, piece, before))
            groups.push_back(find(*piece.expression, {}, Value::string(*other)));
    }
    return allOf(std::move(groups));
}

/// Returns the previous text of a piece whose present text is not in the previous whole, by the literals around it.
std::optional<std::string> SourceFinder::replacedText(const std::vector<Piece>& pieces, const Piece& piece,
                                                      const std::string& before) {
    constexpr std::size_t longest = 64, shortest = 3; // characters of the literals around it
    const std::size_t i = std::size_t(&piece - pieces.data());
    if (!piece.text || piece.text->empty() || before.find(*piece.text) != std::string::npos)
        return {};
    const std::string left = i == 0 ? "" : pieces[i - 1].text.value_or("");
    const std::string right = i + 1 == pieces.size() ? "" : pieces[i + 1].text.value_or("");
    std::size_t start = i == 0 ? 0 : std::string::npos,
                end = i + 1 == pieces.size() ? before.size() : std::string::npos;
    std::size_t known = 0; // characters around it that occur in the previous text
    for (std::size_t n = std::min(longest, left.size()); n > 0 && start == std::string::npos; --n)
        if (const std::size_t at = before.find(left.data() + left.size() - n, 0, n); at != std::string::npos) {
            start = at + n;
            known += n;
        }
    for (std::size_t n = std::min(longest, right.size());
         n > 0 && start != std::string::npos && end == std::string::npos; --n)
        if (end = before.find(right.data(), start, n); end != std::string::npos)
            known += n;
    if (start == std::string::npos || end == std::string::npos || end <= start || known < shortest)
        return {};
    return before.substr(start, end - start);
}

SourceFinder::Sources SourceFinder::textBetweenLiterals(const std::vector<Piece>& pieces, const std::string& before) {
    std::vector<Sources> groups;
    std::vector<const Piece*> open;             // since the last literal
    std::vector<std::string> previous, present; // texts between literals
    std::size_t at = 0;
    const auto close = [&](const std::string& was) {
        if (open.size() == 1 && open.front()->text) {
            previous.push_back(was);
            present.push_back(*open.front()->text);
        }
        std::vector<Sources> group;
        for (const Piece* piece : open)
            if (piece->expression && !(open.size() == 1 && piece->text == was))
                group.push_back(find(*piece->expression, {}, open.size() == 1 ? Before(Value::string(was)) : Before(),
                                     piece->text ? Before(Value::string(*piece->text)) : Before()));
        groups.push_back(oneOf(std::move(group)));
        open.clear();
    };
    for (const Piece& piece : pieces) {
        if (!piece.isLiteral) {
            open.push_back(&piece);
            continue;
        }
        if (piece.text->empty()) // all of it was trimmed
            continue;
        const bool isLast = &piece == &pieces.back() && before.ends_with(*piece.text);
        const std::size_t found =
            before.find(*piece.text, isLast ? std::max(at, before.size() - piece.text->size()) : at);
        if (found == std::string::npos || (open.empty() && found != at))
            return besideEdited(piece, pieces, before);
        close(before.substr(at, found - at));
        at = found + piece.text->size();
    }
    close(before.substr(at));
    if (previous != present && std::ranges::is_permutation(previous, present) && pieces.front().expression)
        return written(pieces.front().expression->range()); // the references were in another order
    Sources all = allOf(std::move(groups));
    if (all.empty() && !pieces.empty() && pieces.front().expression)
        return written(pieces.front().expression->range());
    return all;
}

/// Returns the text of a value as format() writes it.
std::optional<std::string> SourceFinder::formatted(const std::string& verb, const std::optional<Value>& value) const {
    const hcl::Function* function =
        verb == "%s" || verb == "%d" || verb == "%v" ? nullptr : m_recorded.function("format");
    if (!function || !textOf(value))
        return textOf(value);
    const std::array<Value, 2> arguments{Value::string(verb), *value};
    const auto text = hcl::invoke(*function, arguments);
    return text ? textOf(text->unmarkedDeep()) : std::nullopt;
}

SourceFinder::Sources SourceFinder::format(const syntax::FunctionCall& call, const Before& before) {
    const std::optional<std::string> pattern = textOf(evaluated(*call.arguments.front()));
    const Expression* plain = call.arguments.front().get();
    if (!pattern || !plain->asLiteral())
        return anyPart(call, before);
    std::vector<Piece> pieces;
    std::string literal;
    const auto addLiteral = [&] {
        if (!literal.empty())
            pieces.push_back({plain, std::exchange(literal, {}), true});
    };
    std::size_t argument = 1;
    for (std::size_t i = 0; i < pattern->size(); ++i) {
        if ((*pattern)[i] != '%' || i + 1 == pattern->size()) {
            literal += (*pattern)[i];
            continue;
        }
        const std::size_t start = i;
        while (i + 1 < pattern->size() &&
               std::string_view("+-# 0123456789.").find((*pattern)[i + 1]) != std::string::npos)
            ++i;
        const char verb = i + 1 < pattern->size() ? (*pattern)[++i] : '\0';
        if (verb == '%') {
            literal += '%';
            continue;
        }
        if (std::string_view("sdvqf").find(verb) == std::string_view::npos || argument >= call.arguments.size())
            return anyPart(call, before);
        addLiteral();
        const hcl::ExpressionPtr& value = call.arguments[argument++];
        pieces.push_back({value.get(), formatted(pattern->substr(start, i + 1 - start), evaluated(*value)), false});
    }
    addLiteral();
    return text(pieces, before);
}

/// Returns the separator with which join() makes a text of the present elements; std::nullopt if none does. `present`:
/// the present separator, with which elements may have been joined, too.
std::optional<std::string> SourceFinder::otherSeparator(const Value& elements, const std::string& present,
                                                        const std::string& before) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; isSequence(elements) && i < elements.size(); ++i)
        texts.push_back(textOf(elements.element(i)).value_or(""));
    if (texts.size() < 2 || !before.starts_with(texts[0]))
        return {};
    const std::size_t size = fmt::formatted_size("{}", fmt::join(texts, ""));
    const std::size_t gaps = texts.size() - 1;
    if (before.size() < size || (before.size() - size) % gaps != 0)
        return {};
    const std::string separator = before.substr(texts[0].size(), (before.size() - size) / gaps);
    if (fmt::format("{}", fmt::join(texts, separator)) == before)
        return separator;
    std::string replaced = fmt::format("{}", fmt::join(texts, present)); // elements may be joined with it, too
    for (std::size_t at = 0; !present.empty() && (at = replaced.find(present, at)) != std::string::npos;
         at += separator.size())
        replaced.replace(at, present.size(), separator);
    return replaced == before ? std::optional(separator) : std::nullopt;
}

/// Splits a joined text into as many elements as there are now, if some of these contain the separator: those at its
/// start and end are the present ones. std::nullopt if they have no separator, or if there were more or fewer.
std::optional<std::vector<std::string>> SourceFinder::joinedParts(const Value& elements, const std::string& separator,
                                                                  std::string_view text) {
    std::vector<std::string> start, end;
    bool isContained = false;
    for (std::size_t i = 0; isSequence(elements) && i < elements.size(); ++i) {
        start.push_back(textOf(elements.element(i)).value_or(""));
        isContained |= start.back().find(separator) != std::string::npos;
    }
    if (!isContained)
        return {};
    const std::size_t count = start.size();
    std::size_t first = 0, last = count;
    for (; first < last && text.starts_with(start[first] + separator); ++first)
        text.remove_prefix(start[first].size() + separator.size());
    for (; last > first && text.ends_with(separator + start[last - 1]); --last)
        text.remove_suffix(start[last - 1].size() + separator.size());
    end.assign(start.begin() + std::ptrdiff_t(last), start.end());
    start.resize(first);
    for (std::size_t left = last - first; left > 0; --left) {
        const std::size_t at = left == 1 ? text.size() : std::min(text.find(separator), text.size());
        start.emplace_back(text.substr(0, at));
        text.remove_prefix(std::min(at + separator.size(), text.size()));
    }
    start.insert(start.end(), end.begin(), end.end());
    return last > first ? std::optional(std::move(start)) : std::nullopt;
}

SourceFinder::Sources SourceFinder::join(const syntax::FunctionCall& call, const Before& before) {
    const std::optional<std::string> separator = textOf(evaluated(*call.arguments.front()));
    if (const std::optional<Value> elements = evaluated(*call.arguments[1]); separator && elements && textOf(before))
        if (const auto other = otherSeparator(*elements, *separator, *textOf(before)); other && other != separator) {
            Sources found = find(*call.arguments.front(), {}, Value::string(*other));
            return found.empty() ? written(call.arguments.front()->range()) : found;
        }
    if (!separator || separator->empty() || !before || !before->isKnown() || before->isNull() ||
        !before->type().isString() || before->asString().find(*separator) == std::string::npos)
        return anyPart(call, before);
    const auto parts = [&](const std::string& text) {
        std::vector<std::string> found;
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find(*separator, at), text.size());
            found.push_back(text.substr(at, end - at));
            at = end + separator->size();
        }
        return found;
    };
    const auto tuple = [](const std::vector<std::string>& texts) {
        std::vector<Value> elements;
        for (const std::string& text : texts)
            elements.push_back(Value::string(text));
        return Value::tuple(std::move(elements));
    };
    const std::vector<std::string> was = parts(before->asString());
    const std::optional<std::string> current = textOf(m_current);
    const std::vector<std::string> now = current ? parts(*current) : std::vector<std::string>();
    if (const std::optional<Value> elements = evaluated(*call.arguments[1]); current && elements && isUsable(*elements))
        if (const auto previous = joinedParts(*elements, *separator, before->asString()))
            if (Sources found = find(*call.arguments[1], {}, tuple(*previous), elements); !found.empty())
                return found;
    const bool isListed = dynamic_cast<const syntax::TupleConstructor*>(call.arguments[1].get());
    if (isListed && std::ranges::is_permutation(was, now)) // in another order
        return written(call.arguments[1]->range());
    Sources found = find(*call.arguments[1], {}, tuple(was), current ? Before(tuple(now)) : std::nullopt);
    return found.empty() ? anyPart(call, before) : found;
}

} // namespace planlens::explain
