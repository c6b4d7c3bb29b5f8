// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <Qt>

namespace planlens::models {

/// What the models tell beside texts.
enum Role {
    KindRole = Qt::UserRole + 1, ///< theme::ActionKind of a resource or of the worst beneath a module, as int
    AddressRole,                 ///< full address as text; of an attribute: that of its resource
    NodeTypeRole,                ///< NodeType as int
    BadgesRole,                  ///< QStringList
    ActionCountsRole,            ///< QVariantList of counts in the order of theme::allActionKinds
    StatusRole,                  ///< ApplyStatus as int
    PathRole,                    ///< of an attribute, as text
    SensitiveRole,               ///< whether the text stands for a masked value
    MovedRole,                   ///< whether a resource instance had another address before
    ImportedRole,                ///< whether an existing object is imported to a resource instance
    ChangedRole,                 ///< whether before and after of an attribute differ
    SourcesRole,                 ///< QStringList of the addresses that an unknown attribute comes from
    DeposedRole ///< of a resource instance: the key of its deposed object, empty where it is the current one
};

/// Same: several resource instances with the same change, which are its children. Computed: attributes of one instance
/// that only become unknown, which are its children.
enum class NodeType { Module, Resource, Attribute, Hidden, Same, Computed, NoEffect };
/// How far an apply got with a resource instance.
enum class ApplyStatus { None, Waiting, Running, Done, Failed };

} // namespace planlens::models
