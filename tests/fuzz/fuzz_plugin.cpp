// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/certificate.h"
#include "core/providers/plugin/process/handshake.h"
#include "core/providers/plugin/process/log_line.h"
#include "core/providers/plugin/schema_codec.h"
#include "core/providers/plugin/value_codec.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;
using namespace planlens::providers::plugin;

/// Output of plugins outside of calls, and messages. The first byte selects the kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0)
        return 0;
    const std::string bytes(fuzz::textOf(data + 1, size - 1));
    switch (data[0] % 6) {
    case 0: {
        const auto handshake = parseHandshake(bytes);
        fuzz::require(handshake ? handshake->protocol == 5 || handshake->protocol == 6 : !handshake.error().empty());
        break;
    }
    case 1: {
        const LogEntry entry = parseLogLine(bytes);
        fuzz::require(entry.level != LogLevel::Debug || bytes.empty() || !entry.text.empty() || !entry.fields.empty() ||
                      bytes[0] == '{');
        break;
    }
    case 2:
        (void)serverCertificate(bytes);
        break;
    case 3:
    case 4: {
        const auto schema = decodeSchema(data[0] % 6 == 3 ? 5 : 6, bytes);
        fuzz::require(!schema || (*schema)->type == (*schema)->block.impliedType());
        break;
    }
    default: {
        tfplugin::PlanResourceChange::Response answer;
        if (!answer.ParseFromString(bytes))
            break;
        providers::ProviderDiagnostics diagnostics;
        appendDiagnostics(diagnostics, answer.diagnostics(), 6);
        (void)decodeValue(answer.planned_state(), values::Type::dynamic());
        // A path that was read can be written and read again unchanged.
        for (const tfplugin::AttributePath& path : answer.requires_replace())
            fuzz::require(decodePath(encodePath(decodePath(path))) == decodePath(path));
    }
    }
    return 0;
}
