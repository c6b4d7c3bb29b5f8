// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QPersistentModelIndex>
#include <QSet>
#include <QTimer>

#include <optional>
#include <vector>

namespace planlens::widgets {

class ChangeList;

/// Expands rows of a tree of changes in small slices, so that the window stays responsive. Remembers expanded rows by
/// key, to restore them after a model reset.
class TreeUnfolder final : public QObject {
    Q_OBJECT
public:
    explicit TreeUnfolder(ChangeList& tree);

    void unfoldAll();
    void foldAll();
    /// Expands the rows that were expanded before the model reset.
    void restore();
    /// Whether the user folded a row, possibly before the model reset.
    bool isFolded(const QModelIndex& index) const;
    /// Forgets the expanded and the folded rows.
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

    ChangeList& m_tree;
    QTimer m_timer;
    std::vector<Place> m_places;           // path from the root
    QSet<QString> m_unfolded, m_folded;    // row keys
    std::optional<QSet<QString>> m_wanted; // nullopt: all
};

} // namespace planlens::widgets
