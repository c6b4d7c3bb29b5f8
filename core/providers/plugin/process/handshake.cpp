// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/handshake.h"

#include "core/values/text/printable.h"
#include "core/values/text/quoted.h"
#include "core/values/text/split.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <sys/un.h>
#include <vector>

namespace planlens::providers::plugin {
namespace {

constexpr std::string_view coreProtocol = "1";
constexpr std::array supportedProtocols{5, 6};
// Older plugins send other data in the certificate field, which is always shorter than this.
constexpr std::size_t shortestCertificate = 51;

diags::Expected<int, std::string> number(std::string_view text) {
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    int result = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
    if (error == std::errc() && end == digits.data() + digits.size())
        return result;
    return diags::Unexpected{
        fmt::format("strconv.Atoi: parsing {}: {}", values::quoted(values::printable(text)),
                    error == std::errc::result_out_of_range ? "value out of range" : "invalid syntax")};
}

/// Returns the problem of an address, or std::nullopt if it is valid.
std::optional<std::string> addressProblem(Handshake::Network network, std::string_view address) {
    if (network == Handshake::Network::Unix) {
        if (!address.starts_with('/'))
            return fmt::format("the socket {} is not an absolute path", values::quoted(values::printable(address)));
        if (address.size() >= sizeof(sockaddr_un::sun_path))
            return fmt::format(
                "the path of its socket is longer than {} bytes; set TMPDIR to a folder with a shorter path: {}",
                sizeof(sockaddr_un::sun_path) - 1, values::printable(address));
        return {};
    }
    const std::size_t colon = address.rfind(':');
    int port = 0;
    if (colon != address.npos && colon > 0) {
        const auto parsed = number(address.substr(colon + 1));
        port = parsed ? *parsed : 0;
    }
    if (port < 1 || port > 65535)
        return fmt::format("the address {} is not of the form host:port", values::quoted(values::printable(address)));
    return {};
}

} // namespace

diags::Expected<Handshake, std::string> parseHandshake(std::string_view line) {
    const auto failed = [](std::string text) { return diags::Unexpected{std::move(text)}; };
    line = values::trimmed(line);
    const std::vector<std::string_view> parts = values::split(line, '|');
    if (parts.size() < 4)
        return failed("Unrecognized remote plugin message: " + values::printable(line));

    const auto core = number(parts[0]);
    if (!core)
        return failed("error parsing core protocol version: " + core.error());
    if (*core != 1)
        return failed(fmt::format("incompatible core API version with plugin. Plugin version: {}, Core version: {}\n\n"
                                  "To fix this, the plugin usually only needs to be recompiled.\n"
                                  "Please report this to the plugin author",
                                  values::printable(parts[0]), coreProtocol));
    const auto protocol = number(parts[1]);
    if (!protocol)
        return failed(fmt::format("Error parsing protocol version {}: {}", values::quoted(values::printable(parts[1])),
                                  protocol.error()));
    if (std::find(supportedProtocols.begin(), supportedProtocols.end(), *protocol) == supportedProtocols.end())
        return failed(fmt::format("incompatible API version with plugin. Plugin version: {}, Client versions: [{}]",
                                  *protocol, fmt::join(supportedProtocols, " ")));

    Handshake result;
    result.protocol = *protocol;
    result.address = parts[3];
    if (parts[2] == "unix")
        result.network = Handshake::Network::Unix;
    else if (parts[2] == "tcp")
        result.network = Handshake::Network::Tcp;
    else
        return failed("unknown address type: " + values::printable(parts[2]));
    if (const auto problem = addressProblem(result.network, parts[3]))
        return failed(*problem);

    // A missing protocol name means net/rpc, used by plugins before gRPC.
    const std::string_view wire = parts.size() >= 5 ? parts[4] : "netrpc";
    if (wire != "grpc")
        return failed(
            fmt::format("unsupported plugin protocol {}. Supported: [grpc]", values::quoted(values::printable(wire))));
    if (parts.size() >= 6 && parts[5].size() >= shortestCertificate)
        result.certificate = parts[5];
    return result;
}

} // namespace planlens::providers::plugin
