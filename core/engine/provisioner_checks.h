// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/engine/scope.h"

/// Checks of provisioner and connection blocks before anything is planned; private to core/engine.
namespace planlens::engine {

/// An error for each provisioner of the configuration that there is no plugin for.
diags::Diagnostics missingProvisioners(const configs::Config& config);
/// The blocks against their schemas. The connection of the resource, if any, completes that of the provisioner; `self`
/// has to be known to the scope.
diags::Diagnostics validateProvisioner(const configs::Provisioner& provisioner, const configs::Resource& resource, const ModuleScope& scope);

} // namespace planlens::engine
