// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <QString>

#include <vector>

class QAction;

namespace planlens::risk {
struct LikelyMove;
}

namespace planlens::widgets {

/// Possible renames in a plan, by the addresses of both sides, and the `moved` blocks to copy.
class MoveHints final : public QObject {
    Q_OBJECT
public:
    explicit MoveHints(QObject* parent = nullptr);
    ~MoveHints() override;

    void setMoves(std::vector<risk::LikelyMove> moves);
    /// Returns the possible rename that a resource instance is part of; null if none.
    const risk::LikelyMove* of(const QString& address) const;
    /// Sets the selected instance, whose block copyAction() copies.
    void select(const QString& address);
    /// Copies the block of the selection; disabled if there is none.
    QAction* copyAction() const { return m_copy; }
    /// Copies the blocks of all.
    QAction* copyAllAction() const { return m_copyAll; }

Q_SIGNALS:
    /// Blocks were copied; the text is for the status bar.
    void copied(const QString& text);

private:
    void copy(const QString& blocks, int count);
    QString allBlocks(int& count) const;

    std::vector<risk::LikelyMove> m_moves;
    QHash<QString, std::size_t> m_byAddress;
    QString m_selected;
    QAction* m_copy;
    QAction* m_copyAll;
};

} // namespace planlens::widgets
