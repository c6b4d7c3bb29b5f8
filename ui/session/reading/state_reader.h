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

/// Reads states in the background, independently of planning. Lives in the GUI thread. The newest request wins.
class StateReader final : public QObject {
    Q_OBJECT
public:
    explicit StateReader(QObject* parent = nullptr);
    ~StateReader() override;

    /// Reads the state of a folder. `result` is its last plan, used for schemas; may be null.
    void readFolder(const Request& request, std::shared_ptr<const Result> result);
    /// Reads the state in a finished plan.
    void readPlan(std::shared_ptr<const Result> result);
    /// Cancels; no signal is emitted any more.
    void forget();

Q_SIGNALS:
    void finished(std::shared_ptr<const planlens::session::StateSnapshot> snapshot);

private:
    using Read = std::function<std::shared_ptr<const StateSnapshot>(std::stop_token)>;
    void start(Read read);

    quint64 m_generation = 0;
    std::stop_source m_stop;
};

} // namespace planlens::session
