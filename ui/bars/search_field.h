// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLineEdit>

namespace planlens::widgets {

/// The search field for addresses. Return and Shift+Return request the next and previous match, Escape clears. Shows
/// the number of matches on the right.
class SearchField final : public QLineEdit {
    Q_OBJECT
public:
    explicit SearchField(QWidget* parent = nullptr);

    void setCount(const QString& text, const QString& explanation);
    const QString& countText() const { return m_count; }
    /// Whether only matching rows are shown.
    bool showsMatchesOnly() const;

Q_SIGNALS:
    void nextRequested();
    void previousRequested();
    void left(); // Escape in the empty field
    void matchesOnlyToggled();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* m_matchesOnly = nullptr;
    QString m_count;
};

} // namespace planlens::widgets
