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

/// The configuration that was generated for imported objects: of the one that is selected, or of all; to copy, and to
/// save into a file. Sensitive values are not in it.
class GeneratedPage final : public QWidget {
    Q_OBJECT
public:
    explicit GeneratedPage(QWidget* parent = nullptr);

    /// Where files are proposed to be saved.
    void setFolder(const QString& folder) { m_folder = folder; }
    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    void select(const QString& address);
    /// How many objects have a configuration that was generated.
    int count() const { return m_count; }
    QString text() const;
    /// Writes all of it into a file. One that is there already is replaced only where a person says so.
    void saveTo(const QString& path);

Q_SIGNALS:
    /// For the status line.
    void told(const QString& text);

private:
    void showText();
    void chooseFile();
    enum class Existing { Kept, Replaced };
    void write(const QString& path, Existing existing);

    std::shared_ptr<const plans::Plan> m_plan;
    masking::Secrets m_secrets; // of the plan
    QString m_folder, m_selected;
    QString m_all; // as a file
    int m_count = 0;
    QLabel* m_title;
    QPlainTextEdit* m_text;
    QPushButton* m_copy;
    QPushButton* m_save;
};

} // namespace planlens::widgets
