// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

namespace planlens::session {

/// The undo history of requests in a folder. Excludes trust and `Answers`.
class RequestHistory {
public:
    /// Adds a step unless the request equals the current one, and discards undone steps. The first request and a
    /// different folder start a new history.
    /// Returns whether the request is another one than the current one.
    bool add(const Request& request);
    /// Starts a new history with the next request.
    void forget();

    bool canUndo() const { return m_at > 0; }
    bool canRedo() const { return m_at + 1 < m_requests.size(); }
    /// Returns short descriptions of the steps that undo and redo would revert or repeat: "replace terraform_data.a".
    QString undoText() const;
    QString redoText() const;
    /// Makes the previous or next request current and returns it. Values outside of the history are taken from `now`.
    Request undo(const Request& now);
    Request redo(const Request& now);

private:
    Request goTo(qsizetype index, const Request& now);

    QVector<Request> m_requests;
    qsizetype m_at = -1; // the current request
};

/// Returns a short description of the difference between two requests.
QString describeStep(const Request& from, const Request& to);
/// Returns the planning options of a request; empty if there are none.
QString describeRequest(const Request& request);

} // namespace planlens::session
