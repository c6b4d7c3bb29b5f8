// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/change_key.h"

#include "core/plans/change.h"
#include "ui/basics/text.h"

namespace planlens {

namespace {

constexpr QLatin1String beforeKey(" (deposed object ");

/// Returns where the suffix with the deposed key starts; -1 without one. Addresses never end with a parenthesis.
qsizetype suffixOf(const QString& changeKey) {
    return changeKey.endsWith(u')') ? changeKey.lastIndexOf(beforeKey) : -1;
}

} // namespace

QString changeKey(const plans::ResourceInstanceChange& change) {
    return changeKey(qstring(change.address.toString()), qstring(change.deposed));
}

QString changeKey(const QString& instance, const QString& deposedKey) {
    return deposedKey.isEmpty() ? instance : QString(instance + beforeKey + deposedKey + u')');
}

QString instanceOf(const QString& changeKey) {
    return changeKey.left(suffixOf(changeKey));
}

QString deposedKeyOf(const QString& changeKey) {
    const qsizetype suffix = suffixOf(changeKey);
    return suffix < 0 ? QString() : changeKey.mid(suffix + beforeKey.size()).chopped(1);
}

} // namespace planlens
