// SPDX-License-Identifier: MPL-2.0
// The selection in all regions, and the commands for it.
#include "core/addrs/target.h"
#include "core/configs/config.h"
#include "core/plans/plan.h"
#include "ui/basics/change_key.h"
#include "ui/basics/secrets.h"
#include "ui/basics/sliced_task.h"
#include "ui/basics/text.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/controls/reveal_popup.h"
#include "ui/graph/graph_view.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/session/session_result.h"
#include "ui/window/plan/plan_regions.h"
#include "ui/window/plan/plan_view.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

void PlanView::connectFinder() {
    connect(m_finder, &ChangeFinder::filterChanged, this, [this] { Q_EMIT messageShown({}); });
    connect(m_finder, &ChangeFinder::shownChanged, this, [this](const std::optional<QSet<QString>>& shown) {
        m_page->setFilter(shown);
        m_drawer->setFilter(shown);
    });
    connect(m_finder, &ChangeFinder::filtered, this, &PlanView::filterGraph);
    connect(m_finder, &ChangeFinder::selectionHidden, this, [this] {
        Q_EMIT messageShown(tr("The filter hides %1, so it is no longer selected.").arg(m_selection.address));
        setSelected({}, Origin::Elsewhere);
    });
    connect(m_finder, &ChangeFinder::searched, this,
            [this](const models::AddressQuery& query) { m_graph->setSearch(query); });
    connect(m_finder, &ChangeFinder::typedMatchFound, this,
            [this](const QString& address) { setSelected(address, Origin::Typing); });
    connect(m_finder, &ChangeFinder::typingPaused, this, [this](const QString& address) { m_graph->reveal(address); });
    connect(m_finder, &ChangeFinder::matchChosen, this, &PlanView::choose);
    connect(m_finder, &ChangeFinder::left, this, [this] { m_changes->list().setFocus(Qt::OtherFocusReason); });
}

void PlanView::filterGraph() {
    const QStringList& findable = m_finder->findable();
    // In a separate event loop iteration, because both are slow for large plans.
    QTimer::singleShot(
        0, this, [this, all = m_finder->criteria().isEmpty(), shown = QSet<QString>(findable.begin(), findable.end())] {
            if (all)
                m_graph->setFilter({});
            else
                m_graph->setFilter([shown](const QStringList& instances) {
                    return std::any_of(instances.begin(), instances.end(),
                                       [&](const QString& address) { return shown.contains(address); });
                });
        });
}

void PlanView::choose(const QString& address) {
    setSelected(address, Origin::Elsewhere);
}

bool PlanView::select(const QString& address) {
    m_slices->finish();
    if (!m_changes->model().hasChanges(address))
        return false;
    choose(address);
    m_changes->center(address);
    return true;
}

void PlanView::selectAgain() {
    if (m_result->plan && m_changes->model().hasChanges(m_selection.address))
        return choose(std::exchange(m_selection.address, {}));
    m_selection = {};
    m_graph->select({});
    m_drawer->select({});
    m_page->show({});
}

void PlanView::setSelected(const QString& address, Origin origin) {
    if (m_isSelecting)
        return;
    m_slices->finish();
    m_isSelecting = true;
    m_selection.address = address;
    if (origin != Origin::List)
        m_changes->reveal(address);
    if (origin != Origin::Graph)
        m_graph->selectAlso({});
    if (origin == Origin::Typing)
        m_graph->select(address);
    else if (origin != Origin::Graph)
        m_graph->reveal(address);
    m_selection.instances.clear();
    if (origin == Origin::Graph)
        m_selection.instances = m_graph->selectedInstances();
    else if (const QModelIndex index = m_changes->model().indexOf(address);
             index.isValid() &&
             models::NodeType(index.data(models::NodeTypeRole).toInt()) == models::NodeType::Resource)
        m_selection.instances = {address};
    m_drawer->select(address);
    m_page->show(address);
    m_finder->followSelection();
    m_isSelecting = false;
    Q_EMIT selectionChanged();
}

