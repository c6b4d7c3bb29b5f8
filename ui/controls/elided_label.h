// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLabel>

namespace planlens::widgets {

/// One line of plain text that is elided instead of widening the window. The full text can be selected and copied, and
/// is shown as tool tip unless another one is set.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    /// Includes the whole text, which can be wider than its pixels.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Whether the text is elided.
    bool isElided() const;
    /// Shows nothing instead of a part of the text, for a title whose place says enough.
    void setWholeOnly() { m_isWholeOnly = true; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isWholeOnly = false;
};

} // namespace planlens::widgets
