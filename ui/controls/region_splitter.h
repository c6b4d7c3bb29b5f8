// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSplitter>

namespace planlens::widgets {

/// Two regions. Side by side, they share the width nearly equally. If one is above the other, the lower one gets two
/// fifths of the height, but less in low windows, where the upper one needs it. Once the user has moved the divider,
/// both keep their shares.
class RegionSplitter final : public QSplitter {
    Q_OBJECT
public:
    explicit RegionSplitter(QWidget* parent = nullptr);

    /// Whether the user has moved the divider.
    bool isMoved() const { return m_isMoved; }
    /// Restores the sizes that the user chose earlier, if `state` is not empty.
    void restoreMoved(const QByteArray& state) { m_isMoved = restoreState(state); }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool m_isMoved = false;
};

} // namespace planlens::widgets
