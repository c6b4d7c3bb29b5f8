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

/// What in a plan looks like a move, by the addresses of both sides, and the `moved` blocks to copy.
class MoveHints final : public QObject {
    Q_OBJECT
public:
    explicit MoveHints(QObject* parent = nullptr);
    ~MoveHints() override;

    void setMoves(std::vector<risk::LikelyMove> moves);
    /// The move that a resource instance looks to be part of; null where there is none.
    const risk::LikelyMove* of(const QString& address) const;
    /// What is selected: its block is the one to copy.
    void select(const QString& address);
    /// Copies the block of what is selected; enabled where there is one.
    QAction* copyAction() const { return m_copy; }
    /// Copies the blocks of all.
    QAction* copyAllAction() const { return m_copyAll; }

Q_SIGNALS:
    /// Blocks are on the clipboard; for the status line.
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
