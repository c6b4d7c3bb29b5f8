// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/engine/evaluation/scope.h"
#include "core/plans/action.h"

/// Checks of provisioner and connection blocks before anything is planned; private to core/engine.
namespace planlens::engine {

/// An error for each provisioner of the configuration that there is no plugin for.
diags::Diagnostics missingProvisioners(const configs::Config& config);
/// The connection block of a provisioner, completed by that of its resource; null: there is none. The resource may be
/// null.
hcl::BodyPtr connectionOf(const configs::Provisioner& provisioner, const configs::Resource* resource);
/// The blocks against their schemas. The connection of the resource, if any, completes that of the provisioner; `self`
/// has to be known to the scope.
diags::Diagnostics validateProvisioner(const configs::Provisioner& provisioner, const configs::Resource& resource,
                                       const ModuleScope& scope);

/// Whether a provisioner is run by a change with this action, as far as that can be told from the action alone.
bool isRunBy(const configs::Provisioner& provisioner, plans::Action action);
/// Errors for connections of a type that there is none of here, where the change needs them.
diags::Diagnostics unsupportedConnections(const configs::Resource& resource, const addrs::AbsResourceInstance& address,
                                          plans::Action action);

} // namespace planlens::engine
