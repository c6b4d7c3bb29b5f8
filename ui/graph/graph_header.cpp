// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_header.h"

#include "ui/basics/settings.h"
#include "ui/controls/elided_label.h"
#include "ui/graph/bars/legend.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include <algorithm>

namespace planlens::graph {

using layout::Direction;

namespace {

const QString directionKey = QStringLiteral("graph/direction");
const QString groupingKey = QStringLiteral("graph/grouping");
const QString menuMark = QStringLiteral(" ▾");
constexpr int mostSteps = 5;

QToolButton* menuButton(const char* name, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setProperty("flat", QStringLiteral("segment"));
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

/// Adds a checkable action to an exclusive group.
QAction* addChoice(QMenu& menu, QActionGroup& group, const QString& text, int value) {
    QAction* action = menu.addAction(text);
    action->setCheckable(true);
    action->setData(value);
    group.addAction(action);
    return action;
}

void check(const QMenu& menu, const QString& group, int value) {
    for (QAction* action : menu.actions())
        if (action->actionGroup() && action->actionGroup()->objectName() == group)
            action->setChecked(action->data().toInt() == value);
}

QString scopeText(Scope scope) {
    return scope == Scope::Everything ? GraphHeader::tr("Everything") : GraphHeader::tr("Around selection");
}

/// Returns the space that the header leaves to its title, in a graph of this width.
int titleWidth(int width) {
    return width / 6;
}

QString groupingText(Grouping grouping) {
    switch (grouping) {
    case Grouping::Modules:
        return GraphHeader::tr("By module");
    case Grouping::Types:
        return GraphHeader::tr("By type");
    case Grouping::None:
        break;
    }
    return GraphHeader::tr("Not grouped");
}

} // namespace

GraphHeader::GraphHeader(GraphView& view, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
    , m_cone(new widgets::ElidedLabel(this))
    , m_findings(new widgets::ElidedLabel(this))
    , m_scope(menuButton("graph-scope", this))
    , m_depth(menuButton("graph-depth", this))
    , m_grouping(menuButton("graph-grouping", this))
    , m_direction(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    m_cone->setObjectName(QStringLiteral("cone"));
    m_cone->setToolTip(tr(
        "Direct and indirect dependencies and dependents of the selection.\nCtrl with the arrow keys follows edges."));
    m_findings->setForegroundRole(QPalette::PlaceholderText);
    m_direction->setObjectName(QStringLiteral("direction"));
    m_direction->setProperty("flat", QStringLiteral("segment"));
    auto* unchanged = new QCheckBox(tr("Show unchanged"), this);
    unchanged->setObjectName(QStringLiteral("show-unchanged"));
    row->addWidget(m_cone);
    row->addWidget(m_scope);
    row->addWidget(m_depth);
    row->addWidget(m_grouping);
    row->addWidget(m_direction);
    row->addWidget(unchanged);
    row->addWidget(m_findings);
    m_findings->raise(); // after the others for assistive technology

    connect(unchanged, &QCheckBox::toggled, this,
            [this](bool isOn) { m_view.setUnchanged(isOn ? Unchanged::Shown : Unchanged::Hidden); });
    connect(&view, &GraphView::drawn, this, [this, unchanged] {
        const int findings = m_view.findingsLeftOut();
        unchanged->setVisible(unchanged->isChecked() || m_view.unchangedLeftOut() > 0);
        m_findings->setText(findings > 0
                                ? QString(QStringLiteral("⚠ ") % tr("%n finding(s) about them", nullptr, findings))
                                : QString());
        fit();
    });
    connect(&view, &GraphView::coneChanged, this, &GraphHeader::showCone);
    connect(m_direction, &QToolButton::clicked, this, [this] {
        m_view.setDirection(m_view.direction() == Direction::LeftToRight ? Direction::TopToBottom
                                                                         : Direction::LeftToRight);
    });
    m_scope->setMenu(scopeMenu());
    m_depth->setMenu(depthMenu());
    m_grouping->setMenu(groupingMenu());
    connect(&view, &GraphView::optionsChanged, this, &GraphHeader::showOptions);
    connect(&view, &GraphView::drawn, this, &GraphHeader::showOptions);
    if (hasSettings())
        view.setGrouping(Grouping(std::clamp(QSettings().value(groupingKey).toInt(), 0, int(Grouping::None))));
    showOptions();
    connect(&view, &GraphView::drawn, this, &GraphHeader::showDirection);
    const QString direction = hasSettings() ? QSettings().value(directionKey).toString() : QString();
    if (!direction.isEmpty())
        view.setDirection(direction == QStringLiteral("down") ? Direction::TopToBottom : Direction::LeftToRight);
    connect(&view, &GraphView::directionChanged, this, [this] {
        showDirection();
        if (hasSettings())
            QSettings().setValue(directionKey, m_view.direction() == Direction::TopToBottom ? QStringLiteral("down")
                                                                                            : QStringLiteral("right"));
    });
    showDirection();
    showCone(0, 0);
}

void GraphHeader::addTools(QWidget& tools, Legend& legend) {
    m_tools = &tools;
    m_legend = &legend;
    tools.layout()->setContentsMargins(0, 0, 0, 0);
    layout()->addWidget(&tools);
}

bool GraphHeader::hasRoomForTools(int width) const {
    int needed = m_cone->fontMetrics().horizontalAdvance(m_shortCone) + m_tools->sizeHint().width() -
                 m_legend->sizeHint().width() + m_legend->leastWidth();
    for (int i = 0; i < layout()->count(); ++i)
        if (const QWidget* part = layout()->itemAt(i)->widget(); part != m_tools && !part->isHidden())
            needed += layout()->spacing() + (part == m_cone ? 0 : part->sizeHint().width());
    return needed <= width - titleWidth(width);
}

QSize GraphHeader::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return m_tools && isAncestorOf(m_tools) ? least - QSize(m_tools->minimumSizeHint().width(), 0) : least;
}

QMenu* GraphHeader::scopeMenu() {
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    group->setObjectName(QStringLiteral("scope"));
    for (const Scope scope : {Scope::Everything, Scope::AroundSelection})
        addChoice(*menu, *group, scopeText(scope), int(scope));
    connect(group, &QActionGroup::triggered, this,
            [this](const QAction* action) { m_view.setScope(Scope(action->data().toInt())); });
    return menu;
}

QMenu* GraphHeader::depthMenu() {
    auto* menu = new QMenu(this);
    const auto addSide = [&](const char* name, const QString& title, auto set) {
        menu->addSection(title);
        auto* group = new QActionGroup(menu);
        group->setObjectName(QLatin1String(name));
        for (int steps = 1; steps <= mostSteps; ++steps)
            addChoice(*menu, *group, tr("%n step(s)", nullptr, steps), steps);
        connect(group, &QActionGroup::triggered, this, [set](const QAction* action) { set(action->data().toInt()); });
    };
    addSide("upstream", tr("Dependencies"), [this](int steps) { m_view.setDepth(steps, m_view.downstreamDepth()); });
    addSide("downstream", tr("Dependents"), [this](int steps) { m_view.setDepth(m_view.upstreamDepth(), steps); });
    return menu;
}

QMenu* GraphHeader::groupingMenu() {
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    group->setObjectName(QStringLiteral("grouping"));
    for (const Grouping grouping : {Grouping::Modules, Grouping::Types, Grouping::None})
        addChoice(*menu, *group, groupingText(grouping), int(grouping));
    connect(group, &QActionGroup::triggered, this, [this](const QAction* action) {
        m_view.setGrouping(Grouping(action->data().toInt()));
        if (hasSettings())
            QSettings().setValue(groupingKey, action->data().toInt());
    });
    return menu;
}

void GraphHeader::showOptions() {
    const Scope scope = m_view.scope();
    const int upstream = m_view.upstreamDepth(), downstream = m_view.downstreamDepth();
    m_scope->setText(scopeText(scope) % menuMark);
    m_scope->setAccessibleName(tr("Scope: %1").arg(scopeText(scope)));
    m_scope->setToolTip(tr("All resources, or those near the selected one"));
    check(*m_scope->menu(), QStringLiteral("scope"), int(scope));
    m_depth->setVisible(scope == Scope::AroundSelection);
    m_depth->setText(
        (upstream == downstream ? tr("Depth %1").arg(upstream) : tr("Depth %1 · %2").arg(upstream).arg(downstream)) %
        menuMark);
    m_depth->setAccessibleName(tr("Depth: %1 upstream, %2 downstream").arg(upstream).arg(downstream));
    m_depth->setToolTip(tr("Number of steps shown upstream and downstream of the selection"));
    check(*m_depth->menu(), QStringLiteral("upstream"), upstream);
    check(*m_depth->menu(), QStringLiteral("downstream"), downstream);
    m_grouping->setText(groupingText(m_view.grouping()) % menuMark);
    m_grouping->setAccessibleName(tr("Grouping: %1").arg(groupingText(m_view.grouping())));
    m_grouping->setToolTip(tr("Groups resources by module or type"));
    check(*m_grouping->menu(), QStringLiteral("grouping"), int(m_view.grouping()));
}

void GraphHeader::showCone(int upstream, int downstream) {
    m_longCone = !m_view.selectedElement() ? QString()
                 : upstream == 0 && downstream == 0
                     ? tr("no edges")
                     //: Numbers of resources
                     : tr("%1 upstream · %n downstream resource(s)", nullptr, downstream).arg(upstream);
    m_shortCone = m_longCone.isEmpty() ? QString() : QStringLiteral("◂ %1 · %2 ▸").arg(upstream).arg(downstream);
    m_cone->setAccessibleName(m_longCone);
    fit();
}

void GraphHeader::fit() {
    // The header has at most the space beside its title. The words of the legend take
    // precedence over those of the numbers.
    const QWidget& whole = parentWidget() ? *parentWidget() : *this;
    const auto room = [&](int fixed) {
        return whole.width() - titleWidth(whole.width()) - layout()->sizeHint().width() + fixed;
    };
    bool isChanged = false;
    if (m_legend && isAncestorOf(m_legend)) {
        const auto measure = [&] { // layouts remember the size of the legend
            m_tools->layout()->invalidate();
            m_tools->updateGeometry();
        };
        measure();
        const int before = m_legend->sizeHint().width();
        m_legend->limitTo(room(m_cone->sizeHint().width() + before) -
                          m_cone->fontMetrics().horizontalAdvance(m_shortCone));
        measure();
        isChanged = m_legend->sizeHint().width() != before;
    }
    const int coneRoom = room(m_cone->sizeHint().width());
    const auto fits = [&](const QString& cone) { return m_cone->fontMetrics().horizontalAdvance(cone) <= coneRoom; };
    const QString text = fits(m_longCone) ? m_longCone : fits(m_shortCone) ? m_shortCone : QString();
    if (m_cone->text() == text && !isChanged)
        return;
    m_cone->setText(text);
    // At once, because a picture may be taken before the next event.
    layout()->activate();
    updateGeometry();
    if (parentWidget() && parentWidget()->layout())
        parentWidget()->layout()->activate();
}

void GraphHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void GraphHeader::showDirection() {
    const bool isDown = m_view.direction() == Direction::TopToBottom;
    m_direction->setText(isDown ? QStringLiteral("↓") : QStringLiteral("→"));
    m_direction->setAccessibleName(isDown ? tr("Top to bottom") : tr("Left to right"));
    m_direction->setToolTip(isDown ? tr("Top to bottom. Switches to left to right (D).")
                                   : tr("Left to right. Switches to top to bottom (D)."));
}

} // namespace planlens::graph
