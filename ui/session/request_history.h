// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

namespace planlens::session {

/// What was asked for in a folder, so that it can be taken back and asked for again. Trust, and who answers, are no
/// part of that.
class RequestHistory {
public:
    /// A step, unless it asks for the same as the last one. What was taken back before is forgotten. Another folder, or
    /// the first request, begins anew.
    void note(const Request& request);
    /// Begins anew with the next request.
    void forget();

    bool canUndo() const { return m_at > 0; }
    bool canRedo() const { return m_at + 1 < m_requests.size(); }
    /// What would be taken back, and what would be asked for again, in a few words: "replace terraform_data.a".
    QString undoText() const;
    QString redoText() const;
    /// The request before, or after, which is then the current one. `now` gives what is no part of the history.
    Request undo(const Request& now);
    Request redo(const Request& now);

private:
    Request goTo(qsizetype index, const Request& now);

    QVector<Request> m_requests;
    qsizetype m_at = -1; // the one that is in force
};

/// What was asked for beside, or not any more, in a few words.
QString describeStep(const Request& from, const Request& to);
/// What a request asks for beside the configuration; empty where that is nothing.
QString describeRequest(const Request& request);

} // namespace planlens::session
