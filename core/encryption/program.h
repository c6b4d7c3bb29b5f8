// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::encryption {

/// The protocol of external programs: the program prints one line of JSON with its magic text and the version 1, reads
/// JSON from its standard input, and prints JSON.
struct Protocol {
    std::string_view magic;
    std::string_view role; // in messages: "external method"
    std::string_view source;
};

/// The reason why a program gave no result.
struct ProgramFailure {
    enum class Kind {
        Protocol,   // what it printed first is not right; it was killed
        ExitStatus, // it failed
        NotRun,     // it could not be started, or did not end within a minute
    };
    Kind kind = Kind::NotRun;
    std::string cause;
    std::string standardError = {};
};

/// The output of a program without that line. Blocks up to a minute. The program runs in the working directory of this
/// process, with its environment. The text is only passed over pipes.
struct ProgramOutput {
    /// The first JSON value; text after it is ignored. Names are in lower case, except within members of members: as in
    /// OpenTofu, their case does not matter. The whole text if it is not JSON.
    std::string json;
    std::string standardError;
};
diags::Expected<ProgramOutput, ProgramFailure> runExternal(const std::vector<std::string>& command,
                                                           const Protocol& protocol, std::string input);

} // namespace planlens::encryption
