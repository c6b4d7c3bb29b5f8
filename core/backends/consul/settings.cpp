// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/settings.h"

#include "core/backends/consul/consul.h"
#include "core/backends/remote/argument_schemas.h"
#include "core/cloud/arguments.h"
#include "core/system/directories/listing.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/base64.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::backends {
namespace consul {
namespace {

namespace fs = std::filesystem;
using cloud::argumentError;
using diags::Diagnostics;
using system::environmentText;

/// An empty argument counts as not given.
std::string textOr(const cloud::Arguments& given, const char* name, const char* variable) {
    const std::string text = given.text(name);
    return text.empty() ? environmentText(variable) : text;
}

bool isOneOf(const std::string& text, std::initializer_list<std::string_view> texts) {
    return std::ranges::find(texts, text) != texts.end();
}

/// The forms of the address: HOST:PORT, unix://SOCKET, and URLs with a path.
void readAddress(const cloud::Arguments& given, ServerSettings& server, Diagnostics& problems) {
    std::string scheme = given.text("scheme");
    if (scheme.empty())
        scheme =
            isOneOf(environmentText("CONSUL_HTTP_SSL"), {"1", "t", "T", "true", "TRUE", "True"}) ? "https" : "http";
    std::string address = textOr(given, "address", "CONSUL_HTTP_ADDR");
    if (address.empty())
        address = "localhost:8500";
    if (const std::size_t end = address.find("://"); end != std::string::npos) {
        const std::string protocol = address.substr(0, end);
        address.erase(0, end + 3);
        if (protocol == "https")
            scheme = protocol;
        else if (protocol == "unix")
            server.unixSocket = std::exchange(address, "localhost");
        else if (protocol != "http")
            problems.append(argumentError("address", "Unknown protocol scheme: " + protocol));
    }
    server.url = values::trimmedEnd(scheme + "://" + address, "/");
}

/// The server name replaces the host of the URL, by which the certificate is verified.
void readServerName(ServerSettings& server) {
    std::string name = environmentText("CONSUL_TLS_SERVER_NAME");
    const cloud::http::Uri uri = cloud::http::parseUri(server.url);
    if (name.empty() || uri.scheme != "https" || !server.unixSocket.empty())
        return;
    if (const std::size_t colon = name.rfind(':');
        colon != std::string::npos && name.find(']', colon) == std::string::npos)
        name.resize(colon);
    const bool hasPort = uri.authority.rfind(':') != std::string::npos && !uri.authority.ends_with(']');
    const std::string port = hasPort ? uri.authority.substr(uri.authority.rfind(':') + 1) : "443";
    server.connectTo = hasPort ? uri.authority : uri.authority + ":443";
    server.headers.push_back("Host: " + uri.authority);
    server.url = fmt::format("https://{}:{}{}", name, port, uri.path == "/" ? "" : uri.path);
}

void readToken(const cloud::Arguments& given, const fs::path& directory, ServerSettings& server,
               Diagnostics& problems) {
    const std::string variable = environmentText("CONSUL_HTTP_TOKEN");
    const std::string file = environmentText("CONSUL_HTTP_TOKEN_FILE");
    std::string token = textOr(given, "access_token", "CONSUL_HTTP_TOKEN");
    if (!file.empty() && token == variable) {
        const auto content = system::readFile(directory / file);
        if (!content)
            problems.append(argumentError(
                "access_token", fmt::format("Error loading token file {} : {}", file, content.error().toString())));
        else if (const std::string_view text = values::trimmed(*content, " \t\r\n"); !text.empty())
            token = text;
    }
    if (!token.empty())
        server.headers.push_back("X-Consul-Token: " + token);
    std::string login = textOr(given, "http_auth", "CONSUL_HTTP_AUTH");
    if (login.empty())
        return;
    if (login.find(':') == std::string::npos)
        login += ':';
    server.headers.push_back("Authorization: Basic " + values::toBase64(login));
}

/// A PEM file that an argument or a variable names.
class PemReader {
public:
    PemReader(const fs::path& directory, Diagnostics& problems)
        : m_directory(directory)
        , m_problems(problems) {}

