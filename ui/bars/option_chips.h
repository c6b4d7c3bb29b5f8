// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

#include <array>

class QHBoxLayout;
class QToolButton;

namespace planlens::widgets {

/// A chip for each planning option that is in effect. A click removes the option. The chips share the width: they are
/// elided only if they do not fit, and many of one kind are in the menu of one chip.
class OptionChips final : public QWidget {
    Q_OBJECT
public:
    enum class Kind { VariableFile, Replace, Exclude, Target };

    explicit OptionChips(QWidget* parent = nullptr);

    /// Replaces all chips. The caller shows the row if there are any. The lists are in the order of the kinds.
    void setOptions(const std::array<QStringList, 4>& subjects);
    bool isEmpty() const { return m_chips.isEmpty(); }
    /// The width with all texts whole.
    QSize sizeHint() const override;

Q_SIGNALS:
    void removed(planlens::widgets::OptionChips::Kind kind, const QString& subject);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Chip {
        QToolButton* button;
        QString word, subject;
        int whole; // width if nothing is elided
    };

    QToolButton* addChip(const QString& text);
    void addOne(Kind kind, const QString& subject);
    void addMenu(Kind kind, const QStringList& subjects);
    void fit();

    QHBoxLayout* m_row;
    QVector<Chip> m_chips;
};

} // namespace planlens::widgets
