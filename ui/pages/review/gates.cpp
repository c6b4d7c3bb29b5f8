// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/review/gates.h"

#include "ui/basics/settings.h"
#include "ui/basics/small_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>

namespace planlens::widgets {

namespace {

struct GatesText {
    Q_DECLARE_TR_FUNCTIONS(planlens::widgets::Gates)
};

QString keyOf(const QString& folder, Gate gate) {
    return folderSetting(folder, QString(QStringLiteral("gates/") % gateName(gate)));
}

} // namespace

QString gateName(Gate gate) {
    switch (gate) {
    case Gate::DestroysReviewed:
        return QStringLiteral("destroys-reviewed");
    case Gate::FindingsReviewed:
        return QStringLiteral("findings-reviewed");
    case Gate::ChecksPassed:
        return QStringLiteral("checks-passed");
    case Gate::TypedWord:
        return QStringLiteral("typed-word");
    }
    return {};
}

Gates::Gates(const QString& folder)
    : m_folder(folder) {
    readPolicy();
    if (!hasSettings())
        return;
    const QSettings settings;
    for (const Gate gate : allGates)
        if (settings.value(keyOf(m_folder, gate), gate == Gate::TypedWord).toBool())
            m_required.insert(gate);
        else
            m_required.remove(gate);
}

void Gates::setRequired(Gate gate, bool isRequired) {
    if (isRequired)
        m_required.insert(gate);
    else
        m_required.remove(gate);
    if (hasSettings())
        QSettings().setValue(keyOf(m_folder, gate), isRequired);
}

void Gates::readPolicy() {
    const QString path = m_folder + QStringLiteral("/.planlens/policy.json");
    if (m_folder.isEmpty() || !QFileInfo::exists(path))
        return;
    const auto text = readSmallFile(path);
    const auto refuse = [this](const QString& why) {
        m_error = GatesText::tr("%1 is invalid, so all conditions are required: %2")
                      .arg(QStringLiteral(".planlens/policy.json"), why);
        m_ofPolicy = {allGates.begin(), allGates.end()};
    };
    if (!text)
        return refuse(text.error());
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(*text, &error);
    if (error.error != QJsonParseError::NoError)
        return refuse(error.errorString());
    const QJsonValue gates = document.object().value(QStringLiteral("gates"));
    if (!document.isObject() || document.object().size() != 1 || !gates.isArray())
        return refuse(GatesText::tr("It must be an object whose only member is the list \"gates\"."));
    for (const QJsonValue& name : gates.toArray()) {
        const auto gate = std::ranges::find(allGates, name.toString(), gateName);
        if (gate == allGates.end())
            return refuse(GatesText::tr("There is no gate \"%1\".").arg(name.toString()));
        m_ofPolicy.insert(*gate);
    }
}

} // namespace planlens::widgets
