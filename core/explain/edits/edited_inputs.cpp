// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/edited_inputs.h"

#include "core/configs/config.h"
#include "core/diff/sequence.h"
#include "core/explain/definition.h"
#include "core/explain/file_data.h"
#include "core/explain/plan_values.h"
#include "core/explain/summary.h"
#include "core/plans/plan.h"

#include <algorithm>

namespace planlens::explain {

using diags::SourceRange;
using values::Path;
using values::Value;

EditedInputs::Status EditedInputs::of(const Link& root) const {
    if (!m_plan.recorded.appliedInputs)
        return Status::Unknown;
    if (!root.part.empty()) {
        const Lines& lines = linesOf(recordedName(std::string(root.file())));
        if (root.file().empty() || !lines.isKnown)
            return Status::Unknown;
        // A place within it is only where the element begins that differs.
        const auto isAny = [](const std::vector<bool>& flags) { return std::ranges::find(flags, true) != flags.end(); };
        return isAny(lines.areNew) || isAny(lines.followRemoved) ? Status::Edited : Status::Same;
    }
    if (root.isRootVariable())
        return ofVariable(std::get<plans::NamedValue>(root.subject).name, root.path);
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&root.subject);
    using Kind = plans::Cause::Kind;
    const auto isWritten = [](Kind kind) {
        return kind == Kind::Argument || kind == Kind::Unset || kind == Kind::Declared || kind == Kind::Undeclared;
    };
    const bool isText = !instance || (instance->resource.mode == addrs::ResourceMode::Managed && root.cause &&
                                      isWritten(root.cause->kind));
    return isText ? ofText(placeOf(root)) : Status::Unknown;
}

EditedInputs::Status EditedInputs::ofText(const SourceRange& range) const {
    const Lines& lines = linesOf(range.filename.str());
    const std::uint32_t last = lines.isKnown ? lastLine(range) : 0;
    if (range.isEmpty() || last == 0 || last > lines.areNew.size())
        return Status::Unknown;
    for (std::uint32_t line = range.start.line; line <= last; ++line)
        if (lines.areNew[line - 1] || (line > range.start.line && lines.followRemoved[line - 1]))
            return Status::Edited;
    // Lines before or after it may have been a part of it.
    const bool isBesideRemoved =
        lines.followRemoved[range.start.line - 1] || (last < lines.areNew.size() && lines.followRemoved[last]);
    return isBesideRemoved ? Status::Unknown : Status::Same;
}

/// Returns the last line that belongs to a place: that of the whole top-level block if the place is only the beginning
/// of something, such as the header of a block.
std::uint32_t EditedInputs::lastLine(const SourceRange& range) const {
    const diags::Sources::File* file = m_plan.configuration->sources.find(range.filename.str());
    const diags::BlockHeader* block = file ? file->blockAt(range.start.byte) : nullptr;
    if (!block || !file->text)
        return range.end.line;
    const std::string_view text = *file->text;
    const std::string_view rest = text.substr(range.end.byte, text.find('\n', range.end.byte) - range.end.byte);
    if (rest.find_first_of("{[(") == std::string_view::npos)
        return range.end.line;
    return range.end.line +
           std::uint32_t(std::ranges::count(text.substr(range.end.byte, block->endByte - range.end.byte), '\n'));
}

/// Returns the same text for attributes and keys of the same name.
std::string EditedInputs::keyFor(const Path& path) {
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const std::optional<std::string> key = keyOf(withoutFirst(path, i));
        text += '\n' + (key ? *key : Path{path[i]}.toString());
    }
    return text;
}

const EditedInputs::Parts& EditedInputs::partsOf(const std::string& name) const {
    const auto [found, isNew] = m_parts.try_emplace(name);
    Parts& parts = found->second;
    if (!isNew || !m_plan.recorded.appliedInputs)
        return parts;
    const plans::AppliedInputs& applied = *m_plan.recorded.appliedInputs;
    const auto given = m_plan.variables.find(name);
    const std::optional<Value> value =
        given != m_plan.variables.end()
            ? std::optional(given->second.value)
            : defaultOf(m_plan, {plans::NamedValue::Kind::Variable, addrs::ModuleInstance(), name});
    if (!value || !value->isWhollyKnown() || value->containsMarked() || !applied.values.contains(name))
        return parts;
    bool isOnly = true;
    applied.ofParts(*value, [&](const Path& part, std::uint32_t fingerprint) {
        const auto was = applied.values.find(name + part.toString());
        const bool isSame = was != applied.values.end() && was->second == fingerprint;
        parts.areSame.emplace(keyFor(part), isSame);
        if (isSame)
            return;
        isOnly &= !parts.onlyEdited || isWithin(part, *parts.onlyEdited);
        parts.onlyEdited = part;
    });
    if (!isOnly)
        parts.onlyEdited.reset();
    return parts;
}

