// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/rest_config.h"

#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::backends::kubernetes {
namespace {

namespace fs = std::filesystem;
using diags::Expected;
using diags::Unexpected;
using system::environmentText;

/// The keys of extra fields are header names.
std::string escapedKey(const std::string& key) {
    std::string escaped;
    for (const char c : key) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             std::string_view("!#$&'*+-.^_`|~").find(c) != std::string_view::npos;
        escaped += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return escaped;
}

std::vector<std::string> impersonationHeaders(const User& user) {
    if (user.impersonated.empty())
        return {};
    std::vector<std::string> headers{"Impersonate-User: " + user.impersonated};
    if (!user.impersonatedUid.empty())
        headers.push_back("Impersonate-Uid: " + user.impersonatedUid);
    for (const std::string& group : user.impersonatedGroups)
        headers.push_back("Impersonate-Group: " + group);
    for (const auto& [key, value] : user.impersonatedExtra)
        headers.push_back(fmt::format("Impersonate-Extra-{}: {}", escapedKey(key), value));
    return headers;
}

bool hasScheme(const std::string& host) {
    const std::size_t end = host.find("://");
    return end != std::string::npos && end > 0 && end + 3 < host.size() && host[end + 3] != '/';
}

/// The URL of the server. Without a scheme, the one of the configuration is used.
Expected<std::string, std::string> urlOf(const std::string& given, bool usesTls) {
    const std::string host = given.empty() ? "localhost" : given;
    const bool isUrl = hasScheme(host);
    const std::string url = isUrl ? host : (usesTls ? "https://" : "http://") + host;
    const std::size_t start = url.find("://") + 3, end = std::min(url.find_first_of("/?#", start), url.size());
    for (std::size_t i = start; i < end; ++i)
        if (url[i] == ' ' || url[i] == '<' || url[i] == '>' || url[i] == '"' || url[i] == '^' || url[i] == '`')
            return Unexpected{fmt::format("parse {}: invalid character {} in host name", values::quoted(url),
                                          values::quoted(std::string_view(url).substr(i, 1)))};
    if (!isUrl && end < url.size() && url.substr(end) != "/")
        return Unexpected{"host must be a URL or a host:port pair: " + values::quoted(host)};
    return std::string(values::trimmedEnd(std::string_view(url).substr(0, url.find_first_of("?#", start)), "/"));
}

Expected<std::string, std::string> textOrFile(const std::string& text, const std::string& file) {
    if (!text.empty() || file.empty())
        return text;
    auto content = system::readFile(file);
    if (!content)
        return Unexpected{content.error().toString()};
    return *std::move(content);
}

bool hasCertificate(const RestConfig& config) {
    return (!config.certificate.empty() || !config.certificateFile.empty()) &&
           (!config.key.empty() || !config.keyFile.empty());
}

bool hasToken(const RestConfig& config) {
    return !config.token.empty() || !config.tokenFile.empty();
}

bool isPem(const std::string& text) {
    return text.find("-----BEGIN ") != std::string::npos;
}

Expected<cloud::http::Tls, std::string> tlsOf(const RestConfig& config) {
    const bool hasAuthorities = !config.authorities.empty() || !config.authorityFile.empty();
    if (hasAuthorities && config.skipsVerification)
        return Unexpected{std::string("specifying a root certificates file with the insecure flag is not allowed")};
    cloud::http::Tls tls;
    tls.skipVerification = config.skipsVerification;
    auto authorities = textOrFile(config.authorities, config.authorityFile);
    if (!authorities)
        return Unexpected{authorities.error()};
    if (hasAuthorities && authorities->find("-----BEGIN CERTIFICATE-----") == std::string::npos)
        return Unexpected{
            std::string("unable to load root certificates: ") +
            (isPem(*authorities) ? "no valid certificate authority data seen" : "unable to parse bytes as PEM block")};
    tls.authorities = *std::move(authorities);
    if (!hasCertificate(config))
        return tls;
    auto certificate = textOrFile(config.certificate, config.certificateFile);
    auto key = textOrFile(config.key, config.keyFile);
    for (const auto* text : {&certificate, &key})
        if (!*text)
            return Unexpected{text->error()};
    if (!isPem(*certificate))
        return Unexpected{std::string("tls: failed to find any PEM data in certificate input")};
    if (!isPem(*key))
        return Unexpected{std::string("tls: failed to find any PEM data in key input")};
    tls.certificate = *std::move(certificate);
    tls.privateKey = *std::move(key);
    return tls;
}

/// The error for a legacy plugin.
std::string providerProblem(const std::string& name) {
    if (name == "oidc")
        return "the auth provider \"oidc\" is not supported by Planlens. Use an exec plugin instead";
    if (name == "azure" || name == "gcp")
        return fmt::format("The {} auth plugin has been removed. Use an exec plugin instead", name);
    return fmt::format("no Auth Provider found for name {}", values::quoted(name));
}

std::string pluginProblem(const RestConfig& config) {
    if (!config.authProvider.empty())
        return config.plugin ? "execProvider and authProvider cannot be used in combination"
                             : providerProblem(config.authProvider);
    const std::string version = config.plugin ? config.plugin->apiVersion : std::string();
    if (!config.plugin || version == "client.authentication.k8s.io/v1" ||
        version == "client.authentication.k8s.io/v1beta1")
        return {};
    return "exec plugin: invalid apiVersion " + values::quoted(version);
}

/// The cluster in the form of the requests of plugins.
std::string clusterFor(const RestConfig& config, const std::string& url, const cloud::http::Tls& tls) {
    nlohmann::json cluster{{"server", url}};
    if (!config.serverName.empty())
        cluster["tls-server-name"] = config.serverName;
    if (config.skipsVerification)
        cluster["insecure-skip-tls-verify"] = true;
    if (!tls.authorities.empty())
        cluster["certificate-authority-data"] = values::toBase64(tls.authorities);
    if (!config.proxy.empty())
        cluster["proxy-url"] = config.proxy;
    cluster["config"] =
        config.extension.empty() ? nlohmann::json() : nlohmann::json::parse(config.extension, nullptr, false);
    return cluster.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The server name replaces the host of the URL, by which the certificate is verified.
void useServerName(const std::string& name, ServerSettings& settings) {
    const cloud::http::Uri uri = cloud::http::parseUri(settings.url);
    if (name.empty() || uri.scheme != "https")
        return;
    const std::size_t colon = uri.authority.rfind(':');
    const bool hasPort = colon != std::string::npos && !uri.authority.ends_with(']');
    settings.connectTo = hasPort ? uri.authority : uri.authority + ":443";
    settings.headers.push_back("Host: " + uri.authority);
    settings.url = fmt::format("https://{}:{}{}", name, hasPort ? uri.authority.substr(colon + 1) : "443",
                               uri.path == "/" ? "" : uri.path);
}

} // namespace

Expected<RestConfig, std::string> restConfig(const Selected& selected) {
    const Cluster& cluster = selected.cluster;
    const User& user = selected.user;
    RestConfig config;
    config.host = cluster.server;
    config.proxy = cluster.proxy;
    config.headers = impersonationHeaders(user);
    if (!cluster.server.starts_with("https://"))
        return config;
    config.serverName = cluster.serverName;
    config.authorityFile = cluster.authorityFile;
    config.authorities = cluster.authorities;
    config.skipsVerification = cluster.skipsVerification;
    config.extension = cluster.extension;
    config.token = user.token;
    config.tokenFile = user.tokenFile;
    if (config.token.empty() && !config.tokenFile.empty()) {
        const auto token = system::readFile(config.tokenFile);
        if (!token)
            return Unexpected{token.error().toString()};
        config.token = values::trimmed(*token);
    }
    if (!user.certificateFile.empty() || !user.certificate.empty()) {
        config.certificateFile = user.certificateFile;
        config.certificate = user.certificate;
        config.keyFile = user.keyFile;
        config.key = user.key;
    }
    config.username = user.username;
    config.password = user.password;
    config.authProvider = user.authProvider;
    config.plugin = user.plugin;
    return config;
}

bool isInCluster(const fs::path& serviceAccount) {
    std::error_code error;
    const fs::file_type type = fs::status(serviceAccount / "token", error).type();
    return !environmentText("KUBERNETES_SERVICE_HOST").empty() && !environmentText("KUBERNETES_SERVICE_PORT").empty() &&
           type != fs::file_type::not_found && type != fs::file_type::none && type != fs::file_type::directory;
}

Expected<RestConfig, std::string> inClusterConfig(const fs::path& serviceAccount) {
    const std::string host = environmentText("KUBERNETES_SERVICE_HOST");
    const std::string port = environmentText("KUBERNETES_SERVICE_PORT");
    if (host.empty() || port.empty())
        return Unexpected{std::string("unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and "
                                      "KUBERNETES_SERVICE_PORT must be defined")};
    RestConfig config;
    const bool isIp6 = host.find(':') != std::string::npos;
    config.host = fmt::format("https://{}{}{}:{}", isIp6 ? "[" : "", host, isIp6 ? "]" : "", port);
    config.tokenFile = serviceAccount / "token";
    const auto token = system::readFile(config.tokenFile);
    if (!token)
        return Unexpected{token.error().toString()};
    config.token = values::trimmed(*token);
    if (const auto authorities = system::readFile(serviceAccount / "ca.crt"); authorities && isPem(*authorities))
        config.authorityFile = serviceAccount / "ca.crt";
    return config;
}

bool usesPlugin(const RestConfig& config) {
    return config.plugin && !hasToken(config) && config.username.empty() && !hasCertificate(config);
}

Expected<ServerSettings, std::string> serverSettings(const RestConfig& config, const fs::path& directory) {
    if (std::string problem = pluginProblem(config); !problem.empty())
        return Unexpected{std::move(problem)};
    auto tls = tlsOf(config);
    if (!tls)
        return Unexpected{tls.error()};
    if (hasToken(config) && !config.username.empty())
        return Unexpected{std::string("username/password or bearer token may be set, but not both")};
    const bool usesTls = !config.authorities.empty() || !config.authorityFile.empty() || !config.certificate.empty() ||
                         !config.certificateFile.empty() || config.skipsVerification;
    auto url = urlOf(config.host, usesTls);
    if (!url)
        return Unexpected{url.error()};
    CredentialSettings credentials{config.token, config.tokenFile, config.username, config.password, {}, {}, directory};
    if (usesPlugin(config)) {
        credentials.plugin = config.plugin;
        if (config.plugin->needsCluster)
            credentials.clusterForPlugin = clusterFor(config, *url, *tls);
    }
    ServerSettings settings{.url = *std::move(url),
                            .headers = config.headers,
                            .tls = *std::move(tls),
                            .credentials = std::make_shared<Credentials>(std::move(credentials))};
    if (!config.proxy.empty())
        settings.proxy = config.proxy;
    useServerName(config.serverName, settings);
    return settings;
}

} // namespace planlens::backends::kubernetes
