// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::diags {

/// The byte range of a top-level block, and its header as written: `resource "aws_instance" "web"`.
struct BlockHeader {
    std::uint32_t startByte = 0;
    std::uint32_t endByte = 0;
    std::string header;
};

/// The texts of the files that diagnostics refer to. The loader fills it; after that it is shared and read-only.
class Sources {
public:
    struct File {
        std::shared_ptr<const std::string> text;
        std::vector<BlockHeader> blocks; // ascending by start byte

        /// Returns the block that contains the byte; null if none does, as in JSON files, whose blocks are not known.
        const BlockHeader* blockAt(std::uint32_t byte) const;
    };

    void add(std::string name, std::shared_ptr<const std::string> text, std::vector<BlockHeader> blocks = {});
    /// Adds all files of other sources.
    void add(const Sources& other);
    const File* find(std::string_view name) const;
    const std::map<std::string, File, std::less<>>& files() const { return m_files; }
    /// Whether both have the same files with the same texts.
    bool haveSameTexts(const Sources& other) const;

private:
    std::map<std::string, File, std::less<>> m_files;
};

/// The source lines around a diagnostic's subject, as the reference prints them and writes them to JSON.
struct Snippet {
    std::optional<std::string> context; // header of the enclosing block
    std::string code;                   // whole lines, without the last line break
    std::uint32_t startLine = 1;
    std::size_t highlightStart = 0; // byte offsets into code
    std::size_t highlightEnd = 0;
};

/// Returns the range to highlight: the subject, or one byte if the subject is empty. Nothing without a subject.
std::optional<SourceRange> highlightRange(const Diagnostic& diagnostic);

/// Returns the snippet for a diagnostic; nothing if the diagnostic has no range or the file is unknown.
std::optional<Snippet> snippet(const Diagnostic& diagnostic, const Sources& sources);

} // namespace planlens::diags
