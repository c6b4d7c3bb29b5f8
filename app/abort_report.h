// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens {

/// Reports crashes, too, from now on. Called if an allocation has failed: constructors of widgets and layouts of Qt
/// then leave pointers to objects that do not exist, so that the destructor of their parent crashes.
void reportCrashes() noexcept;

} // namespace planlens
