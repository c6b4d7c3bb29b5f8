// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/session/session_types.h"

#include <QObject>
#include <QPointer>

#include <vector>

namespace planlens::widgets {

class MainWindow;

/// The windows of the program. They go when they are closed; their folders are remembered, so that the next start opens
/// those again that were open at the end.
class WindowSet final : public QObject {
    Q_OBJECT
public:
    explicit WindowSet(QObject* parent = nullptr);
    ~WindowSet() override;

    /// A window with nothing in it, not shown yet.
    MainWindow& add();
    /// Another window that shows a folder, or nothing.
    void open(const QString& folder);
    /// Opens the folders of the last session that are still there; false where there are none.
    bool restore();
    /// Closes all as a person would.
    void closeAll();
    /// Closes all, killing what still runs.
    void endNow();
    std::vector<MainWindow*> windows() const;

private:
    void remember() const;

    std::vector<QPointer<MainWindow>> m_windows;
    bool m_isClosing = false; // all of them: what is open now is what is remembered
};

} // namespace planlens::widgets
