// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/desktop_scheme.h"

#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace planlens::theme {

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorSchemeKey = QStringLiteral("color-scheme");
const QString contrastKey = QStringLiteral("contrast");

/// Unwraps a value, because older portals wrap values twice.
QVariant unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

DesktopScheme::DesktopScheme(const QDBusConnection& bus, Scheme otherwise, QObject* parent)
    : QObject(parent)
    , m_bus(bus)
    , m_otherwise(otherwise) {
    if (!m_bus.isConnected())
        return;
    // Qt 6.4 registers the D-Bus types with the first call or query. Before that, it refuses to connect slots with such
    // parameters.
    if (!QDBusMetaType::typeToSignature(QMetaType::fromType<QDBusVariant>()))
        return;
    m_bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
                  SLOT(handleSetting(QString, QString, QDBusVariant)));
    ask(colorSchemeKey);
    ask(contrastKey);
}

void DesktopScheme::ask(const QString& key) {
    QDBusMessage message = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    message << appearance << key;
    auto* answer = new QDBusPendingCallWatcher(m_bus.asyncCall(message), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, key] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        answer->deleteLater();
        if (!reply.isError())
            handleSetting(appearance, key, reply.value());
    });
}

Scheme DesktopScheme::scheme() const {
    if (m_contrast == 1)
        return Scheme::HighContrast;
    return m_colorScheme == 1 ? Scheme::Dark : m_colorScheme == 2 ? Scheme::Light : m_otherwise;
}

void DesktopScheme::handleSetting(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group != appearance || (key != colorSchemeKey && key != contrastKey))
        return;
    const Scheme before = scheme();
    (key == contrastKey ? m_contrast : m_colorScheme) = unwrapped(value.variant()).toUInt();
    if (scheme() != before)
        Q_EMIT changed(scheme());
}

} // namespace planlens::theme
