// SPDX-License-Identifier: MPL-2.0
#include "core/diags/sources.h"

#include <algorithm>
#include <utility>

namespace planlens::diags {
namespace {

using Bytes = std::pair<std::uint32_t, std::uint32_t>; // start and end

bool contains(Bytes range, std::uint32_t byte) {
    return byte >= range.first && byte < range.second;
}

/// Whether the ranges overlap or are adjacent. Empty ranges touch nothing.
bool touches(Bytes a, Bytes b) {
    if (a.first == a.second || b.first == b.second)
        return false;
    return contains(a, b.first) || contains(a, b.second) || contains(b, a.first) || contains(b, a.second);
}

bool hasNoBytes(const SourceRange& range) {
    return range.start.byte == range.end.byte;
}

SourceRange covering(const SourceRange& a, const SourceRange& b) {
    if (hasNoBytes(a))
        return b;
    if (hasNoBytes(b))
        return a;
    return {a.filename, a.start.byte < b.start.byte ? a.start : b.start, a.end.byte > b.end.byte ? a.end : b.end};
}

/// Makes an empty range one byte long, so that it can be highlighted.
void widen(SourceRange& range) {
    if (!hasNoBytes(range))
        return;
    ++range.end.byte;
    ++range.end.column;
}

SourceRange subjectWithEnd(const Diagnostic& diagnostic) {
    SourceRange range = *diagnostic.subject;
    if (range.end.line == 0 || range.end.byte < range.start.byte)
        range.end = range.start;
    return range;
}

/// Line 0 without a file name also counts: it is the subject of diagnostics without a position, and is reported.
bool hasSubject(const Diagnostic& diagnostic) {
    return diagnostic.subject && (!diagnostic.subject->isEmpty() || diagnostic.subject->start.line == 0);
}

} // namespace

const BlockHeader* Sources::File::blockAt(std::uint32_t byte) const {
    const auto block =
        std::ranges::partition_point(blocks, [byte](const BlockHeader& each) { return each.endByte <= byte; });
    return block != blocks.end() && block->startByte <= byte ? &*block : nullptr;
}

void Sources::add(std::string name, std::shared_ptr<const std::string> text, std::vector<BlockHeader> blocks) {
    m_files.insert_or_assign(std::move(name), File{std::move(text), std::move(blocks)});
}

bool Sources::haveSameTexts(const Sources& other) const {
    return std::ranges::equal(m_files, other.m_files, [](const auto& a, const auto& b) {
        return a.first == b.first && *a.second.text == *b.second.text;
    });
}

void Sources::add(const Sources& other) {
    for (const auto& [name, file] : other.m_files)
        add(name, file.text, file.blocks);
}

const Sources::File* Sources::find(std::string_view name) const {
    const auto found = m_files.find(name);
    return found == m_files.end() ? nullptr : &found->second;
}

std::optional<SourceRange> highlightRange(const Diagnostic& diagnostic) {
    if (!hasSubject(diagnostic))
        return std::nullopt;
    SourceRange range = subjectWithEnd(diagnostic);
    widen(range);
    return range;
}

std::optional<Snippet> snippet(const Diagnostic& diagnostic, const Sources& sources) {
    const auto highlight = highlightRange(diagnostic);
    if (!highlight)
        return std::nullopt;
    const SourceRange subject = subjectWithEnd(diagnostic);
    SourceRange shown = covering(diagnostic.context.value_or(subject), subject);
    widen(shown);
    const Sources::File* file = sources.find(shown.filename.str());
    if (!file || !file->text)
        return std::nullopt;

    Snippet result;
    result.startLine = shown.start.line;
    // Byte 0 wraps around, and is in no block.
    if (const BlockHeader* block = file->blockAt(highlight->start.byte - 1))
        result.context = block->header;

    const std::string& text = *file->text;
    std::size_t codeStart = 0;
    const Bytes wanted{shown.start.byte, shown.end.byte};
    // A line includes its line break.
    const std::size_t breakBefore = wanted.first == 0 ? std::string::npos : text.rfind('\n', wanted.first - 1);
    for (std::size_t start = breakBefore + 1; start < text.size() && start <= wanted.second;) {
        const std::size_t lineBreak = std::min(text.find('\n', start), text.size());
        const std::size_t end = lineBreak > start && text[lineBreak - 1] == '\r' ? lineBreak - 1 : lineBreak;
        if (touches({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end)}, wanted)) {
            if (codeStart == 0 && result.code.empty())
                codeStart = start;
            result.code.append(text, start, end - start) += '\n';
        }
        start = lineBreak + 1;
    }
    if (!result.code.empty())
        result.code.pop_back();

    const auto inCode = [&result](std::int64_t offset) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(offset, 0, std::ssize(result.code)));
    };
    const std::int64_t start = std::int64_t{highlight->start.byte} - static_cast<std::int64_t>(codeStart);
    result.highlightStart = inCode(start);
    result.highlightEnd = inCode(start + (highlight->end.byte - highlight->start.byte));
    return result;
}

} // namespace planlens::diags
