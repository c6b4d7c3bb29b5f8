// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

namespace planlens::theme {

/// Follows the color scheme of the desktop through the settings portal (org.freedesktop.appearance). Emits nothing if
/// there is no portal.
class DesktopScheme final : public QObject {
    Q_OBJECT
public:
    /// `otherwise` is used if the desktop has no preference.
    DesktopScheme(const QDBusConnection& bus, Scheme otherwise, QObject* parent = nullptr);

    Scheme scheme() const;

Q_SIGNALS:
    void changed(planlens::theme::Scheme scheme);

private Q_SLOTS:
    void handleSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask(const QString& key);

    QDBusConnection m_bus;
    const Scheme m_otherwise;
    uint m_colorScheme = 0; // 1: dark, 2: light
    uint m_contrast = 0;    // 1: high
};

} // namespace planlens::theme