    std::string read(const char* argument, const std::string& path, std::string_view marker, const char* failure,
                     const std::string& unreadable) {
        auto content = system::readFile(m_directory / path);
        if (!content)
            m_problems.append(
                argumentError(argument, failure + system::ioError(content.error().call, path, content.error().number)));
        else if (content->find(marker) == std::string::npos)
            m_problems.append(argumentError(argument, unreadable));
        else
            return *std::move(content);
        return {};
    }
    std::string readAuthorities(const std::string& folder) {
        const auto files = system::listFiles(m_directory / folder);
        if (!files)
            m_problems.append(argumentError("ca_file", system::ioError(files.error().isMissing() ? "lstat" : "open",
                                                                       files.error().path, files.error().number)));
        std::string all;
        for (const fs::path& file : files ? *files : std::vector<fs::path>())
            all += read("ca_file", file, "-----BEGIN CERTIFICATE-----", "Error loading file from CAPath: ",
                        "Error loading CA Path: Couldn't parse PEM in: " + file.string()) +
                   '\n';
        return all;
    }

private:
    const fs::path& m_directory;
    Diagnostics& m_problems;
};

void readTls(const cloud::Arguments& given, const fs::path& directory, cloud::http::Tls& tls, Diagnostics& problems) {
    PemReader reader(directory, problems);
    constexpr auto certificateMarker = "-----BEGIN CERTIFICATE-----";
    const std::string certificate = textOr(given, "cert_file", "CONSUL_CLIENT_CERT");
    const std::string key = textOr(given, "key_file", "CONSUL_CLIENT_KEY");
    if (certificate.empty() != key.empty())
        problems.append(argumentError(certificate.empty() ? "key_file" : "cert_file",
                                      "both client cert and client key must be provided"));
    else if (!certificate.empty()) {
        tls.certificate = reader.read("cert_file", certificate, certificateMarker, "",
                                      "tls: failed to find any PEM data in certificate input");
        if (!problems.hasErrors())
            tls.privateKey =
                reader.read("key_file", key, "PRIVATE KEY-----", "", "tls: failed to find any PEM data in key input");
    }
    if (problems.hasErrors())
        return;
    if (const std::string file = textOr(given, "ca_file", "CONSUL_CACERT"); !file.empty())
        tls.authorities =
            reader.read("ca_file", file, certificateMarker,
                        "Error loading CA File: ", "Error loading CA File: Couldn't parse PEM in: " + file);
    else if (const std::string folder = environmentText("CONSUL_CAPATH"); !folder.empty())
        tls.authorities = reader.readAuthorities(folder);
    tls.skipVerification =
        isOneOf(environmentText("CONSUL_HTTP_SSL_VERIFY"), {"0", "f", "F", "false", "FALSE", "False"});
}

} // namespace

diags::Result<Settings> readSettings(const Setup& setup) {
    const cloud::Arguments given(setup.arguments);
    Diagnostics problems = checkConsulArguments(setup.arguments);
    if (problems.hasErrors())
        return problems;
    Settings settings;
    settings.path = given.text("path");
    settings.isCompressed = given.flag("gzip");
    settings.locks = !given.has("lock") || given.flag("lock");
    ServerSettings& server = settings.server;
    readTls(given, setup.directory, server.tls, problems);
    if (!problems.hasErrors())
        readAddress(given, server, problems);
    if (!problems.hasErrors())
        readToken(given, setup.directory, server, problems);
    readServerName(server);
    if (problems.hasErrors())
        return problems;
    for (const auto& [parameter, text] :
         {std::pair("dc", given.text("datacenter")), std::pair("ns", environmentText("CONSUL_NAMESPACE")),
          std::pair("partition", environmentText("CONSUL_PARTITION"))})
        if (!text.empty())
            server.parameters[parameter] = text;
    return settings;
}

} // namespace consul

const schemas::Block& consulArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        using values::Type;
        addArguments(block.attributes, {"path"}, Type::string(), Need::Required);
        addArguments(
            block.attributes,
            {"access_token", "address", "scheme", "datacenter", "http_auth", "ca_file", "cert_file", "key_file"},
            Type::string());
        addArguments(block.attributes, {"gzip", "lock"}, Type::boolean());
        return block;
    }();
    return schema;
}

diags::Diagnostics checkConsulArguments(const values::Value& arguments) {
    return missingArguments(consulArguments(), arguments);
}

} // namespace planlens::backends
