// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/rows/attribute_row.h"
#include "core/plans/change.h"
#include "ui/basics/secrets.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::models {

struct TextPair : diff::TextPair {};

/// An unknown attribute of another resource instance.
struct ValueSource {
    QString address;   // of the instance
    QString attribute; // including the address
    QString label;     // the same without the module, if it is that of the change
};

/// One attribute or element of a change, with its children.
struct AttributeRow {
    using State = diff::AttributeRow::State;
    QString name;   // "ami", "[0]", "[\"key\"]"
    QString path;   // from the root of the resource
    QString label;  // identifies the element that the row is or belongs to; empty outside of lists and sets
    QString before; // empty if absent; only for rows without children
    QString after;
    State state = State::Unchanged;
    bool forcesReplacement = false;
    bool knownAfterApply = false;
    bool sensitive = false;
    bool isComputed = false;          // unknown, and only set by the provider
    std::vector<ValueSource> sources; // sources of an unknown value
    QString textNote;                 // the form of a text with children and two sides, or that only the order changes
    std::shared_ptr<const TextPair> texts; // of a text with more details than fit into a row
    bool isGap = false;                    // represents omitted lines; only the name is set
    bool isPath = false;                   // an attribute or an element with a position or key, not part of a text
    std::vector<AttributeRow> children;
    std::vector<AttributeRow> withoutEffect; // children that change in form only, such as empty text that becomes null
    int hiddenUnchanged = 0;                 // number of unchanged children that are omitted
};

/// Returns the differences between before and after. Unchanged attributes are omitted and counted, except the
/// identifying attribute `id`. Sensitive values are masked here.
AttributeRow attributeRows(const plans::ResourceInstanceChange& change, const Secrets& secrets = {});
/// Returns the same including the sources of unknown values.
AttributeRow attributeRows(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const Secrets& secrets = {});
/// Returns the same for an output or another kind of change.
AttributeRow attributeRows(const plans::Change& change, const std::vector<values::Path>& requiredReplace,
                           bool sensitive, const Secrets& secrets = {});

/// Returns a value on one line, masked if it or a part of it is sensitive.
QString valueText(const values::Value& value, const Secrets& secrets = {});

} // namespace planlens::models
