// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/diagnostic.h"
#include "core/hcl/traversal.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace planlens::addrs {

/// An object that can be moved.
using AbsMoveable = std::variant<ModuleInstance, AbsModuleCall, AbsResource, AbsResourceInstance>;
/// Same in the configuration, regardless of instances.
using ConfigMoveable = std::variant<Module, ConfigResource>;
std::string toString(const AbsMoveable& subject);
std::string toString(const ConfigMoveable& subject);

enum class MoveEndpointKind { Module, Resource };

/// `from` or `to` of a moved block in the source, relative to its module. Whether `module.a` is a call or its only
/// instance, and `x.y` a resource or its only instance, depends on the other endpoint: unify first.
struct MoveEndpoint {
    std::variant<ModuleInstance, AbsResourceInstance> subject;
    diags::SourceRange range;

    MoveEndpointKind kind() const {
        return subject.index() == 0 ? MoveEndpointKind::Module : MoveEndpointKind::Resource;
    }
    std::string toString() const;
    /// Returns the configuration object that it names, relative to the given module.
    ConfigMoveable configMoveable(const Module& base) const;
    bool mightUnifyWith(const MoveEndpoint& other) const;
    /// Ephemeral resources cannot be moved.
    bool isSubjectAllowed() const;
    bool operator==(const MoveEndpoint&) const = default;
};

/// A unified endpoint of a move statement: a pattern over all instances of the declaring module.
struct MoveEndpointInModule {
    Module module;          // the declaring module
    AbsMoveable relSubject; // relative to an instance of it
    diags::SourceRange range;

    MoveEndpointKind kind() const {
        return relSubject.index() <= 1 ? MoveEndpointKind::Module : MoveEndpointKind::Resource;
    }
    /// Returns the text, with `[*]` for each unspecified key.
    std::string toString() const;
    /// Returns the subject in one instance of the declaring module.
    AbsMoveable inModuleInstance(const ModuleInstance& instance) const;
    /// Returns the module calls between the declaring module and the subject.
    Module moduleCalls() const;
    bool selectsModule(const ModuleInstance& address) const;
    bool selectsResource(const AbsResource& address) const;
    /// Whether the destination of the other statement is the source of this one.
    bool canChainFrom(const MoveEndpointInModule& other) const;
    bool isNestedWithin(const MoveEndpointInModule& other) const;
    /// Whether the move to the other endpoint changes only the instance key of a module. Both
    /// have the same declaring module.
    bool isModuleReindex(const MoveEndpointInModule& to) const;
    /// Ignores the source range.
    bool operator==(const MoveEndpointInModule& other) const {
        return module == other.module && relSubject == other.relSubject;
    }
};

/// Returns an endpoint of an implied statement, created when count or for_each is added or removed.
MoveEndpointInModule impliedMoveEndpoint(AbsMoveable subject, const diags::SourceRange& range);
/// Returns both endpoints as objects of the same kind, or nothing if impossible.
std::optional<std::pair<MoveEndpointInModule, MoveEndpointInModule>>
unifyMoveEndpoints(const Module& module, const MoveEndpoint& from, const MoveEndpoint& to);

/// Returns the destination of an object by a unified statement; nothing if it does not match.
std::optional<ModuleInstance> moveDestination(const ModuleInstance& address, const MoveEndpointInModule& from,
                                              const MoveEndpointInModule& to);
std::optional<AbsResource> moveDestination(const AbsResource& address, const MoveEndpointInModule& from,
                                           const MoveEndpointInModule& to);
std::optional<AbsResourceInstance> moveDestination(const AbsResourceInstance& address, const MoveEndpointInModule& from,
                                                   const MoveEndpointInModule& to);

/// `from` of a removed block: a module or a managed resource without keys, relative to the module of the block.
struct RemoveEndpoint {
    ConfigMoveable subject;
    diags::SourceRange range;
    std::string toString() const;
    bool operator==(const RemoveEndpoint&) const = default;
};

diags::Result<MoveEndpoint> parseMoveEndpoint(const hcl::Traversal& traversal);
diags::Result<RemoveEndpoint> parseRemoveEndpoint(const hcl::Traversal& traversal);

} // namespace planlens::addrs
