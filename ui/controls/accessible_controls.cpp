// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/accessible_controls.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QMainWindow>
#include <QTabWidget>

namespace planlens::widgets {

namespace {

class AccessibleComboBox final : public QAccessibleWidget {
public:
    explicit AccessibleComboBox(QComboBox& box)
        : QAccessibleWidget(&box, QAccessible::ComboBox)
        , m_box(box) {}

    QString text(QAccessible::Text kind) const override {
        if (kind == QAccessible::Value)
            return m_box.currentText();
        const QString text = QAccessibleWidget::text(kind);
        return kind != QAccessible::Name || text.isEmpty() ? text
                                                           : QStringLiteral("%1: %2").arg(text, m_box.currentText());
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = m_box.view()->isVisible();
        return state;
    }
    // The only child is the list of values.
    int childCount() const override { return 1; }
    QAccessibleInterface* child(int index) const override {
        return index == 0 ? QAccessible::queryAccessibleInterface(m_box.view()) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        return child && child->object() == m_box.view() ? 0 : -1;
    }
    QStringList actionNames() const override { return {showMenuAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (name == showMenuAction())
            m_box.view()->isVisible() ? m_box.hidePopup() : m_box.showPopup();
        else
            QAccessibleWidget::doAction(name);
    }

private:
    QComboBox& m_box;
};

class AccessibleRadioButton final : public QAccessibleWidget {
public:
    explicit AccessibleRadioButton(QToolButton& button)
        : QAccessibleWidget(&button, QAccessible::RadioButton)
        , m_button(button) {}

    QString text(QAccessible::Text kind) const override {
        const QString text = QAccessibleWidget::text(kind);
        return kind == QAccessible::Name && text.isEmpty() ? m_button.text() : text;
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.checkable = true;
        state.checked = m_button.isChecked();
        return state;
    }
    QStringList actionNames() const override { return {toggleAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (name == toggleAction())
            m_button.click();
        else
            QAccessibleWidget::doAction(name);
    }

private:
    QToolButton& m_button;
};

/// A window, or a part of one if it is in another widget.
class AccessibleContainer final : public QAccessibleWidget {
public:
    AccessibleContainer(QWidget& widget, QAccessible::Role asPart)
        : QAccessibleWidget(&widget)
        , m_asPart(asPart) {}
    QAccessible::Role role() const override { return widget()->isWindow() ? QAccessible::Window : m_asPart; }

private:
    const QAccessible::Role m_asPart;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    if (auto* box = qobject_cast<QComboBox*>(object); box && !box->isEditable())
        return new AccessibleComboBox(*box);
    if (auto* button = qobject_cast<RadioToolButton*>(object))
        return new AccessibleRadioButton(*button);
    if (auto* tabs = qobject_cast<QTabWidget*>(object))
        return new AccessibleContainer(*tabs, QAccessible::Grouping);
    if (auto* window = qobject_cast<QMainWindow*>(object))
        return new AccessibleContainer(*window, QAccessible::Client);
    return nullptr;
}

} // namespace

void installControlAccessibility() {
    QAccessible::installFactory(makeInterface);
}

} // namespace planlens::widgets
