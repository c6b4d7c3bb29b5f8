// SPDX-License-Identifier: MPL-2.0
#include "core/backends/http/http.h"

#include "core/backends/http/client.h"
#include "core/backends/remote/argument_schemas.h"
#include "core/backends/remote/remote_state.h"
#include "core/cloud/arguments.h"
#include "core/cloud/authorities.h"
#include "core/system/environment.h"
#include "core/values/text/lower_case.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/core.h>
#include <string>
#include <utility>

namespace planlens::backends {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Type;
using values::Value;

namespace {

bool isHttp(const std::string& address) {
    const std::string start = values::lowerCase(address.substr(0, 8));
    return start.starts_with("http://") || start.starts_with("https://");
}

/// Reads the arguments. Those that are not configured come from the environment.
class Reader {
public:
    explicit Reader(const Value& given)
        : m_given(given) {}

    std::string text(const char* name, const char* variable, const char* fallback = "") const {
        return cloud::Arguments(m_given).text(name, {variable}, fallback);
    }
    int number(const char* name, const char* variable, int fallback) {
        const Value value = argument(name);
        const std::string text = value.isNull() ? system::environmentText(variable) : value.asNumber().toString();
        if (text.empty())
            return fallback;
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size())
            problem(name, fmt::format("\"{}\": expected a whole number, but got \"{}\"", name, text));
        return number;
    }
    bool flag(const char* name) const { return cloud::Arguments(m_given).flag(name); }
    Value argument(const char* name) const { return m_given.isNull() ? Value() : m_given.attribute(name); }
    void problem(const char* argument, std::string summary) {
        m_problems.append(
            Diagnostic::error(std::move(summary), {}).withCode(diags::ErrorCode::InvalidBackendArgument, argument));
    }
    const Value& given() const { return m_given; }
    const Diagnostics& problems() const { return m_problems; }

private:
    Value m_given;
    Diagnostics m_problems;
};

bool isHeaderName(const std::string& name) {
    return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return c < 0x80 && (std::isalnum(c) || c == '-' || c == '_');
    });
}

bool isAsciiText(const std::string& value) {
    return value.find_first_not_of(" \t\r\n\v\f") != std::string::npos &&
           std::ranges::all_of(value, [](unsigned char c) { return c < 0x80; });
}

bool isHeaderValue(const std::string& value) {
    return std::ranges::none_of(value, [](unsigned char c) { return c == 0x7f || (c < 0x20 && c != '\t'); });
}

constexpr auto invalidHeaderValue = "headers \"{}\" value must not be empty and only contain ascii characters";

/// The names and values of headers. Null ones are not sent, as in OpenTofu.
std::map<std::string, std::string> headersOf(const Value& given) {
    return cloud::Arguments(given).map("headers");
}

void readHeaders(Reader& reader, http::Settings& settings) {
    for (const auto& [name, value] : headersOf(reader.given())) {
        if (!isHeaderValue(value))
            reader.problem("headers", fmt::format(invalidHeaderValue, name));
        else if (const std::string lower = values::lowerCase(name); lower == "content-type" || lower == "content-md5")
            reader.problem("headers", fmt::format("headers \"{}\" is reserved", name));
        else if (lower == "authorization" && !settings.username.empty())
            reader.problem("headers", fmt::format("headers \"{}\" cannot be set when providing username", name));
        else if (lower == "host" || lower == "content-length" || lower == "transfer-encoding" || lower == "trailer")
            continue; // those of the request count, as in OpenTofu
        settings.headers.push_back(name + ": " + value);
    }
}

void readTls(Reader& reader, cloud::http::Tls& tls) {
    tls.skipVerification = reader.flag("skip_cert_verification");
    tls.authorities = reader.text("client_ca_certificate_pem", "TF_HTTP_CLIENT_CA_CERTIFICATE_PEM");
    tls.certificate = reader.text("client_certificate_pem", "TF_HTTP_CLIENT_CERTIFICATE_PEM");
    tls.privateKey = reader.text("client_private_key_pem", "TF_HTTP_CLIENT_PRIVATE_KEY_PEM");
    if (!tls.certificate.empty() && tls.privateKey.empty())
        reader.problem("client_certificate_pem", "client_certificate_pem is set but client_private_key_pem is not");
    if (tls.certificate.empty() && !tls.privateKey.empty())
        reader.problem("client_private_key_pem", "client_private_key_pem is set but client_certificate_pem is not");
    if (!tls.authorities.empty() && cloud::readableCertificates(tls.authorities).empty())
        reader.problem("client_ca_certificate_pem", "failed to append certs");
}

