// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLabel>

namespace planlens::widgets {

/// One line of plain text that never widens the window: what has no room is left out, and an ellipsis says where.
/// It can be selected and copied in whole all the same, and is told in whole where it has no tip of its own.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
    /// Whether something is left out.
    bool isElided() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace planlens::widgets
