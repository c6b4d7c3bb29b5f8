// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QPushButton>

#include <memory>

namespace planlens::exporting {
enum class ExportFormat;
}
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// The button "Export": writes the shown plan to a file in any of the formats.
class ExportMenu final : public QPushButton {
    Q_OBJECT
public:
    explicit ExportMenu(QWidget* parent = nullptr);

    /// Sets the result to export; hidden without a plan.
    void setResult(std::shared_ptr<const session::Result> result);
    /// Asks for a file name unless one is given, and writes it on another thread.
    void exportAs(exporting::ExportFormat format, QString file = {});

Q_SIGNALS:
    void exported(const QString& file);
    void failed(const QString& reason);

private:
    std::shared_ptr<const session::Result> m_result;
};

} // namespace planlens::widgets
