// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/theme.h"

#include "ui/theme/tint.h"

#include <QApplication>
#include <QCheckBox>
#include <QFontDatabase>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QProxyStyle>
#include <QPushButton>
#include <QStyleOption>
#include <QWidget>

namespace planlens::theme {

namespace {

/// Returns the ground of notices, which neither warn nor say that something succeeded.
QColor noticeGround(const Surfaces& surfaces) {
    constexpr float share = 0.12F; // of the accent
    const auto mixed = [](float window, float accent) { return window + share * (accent - window); };
    const QColor &window = surfaces.window, &accent = surfaces.accent;
    return QColor::fromRgbF(mixed(window.redF(), accent.redF()), mixed(window.greenF(), accent.greenF()),
                            mixed(window.blueF(), accent.blueF()));
}

/// The Fusion style with more visible controls, mainly a distinct focus ring. The ring has the text color, because the
/// accent is too dark on raised surfaces.
class Style final : public QProxyStyle {
public:
    Style()
        : QProxyStyle(QStringLiteral("Fusion")) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element == PE_FrameFocusRect) {
            QStyleOption around(*option); // that of labels covers their text
            if (qobject_cast<const QPushButton*>(widget))
                around.rect = widget->rect();
            else if (qobject_cast<const QCheckBox*>(widget))
                around.rect = option->rect.adjusted(-3, -3, 3, 3) & widget->rect();
            if (option->state.testFlag(State_KeyboardFocusChange))
                drawRing(*painter, around);
            return;
        }
        if (element == PE_IndicatorBranch && option->state.testFlag(State_Selected)) {
            QStyleOption onSelection(*option);
            onSelection.palette.setColor(QPalette::WindowText, option->palette.color(QPalette::HighlightedText));
            return QProxyStyle::drawPrimitive(element, &onSelection, painter, widget);
        }
        if (element == PE_IndicatorItemViewItemCheck) {
            auto outlined = *static_cast<const QStyleOptionViewItem*>(option);
            outlined.palette.setColor(QPalette::Window, surfaces(currentScheme()).control); // as of QCheckBox
            return QProxyStyle::drawPrimitive(element, &outlined, painter, widget);
        }
        if (element == PE_PanelButtonCommand && !option->state.testFlag(State_Enabled)) {
            drawFrame(*painter, *option, QPen(option->palette.color(QPalette::ButtonText), 1, Qt::DashLine));
            return;
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_PanelLineEdit && option->state.testFlag(State_HasFocus))
            drawRing(*painter, *option);
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        QProxyStyle::drawControl(element, option, painter, widget);
        if (element == CE_TabBarTabLabel && option->state.testFlag(State_HasFocus))
            drawRing(*painter, *option);
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (control == CC_ComboBox && option->state.testFlag(State_HasFocus))
            drawRing(*painter, *option);
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
            bar && control == CC_ScrollBar && bar->minimum < bar->maximum)
            drawHandle(*painter, *bar, subControlRect(control, option, SC_ScrollBarSlider, widget));
    }

private:
    static void drawRing(QPainter& painter, const QStyleOption& option) {
        drawFrame(painter, option, QPen(option.palette.color(QPalette::WindowText), 2));
    }

    static void drawFrame(QPainter& painter, const QStyleOption& option, const QPen& pen) {
        const double inside = pen.widthF() / 2;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(inside, inside, -inside, -inside), 2, 2);
        painter.restore();
    }

    static void drawHandle(QPainter& painter, const QStyleOptionSlider& bar, const QRect& rect) {
        const Surfaces& s = surfaces(currentScheme());
        const bool isTaken = bar.activeSubControls.testFlag(SC_ScrollBarSlider);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isTaken ? s.text : s.control.darker(130));
        painter.drawRoundedRect(QRectF(rect).adjusted(2, 2, -2, -2), 3, 3);
        painter.restore();
    }
};

QPalette paletteOf(Scheme scheme) {
    const Surfaces& s = surfaces(scheme);
    QPalette palette;
    palette.setColor(QPalette::Window, s.window);
    palette.setColor(QPalette::WindowText, s.text);
    palette.setColor(QPalette::Base, s.base);
    palette.setColor(QPalette::AlternateBase, s.alternate);
    palette.setColor(QPalette::Text, s.text);
    palette.setColor(QPalette::Button, s.raised);
    palette.setColor(QPalette::ButtonText, s.text);
    palette.setColor(QPalette::BrightText, s.text);
    palette.setColor(QPalette::ToolTipBase, s.raised);
    palette.setColor(QPalette::ToolTipText, s.text);
    palette.setColor(QPalette::PlaceholderText, s.dimText);
    palette.setColor(QPalette::Highlight, s.accent);
    palette.setColor(QPalette::HighlightedText, s.accentText);
    palette.setColor(QPalette::Link, s.text); // underlined; the accent has too little contrast for text
    palette.setColor(QPalette::LinkVisited, s.text);
    palette.setColor(QPalette::Light, s.raised);
    palette.setColor(QPalette::Midlight, s.raised);
    palette.setColor(QPalette::Mid, s.border);
    palette.setColor(QPalette::Dark, s.border);
    palette.setColor(QPalette::Shadow, s.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, s.disabledText);
    return palette;
}

} // namespace