void PlanView::step(int by, Step step) {
    const QStringList& findable = m_finder->findable();
    const qsizetype count = findable.size(), at = findable.indexOf(m_selection.address);
    for (qsizetype i = 1; i <= count; ++i) {
        const QString next = findable[at < 0 ? (by > 0 ? i - 1 : count - i) : (at + by * i + count) % count];
        if (step == Step::NotReviewed && m_changes->marks().contains(next))
            continue;
        select(next);
        // Space marks the change as reviewed; it must not press the button that has the focus.
        const QWidget* focus = m_window.focusWidget();
        if (!focus || (focus != m_graph && !m_graph->isAncestorOf(focus) && !m_page->isAncestorOf(focus)))
            m_changes->list().setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

QModelIndex PlanView::currentRow() const {
    const QModelIndex chosen = m_page->currentRow();
    return chosen.isValid() ? chosen : m_changes->currentRow();
}

void PlanView::updateCommands(PlanningOverrides::Visibility visibility) {
    m_overrides->updateCommands(m_result.get(), visibility);
    findCommand(m_window, QLatin1String("unified"))->setEnabled(!m_selection.instances.isEmpty());
    m_changes->updateCommands();
    showSource();
}

void PlanView::refresh() {
    m_page->show(m_selection.address);
    m_changes->list().viewport()->update();
}

std::vector<QWidget*> PlanView::focusable() const {
    QTabWidget& pages = m_regions->pages();
    QWidget* const page = pages.currentWidget();
    std::vector<QWidget*> regions{&m_changes->list(), page == pages.widget(0) ? m_page : page, m_graph,
                                  m_drawer->currentWidget()};
    std::erase_if(regions,
                  [](const QWidget* region) { return !region || !region->isVisible() || region->height() == 0; });
    return regions;
}

std::optional<diags::SourceRange> PlanView::source() const {
    const auto instance = addrs::readAbsResourceInstance(instanceOf(m_selection.address).toStdString());
    const configs::Config* configuration = m_result && m_result->plan ? m_result->plan->configuration.get() : nullptr;
    const configs::Resource* resource =
        configuration && instance ? configuration->resource(instance->containing().config()) : nullptr;
    if (!resource)
        return std::nullopt;
    return resource->range;
}

void PlanView::showSource() {
    const auto place = source();
    const QString file = place ? qstring(place->filename.str()) : QString();
    // The header has room for the name of the file only.
    QAction& action = *findCommand(m_window, QLatin1String("open-source"));
    action.setText(
        place ? tr("Open %1").arg(QString(QFileInfo(file).fileName() % u':' % QString::number(place->start.line)))
              : tr("Open configuration"));
    action.setToolTip(place ? tr("Opens %1 in the editor (F4)").arg(file)
                            : tr("The selected change has no block in the configuration"));
    action.setEnabled(place.has_value());
}

void PlanView::showMenu(const QPoint& globalPosition) {
    QMenu menu(&m_window);
    m_overrides->previewIn(menu);
    const auto add = [&](std::initializer_list<const char*> names) {
        for (const char* name : names)
            menu.addAction(findCommand(m_window, QLatin1String(name)));
    };
    add({"replace", "exclude", "target-only"});
    menu.addSeparator();
    add({"review", "copy-address", "copy-text", "copy-hcl", "copy-json", "reveal-value", "open-source"});
    if (QAction* copyBlock = m_drawer->moveHints().copyAction(); copyBlock->isEnabled())
        menu.addAction(copyBlock);
    for (const QString& source : currentRow().data(models::SourcesRole).toStringList())
        menu.addAction(tr("Go to %1").arg(source), this, [this, source] { setSelected(source, Origin::Elsewhere); });
    menu.addSeparator();
    add({"undo", "redo", "copy-command"});
    menu.exec(globalPosition);
}

namespace {

/// Returns the unmasked value at a path in row syntax; null if there is none.
QString clearText(const values::Value& object, const QString& path) {
    QString found;
    values::walk(object.unmarkedDeep(), [&](const values::Path& at, const values::Value& value) {
        QString name = qstring(at.toString());
        if (name.startsWith(u'.'))
            name.remove(0, 1);
        if (name == path && !value.isNull())
            found = models::valueText(value);
        return found.isNull() && (name.isEmpty() || path.startsWith(name));
    });
    return found;
}

} // namespace

void PlanView::revealValue() {
    const QModelIndex index = currentRow();
    const QTreeView& tree = m_page->currentRow().isValid() ? m_page->attributes() : m_changes->list();
    const bool isHidden =
        index.siblingAtColumn(models::ChangeTreeModel::ChangeColumn).data(models::SensitiveRole).toBool() || [&] {
            const QString mask = models::secretMask();
            return index.siblingAtColumn(models::ChangeTreeModel::BeforeColumn).data().toString() == mask ||
                   index.siblingAtColumn(models::ChangeTreeModel::AfterColumn).data().toString() == mask;
        }();
    const auto address =
        addrs::readAbsResourceInstance(instanceOf(index.data(models::AddressRole).toString()).toStdString());
    if (!isHidden || !address || !m_result || !m_result->plan)
        return;
    QModelIndex instance = index.siblingAtColumn(models::ChangeTreeModel::ChangeColumn);
    while (instance.parent().isValid() &&
           models::NodeType(instance.data(models::NodeTypeRole).toInt()) != models::NodeType::Resource)
        instance = instance.parent();
    const plans::ResourceInstanceChange* change =
        m_result->changes().resource(*address, stdString(instance.data(models::DeposedRole).toString()));
    const QString path = index.siblingAtColumn(models::ChangeTreeModel::ChangeColumn).data(models::PathRole).toString();
    if (!change || path.isEmpty())
        return;
    const QString before = clearText(change->change.before, path), after = clearText(change->change.after, path);
    if (before.isNull() && after.isNull())
        return;
    delete m_revealed;
    m_revealed = new RevealPopup(path, before, after, &m_window);
    m_revealed->move(tree.viewport()->mapToGlobal(tree.visualRect(index).bottomLeft()));
    m_revealed->show();
}

} // namespace planlens::widgets
