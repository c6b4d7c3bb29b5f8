// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/handshake.h"
#include "tests/provider/protocol/server.h"
#include "tests/provider/script.h"

#include <cstdio>
#include <exception>

int main(int, char** arguments) {
    using namespace planlens::testing;
    try {
        if (!isCalledAsPlugin()) {
            std::fputs("This program is a provider for tests. It is run by OpenTofu or Planlens as a plugin.\n",
                       stderr);
            return 1;
        }
        return serve(readScript(scriptFile(arguments[0])));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "planlens-test-provider: %s\n", error.what());
        return 1;
    }
}
