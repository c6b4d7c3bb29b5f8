// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QPersistentModelIndex>
#include <QSet>
#include <QTimer>

#include <optional>
#include <vector>

class QTreeView;

namespace planlens::widgets {

/// Unfolds rows of a tree of changes a few at a time, so that the window goes on answering however many there are.
/// Remembers which are unfolded, by what they show, so that they can be found again after a reset of the model.
class TreeUnfolder final : public QObject {
    Q_OBJECT
public:
    explicit TreeUnfolder(QTreeView& tree);

    void unfoldAll();
    void foldAll();
    /// Unfolds again what was unfolded before the model was reset.
    void restore();
    /// What was unfolded is not to be restored.
    void forget();
    void stop();
    bool isRunning() const { return m_timer.isActive(); }

Q_SIGNALS:
    void finished();

private:
    struct Place {
        QPersistentModelIndex parent;
        int row = 0;
    };
    void start();
    void step(qint64 milliseconds);

    QTreeView& m_tree;
    QTimer m_timer;
    std::vector<Place> m_places;           // from the root to where it is
    QSet<QString> m_unfolded;              // keys of rows
    std::optional<QSet<QString>> m_wanted; // all where nothing is set
};

} // namespace planlens::widgets
