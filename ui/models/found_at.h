// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <algorithm>

namespace planlens::models {

/// How many findings there are at a place, and how severe the worst is.
struct FoundAt {
    static constexpr int none = 3; // past the severities of core/risk, of which the first is the worst
    int count = 0;
    int worst = none;

    void add(const FoundAt& other) {
        count += other.count;
        worst = std::min(worst, other.worst);
    }
    bool operator==(const FoundAt&) const = default;
};
using FoundByAddress = QHash<QString, FoundAt>;
/// By address.
using FindingTitles = QHash<QString, QStringList>;

} // namespace planlens::models
