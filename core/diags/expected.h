// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace planlens::diags {

/// Marks the error side when constructing an Expected.
template <typename E>
struct Unexpected {
    E error;
};
template <typename E>
Unexpected(E) -> Unexpected<E>;

/// A value or an error, for functions whose errors are not yet diagnostics (conversions, codecs, function calls).
/// Equivalent to std::expected of C++23.
template <typename T, typename E>
class [[nodiscard]] Expected {
public:
    Expected(T value)
        : m_content(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> unexpected)
        : m_content(std::in_place_index<1>, std::move(unexpected.error)) {}

    bool hasValue() const { return m_content.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    const T& value() const& { return std::get<0>(m_content); }
    T& value() & { return std::get<0>(m_content); }
    T&& value() && { return std::get<0>(std::move(m_content)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::get<0>(std::move(m_content)); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const E& error() const& { return std::get<1>(m_content); }
    E& error() & { return std::get<1>(m_content); }
    E&& error() && { return std::get<1>(std::move(m_content)); }

private:
    std::variant<T, E> m_content;
};

} // namespace planlens::diags
