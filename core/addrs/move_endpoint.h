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

/// What a move can be about.
using AbsMoveable = std::variant<ModuleInstance, AbsModuleCall, AbsResource, AbsResourceInstance>;
/// The same as configured, whatever the instances.
using ConfigMoveable = std::variant<Module, ConfigResource>;
std::string toString(const AbsMoveable& subject);
std::string toString(const ConfigMoveable& subject);

enum class MoveEndpointKind { Module, Resource };

/// `from` or `to` of a moved block as written, relative to the module it is in. Whether `module.a` means a call or its
/// single instance, and `x.y` a resource or its single instance, is known only beside the other end: unify first.
struct MoveEndpoint {
    std::variant<ModuleInstance, AbsResourceInstance> subject;
    diags::SourceRange range;

    MoveEndpointKind kind() const {
        return subject.index() == 0 ? MoveEndpointKind::Module : MoveEndpointKind::Resource;
    }
    std::string toString() const;
    /// The configuration object it names, seen from the given module.
    ConfigMoveable configMoveable(const Module& base) const;
    bool mightUnifyWith(const MoveEndpoint& other) const;
    /// Ephemeral resources cannot be moved.
    bool isSubjectAllowed() const;
    bool operator==(const MoveEndpoint&) const = default;
};

/// An end of a move statement with its meaning settled: a pattern over all instances of the module it is declared in.
struct MoveEndpointInModule {
    Module module;          // where it is declared
    AbsMoveable relSubject; // relative to an instance of that
    diags::SourceRange range;

    MoveEndpointKind kind() const {
        return relSubject.index() <= 1 ? MoveEndpointKind::Module : MoveEndpointKind::Resource;
    }
    /// With `[*]` for every key that is left open.
    std::string toString() const;
    /// The subject in one instance of the declaring module.
    AbsMoveable inModuleInstance(const ModuleInstance& instance) const;
    /// The calls between the declaring module and the subject.
    Module moduleCalls() const;
    bool selectsModule(const ModuleInstance& address) const;
    bool selectsResource(const AbsResource& address) const;
    /// Whether what the other statement moves to is what this one moves from.
    bool canChainFrom(const MoveEndpointInModule& other) const;
    bool isNestedWithin(const MoveEndpointInModule& other) const;
    /// Whether moving to the other end changes only the instance key of a module. Both are of the same declaring
    /// module.
    bool isModuleReindex(const MoveEndpointInModule& to) const;
    /// Regardless of the source range.
    bool operator==(const MoveEndpointInModule& other) const {
        return module == other.module && relSubject == other.relSubject;
    }
};

/// An end of a statement that nobody wrote: implied by count or for_each coming or going.
MoveEndpointInModule impliedMoveEndpoint(AbsMoveable subject, const diags::SourceRange& range);
/// Both ends as objects of the same kind, or nothing where they cannot be.
std::optional<std::pair<MoveEndpointInModule, MoveEndpointInModule>>
unifyMoveEndpoints(const Module& module, const MoveEndpoint& from, const MoveEndpoint& to);

/// Where a unified statement moves an object; nothing where it does not match.
std::optional<ModuleInstance> moveDestination(const ModuleInstance& address, const MoveEndpointInModule& from,
                                              const MoveEndpointInModule& to);
std::optional<AbsResource> moveDestination(const AbsResource& address, const MoveEndpointInModule& from,
                                           const MoveEndpointInModule& to);
std::optional<AbsResourceInstance> moveDestination(const AbsResourceInstance& address, const MoveEndpointInModule& from,
                                                   const MoveEndpointInModule& to);

/// `from` of a removed block: a module or a managed resource without keys, relative to the module the block is in.
struct RemoveEndpoint {
    ConfigMoveable subject;
    diags::SourceRange range;
    std::string toString() const;
    bool operator==(const RemoveEndpoint&) const = default;
};

diags::Result<MoveEndpoint> parseMoveEndpoint(const hcl::Traversal& traversal);
diags::Result<RemoveEndpoint> parseRemoveEndpoint(const hcl::Traversal& traversal);

} // namespace planlens::addrs