Result<http::Settings> readSettings(const Value& given) {
    if (Diagnostics problems = checkHttpArguments(given); problems.hasErrors())
        return problems;
    Reader reader(given);
    http::Settings settings;
    settings.address = reader.text("address", "TF_HTTP_ADDRESS");
    settings.updateMethod = reader.text("update_method", "TF_HTTP_UPDATE_METHOD", "POST");
    settings.lockAddress = reader.text("lock_address", "TF_HTTP_LOCK_ADDRESS");
    settings.lockMethod = reader.text("lock_method", "TF_HTTP_LOCK_METHOD", "LOCK");
    settings.unlockAddress = reader.text("unlock_address", "TF_HTTP_UNLOCK_ADDRESS");
    settings.unlockMethod = reader.text("unlock_method", "TF_HTTP_UNLOCK_METHOD", "UNLOCK");
    settings.username = reader.text("username", "TF_HTTP_USERNAME");
    settings.password = reader.text("password", "TF_HTTP_PASSWORD");
    settings.retries = reader.number("retry_max", "TF_HTTP_RETRY_MAX", 2);
    settings.shortestWait = std::chrono::seconds(reader.number("retry_wait_min", "TF_HTTP_RETRY_WAIT_MIN", 1));
    settings.longestWait = std::chrono::seconds(reader.number("retry_wait_max", "TF_HTTP_RETRY_WAIT_MAX", 30));
    if (!isHttp(settings.address))
        reader.problem("address", "address must be HTTP or HTTPS");
    if (!settings.lockAddress.empty() && !isHttp(settings.lockAddress))
        reader.problem("lock_address", "lockAddress must be HTTP or HTTPS");
    if (!settings.unlockAddress.empty() && !isHttp(settings.unlockAddress))
        reader.problem("unlock_address", "unlockAddress must be HTTP or HTTPS");
    if (settings.updateMethod.empty())
        settings.updateMethod = "POST";
    readHeaders(reader, settings);
    readTls(reader, settings.tls);
    if (reader.problems().hasErrors())
        return reader.problems();
    return settings;
}

class HttpBackend final : public Backend {
public:
    HttpBackend(http::Settings settings, const Setup& setup)
        : m_settings(std::move(settings))
        , m_journalBase(journalBase(setup.directory, "http", m_settings.address))
        , m_encryption(setup.encryption) {}

    Capabilities capabilities() const override { return {.write = true, .lock = true}; }
    std::unique_ptr<WorkspaceState> state(const std::string&) const override {
        return makeRemoteState(http::makeClient(m_settings), m_journalBase, m_encryption);
    }

private:
    http::Settings m_settings;
    fs::path m_journalBase;
    states::EncryptionPtr m_encryption;
};

} // namespace

const schemas::Block& httpArguments() {
    static const auto schemaWith = [](Need needsAddress) {
        schemas::Block block;
        const auto add = [&](const char* name, Type type) {
            schemas::Attribute attribute;
            attribute.type = std::move(type);
            attribute.optional = true;
            block.attributes.emplace(name, std::move(attribute));
        };
        for (const char* name :
             {"address", "update_method", "lock_address", "unlock_address", "lock_method", "unlock_method", "username",
              "password", "client_ca_certificate_pem", "client_certificate_pem", "client_private_key_pem"})
            add(name, Type::string());
        for (const char* name : {"retry_max", "retry_wait_min", "retry_wait_max"})
            add(name, Type::number());
        add("skip_cert_verification", Type::boolean());
        add("headers", Type::map(Type::string()));
        block.attributes.at("address").required = needsAddress == Need::Required;
        block.attributes.at("address").optional = needsAddress == Need::Optional;
        return block;
    };
    static const schemas::Block requiring = schemaWith(Need::Required), optional = schemaWith(Need::Optional);
    return unlessSet("TF_HTTP_ADDRESS") == Need::Required ? requiring : optional;
}

Diagnostics checkHttpArguments(const Value& arguments) {
    Diagnostics problems = missingArguments(httpArguments(), arguments);
    const auto problem = [&](std::string summary) {
        problems.append(cloud::argumentError("headers", std::move(summary)));
    };
    for (const auto& [name, value] : headersOf(arguments)) {
        if (!isHeaderName(name))
            problem(fmt::format("headers \"{}\" name must not be empty and only contain A-Za-z0-9-_ characters", name));
        if (!isAsciiText(value))
            problem(fmt::format(invalidHeaderValue, name));
    }
    return problems;
}

Result<std::unique_ptr<Backend>> makeHttpBackend(const Setup& setup) {
    Result<http::Settings> settings = readSettings(setup.arguments);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return std::unique_ptr<Backend>(std::make_unique<HttpBackend>(*std::move(settings.value), setup));
}

} // namespace planlens::backends
