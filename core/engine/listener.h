// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/plans/change.h"

#include <chrono>
#include <string>
#include <vector>

namespace planlens::engine {

/// A lifecycle step of an ephemeral resource.
enum class EphemeralStep { Open, Renew, Close };
enum class Phase { Load, Validate, Refresh, Plan, Apply, Done };

/// Receives events from the engine. Called on worker threads, concurrently: implementations must lock or queue, and
/// return quickly. All functions are empty by default.
class Listener {
public:
    virtual ~Listener() = default;

    virtual void phaseChanged(Phase) {}
    /// Reports the number of finished resource instances, and of known ones (which grows while modules expand).
    virtual void progressed(std::size_t /*done*/, std::size_t /*known*/) {}

    // Refreshing. idKey and idValue identify the remote object if known ("id", "i-123").
    virtual void refreshStarted(const addrs::AbsResourceInstance&, const addrs::DeposedKey&,
                                const std::string& /*idKey*/, const std::string& /*idValue*/) {}
    virtual void refreshFinished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, const std::string&,
                                 const std::string&) {}

    // Planning.
    virtual void importStarted(const addrs::AbsResourceInstance&, const plans::Importing&) {}
    /// The provider returned objects of these types for the `import` command.
    virtual void importFinished(const addrs::AbsResourceInstance&, const std::vector<std::string>& /*types*/) {}
    virtual void planned(const plans::ResourceInstanceChange&) {}

    // Applying and reading data sources.
    /// An object that was imported while planning is now part of the state.
    virtual void imported(const addrs::AbsResourceInstance&, const plans::Importing&) {}
    virtual void applyStarted(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                              const std::string& /*idKey*/, const std::string& /*idValue*/) {}
    virtual void applyFinished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                               std::chrono::milliseconds /*elapsed*/, bool /*failed*/, const std::string& /*idKey*/,
                               const std::string& /*idValue*/) {}
    /// An object is no longer in the state; it was not destroyed.
    virtual void forgotten(const addrs::AbsResourceInstance&, const addrs::DeposedKey&) {}
    /// Reading a data source failed. As in OpenTofu, applyFinished() is not called.
    virtual void readFailed(const addrs::AbsResourceInstance&, std::chrono::milliseconds /*elapsed*/) {}
    /// While planning and applying. A failed opening is not reported as finished.
    virtual void ephemeralStarted(const addrs::AbsResourceInstance&, EphemeralStep) {}
    virtual void ephemeralFinished(const addrs::AbsResourceInstance&, EphemeralStep,
                                   std::chrono::milliseconds /*elapsed*/) {}
    /// The resource can only be opened when applying, for the given reason.
    virtual void ephemeralDeferred(const addrs::AbsResourceInstance&, const std::string& /*reason*/) {}
    virtual void provisionerStarted(const addrs::AbsResourceInstance&, const std::string& /*type*/) {}
    /// Progress or program output: usually one line without a line break, sometimes several. Contains no secrets.
    virtual void provisionerOutput(const addrs::AbsResourceInstance&, const std::string& /*type*/,
                                   const std::string& /*text*/) {}
    virtual void provisionerFinished(const addrs::AbsResourceInstance&, const std::string& /*type*/, bool /*failed*/) {}

    /// Receives a line for the log, from a plugin or the engine. Contains no secrets.
    virtual void logged(const std::string& /*source*/, const std::string& /*line*/) {}
};

} // namespace planlens::engine
