// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

#include <memory>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QTextBrowser;
class QTreeView;

namespace planlens::models {
class StateTreeModel;
class ValueTreeModel;
} // namespace planlens::models
namespace planlens::session {
struct Request;
struct Result;
class StateReader;
struct StateSnapshot;
} // namespace planlens::session

namespace planlens::widgets {

/// The objects in a state, and all stored attributes of the selected one. Independent of plans.
class StatePage final : public QWidget {
    Q_OBJECT
public:
    explicit StatePage(QWidget* parent = nullptr);
    ~StatePage() override;

    /// Shows that the state is being read; the previous contents stay visible.
    void setReading();
    /// Reads the state of the folder of a request in the background, then shows it. `result`, its last plan, has
    /// schemas; may be null.
    void readFolder(const session::Request& request, std::shared_ptr<const session::Result> result);
    /// Reads the state in a finished plan in the background, then shows it.
    void readPlan(std::shared_ptr<const session::Result> result);
    /// Cancels reading.
    void stopReading();
    void setSnapshot(std::shared_ptr<const session::StateSnapshot> snapshot);
    const std::shared_ptr<const session::StateSnapshot>& snapshot() const { return m_snapshot; }
    /// Clears the page, and cancels reading.
    void clear();
    /// Selects an object; false if the state has none of this address.
    bool select(const QString& address);
    void focusFilter();
    void focusTree();
    /// The target of the button "Back".
    enum class Back { Plan, Nothing };
    void setBack(Back back);

Q_SIGNALS:
    /// A state was read in the background and is shown.
    void read();
    void left();
    void readAgainRequested();
    /// The user selected an object.
    void addressChosen(const QString& address);

protected:
    void changeEvent(QEvent* event) override;

private:
    QHBoxLayout* makeHead();
    QWidget* makeContents(QWidget* parent);
    void showFacts();
    void showCurrent();
    void filter();
    void unfoldSome();
    void fitColumns();
    void showEmpty(const QString& text);
    QString describe(const QModelIndex& index) const;

    std::shared_ptr<const session::StateSnapshot> m_snapshot;
    session::StateReader* m_reader;
    models::StateTreeModel* m_model;
    models::ValueTreeModel* m_values;
    QPushButton* m_back;
    QPushButton* m_again;
    QLabel* m_facts;
    QLabel* m_problem;
    QLabel* m_shown;
    QLineEdit* m_filter;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QTreeView* m_tree;
    QTextBrowser* m_about;
    QTreeView* m_attributes;
};

} // namespace planlens::widgets
