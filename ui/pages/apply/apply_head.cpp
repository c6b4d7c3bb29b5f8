// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/apply/apply_head.h"

#include "ui/controls/elided_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

using theme::Tint;

/// Done changes, then failed ones in their own color, then the remaining ones. Only done changes are its value.
class ApplyBar final : public QProgressBar {
public:
    using QProgressBar::QProgressBar;

    void setProgress(int done, int failed, int known) {
        m_failed = failed;
        setRange(0, std::max(1, known));
        setValue(done);
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QProgressBar::paintEvent(event);
        if (m_failed == 0)
            return;
        const int left = width() * value() / maximum(), right = width() * (value() + m_failed) / maximum();
        QPainter(this).fillRect(QRect(left, 0, right - left, height()), theme::surfaces(theme::currentScheme()).error);
    }

private:
    int m_failed = 0;
};

ApplyHead::ApplyHead(const QList<QPushButton*>& buttons, QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_bar(new ApplyBar(this))
    , m_facts(new QLabel(this))
    , m_failure(new ElidedLabel(this))
    , m_now(new ElidedLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    column->setSpacing(theme::grid / 2);
    auto* first = new QHBoxLayout;
    first->setSpacing(theme::grid);
    m_text->setObjectName(QStringLiteral("apply-text"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setFont(theme::titleFont());
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    first->addWidget(m_text, 1);
    for (QPushButton* button : buttons)
        first->addWidget(button, 0, Qt::AlignTop);
    column->addLayout(first);
    m_bar->setFixedHeight(theme::grid);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Apply progress"));
    column->addWidget(m_bar);
    m_facts->setObjectName(QStringLiteral("apply-facts"));
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_facts);
    m_failure->setObjectName(QStringLiteral("apply-failure"));
    theme::setTint(*m_failure, Tint::ErrorText);
    column->addWidget(m_failure);
    m_now->setObjectName(QStringLiteral("apply-now"));
    m_now->setMinimumHeight(m_now->fontMetrics().height());
    column->addWidget(m_now);
}

void ApplyHead::showProgress(const Progress& progress) {
    constexpr qsizetype mostNames = 3;
    m_bar->setProgress(progress.ended - progress.failed, progress.failed, progress.known);
    m_bar->show();
    QString text = (progress.isStopping ? tr("Stopping: %1 of %2 done") : tr("Applying: %1 of %2 done"))
                       .arg(progress.ended - progress.failed)
                       .arg(progress.known);
    if (progress.failed > 0)
        text += QStringLiteral("  ·  ") + tr("%n failed", nullptr, progress.failed);
    m_text->setText(text);
    theme::setTint(*m_text, progress.failed > 0 ? Tint::ErrorText : Tint::None);
    m_facts->setText(progress.facts.join(QStringLiteral("  ·  ")));
    m_failure->setText(tr("First failure: %1").arg(progress.firstFailure));
    m_failure->setVisible(!progress.firstFailure.isEmpty());
    // An empty line keeps its height, so that the table does not move between two operations.
    QString now;
    if (!progress.running.isEmpty())
        now = tr("Running now: %1").arg(progress.running.mid(0, mostNames).join(QStringLiteral(", ")));
    if (progress.running.size() > mostNames)
        now += u' ' + tr("and %n more", nullptr, int(progress.running.size() - mostNames));
    m_now->setText(now);
    m_now->show();
}

void ApplyHead::showResult(const Result& result) {
    m_bar->hide();
    m_failure->hide(); // the page shows all errors
    m_text->setText((result.outcome == Outcome::Complete  ? QStringLiteral("✓ ")
                     : result.outcome == Outcome::Stopped ? QStringLiteral("■ ")
                                                          : QStringLiteral("✗ ")) +
                    result.sentence);
    theme::setTint(*m_text, result.outcome == Outcome::Complete  ? Tint::None
                            : result.outcome == Outcome::Stopped ? Tint::WarningText
                                                                 : Tint::ErrorText);
    m_facts->setText(result.facts);
    m_now->setText(result.next);
    m_now->setVisible(!result.next.isEmpty());
}

} // namespace planlens::widgets
