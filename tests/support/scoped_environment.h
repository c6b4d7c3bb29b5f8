// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QtGlobal>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace planlens::testing {

/// Changes environment variables of the test process. The destructor restores the previous values, also after a failed
/// check. If two objects change the same variable, the later one must be destroyed or restored first.
class ScopedEnvironment {
public:
    ScopedEnvironment() = default;
    ScopedEnvironment(const char* name, const QByteArray& value) { set(name, value); }
    ~ScopedEnvironment() { restore(); }
    Q_DISABLE_COPY_MOVE(ScopedEnvironment)

    void set(const char* name, const QByteArray& value) {
        remember(name);
        qputenv(name, value);
    }
    void unset(const char* name) {
        remember(name);
        qunsetenv(name);
    }
    /// Restores the values before the first change.
    void restore() {
        for (const auto& [name, value] : std::exchange(m_previous, {})) {
            if (value)
                qputenv(name.c_str(), *value);
            else
                qunsetenv(name.c_str());
        }
    }

private:
    void remember(const char* name) {
        m_previous.try_emplace(name, qEnvironmentVariableIsSet(name) ? std::optional(qgetenv(name)) : std::nullopt);
    }

    std::map<std::string, std::optional<QByteArray>> m_previous;
};

} // namespace planlens::testing
