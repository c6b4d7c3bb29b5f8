// SPDX-License-Identifier: MPL-2.0
#include "ui/history/review_record.h"

#include "core/diff/value_equivalence.h"
#include "core/plans/change.h"
#include "ui/basics/settings.h"
#include "ui/history/private_files.h"

#include <QSettings>

#include <memory>
#include <string>

namespace planlens::history {

namespace {

const auto settingName = QStringLiteral("reviewed");
constexpr qsizetype digits = 16; // enough for the number of changes

} // namespace

models::ReviewMarks::Fingerprints storedFingerprints() {
    if (!hasSettings())
        return models::ReviewMarks::hashes();
    const auto prints = std::make_shared<const Fingerprints>(stateDirectory());
    if (!prints->isValid())
        return models::ReviewMarks::hashes();
    const auto of = [prints](const std::string& text) { return prints->of(text).left(digits); };
    return {[of](const QString& key) { return of(key.toStdString()); },
            [of](const plans::ResourceInstanceChange& change) {
                return of(std::string(plans::name(change.change.action)) + '\n' +
                          diff::equivalenceKey(change.change.before) + '\n' +
                          diff::equivalenceKey(change.change.after));
            }};
}

models::ReviewMarks::Marks readMarks(const QString& place) {
    models::ReviewMarks::Marks marks;
    if (!hasSettings() || place.isEmpty())
        return marks;
    for (const QString& mark : QSettings().value(folderSetting(place, settingName)).toStringList())
        marks.insert(mark.section(u' ', 0, 0), mark.section(u' ', 1));
    return marks;
}

void writeMarks(const QString& place, const models::ReviewMarks::Marks& marks) {
    if (!hasSettings() || place.isEmpty())
        return;
    QStringList list;
    for (auto mark = marks.begin(); mark != marks.end(); ++mark)
        list.append(mark.key() + QChar(u' ') + mark.value());
    list.sort();
    QSettings settings;
    if (list.isEmpty())
        settings.remove(folderSetting(place, settingName));
    else
        settings.setValue(folderSetting(place, settingName), list);
}

} // namespace planlens::history
