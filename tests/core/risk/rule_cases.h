// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "core/risk/findings.h"
#include "core/values/json/json.h"

#include <QStringList>

#include <algorithm>

/// Changes and the built-in rules that have findings for them.
namespace planlens::testing {

constexpr const char* no = "null";
constexpr const char* some = "{'id':'1'}";

/// Parses JSON with ' instead of ", and ^ for quotes within strings.
inline values::Value object(const char* text) {
    std::string json = text;
    std::replace(json.begin(), json.end(), '\'', '"');
    std::replace(json.begin(), json.end(), '^', '\''); // quotes within strings
    for (std::size_t at = json.find('\''); at != std::string::npos; at = json.find('\'', at + 2))
        json.replace(at, 1, "\\\"");
    const auto value = values::fromSimpleJson(json);
    return value ? *value : values::Value();
}

inline plans::ResourceInstanceChangePtr change(const std::string& address, plans::Action action, const char* before,
                                               const char* after) {
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = made->previousAddress = *addrs::readAbsResourceInstance(address);
    made->change.action = action;
    made->change.before = object(before);
    made->change.after = object(after);
    return made;
}

/// Returns the ids of the rules with findings, sorted.
inline QString printed(const std::vector<risk::Finding>& findings) {
    QStringList lines;
    for (const risk::Finding& finding : findings)
        lines.append(QString::fromStdString(finding.rule));
    lines.sort();
    return lines.join(u' ');
}

struct RuleCase {
    const char* name;
    const char* address;
    plans::Action action;
    const char* before;
    const char* after;
    const char* rules; // ids of the rules with findings
};

inline QString findingsOf(const RuleCase& given) {
    plans::Plan plan;
    plan.changes.add(change(given.address, given.action, given.before, given.after));
    return printed(risk::findings(plan, risk::builtInRules()));
}

} // namespace planlens::testing
