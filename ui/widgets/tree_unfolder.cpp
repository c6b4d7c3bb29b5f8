// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/tree_unfolder.h"

#include "ui/models/roles.h"

#include <QElapsedTimer>
#include <QTreeView>

#include <functional>

namespace planlens::widgets {

namespace {

constexpr qint64 firstSlice = 3; // milliseconds: what else follows from the same event takes its time too
constexpr qint64 laterSlice = 8; // half a frame

QString keyOf(const QModelIndex& index) {
    return index.data(models::AddressRole).toString() + u'\n' + index.data(models::PathRole).toString();
}

} // namespace

TreeUnfolder::TreeUnfolder(QTreeView& tree) : QObject(&tree), m_tree(tree) {
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, [this] { step(laterSlice); });
    connect(tree.model(), &QAbstractItemModel::modelAboutToBeReset, this, &TreeUnfolder::stop);
    connect(tree.model(), &QAbstractItemModel::rowsAboutToBeRemoved, this, &TreeUnfolder::stop);
}

void TreeUnfolder::unfoldAll() {
    m_wanted.reset();
    start();
}

QSet<QString> TreeUnfolder::unfolded() const {
    // What is still to be unfolded counts as well.
    QSet<QString> rows = isRunning() && m_wanted ? *m_wanted : QSet<QString>();
    const QAbstractItemModel& model = *m_tree.model();
    const std::function<void(const QModelIndex&)> collect = [&](const QModelIndex& parent) {
        for (int row = 0; row < model.rowCount(parent); ++row)
            if (const QModelIndex index = model.index(row, 0, parent); model.hasChildren(index) && m_tree.isExpanded(index)) {
                rows.insert(keyOf(index));
                collect(index);
            }
    };
    collect({});
    return rows;
}

void TreeUnfolder::unfold(QSet<QString> rows) {
    m_wanted = std::move(rows);
    start();
}

void TreeUnfolder::start() {
    m_places.assign(1, {});
    m_timer.start();
    step(firstSlice); // what is at the top is there at once
}

void TreeUnfolder::foldAll() {
    stop();
    m_tree.collapseAll();
}

void TreeUnfolder::stop() {
    m_timer.stop();
    m_places.clear();
}

void TreeUnfolder::step(qint64 milliseconds) {
    QElapsedTimer clock;
    clock.start();
    QAbstractItemModel& model = *m_tree.model();
    while (!m_places.empty() && clock.elapsed() < milliseconds) {
        Place& place = m_places.back();
        const bool isGone = m_places.size() > 1 && !place.parent.isValid();
        if (isGone || place.row >= model.rowCount(place.parent)) {
            m_places.pop_back();
            continue;
        }
        const QModelIndex index = model.index(place.row++, 0, place.parent);
        if (!model.hasChildren(index))
            continue;
        if (m_wanted && !m_wanted->contains(keyOf(index)))
            continue;
        // Rows that come when a row is unfolded already make the view lay out everything anew.
        if (model.canFetchMore(index))
            model.fetchMore(index);
        m_tree.expand(index);
        m_places.push_back({index, 0});
    }
    if (m_places.empty()) {
        stop();
        Q_EMIT finished();
    }
}

} // namespace planlens::widgets
