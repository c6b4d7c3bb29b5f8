// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

#include <memory>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace planlens::models {
struct TextPair;
class TextDifference;
} // namespace planlens::models

namespace planlens::widgets {

/// The differences between two versions of a long text, line by line with differing words marked. Shows the name of the
/// detected form, and the text either decoded or raw.
class TextDiffView final : public QWidget {
    Q_OBJECT
public:
    explicit TextDiffView(QWidget* parent = nullptr);
    ~TextDiffView() override;

    /// Sets the text. Null shows a hint to select a text.
    void setTexts(const QString& name, const std::shared_ptr<const models::TextPair>& texts);
    bool isEmpty() const { return !m_difference; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void showLines();

    std::unique_ptr<const models::TextDifference> m_difference;
    QLabel* m_title;
    QToolButton* m_raw;
    QPlainTextEdit* m_text;
};

} // namespace planlens::widgets
