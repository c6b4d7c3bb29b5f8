// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/text_diff_view.h"

#include "ui/models/text_lines.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QToolButton>

namespace planlens::widgets {

using models::TextDifference;
using models::TextLine;

TextDiffView::TextDiffView(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("text"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    m_title = new QLabel(this);
    m_title->setObjectName(QStringLiteral("text-title"));
    m_title->setTextFormat(Qt::PlainText);
    m_raw = new QToolButton(this);
    m_raw->setObjectName(QStringLiteral("text-raw"));
    m_raw->setText(tr("Raw"));
    m_raw->setCheckable(true);
    m_raw->setProperty("flat", QStringLiteral("segment"));
    m_raw->setToolTip(tr("Show the raw text instead of the decoded text"));
    m_raw->setAccessibleName(tr("Raw text"));
    connect(m_raw, &QToolButton::toggled, this, &TextDiffView::showLines);
    head->addWidget(m_title, 1);
    head->addWidget(m_raw);
    column->addLayout(head);
    m_text = new QPlainTextEdit(this);
    m_text->setObjectName(QStringLiteral("text-lines"));
    m_text->setAccessibleName(tr("Differences in the text"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(theme::monospaceFont());
    m_text->setTabChangesFocus(true);
    m_text->setPlaceholderText(tr("Select an attribute with a long text to see its differences."));
    column->addWidget(m_text, 1);
    setTexts({}, nullptr);
}

TextDiffView::~TextDiffView() = default;

void TextDiffView::setTexts(const QString& name, const std::shared_ptr<const models::TextPair>& texts) {
    m_difference = texts ? std::make_unique<const TextDifference>(*texts) : nullptr;
    QStringList parts;
    if (m_difference) {
        parts.append(name);
        for (const QString& part : {m_difference->formName(), m_difference->differenceName()})
            if (!part.isEmpty())
                parts.append(part);
        if (m_difference->formName().isEmpty())
            parts.insert(1, tr("text"));
    }
    m_title->setText(parts.join(QStringLiteral("  \u00b7  ")));
    m_raw->setVisible(m_difference && m_difference->isRead());
    showLines();
}

void TextDiffView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_text)
        showLines();
}

void TextDiffView::showLines() {
    m_text->clear();
    if (!m_difference)
        return;
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    QTextCursor cursor(m_text->document());
    cursor.beginEditBlock();
    bool isFirst = true;
    for (const TextLine& line :
         m_difference->lines(m_raw->isChecked() ? TextDifference::Form::Raw : TextDifference::Form::Read)) {
        QTextBlockFormat block;
        QTextCharFormat plain;
        plain.setForeground(s.text);
        QString sign = QStringLiteral("  ");
        switch (line.kind) {
        case TextLine::Kind::Same:
            break;
        case TextLine::Kind::Removed:
            block.setBackground(s.beforeTint);
            sign = QStringLiteral("\u2212 ");
            break;
        case TextLine::Kind::Added:
            block.setBackground(s.afterTint);
            sign = QStringLiteral("+ ");
            break;
        case TextLine::Kind::Gap:
            plain.setForeground(s.dimText);
            sign = QStringLiteral("\u22ef ");
            break;
        }
        if (isFirst)
            cursor.setBlockFormat(block);
        else
            cursor.insertBlock(block, plain);
        isFirst = false;
        cursor.insertText(sign, plain);
        QTextCharFormat marked = plain;
        marked.setFontWeight(QFont::Bold);
        marked.setFontUnderline(true);
        qsizetype done = 0;
        for (const models::TextMark& mark : line.marks) {
            cursor.insertText(line.text.mid(done, mark.start - done), plain);
            cursor.insertText(line.text.mid(mark.start, mark.length), marked);
            done = mark.start + mark.length;
        }
        cursor.insertText(line.text.mid(done), plain);
    }
    cursor.endEditBlock();
    m_text->moveCursor(QTextCursor::Start);
}

} // namespace planlens::widgets
