// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSplitter>

namespace planlens::widgets {

/// Two regions. Side by side, they share the width nearly equally. If one is above the other, the lower one gets two
/// fifths of the height, but less in low windows, where the upper one needs it. Once the user has moved the divider,
/// both keep their shares. The lower one can be folded to its title.
class RegionSplitter final : public QSplitter {
    Q_OBJECT
public:
    explicit RegionSplitter(QWidget* parent = nullptr);

    /// Whether the user has moved the divider.
    bool isMoved() const { return m_isMoved; }
    /// Returns the sizes that the user chose; empty if none.
    QByteArray movedState() const;
    /// Restores the sizes that the user chose earlier, if `state` is not empty.
    void restoreMoved(const QByteArray& state);
    /// Call this before the maximum height of the second region becomes that of its title, and after it is unlimited
    /// again.
    void setFolded(bool isFolded);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void share();

    bool m_isMoved = false;
    bool m_isFolded = false;
    QByteArray m_openState; // the sizes that the user chose, while the second region is folded
};

} // namespace planlens::widgets
