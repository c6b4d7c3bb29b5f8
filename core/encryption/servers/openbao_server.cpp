// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/servers/openbao_transit.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/directories/listing.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

namespace planlens::encryption {

using diags::Expected;
using diags::Unexpected;

namespace {

/// The variable BAO_<name>, or else VAULT_<name>. An empty one counts as set.
std::string variable(const std::string& name) {
    if (const auto found = system::environmentVariable(("BAO_" + name).c_str()))
        return *found;
    return system::environmentText("VAULT_" + name);
}

/// Reads the variables. The first problem is kept.
class Reader {
public:
    void integer(const char* name, int& target) {
        const std::string text = variable(name);
        if (text.empty())
            return;
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size())
            return fail(fmt::format("strconv.ParseInt: parsing {}: invalid syntax", values::quoted(text)));
        if (number < 0)
            return fail(fmt::format("error parsing int value; out of range [0 to 9223372036854775807]: {}", number));
        target = static_cast<int>(std::min<std::int64_t>(number, 1000));
    }

    /// A duration such as "5s", or a number of seconds.
    void duration(const char* name, std::chrono::milliseconds& target) {
        std::string text = variable(name);
        if (text.empty())
            return;
        if (std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
            text += 's';
        const auto nanoseconds = lang::parseDuration(text);
        if (!nanoseconds || *nanoseconds < 0)
            return fail(fmt::format("could not parse \"BAO_{}\"", name));
        const auto read = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(*nanoseconds));
        if (read.count() > 0)
            target = read;
    }

    bool flag(const char* name) {
        constexpr std::array yes{"1", "t", "T", "TRUE", "true", "True"}, no{"0", "f", "F", "FALSE", "false", "False"};
        const std::string text = variable(name);
        const bool isYes = std::ranges::find(yes, text) != yes.end();
        if (!text.empty() && !isYes && std::ranges::find(no, text) == no.end())
            fail(fmt::format("could not parse BAO_{}", name));
        return isYes;
    }

    std::string file(const std::string& path, const char* what = "") {
        auto text = system::readFile(path);
        if (!text)
            fail(what + text.error().toString());
        return text ? *std::move(text) : std::string();
    }

    void fail(std::string problem) {
        if (m_problem.empty())
            m_problem = std::move(problem);
    }
    const std::string& problem() const { return m_problem; }

private:
    std::string m_problem;
};

bool isPem(const std::string& text) {
    return text.find("-----BEGIN CERTIFICATE-----") != std::string::npos;
}

/// The certificates of the authorities: those of a file, of a variable or of all files in a directory.
std::string readAuthorities(Reader& reader) {
    if (const std::string path = variable("CACERT"); !path.empty()) {
        std::string text = reader.file(path, "Error loading CA File: ");
        if (!text.empty() && !isPem(text))
            reader.fail("Error loading CA File: Couldn't parse PEM in: " + path);
        return text;
    }
    if (std::string text = variable("CACERT_BYTES"); !text.empty()) {
        if (!isPem(text))
            reader.fail("Error appending CA: Couldn't parse PEM");
        return text;
    }
    const std::string directory = variable("CAPATH");
    if (directory.empty())
        return {};
    const auto files = system::listFiles(directory);
    if (!files)
        reader.fail(
            system::ioError(files.error().isMissing() ? "lstat" : "open", files.error().path, files.error().number));
    std::string texts;
    for (const std::filesystem::path& file : files ? *files : std::vector<std::filesystem::path>())
        texts += reader.file(file.string(), "Error loading CA File: ") + '\n';
    return texts;
}

void readTls(Reader& reader, cloud::http::Tls& tls) {
    const std::string certificate = variable("CLIENT_CERT"), key = variable("CLIENT_KEY");
    if (certificate.empty() != key.empty())
        return reader.fail("both client cert and client key must be provided");
    if (!certificate.empty()) {
        tls.certificate = reader.file(certificate);
        tls.privateKey = reader.file(key);
    }
    tls.authorities = readAuthorities(reader);
}

void checkRateLimit(Reader& reader) {
    const std::string text = variable("RATE_LIMIT");
    double rate = 0;
    if (!text.empty() && std::from_chars(text.data(), text.data() + text.size(), rate).ec != std::errc())
        reader.fail("BAO_RATE_LIMIT was provided but incorrectly formatted");
}

bool hasPort(std::string_view address) {
    address.remove_prefix(std::min(address.find("://") + 3, address.size()));
    const std::string_view authority = address.substr(0, address.find('/'));
    const std::size_t bracket = authority.find(']'); // of IPv6
    return authority.find(':', bracket == std::string_view::npos ? 0 : bracket) != std::string_view::npos;
}

/// Takes user and password out of the address.
void readAddress(Reader& reader, std::string address, OpenBaoServer& server) {
    constexpr std::string_view socket = "unix://";
    if (address.starts_with(socket)) {
        server.unixSocket = address.substr(socket.size());
        server.address = "http://localhost";
        return;
    }
    const std::size_t start = address.find("://");
    const std::string scheme = address.substr(0, start == std::string::npos ? 0 : start);
    const std::size_t host = start == std::string::npos ? 0 : start + 3;
    const std::size_t at = address.substr(0, address.find('/', host)).rfind('@');
    if (at != std::string::npos && at >= host) {
        const std::string user = address.substr(host, at - host);
        const std::size_t colon = user.find(':');
        server.username = user.substr(0, colon);
        server.password = colon == std::string::npos ? std::string() : user.substr(colon + 1);
        address.erase(host, at + 1 - host);
    }
    if (scheme != "http" && scheme != "https")
        return reader.fail(fmt::format("error creating OpenBao client: the address {} of the server must start with "
                                       "http:// or https://",
                                       values::quoted(address)));
    server.address = std::move(address);
}

} // namespace

Expected<OpenBaoServer, std::string> readOpenBaoServer(const std::string& address, const std::string& token) {
    OpenBaoServer server;
    Reader reader;
    reader.integer("MAX_RETRIES", server.retries);
    checkRateLimit(reader);
    reader.duration("CLIENT_TIMEOUT", server.limit);
    server.tls.skipVerification = reader.flag("SKIP_VERIFY");
    const bool looksUpPort = reader.flag("SRV_LOOKUP");
    if (reader.flag("DISABLE_REDIRECTS"))
        server.redirects = OpenBaoServer::Redirects::Returned;
    readTls(reader, server.tls);
    server.serverName = variable("TLS_SERVER_NAME");
    for (const char* name : {"HTTP_PROXY", "PROXY_ADDR"})
        if (std::string proxy = variable(name); !proxy.empty())
            server.proxy = std::move(proxy);
    // The order of the reference, in which the argument does not replace the address of an agent.
    for (const std::string& given : {variable("ADDR"), address, variable("AGENT_ADDR")})
        if (!given.empty())
            server.address = given;
    if (reader.problem().empty())
        readAddress(reader, server.address, server);
    if (looksUpPort && server.unixSocket.empty() && !hasPort(server.address))
        reader.fail("Planlens does not support BAO_SRV_LOOKUP. Set BAO_ADDR to an address with a port");
    server.token = token.empty() ? variable("TOKEN") : token;
    server.nameSpace = variable("NAMESPACE");
    if (!reader.problem().empty())
        return Unexpected{reader.problem()};
    return server;
}

} // namespace planlens::encryption
