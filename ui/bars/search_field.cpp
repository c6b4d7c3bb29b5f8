// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/search_field.h"

#include "ui/theme/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

namespace planlens::widgets {

namespace {

constexpr int iconSize = 16;
constexpr int iconRoom = iconSize + theme::grid; // of an action in the field

QIcon funnel(const QColor& color) {
    QPixmap pixmap(2 * iconSize, 2 * iconSize);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5));
    painter.drawPolygon(QPolygonF{{2, 3}, {14, 3}, {9.5, 8.5}, {9.5, 13.5}, {6.5, 12}, {6.5, 8.5}});
    return QIcon(pixmap);
}

} // namespace

SearchField::SearchField(QWidget* parent)
    : QLineEdit(parent) {
    setObjectName(QStringLiteral("search"));
    setPlaceholderText(tr("Find (Ctrl+F)"));
    setAccessibleName(tr("Find by address or value"));
    setToolTip(tr("Part of an address (* matches any text) or a value: =t3 or instance_type=t3. Return selects the "
                  "next match, Shift+Return the previous one, Escape clears."));
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    m_matchesOnly = addAction(funnel(s.dimText), LeadingPosition);
    m_matchesOnly->setCheckable(true);
    m_matchesOnly->setText(tr("Show only rows that match"));
    m_matchesOnly->setToolTip(tr("Show only rows that match"));
    connect(m_matchesOnly, &QAction::toggled, this, [this](bool isOn) {
        const theme::Surfaces& now = theme::surfaces(theme::currentScheme());
        m_matchesOnly->setIcon(funnel(isOn ? now.accent : now.dimText));
        Q_EMIT matchesOnlyToggled();
    });
}

bool SearchField::showsMatchesOnly() const {
    return m_matchesOnly->isChecked();
}

void SearchField::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_matchesOnly) {
        const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
        m_matchesOnly->setIcon(funnel(m_matchesOnly->isChecked() ? s.accent : s.dimText));
    }
    QLineEdit::changeEvent(event);
}

void SearchField::setCount(const QString& text, const QString& explanation) {
    if (m_count == text)
        return;
    m_count = text;
    setTextMargins(0, 0, text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(text) + theme::grid, 0);
    setAccessibleDescription(explanation);
    setToolTip(explanation);
    update();
}

void SearchField::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    const QString whole = tr("Find address or =value (Ctrl+F)");
    const int room = width() - iconRoom - 3 * theme::grid;
    setPlaceholderText(fontMetrics().horizontalAdvance(whole) <= room ? whole : tr("Find (Ctrl+F)"));
}

bool SearchField::event(QEvent* event) {
    // Clearing takes precedence over window shortcuts with the same key, such as cancel.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        !text().isEmpty()) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (event->modifiers().testFlag(Qt::ControlModifier))
            break;
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            Q_EMIT previousRequested();
        else
            Q_EMIT nextRequested();
        event->accept();
        return;
    case Qt::Key_Down:
        Q_EMIT nextRequested();
        return;
    case Qt::Key_Up:
        Q_EMIT previousRequested();
        return;
    case Qt::Key_Escape:
        if (text().isEmpty())
            Q_EMIT left();
        else
            clear();
        event->accept();
        return;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

void SearchField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (m_count.isEmpty())
        return;
    QPainter painter(this);
    painter.setPen(theme::surfaces(theme::currentScheme()).dimText);
    painter.drawText(rect().adjusted(iconRoom, 0, -theme::grid, 0), Qt::AlignRight | Qt::AlignVCenter, m_count);
}

} // namespace planlens::widgets
