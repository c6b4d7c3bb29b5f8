// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/plans/change.h"

#include <chrono>
#include <string>

namespace planlens::engine {

/// What is done with an ephemeral resource.
enum class EphemeralStep { Open, Renew, Close };
enum class Phase { Load, Validate, Refresh, Plan, Apply, Done };

/// What the engine tells while it works. Called on worker threads, several at once: implementations lock or queue, and
/// return quickly. All functions have empty defaults.
class Listener {
public:
    virtual ~Listener() = default;

    virtual void phaseChanged(Phase) {}
    /// How much of the work is done: resource instances finished, and known so far (grows while modules expand).
    virtual void progressed(std::size_t /*done*/, std::size_t /*known*/) {}

    // Refreshing and reading. The id is the real object's, where it is known: key and value ("id", "i-123").
    virtual void refreshStarted(const addrs::AbsResourceInstance&, const addrs::DeposedKey&,
                                const std::string& /*idKey*/, const std::string& /*idValue*/) {}
    virtual void refreshFinished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, const std::string&,
                                 const std::string&) {}

    // Planning.
    virtual void importStarted(const addrs::AbsResourceInstance&, const plans::Importing&) {}
    virtual void planned(const plans::ResourceInstanceChange&) {}

    // Applying (and reading data sources).
    /// What was read when planning is part of the state now.
    virtual void imported(const addrs::AbsResourceInstance&, const plans::Importing&) {}
    virtual void applyStarted(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                              const std::string& /*idKey*/, const std::string& /*idValue*/) {}
    virtual void applyFinished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                               std::chrono::milliseconds /*elapsed*/, bool /*failed*/, const std::string& /*idKey*/,
                               const std::string& /*idValue*/) {}
    /// A data source could not be read: no applyFinished() follows, as the reference does not report it.
    virtual void readFailed(const addrs::AbsResourceInstance&, std::chrono::milliseconds /*elapsed*/) {}
    /// While planning and applying; opening is reported as finished only if it succeeded.
    virtual void ephemeralStarted(const addrs::AbsResourceInstance&, EphemeralStep) {}
    virtual void ephemeralFinished(const addrs::AbsResourceInstance&, EphemeralStep,
                                   std::chrono::milliseconds /*elapsed*/) {}
    /// It cannot be opened before applying; the reason in words.
    virtual void ephemeralDeferred(const addrs::AbsResourceInstance&, const std::string& /*reason*/) {}
    virtual void provisionerStarted(const addrs::AbsResourceInstance&, const std::string& /*type*/) {}
    /// What it does, or what its programs write: usually a line, without its end; several, perhaps. No secrets.
    virtual void provisionerOutput(const addrs::AbsResourceInstance&, const std::string& /*type*/,
                                   const std::string& /*text*/) {}
    virtual void provisionerFinished(const addrs::AbsResourceInstance&, const std::string& /*type*/, bool /*failed*/) {}

    /// A line for the log: what a plugin wrote, or a note of the engine. No secrets.
    virtual void logged(const std::string& /*source*/, const std::string& /*line*/) {}
};

} // namespace planlens::engine
