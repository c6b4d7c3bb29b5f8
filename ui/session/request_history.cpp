// SPDX-License-Identifier: MPL-2.0
#include "ui/session/request_history.h"

#include "ui/basics/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planlens::session {

namespace {

constexpr qsizetype mostSteps = 200;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RequestHistory)
};

bool isSame(const Request& a, const Request& b) {
    return a.workspace == b.workspace && a.mode == b.mode &&
           (a.reading == Reading::None) == (b.reading == Reading::None) && a.replace == b.replace &&
           a.exclude == b.exclude && a.target == b.target && a.variableFiles == b.variableFiles &&
           a.variables == b.variables;
}

QString names(const QStringList& list) {
    return list.size() == 1 ? list.first()
                            : Words::tr("%1 and %n more", nullptr, int(list.size() - 1)).arg(list.first());
}

QString modeWord(PlanMode mode) {
    switch (mode) {
    case PlanMode::Normal:
        return Words::tr("normal mode");
    case PlanMode::RefreshOnly:
        return Words::tr("refresh only");
    case PlanMode::Destroy:
        return Words::tr("destroy mode");
    }
    return {};
}

} // namespace

QString describeStep(const Request& from, const Request& to) {
    QStringList parts;
    const auto addList = [&](const QStringList& before, const QStringList& after, const QString& added,
                             const QString& taken) {
        if (const QStringList list = without(after, before); !list.isEmpty())
            parts.append(added.arg(names(list)));
        if (const QStringList list = without(before, after); !list.isEmpty())
            parts.append(taken.arg(names(list)));
    };
    if (from.workspace != to.workspace)
        parts.append(to.workspace.isEmpty() ? Words::tr("the selected workspace")
                                            : Words::tr("workspace %1").arg(to.workspace));
    if (from.mode != to.mode)
        parts.append(modeWord(to.mode));
    if ((from.reading == Reading::None) != (to.reading == Reading::None))
        parts.append(to.reading == Reading::None ? Words::tr("do not refresh") : Words::tr("refresh"));
    addList(from.replace, to.replace, Words::tr("replace %1"), Words::tr("do not replace %1"));
    addList(from.target, to.target, Words::tr("target %1"), Words::tr("remove target %1"));
    addList(from.exclude, to.exclude, Words::tr("exclude %1"), Words::tr("include %1"));
    addList(from.variableFiles, to.variableFiles, Words::tr("variable file %1"), Words::tr("remove variable file %1"));
    QStringList values; // names only, because values may be secret
    for (auto it = to.variables.begin(); it != to.variables.end(); ++it)
        if (from.variables.value(it.key()) != it.value() || !from.variables.contains(it.key()))
            values.append(it.key());
    for (auto it = from.variables.begin(); it != from.variables.end(); ++it)
        if (!to.variables.contains(it.key()))
            values.append(it.key());
    values.sort();
    if (!values.isEmpty())
        parts.append(Words::tr("value of %1").arg(names(values)));
    return parts.isEmpty() ? Words::tr("order of options") : parts.join(QStringLiteral(", "));
}

QString describeRequest(const Request& request) {
    Request nothing;
    nothing.workspace = request.workspace;
    return isSame(nothing, request) ? QString() : describeStep(nothing, request);
}

bool RequestHistory::add(const Request& request) {
    if (m_requests.isEmpty() || m_requests[m_at].folder != request.folder ||
        m_requests[m_at].planFile != request.planFile) {
        m_requests = {request};
        m_at = 0;
        return true;
    }
    if (isSame(m_requests[m_at], request))
        return false;
    m_requests.resize(m_at + 1);
    m_requests.append(request);
    if (m_requests.size() > mostSteps)
        m_requests.removeFirst();
    m_at = m_requests.size() - 1;
    return true;
}

void RequestHistory::forget() {
    m_requests.clear();
    m_at = -1;
}

QString RequestHistory::undoText() const {
    return canUndo() ? describeStep(m_requests[m_at - 1], m_requests[m_at]) : QString();
}
QString RequestHistory::redoText() const {
    return canRedo() ? describeStep(m_requests[m_at], m_requests[m_at + 1]) : QString();
}

Request RequestHistory::undo(const Request& now) {
    return canUndo() ? goTo(m_at - 1, now) : now;
}
Request RequestHistory::redo(const Request& now) {
    return canRedo() ? goTo(m_at + 1, now) : now;
}

Request RequestHistory::goTo(qsizetype index, const Request& now) {
    m_at = index;
    Request request = m_requests[m_at];
    request.trust = now.trust;
    request.answers = now.answers;
    return request;
}

} // namespace planlens::session
