// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/states/state.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::states {

/// The addresses of a move. The source is interpreted by the state: `a.b` is the instance without a key if there is
/// one, otherwise the whole resource.
struct MoveRequest {
    addrs::TargetSubject from, to;
    std::string toText; // as given, for messages
};

/// An object that was moved, as messages name it.
struct MovedObject {
    std::string from, to;
    bool operator==(const MovedObject&) const = default;
};

/// The result of a move.
struct MoveOutcome {
    State source;
    std::optional<State> destination; // if it is another state than the source
    std::vector<MovedObject> moved;   // in order; if there is an error, those before it
};

/// Moves a module instance with its descendants, a resource or a resource instance to another address, in the same
/// state or in another one. Objects with a dependency on a moved object lose all their dependencies, which the next
/// plan finds again. Provider configurations move with whole resources; an instance takes over that of an existing
/// resource. The value always exists; if there are errors, it must not be saved.
diags::Result<MoveOutcome> move(State source, std::optional<State> destination, const MoveRequest& request);

} // namespace planlens::states
