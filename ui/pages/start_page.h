// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <QWidget>

class QListWidget;

namespace planlens::widgets {

/// What can be opened while nothing is open: a plan file, or a recent folder.
class StartPage final : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Returns the buttons, to be placed beside others.
    QWidget* buttons() const { return m_buttons; }
    /// Shows the recent folders, newest first.
    void setFolders(const QStringList& folders);
    /// Shows the newest run of a folder beside it.
    void showRuns(const QString& folder, const QVector<history::Run>& runs);

Q_SIGNALS:
    void planRequested();
    void exampleRequested();
    void folderChosen(const QString& folder);

private:
    QWidget* m_buttons;
    QWidget* m_recent; // title and list
    QListWidget* m_folders;
};

} // namespace planlens::widgets