EditedInputs::Status EditedInputs::ofVariable(const std::string& name, const Path& path) const {
    const Parts& parts = partsOf(name);
    const auto whole = parts.areSame.find({});
    if (whole == parts.areSame.end())
        return Status::Unknown;
    if (whole->second)
        return Status::Same;
    const auto part = path.isEmpty() ? whole : parts.areSame.find(keyFor(path));
    if (part == parts.areSame.end()) // not compared, because there are many, or removed
        return Status::Unknown;
    return part->second ? Status::Same : Status::Edited;
}

Path EditedInputs::editedPart(const std::string& name) const {
    return partsOf(name).onlyEdited.value_or(Path());
}

bool EditedInputs::isNew(const SourceRange& place) const {
    const Lines& lines = linesOf(place.filename.str());
    return lines.isKnown && !place.isEmpty() && place.start.line <= lines.areNew.size() &&
           lines.areNew[place.start.line - 1];
}

SourceRange EditedInputs::editedIn(const SourceRange& range) const {
    const Lines& lines = linesOf(range.filename.str());
    const diags::Sources::File* file = m_plan.configuration->sources.find(range.filename.str());
    if (!lines.isKnown || !file || !file->text || range.end.line > lines.areNew.size())
        return range;
    const auto first = lines.areNew.begin() + std::ptrdiff_t(range.start.line) - 1;
    const auto end = lines.areNew.begin() + std::ptrdiff_t(range.end.line);
    const auto edited = std::find(first, end, true);
    if (edited == first || edited == end || std::find(edited + 1, end, true) != end)
        return range;
    const std::string_view text = *file->text;
    std::size_t at = range.start.byte;
    for (auto line = first; line != edited; ++line)
        at = text.find('\n', at) + 1;
    SourceRange found = range;
    const std::size_t start = text.find_first_not_of(" \t", at);
    const std::uint32_t line = range.start.line + std::uint32_t(edited - first);
    found.start = {line, std::uint32_t(start - at + 1), std::uint32_t(start)};
    if (line < range.end.line) {
        const std::size_t last = std::min(text.find('\n', start), text.size());
        found.end = {line, std::uint32_t(last - at + 1), std::uint32_t(last)};
    }
    return found;
}

const EditedInputs::Lines& EditedInputs::linesOf(const std::string& file) const {
    const auto [found, isNew] = m_lines.try_emplace(file);
    if (!isNew || !m_plan.recorded.appliedInputs)
        return found->second;
    const diags::Sources::File* source = m_plan.configuration ? m_plan.configuration->sources.find(file) : nullptr;
    const auto read = m_plan.recorded.filesRead.find(file);
    const std::string* text = source && source->text                    ? source->text.get()
                              : read != m_plan.recorded.filesRead.end() ? &read->second
                                                                        : nullptr;
    const plans::AppliedInputs& applied = *m_plan.recorded.appliedInputs;
    if (const auto before = applied.lines.find(file); text && before != applied.lines.end())
        found->second = compared(before->second, applied.ofLines(*text));
    return found->second;
}

EditedInputs::Lines EditedInputs::compared(const std::vector<std::uint32_t>& before,
                                           const std::vector<std::uint32_t>& now) {
    Lines lines{true, std::vector<bool>(now.size() + 1, true), std::vector<bool>(now.size() + 1, false)};
    std::vector<diff::Match> same = diff::commonSequence(before, now);
    same.push_back({before.size(), now.size()}); // the end
    diff::Match next{0, 0};
    for (const diff::Match& match : same) {
        lines.areNew[match.after] = false;
        lines.followRemoved[match.after] = match.before > next.before && match.after == next.after;
        next = {match.before + 1, match.after + 1};
    }
    return lines;
}

} // namespace planlens::explain
