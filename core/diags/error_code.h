// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstdint>

namespace planlens::diags {

/// Identifies the diagnostics that code treats in a special way. Their texts are for people only and are never
/// compared. Most diagnostics have no code.
enum class ErrorCode : std::uint8_t {
    None,
    UnsupportedArgument,    // not in the schema of a body; codeSubject: its name
    UnsupportedBlock,       // the same for blocks; codeSubject: the block type
    IncompatibleModule,     // required_version excludes this version
    EphemeralNotAllowed,    // an ephemeral value in an attribute that would be saved
    UnsupportedState,       // the text is not a state, or one of an old format; not set for newer formats
    EncryptionNotChecked,   // the text of a state is not JSON; codeSubject: the JSON error
    NotInitialized,         // `tofu init` resolves it: a module, provider or backend does not match the configuration
    InvalidBackendArgument, // of a backend's configuration; codeSubject: the name of the argument
    FailedCheck,            // a condition is not met; codeSubject: the object in the results of checks
    StateInaccessible,      // the state can neither be locked nor read
    StateChanged,           // another program has written the state since it was read
    StateLocked,            // another operation holds the state lock; codeSubject: its ID, if it can be removed
    DestroyPrevented,       // by prevent_destroy; codeSubject: the address of its resource
};

} // namespace planlens::diags
