// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/engine/evaluation/scope.h"
#include "core/plans/action.h"

namespace planlens::configs {
struct Config;
}

/// Checks of provisioner and connection blocks before planning. Private to core/engine.
namespace planlens::engine {

/// Reports each provisioner in the configuration whose type does not exist.
diags::Diagnostics missingProvisioners(const configs::Config& config);
/// Returns the connection block of a provisioner, merged with that of its resource; null if there is none. `resource`
/// may be null.
hcl::BodyPtr connectionOf(const configs::Provisioner& provisioner, const configs::Resource* resource);
/// Checks the blocks with their schemas. The provisioner's connection is merged with that of the resource, if any. The
/// scope must define `self`.
diags::Diagnostics validateProvisioner(const configs::Provisioner& provisioner, const configs::Resource& resource,
                                       const ModuleScope& scope);

/// Whether a change with this action runs a provisioner. Other conditions are not checked.
bool isRunBy(const configs::Provisioner& provisioner, plans::Action action);
/// Reports unsupported connection types that the change requires.
diags::Diagnostics unsupportedConnections(const configs::Resource& resource, const addrs::AbsResourceInstance& address,
                                          plans::Action action);

} // namespace planlens::engine
