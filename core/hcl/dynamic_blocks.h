// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"

namespace planlens::hcl {

/// A body in which `dynamic "x" { for_each … content { … } }` stands for the blocks it makes. The scope must outlive it.
BodyPtr expandDynamicBlocks(BodyPtr body, const Scope* scope);
/// The marker of a block whose number is not known because its for_each is not: its body answers unknown for everything.
bool isUnknownBlock(const Body& body);

} // namespace planlens::hcl
