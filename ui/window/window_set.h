// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QMessageBox;

namespace planlens::widgets {

class MainWindow;
class TabbedWindow;

/// The windows of the program. They go when they are closed; what is in their tabs is remembered, so that the next
/// start opens that again which was open at the end.
class WindowSet final : public QObject {
    Q_OBJECT
public:
    explicit WindowSet(QObject* parent = nullptr);
    ~WindowSet() override;

    /// A window with a tab with nothing in it, not shown yet.
    TabbedWindow& add();
    /// Another window that shows a folder or a plan, or nothing.
    void open(const QString& path);
    /// Opens what is still there of the last session; false where there is nothing. Tabs that are not shown are planned
    /// when a person goes there.
    bool restore();
    /// Shows an error that nothing else handles, over the active window.
    void showUnexpectedError(const QString& exception);
    /// Closes all as a person would.
    void closeAll();
    /// Closes all, killing what still runs.
    void endNow();
    std::vector<TabbedWindow*> windows() const { return m_windows; }
    /// What is in the tabs of all windows.
    std::vector<MainWindow*> pages() const;

private:
    TabbedWindow& addEmpty();
    void remember() const;

    std::vector<TabbedWindow*> m_windows;
    QPointer<QMessageBox> m_errorBox; // while it is open
    bool m_isClosing = false;         // all of them: what is open now is what is remembered
};

} // namespace planlens::widgets
