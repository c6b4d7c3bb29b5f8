// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "ui/basics/secrets.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::models {

/// Both sides of a text, nothing on a side without one. Holds no secrets.
struct TextPair {
    std::optional<std::string> before, after;
};
/// An attribute of another resource instance that is not known yet.
struct ValueSource {
    QString address;   // of the instance
    QString attribute; // with the address
};

/// One attribute or element of a change, with what is in it.
struct AttributeRow {
    enum class State { Unchanged, Added, Removed, Changed };
    QString name;   // "ami", "[0]", "[\"key\"]"
    QString path;   // from the resource
    QString before; // empty where there is none; only of rows without children
    QString after;
    State state = State::Unchanged;
    bool forcesReplacement = false;
    bool knownAfterApply = false;
    bool sensitive = false;
    bool isComputed = false;          // not known, and for the provider alone to set
    std::vector<ValueSource> sources; // where what is not known comes from
    QString
        textNote; // what a text is, with what is in it as children, and before and after; or that only an order changes
    std::shared_ptr<const TextPair> texts; // of a text that has more to it than a row can show
    bool isGap = false;                    // stands for lines that are left out; only the name is set
    std::vector<AttributeRow> children;
    std::vector<AttributeRow> withoutEffect; // children that change in form only, as an empty text that becomes null
    int hiddenUnchanged = 0;                 // children left out because nothing changes in them
};

/// The differences between before and after. What is unchanged is left out and counted; the identifying attribute `id`
/// is kept. Sensitive values are masked here and do not get any further.
AttributeRow attributeRows(const plans::ResourceInstanceChange& change, const Secrets& secrets = {});
/// The same with where unknown values come from.
AttributeRow attributeRows(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const Secrets& secrets = {});
/// The same for an output or any other change.
AttributeRow attributeRows(const plans::Change& change, const std::vector<values::Path>& requiredReplace,
                           bool sensitive, const Secrets& secrets = {});

/// A value on one line, masked where it or a part of it is sensitive.
QString valueText(const values::Value& value, const Secrets& secrets = {});

} // namespace planlens::models
