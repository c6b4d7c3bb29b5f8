// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QHash>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>
#include <QtAlgorithms>

#include <array>

namespace planlens::models {

/// The findings of an object: their number, severities (core/risk, most severe first) and titles.
struct FoundAt {
    int count = 0;
    unsigned severities = 0; // bit set
    QStringList titles;

    static FoundAt one(int severity, const QString& title = {}) {
        return {1, 1U << unsigned(severity), title.isEmpty() ? QStringList() : QStringList{title}};
    }
    bool has(int severity) const { return severities & (1U << unsigned(severity)); }
    /// Returns the most severe severity; past the last one if there are no findings.
    int worst() const { return int(qCountTrailingZeroBits(severities)); }

    void add(const FoundAt& other) {
        count += other.count;
        severities |= other.severities;
        titles += other.titles;
    }
    bool operator==(const FoundAt&) const = default;
};
/// A finding about the whole plan.
struct PlanFinding {
    int severity = 0;
    QString title, subject, meaning; // "Many objects destroyed", "10 objects"
    bool operator==(const PlanFinding&) const = default;
};
/// The findings about objects by the address of the resource instance, and those about the whole plan.
struct FoundByAddress : QHash<QString, FoundAt> {
    QVector<PlanFinding> ofPlan;
};

/// The findings of one severity.
struct SeverityCount {
    int count = 0;
    QMap<QString, int> titles; // title → number of findings
};
using SeverityCounts = std::array<SeverityCount, 3>; // by risk::Severity

} // namespace planlens::models
