// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLineEdit>

namespace planlens::widgets {

/// Where an address is looked for. Return and Shift+Return ask for the next and the previous match, Escape clears; how
/// many there are stands at the right.
class SearchField final : public QLineEdit {
    Q_OBJECT
public:
    explicit SearchField(QWidget* parent = nullptr);

    void setCount(const QString& text, const QString& explanation);
    const QString& countText() const { return m_count; }
    /// Whether only rows that match are asked for.
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
