// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace planlens::widgets {

/// Shows a sensitive value unmasked for thirty seconds, or until Escape or a click elsewhere. The text can be neither
/// selected nor copied, and is not exposed to other parts of the window.
class RevealPopup final : public QFrame {
    Q_OBJECT
public:
    /// A null text means an absent side.
    RevealPopup(const QString& name, const QString& before, const QString& after, QWidget* parent);

    static constexpr int seconds = 30;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void tick();

    QLabel* m_countdown;
    QTimer m_clock{this};
    int m_left = seconds;
};

} // namespace planlens::widgets
