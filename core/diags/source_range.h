// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace planlens::diags {

/// A position in a source file. Lines and columns count from 1, bytes from 0; columns count grapheme clusters (UAX 29).
struct SourcePos {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t byte = 0;

    auto operator<=>(const SourcePos&) const = default;
};

/// An interned name, such as a file name or a name in references. It is small and cheap to copy. Interned names are
/// freed only at process exit. Thread-safe.
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

/// The half-open range of bytes [start, end) of one file. A range without a file name is empty.
struct SourceRange {
    InternedName filename;
    SourcePos start;
    SourcePos end;

    bool isEmpty() const { return filename.isEmpty(); }
    bool operator==(const SourceRange&) const = default;
    auto operator<=>(const SourceRange&) const = default;

    /// Returns the range from the start of `first` to the end of `last`; both are in the same file.
    static SourceRange between(const SourceRange& first, const SourceRange& last) {
        return {first.filename, first.start, last.end};
    }
    /// "main.tf:14,3-20", or "main.tf:14,3-15,2" for a range of several lines.
    std::string toString() const;
};

} // namespace planlens::diags
