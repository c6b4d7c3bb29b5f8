// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QListWidget>

namespace planlens::widgets {

/// Lines with whole addresses in the monospaced font, which are wrapped between their parts. As high as its lines, up
/// to a limit.
class LineList final : public QListWidget {
    Q_OBJECT
public:
    explicit LineList(QWidget* parent);
    void setLines(const QStringList& lines);

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace planlens::widgets
