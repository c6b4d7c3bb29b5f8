// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/option_chips.h"

#include "ui/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr qsizetype mostOfOneKind = 3;

QString wordOf(OptionChips::Kind kind) {
    switch (kind) {
    case OptionChips::Kind::VariableFile:
        return OptionChips::tr("Variables");
    case OptionChips::Kind::Replace:
        return OptionChips::tr("Replace");
    case OptionChips::Kind::Exclude:
        return OptionChips::tr("Exclude");
    case OptionChips::Kind::Target:
        return OptionChips::tr("Target");
    }
    return {};
}

QString chipText(const QString& word, const QString& subject) {
    return word % u' ' % subject % QStringLiteral("  ✕");
}

} // namespace

OptionChips::OptionChips(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(theme::grid);
    m_row->addStretch(1);
    hide();
}

void OptionChips::setOptions(const std::array<QStringList, 4>& subjects) {
    m_chips.clear();
    while (m_row->count() > 1) {
        QLayoutItem* item = m_row->takeAt(0);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].size() > mostOfOneKind)
            addMenu(Kind(i), subjects[i]);
        else
            for (const QString& subject : subjects[i])
                addOne(Kind(i), subject);
    fit();
}

QSize OptionChips::sizeHint() const {
    int width = 0;
    for (const Chip& chip : m_chips)
        width += chip.whole + (width > 0 ? m_row->spacing() : 0);
    return {width, QWidget::sizeHint().height()};
}

QToolButton* OptionChips::addChip(const QString& text) {
    auto* chip = new QToolButton(this);
    chip->setProperty("flat", QStringLiteral("chip"));
    chip->setText(text);
    chip->setMinimumWidth(theme::grid); // the window may become narrower than the whole texts
    m_row->insertWidget(m_row->count() - 1, chip);
    return chip;
}

void OptionChips::addOne(Kind kind, const QString& subject) {
    const QString word = wordOf(kind);
    QToolButton* chip = addChip(chipText(word, subject));
    chip->setToolTip(tr("%1 %2\nClick to remove.").arg(word, subject));
    chip->setAccessibleName(tr("Remove: %1 %2").arg(word, subject));
    connect(chip, &QToolButton::clicked, this, [this, kind, subject] { Q_EMIT removed(kind, subject); });
    m_chips.append({chip, word, subject, chip->sizeHint().width()});
}

void OptionChips::addMenu(Kind kind, const QStringList& subjects) {
    const QString word = wordOf(kind);
    QToolButton* chip = addChip(QStringLiteral("%1 %L2 ▾").arg(word).arg(subjects.size()));
    chip->setAccessibleName(QStringLiteral("%1 %L2").arg(word).arg(subjects.size()));
    chip->setToolTip(tr("Remove one of these options"));
    chip->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(chip);
    for (const QString& subject : subjects)
        menu->addAction(tr("Remove: %1 %2").arg(word, QString(subject).replace(u'&', QStringLiteral("&&"))), this,
                        [this, kind, subject] { Q_EMIT removed(kind, subject); });
    chip->setMenu(menu);
    m_chips.append({chip, {}, {}, chip->sizeHint().width()});
}

/// Divides the width: short chips get what they need, the others an equal part of the rest.
void OptionChips::fit() {
    if (!isVisible())
        return; // the width is not known yet
    QVector<Chip*> chips;
    for (Chip& chip : m_chips)
        chips.append(&chip);
    std::ranges::stable_sort(chips, {}, &Chip::whole);
    int room = width() - theme::grid * std::max(0, int(chips.size()) - 1);
    for (qsizetype i = 0; i < chips.size(); ++i) {
        const Chip& chip = *chips[i];
        const int missing = chip.whole - room / int(chips.size() - i);
        if (!chip.subject.isEmpty()) {
            const QFontMetrics metrics = chip.button->fontMetrics();
            const QString subject =
                missing <= 0 ? chip.subject
                             : metrics.elidedText(chip.subject, Qt::ElideMiddle,
                                                  std::max(0, metrics.horizontalAdvance(chip.subject) - missing));
            chip.button->setText(chipText(chip.word, subject));
        }
        room -= chip.button->sizeHint().width();
    }
}

void OptionChips::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void OptionChips::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fit();
}

} // namespace planlens::widgets
