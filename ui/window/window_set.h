// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QMessageBox;

namespace planlens::widgets {

class MainWindow;
class TabbedWindow;

/// All windows of the program. Windows are deleted when they are closed. Remembers the open tabs, so that the next
/// start restores those that were open at exit.
class WindowSet final : public QObject {
    Q_OBJECT
public:
    explicit WindowSet(QObject* parent = nullptr);
    ~WindowSet() override;

    /// Adds a window with an empty tab, not shown yet.
    TabbedWindow& add();
    /// Opens another window with a folder, a plan, or nothing.
    void open(const QString& path);
    /// Restores the last session as far as its folders still exist; false if there is nothing. Tabs that are not shown
    /// are planned when the user selects them.
    bool restore();
    /// Shows an unhandled error over the active window.
    void showUnexpectedError(const QString& exception);
    /// Closes all windows as if the user had closed them.
    void closeAll();
    /// Closes all windows and kills running work.
    void killAndClose();
    std::vector<TabbedWindow*> windows() const { return m_windows; }
    /// Returns the tabs of all windows.
    std::vector<MainWindow*> pages() const;

private:
    TabbedWindow& addEmpty();
    void remember() const;

    std::vector<TabbedWindow*> m_windows;
    QPointer<QMessageBox> m_errorBox; // while shown
    bool m_isClosing = false;         // closing all windows: the current tabs are remembered
};

} // namespace planlens::widgets