void apply(QApplication& application, Scheme scheme) {
    application.setProperty("planlensScheme", int(scheme)); // before widgets receive the palette change and read it
    // Only some standard actions have icons in the theme of the desktop; menus with a few of them look ragged.
    QCoreApplication::setAttribute(Qt::AA_DontShowIconsInMenus);
    application.setStyle(new Style);
    const QPalette palette = paletteOf(scheme);
    application.setPalette(palette);
    // Fusion derives control outlines from the window color, which makes them invisible on dark surfaces.
    QPalette outlined = palette;
    outlined.setColor(QPalette::Window, surfaces(scheme).control);
    for (const char* name :
         {"QCheckBox", "QLineEdit", "QComboBox", "QPushButton", "QPlainTextEdit", "QProgressBar", "QMenu", "QTabBar"})
        application.setPalette(outlined, name);
    const Surfaces& s = surfaces(scheme);
    application.setStyleSheet(
        QStringLiteral(
            "QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }"
            "QToolButton[flat=\"chip\"] { border: 1px solid %3; border-radius: 12px; padding: 2px 8px; background: %2; "
            "}"
            "QToolButton[flat=\"chip\"]:hover { border-color: %4; }"
            "QToolButton[flat=\"segment\"], QToolButton[flat=\"verdict\"] { border: 1px solid transparent; "
            "border-radius: 4px;"
            " padding: 3px 8px; }"
            "QToolButton[flat=\"verdict\"] { padding: 3px 4px; }"
            "QToolButton::menu-indicator { image: none; }"
            "QToolButton[flat=\"segment\"]:checked { background: %2; border-color: %4; }"
            "QToolButton[flat=\"verdict\"]:checked { background: %2; border-color: %4; }"
            "QToolButton[flat=\"menu\"] { border: 1px solid transparent; border-radius: 4px; padding: 3px 8px; }"
            "QToolButton[flat]:hover:enabled:!checked:!focus { border-color: %3; }"
            "QToolButton[flat=\"verdict\"]:disabled { color: %5; }"
            // Includes the width of the focus ring, so that the size stays the same.
            "QToolButton[flat]:focus { border: 2px solid %1; padding: 2px 7px; }"
            "QToolButton[flat=\"chip\"]:focus { padding: 1px 7px; } QToolButton[flat=\"verdict\"]:focus { padding: 2px "
            "3px; }"
            "*[tint=\"1\"] { background: %9; } *[tint=\"2\"] { background: %10; }"
            "*[tint=\"3\"]:enabled { color: %8; } *[tint=\"4\"]:enabled { color: %7; } *[tint=\"5\"]:enabled { color: "
            "%5; }"
            "QAbstractScrollArea { border: 1px solid transparent; } QAbstractScrollArea:focus { border-color: %4; }"
            "QFrame[flat=\"line\"] { background: %3; border: none; }"
            "QPushButton { padding: 3px 12px; }"
            "QHeaderView { background: %6; border: none; }"
            "QHeaderView::section { background: %6; color: %5; border: none; border-bottom: 1px solid %3; padding: 3px "
            "4px; }"
            "QSplitter::handle { background: %3; }"
            "QSplitter::handle:horizontal { width: 1px; } QSplitter::handle:vertical { height: 1px; }")
            .arg(s.text.name(), s.raised.name(), s.border.name(), s.accent.name(), s.dimText.name(), s.base.name(),
                 s.error.name(), s.warning.name(), noticeGround(s).name(), s.beforeTint.name()));
}

Scheme currentScheme() {
    const QVariant set = qApp ? qApp->property("planlensScheme") : QVariant();
    if (set.isValid())
        return Scheme(set.toInt());
    return QPalette().color(QPalette::Window).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

QFont monospaceFont() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    if (!QFontInfo(font).fixedPitch())
        font.setFamily(QStringLiteral("DejaVu Sans Mono"));
    const QFont words = QApplication::font();
    if (words.pixelSize() > 0)
        font.setPixelSize(words.pixelSize());
    else
        font.setPointSizeF(words.pointSizeF());
    return font;
}

QFont titleFont() {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 1.3);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smallFont() {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    return font;
}

void setTint(QWidget& widget, Tint tint) {
    if (widget.property("tint") == QVariant(int(tint)))
        return; // polishing takes long
    widget.setAttribute(Qt::WA_StyledBackground);
    widget.setProperty("tint", int(tint));
    widget.style()->polish(&widget);
}

QIcon glyphIcon(ActionKind kind, Scheme scheme) {
    QPixmap pixmap(32, 32);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = monospaceFont();
    font.setBold(true);
    font.setPixelSize(15);
    painter.setFont(font);
    painter.setPen(color(kind, scheme));
    painter.drawText(QRectF(0, 0, 16, 16), Qt::AlignCenter, glyph(kind));
    return QIcon(pixmap);
}

} // namespace planlens::theme
