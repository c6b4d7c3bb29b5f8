// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace planlens::cloud::storage {

/// Connections that are used by one thread at a time each. Thread-safe.
template <typename Connection>
class ConnectionPool {
public:
    explicit ConnectionPool(std::function<std::unique_ptr<Connection>()> make)
        : m_make(std::move(make)) {}

    /// Calls the function with a connection that no other thread uses, and returns its result.
    template <typename Use>
    auto with(const Use& use) {
        std::unique_ptr<Connection> connection = take();
        auto result = use(*connection);
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(connection));
        return result;
    }

private:
    std::unique_ptr<Connection> take() {
        const std::lock_guard lock(m_mutex);
        if (m_idle.empty())
            return m_make();
        std::unique_ptr<Connection> connection = std::move(m_idle.back());
        m_idle.pop_back();
        return connection;
    }

    std::function<std::unique_ptr<Connection>()> m_make;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Connection>> m_idle;
};

} // namespace planlens::cloud::storage
