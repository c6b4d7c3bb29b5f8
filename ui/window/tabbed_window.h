// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QHash>
#include <QStringList>
#include <QTabWidget>

#include <vector>

namespace planlens::widgets {

class MainWindow;

/// A window with folders and plans in tabs. Each is a MainWindow of its own, with its own session: keys and commands
/// are those of the one that is shown. One folder alone has no tab. The window goes with its last tab.
class TabbedWindow final : public QTabWidget {
    Q_OBJECT
public:
    explicit TabbedWindow(QWidget* parent = nullptr);
    ~TabbedWindow() override;

    /// A tab with nothing in it, which is gone to.
    MainWindow& addPage();
    /// Opens a folder or a plan in a tab of its own: the current one where that has nothing in it, else one after it.
    void open(const QString& path, session::Trust trust = session::Trust::NotGiven);
    /// Tabs of several; those that are not shown are planned when a person goes there.
    void restore(const QStringList& paths, qsizetype shown);
    /// In the order of the tabs.
    std::vector<MainWindow*> pages() const;
    MainWindow* current() const;
    /// What is open, or put off, in the order of the tabs; nothing for tabs with nothing in them.
    QStringList paths() const;
    /// Closes, killing what still runs.
    void endNow();

Q_SIGNALS:
    /// Other folders are open than before, or in another order.
    void changed();
    /// A person opened something.
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
    void takeGone();

    QHash<const QObject*, QString> m_putOff; // paths of pages that were not gone to yet
    bool m_isClosing = false;                // all of it, as soon as nothing in it has to be waited for
};

} // namespace planlens::widgets
