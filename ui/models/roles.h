// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <Qt>

namespace planlens::models {

/// Custom roles of the models.
enum Role {
    KindRole = Qt::UserRole + 1, ///< theme::ActionKind of a resource, or the most severe one below a module, as int
    AddressRole,                 ///< full address; of an attribute that of its resource
    NodeTypeRole,                ///< NodeType as int
    BadgesRole,                  ///< QStringList
    ActionCountsRole,            ///< QVariantList of counts, ordered like theme::allActionKinds
    StatusRole,                  ///< ApplyStatus as int
    PathRole,                    ///< of an attribute, as text
    SensitiveRole,               ///< whether the text is a masked value
    MovedRole,                   ///< whether a resource instance had another address
    ImportedRole,                ///< whether an existing object is imported
    ChangedRole,                 ///< whether an attribute differs
    SourcesRole,                 ///< QStringList of the addresses that an unknown attribute depends on
    DeposedRole,                 ///< deposed key of a resource instance; empty for the current object
    ModuleRole,                  ///< module of a resource instance as `a["k"].b`, if no row above it shows the module
    TitleRole,                   ///< of a section, without its count
    CostRole,                    ///< monthly cost of a resource instance, as text
    NameStartRole,               ///< where the name begins in the text of a resource instance, after its type
    SeverityRole,                ///< risk::Severity of a finding about the whole plan, as int
    AppliedRole,                 ///< whether applying the plan makes the change of a resource instance
    DriftedRole                  ///< whether the plan changes an object that changed outside of OpenTofu
};

/// Section: changes of one severity, action or type. Same: a group of resource instances with identical changes, its
/// children. Finding: a finding about the whole plan. Computed: a group of attributes that become unknown, its
/// children.
enum class NodeType { Section, Module, Resource, Attribute, Hidden, Same, Finding, Computed, NoEffect };
/// The apply status of a resource instance. Skipped: it was not started before the apply ended.
enum class ApplyStatus { None, Waiting, Running, Done, Failed, Skipped };

} // namespace planlens::models
