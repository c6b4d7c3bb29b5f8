// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/move_hints.h"

#include "core/report/text/refactoring_text.h"
#include "core/risk/likely_moves.h"
#include "ui/basics/text.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

#include <set>

namespace planlens::widgets {

MoveHints::MoveHints(QObject* parent)
    : QObject(parent)
    , m_copy(new QAction(tr("Copy moved block"), this))
    , m_copyAll(new QAction(tr("Copy all moved blocks"), this)) {
    m_copy->setObjectName(QStringLiteral("copy-moved-block"));
    m_copyAll->setObjectName(QStringLiteral("copy-all-moved-blocks"));
    connect(m_copy, &QAction::triggered, this, [this] {
        if (const risk::LikelyMove* move = of(m_selected))
            copy(qstring(report::movedBlock(move->blockFrom, move->blockTo)), 1);
    });
    connect(m_copyAll, &QAction::triggered, this, [this] {
        int count = 0;
        const QString blocks = allBlocks(count);
        copy(blocks, count);
    });
    setMoves({});
}

MoveHints::~MoveHints() = default;

void MoveHints::setMoves(std::vector<risk::LikelyMove> moves) {
    m_moves = std::move(moves);
    m_byAddress.clear();
    for (std::size_t i = 0; i < m_moves.size(); ++i) {
        m_byAddress.insert(qstring(m_moves[i].from.toString()), i);
        m_byAddress.insert(qstring(m_moves[i].to.toString()), i);
    }
    m_copyAll->setEnabled(!m_moves.empty());
    select(m_selected);
}

const risk::LikelyMove* MoveHints::of(const QString& address) const {
    const auto found = m_byAddress.find(address);
    return found == m_byAddress.end() ? nullptr : &m_moves[*found];
}

void MoveHints::select(const QString& address) {
    m_selected = address;
    m_copy->setEnabled(of(address));
}

QString MoveHints::allBlocks(int& count) const {
    std::set<std::pair<std::string, std::string>> blocks;
    for (const risk::LikelyMove& move : m_moves)
        blocks.emplace(move.blockFrom, move.blockTo);
    count = int(blocks.size());
    QStringList texts;
    for (const auto& [from, to] : blocks)
        texts.append(qstring(report::movedBlock(from, to)));
    return texts.join(u'\n');
}

void MoveHints::copy(const QString& blocks, int count) {
    QGuiApplication::clipboard()->setText(blocks);
    Q_EMIT copied(tr("%n moved block(s) copied. Add to the root module and plan again.", nullptr, count));
}

} // namespace planlens::widgets
