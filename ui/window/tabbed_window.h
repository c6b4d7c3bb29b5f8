// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QHash>
#include <QStringList>
#include <QTabWidget>

#include <vector>

namespace planlens::widgets {

class MainWindow;

/// A window with folders and plans in tabs. Each tab is a MainWindow with its own session; shortcuts and commands apply
/// to the current one. The tab bar is hidden for a single folder. The window closes with its last tab.
class TabbedWindow final : public QTabWidget {
    Q_OBJECT
public:
    explicit TabbedWindow(QWidget* parent = nullptr);
    ~TabbedWindow() override;

    /// Adds an empty tab and makes it current.
    MainWindow& addPage();
    /// Opens a folder or plan in the current tab if that is empty, otherwise in a new tab after it.
    void open(const QString& path, session::Trust trust = session::Trust::NotGiven,
              const session::AddedFiles& added = {});
    /// Restores several tabs. Tabs other than the current one are planned when the user selects them.
    void restore(const QStringList& paths, qsizetype shown);
    /// Returns the pages in tab order.
    std::vector<MainWindow*> pages() const;
    MainWindow* current() const;
    /// Returns the paths of loaded and deferred tabs in tab order; empty tabs are omitted.
    QStringList paths() const;
    /// Closes and kills running work.
    void killAndClose();

Q_SIGNALS:
    /// The open folders or their order changed.
    void changed();
    /// The user opened something.
    void opened();
    void windowRequested(const QString& path);
    void quitRequested();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    MainWindow& insertPage(int at);
    MainWindow* page(int at) const;
    void enter(int at);
    void step(int by);
    void showMark(MainWindow& page);
    void handleClosedTab();

    QHash<const QObject*, QString> m_deferred; // paths of tabs that have not been selected yet
    bool m_isClosing = false;                  // closes when no tab is busy any more
};

} // namespace planlens::widgets
