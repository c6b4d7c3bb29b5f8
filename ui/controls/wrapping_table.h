// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QTableView>

namespace planlens::widgets {

/// A table with two columns whose texts are never elided: addresses and identifiers, which wrap at any character in
/// the monospaced font. Rows are as high as the texts need.
class WrappingTable : public QTableView {
    Q_OBJECT
public:
    explicit WrappingTable(QWidget* parent = nullptr)
        : QTableView(parent) {}

    /// Sets the columns that wrap. Called after the model is set.
    void setWrapped(int first, int second);
    /// Returns the width of a column in pixels that has space for a number of characters in one line.
    static int widthOf(int characters);

    /// Sets the text that is shown in place of rows, and of the header, if there are none.
    void setEmptyText(const QString& text);
    const QString& emptyText() const { return m_emptyText; }
    /// Makes the table as high as its rows if there is space, and wants no more than this number of rows.
    void setFittedHeight(int leastRows);
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void arrange();
    void arrangeRows(int first, int last);
    void fitHeight();

    int m_columns[2] = {-1, -1};
    QString m_emptyText;
    int m_leastRows = 0; // 0: any height
};

} // namespace planlens::widgets
