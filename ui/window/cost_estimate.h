// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>

#include <memory>

class QWidget;

namespace planlens::session {
struct Result;
}
namespace planlens::system {
class PrivateDirectory;
}

namespace planlens::widgets {

/// Estimates the monthly costs of a plan with Infracost, after asking. Keeps the file of the last estimate, which is
/// read again with each plan.
class CostEstimate final : public QObject {
    Q_OBJECT
public:
    /// Dialogs are shown over the window.
    explicit CostEstimate(QWidget* window);
    ~CostEstimate() override;

    /// `planFile` is the JSON of the plan if it was opened from there.
    void start(const session::Result& result, const QString& planFile);

Q_SIGNALS:
    void finished(const QString& file);
    void failed(const QString& reason);

private:
    /// `plan` is the file with the JSON of the plan. The estimate is written to the folder.
    void ask(const QString& program, const QString& plan,
             const std::shared_ptr<const system::PrivateDirectory>& folder);

    QWidget* m_window;
    std::shared_ptr<const system::PrivateDirectory> m_folder; // of the last estimate; may be null
};

} // namespace planlens::widgets
