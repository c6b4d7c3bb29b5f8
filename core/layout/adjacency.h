// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace planlens::layout {

/// Lists of numbers for the keys 0 … n - 1, stored in two arrays.
class Adjacency {
public:
    Adjacency() = default;
    /// Calls `forEach(add)` twice. It must call add(key, value) for every pair, in the same order each time.
    template <typename ForEach>
    Adjacency(int keyCount, const ForEach& forEach)
        : m_start(static_cast<std::size_t>(keyCount) + 1, 0) {
        forEach([&](int key, int) { ++m_start[static_cast<std::size_t>(key) + 1]; });
        for (std::size_t i = 1; i < m_start.size(); ++i) {
            m_start[i] += m_start[i - 1];
        }
        m_values.resize(m_start.back());
        auto position = m_start;
        forEach([&](int key, int value) { m_values[position[static_cast<std::size_t>(key)]++] = value; });
    }

    std::span<const int> operator[](int key) const {
        const auto k = static_cast<std::size_t>(key);
        return std::span(m_values).subspan(m_start[k], m_start[k + 1] - m_start[k]);
    }
    std::span<int> operator[](int key) {
        const auto k = static_cast<std::size_t>(key);
        return std::span(m_values).subspan(m_start[k], m_start[k + 1] - m_start[k]);
    }
    std::size_t size() const { return m_values.size(); }

private:
    std::vector<std::size_t> m_start;
    std::vector<int> m_values;
};

/// Vectors of the layout are indexed by int, because many of them use -1 for "none".
template <typename T>
decltype(auto) at(std::vector<T>& vector, int i) {
    return vector[static_cast<std::size_t>(i)];
}
template <typename T>
decltype(auto) at(const std::vector<T>& vector, int i) {
    return vector[static_cast<std::size_t>(i)];
}
template <typename Container>
int count(const Container& container) {
    return static_cast<int>(container.size());
}

} // namespace planlens::layout
