// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::values {

/// A mark of a value: sensitive, ephemeral, or (deprecated outputs and attributes) a specific
/// text. Interned; one pointer.
class Mark {
public:
    explicit Mark(std::string_view name);
    static Mark sensitive(); // "Sensitive"
    static Mark ephemeral(); // "Ephemeral"

    const std::string& name() const { return *m_name; }
    friend bool operator==(Mark a, Mark b) { return a.m_name == b.m_name; }
    friend std::strong_ordering operator<=>(Mark a, Mark b) { return *a.m_name <=> *b.m_name; }

private:
    const std::string* m_name;
};

/// A set of marks, sorted by name.
class MarkSet {
public:
    MarkSet() = default;
    MarkSet(Mark mark)
        : m_marks{mark} {}
    MarkSet(std::initializer_list<Mark> marks) {
        for (Mark mark : marks)
            insert(mark);
    }

    void insert(Mark mark);
    void insert(const MarkSet& other);
    void erase(Mark mark);
    bool contains(Mark mark) const;
    bool isEmpty() const { return m_marks.empty(); }
    std::size_t size() const { return m_marks.size(); }
    auto begin() const { return m_marks.begin(); }
    auto end() const { return m_marks.end(); }
    bool operator==(const MarkSet&) const = default;

private:
    std::vector<Mark> m_marks;
};

} // namespace planlens::values
