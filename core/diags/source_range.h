// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace planlens::diags {

/// A place in a source file. Lines and columns count from 1, bytes from 0; columns count grapheme clusters (UAX 29).
struct SourcePos {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t byte = 0;

    auto operator<=>(const SourcePos&) const = default;
};

/// A name that occurs again and again in configurations – of a file, or in references. Names are interned for the life
/// of the process, so that what holds one stays small and cheap to copy. Safe to use from any thread.
class InternedName {
public:
    InternedName();
    explicit InternedName(std::string_view name);
    InternedName(const std::string& name)
        : InternedName(std::string_view(name)) {}
    explicit InternedName(const char* name)
        : InternedName(std::string_view(name)) {}

    const std::string& str() const { return *m_name; }
    operator const std::string&() const { return *m_name; }
    bool isEmpty() const { return m_name->empty(); }

    friend bool operator==(InternedName a, InternedName b) { return a.m_name == b.m_name; }
    template <typename Text>
    requires std::convertible_to<const Text&, std::string_view>
    friend bool operator==(InternedName a, const Text& b) { return std::string_view(*a.m_name) == std::string_view(b); }
    friend std::strong_ordering operator<=>(InternedName a, InternedName b) { return *a.m_name <=> *b.m_name; }

private:
    const std::string* m_name;
};

/// The half-open range of bytes [start, end) of one file. A range without a file name is "no range".
struct SourceRange {
    InternedName filename;
    SourcePos start;
    SourcePos end;

    bool isEmpty() const { return filename.isEmpty(); }
    bool operator==(const SourceRange&) const = default;
    auto operator<=>(const SourceRange&) const = default;

    /// From the start of one to the end of another range of the same file.
    static SourceRange between(const SourceRange& first, const SourceRange& last) {
        return {first.filename, first.start, last.end};
    }
    /// "main.tf:14,3-20", or "main.tf:14,3-15,2" where the range spans lines.
    std::string toString() const;
};

} // namespace planlens::diags
