// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/list/tree_unfolder.h"

#include "ui/controls/change_list.h"
#include "ui/models/roles.h"

#include <QElapsedTimer>
#include <QSignalBlocker>

namespace planlens::widgets {

namespace {

constexpr qint64 firstSlice = 3; // milliseconds; other work of the same event takes time too
constexpr qint64 laterSlice = 8; // half a frame

QString keyOf(const QModelIndex& index) {
    return index.data(models::AddressRole).toString() + u'\n' + index.data(models::PathRole).toString();
}

} // namespace

TreeUnfolder::TreeUnfolder(ChangeList& tree)
    : QObject(&tree)
    , m_tree(tree) {
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, [this] { step(laterSlice); });
    connect(&tree, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        m_unfolded.insert(keyOf(index));
        m_folded.remove(keyOf(index));
    });
    connect(&tree, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        m_unfolded.remove(keyOf(index));
        m_folded.insert(keyOf(index));
    });
    connect(tree.model(), &QAbstractItemModel::modelAboutToBeReset, this, &TreeUnfolder::stop);
    connect(tree.model(), &QAbstractItemModel::rowsAboutToBeRemoved, this, &TreeUnfolder::stop);
}

void TreeUnfolder::unfoldAll() {
    m_wanted.reset();
    start();
}

void TreeUnfolder::restore() {
    m_wanted = m_unfolded;
    start();
}

void TreeUnfolder::forget() {
    stop();
    m_unfolded.clear();
    m_folded.clear();
}

bool TreeUnfolder::isFolded(const QModelIndex& index) const {
    return m_folded.contains(keyOf(index));
}

void TreeUnfolder::start() {
    m_places.assign(1, {});
    m_timer.start();
    step(firstSlice); // top-level rows immediately
}

void TreeUnfolder::foldAll() {
    forget();
    const QSignalBlocker silent(m_tree); // the view would emit a signal for every row
    m_tree.collapseAll();
    for (int row = 0; row < m_tree.model()->rowCount(); ++row)
        m_folded.insert(keyOf(m_tree.model()->index(row, 0)));
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
        if (!model.hasChildren(index) || !m_tree.canUnfold(index))
            continue;
        if (m_wanted && !m_wanted->contains(keyOf(index)))
            continue;
        // If rows were fetched during expansion, the view would lay out everything again.
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
