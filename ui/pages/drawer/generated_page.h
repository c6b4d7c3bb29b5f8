// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace planlens::plans {
struct Plan;
}

namespace planlens::widgets {

/// The generated configuration of the selected imported object, or of all, to copy or save. Sensitive values are
/// omitted.
class GeneratedPage final : public QWidget {
    Q_OBJECT
public:
    explicit GeneratedPage(QWidget* parent = nullptr);

    /// Sets the default folder for saving.
    void setFolder(const QString& folder) { m_folder = folder; }
    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    void select(const QString& address);
    /// Returns the number of objects with generated configuration.
    int count() const { return m_count; }
    QString text() const;
    /// Saves the whole configuration to a file. Asks before replacing an existing one.
    void saveTo(const QString& path);

Q_SIGNALS:
    /// A message for the status bar.
    void messageShown(const QString& text);

private:
    void showText();
    void chooseFile();
    enum class Existing { Kept, Replaced };
    void write(const QString& path, Existing existing);

    std::shared_ptr<const plans::Plan> m_plan;
    masking::Secrets m_secrets; // of the plan
    QString m_folder, m_selected;
    QString m_all; // contents of the file
    int m_count = 0;
    QLabel* m_title;
    QPlainTextEdit* m_text;
    QPushButton* m_copy;
    QPushButton* m_save;
};

} // namespace planlens::widgets
