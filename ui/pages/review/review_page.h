// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/pages/review/approval.h"
#include "ui/pages/review/gates.h"

#include <QHash>
#include <QSet>
#include <QWidget>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace planlens::widgets {

/// The review of exactly one plan before it is applied: its destroyed objects, its findings, the programs that it
/// starts, and the gates. If objects are destroyed, a word must be typed; after that, Enter applies. Escape goes
/// back.
class ReviewPage final : public QWidget {
    Q_OBJECT
public:
    ReviewPage(Approval approval, Gates gates, QWidget* parent = nullptr);

    /// Returns the word to type; empty: none.
    const QString& word() const { return m_word; }
    /// Sets the reason that prevents approval; empty: none.
    void setBlocker(const QString& text);
    /// Sets the addresses of the changes that are marked as reviewed.
    void setReviewed(const QSet<QString>& addresses);
    /// Focuses the field for the word if there is one, otherwise the button that goes back.
    void focusNext();

public Q_SLOTS:
    /// Applies the plan if all gates are met.
    void accept();
    void reject() { Q_EMIT rejected(); }

Q_SIGNALS:
    void accepted();
    void rejected();
    void addressChosen(const QString& address);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addFacts(QGridLayout& facts);
    void addProblems(QBoxLayout& column);
    void addGates(QBoxLayout& column);
    void addLost(QBoxLayout& column);
    QWidget* bottomLine();
    QString gateText(Gate gate) const;
    /// Returns the number of unmet requirements of a gate.
    int unmet(Gate gate) const;
    void showAge();
    void showState();

    const Approval m_approval;
    Gates m_gates;
    QSet<QString> m_reviewed;
    QString m_word;
    QHash<Gate, QLabel*> m_gateStates;
    QScrollArea* m_contents = nullptr; // above the buttons
    QLabel* m_age = nullptr;
    QLabel* m_reviewedText = nullptr;
    QLabel* m_blocker = nullptr;
    QLineEdit* m_typed = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_apply = nullptr;
    QBoxLayout* m_bottom = nullptr; // the typed word and the buttons
};

} // namespace planlens::widgets
