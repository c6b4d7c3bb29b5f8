// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>

namespace planlens::session {

struct Result;
struct StateSnapshot;

/// Reads states on another thread, beside what is planned. Lives in the GUI thread; the newest question wins.
class StateReader final : public QObject {
    Q_OBJECT
public:
    explicit StateReader(QObject* parent = nullptr);
    ~StateReader() override;

    /// The state of a folder. The result of its last plan knows schemas, and may be null.
    void readFolder(const Request& request, std::shared_ptr<const Result> result);
    /// The state in a finished plan.
    void readPlan(std::shared_ptr<const Result> result);
    /// Stops; nothing is told any more.
    void forget();
    bool isReading() const { return m_isReading; }

Q_SIGNALS:
    void finished(std::shared_ptr<const planlens::session::StateSnapshot> snapshot);

private:
    using Read = std::function<std::shared_ptr<const StateSnapshot>(std::stop_token)>;
    void start(Read read);

    quint64 m_generation = 0;
    bool m_isReading = false;
    std::stop_source m_stop;
};

} // namespace planlens::session
