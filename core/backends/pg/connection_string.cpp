// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/connection_string.h"

#include "core/backends/pg/connection_syntax.h"
#include "core/cloud/authorities.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"
#include "core/values/text/split.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/core.h>
#include <random>
#include <string_view>
#include <utility>

namespace planlens::backends::pg {
namespace {

using diags::Expected;
using diags::Unexpected;

using Checked = Expected<bool, std::string>;

struct Variable {
    const char* name;
    const char* keyword;
};
constexpr Variable variables[] = {{"PGHOST", "host"},
                                  {"PGHOSTADDR", "hostaddr"},
                                  {"PGPORT", "port"},
                                  {"PGDATABASE", "dbname"},
                                  {"PGUSER", "user"},
                                  {"PGPASSWORD", "password"},
                                  {"PGPASSFILE", "passfile"},
                                  {"PGOPTIONS", "options"},
                                  {"PGAPPNAME", "application_name"},
                                  {"PGSSLMODE", "sslmode"},
                                  {"PGSSLNEGOTIATION", "sslnegotiation"},
                                  {"PGSSLCERT", "sslcert"},
                                  {"PGSSLKEY", "sslkey"},
                                  {"PGSSLROOTCERT", "sslrootcert"},
                                  {"PGSSLSNI", "sslsni"},
                                  {"PGCONNECT_TIMEOUT", "connect_timeout"},
                                  {"PGCLIENTENCODING", "client_encoding"},
                                  {"PGDATESTYLE", "datestyle"},
                                  {"PGTZ", "tz"},
                                  {"PGGEQO", "geqo"},
                                  {"PGTARGETSESSIONATTRS", "target_session_attrs"},
                                  {"PGLOADBALANCEHOSTS", "load_balance_hosts"}};
// The reference rejects these. Without that, libpq would use them and could connect to another server.
constexpr const char* unsupportedVariables[] = {"PGREQUIREAUTH",
                                                "PGCHANNELBINDING",
                                                "PGSERVICE",
                                                "PGSERVICEFILE",
                                                "PGREALM",
                                                "PGSSLCERTMODE",
                                                "PGSSLCOMPRESSION",
                                                "PGREQUIRESSL",
                                                "PGSSLCRL",
                                                "PGREQUIREPEER",
                                                "PGSYSCONFDIR",
                                                "PGLOCALEDIR",
                                                "PGSSLCRLDIR",
                                                "PGSSLMINPROTOCOLVERSION",
                                                "PGSSLMAXPROTOCOLVERSION",
                                                "PGGSSENCMODE",
                                                "PGGSSDELEGATION",
                                                "PGMINPROTOCOLVERSION",
                                                "PGMAXPROTOCOLVERSION",
                                                "PGGSSLIB"};

// Passed to libpq as they are. Hosts, ports and what decides about TLS are handled by name.
constexpr std::string_view passedKeywords[] = {"dbname",  "user",   "password",    "passfile",  "application_name",
                                               "sslcert", "sslkey", "sslrootcert", "krbsrvname"};
// Without an effect on states.
constexpr std::string_view ignoredKeywords[] = {"sslinline",
                                                "binary_parameters",
                                                "disable_prepared_binary_result",
                                                "datestyle",
                                                "tz",
                                                "geqo",
                                                "krbspn",
                                                "fallback_application_name",
                                                "client_encoding"};
constexpr std::string_view handledKeywords[] = {"host",
                                                "hostaddr",
                                                "port",
                                                "options",
                                                "sslmode",
                                                "sslsni",
                                                "sslnegotiation",
                                                "connect_timeout",
                                                "load_balance_hosts",
                                                "target_session_attrs"};

bool isOneOf(std::string_view text, auto&& texts) {
    return std::ranges::find(texts, text) != std::end(texts);
}

std::string join(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : ",") + part;
    return text;
}

template <typename Number>
std::optional<Number> number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<bool> flag(std::string_view text) {
    if (isOneOf(text, std::initializer_list<std::string_view>{"1", "t", "T", "true", "TRUE", "True", "yes", "on"}))
        return true;
    if (isOneOf(text, std::initializer_list<std::string_view>{"0", "f", "F", "false", "FALSE", "False", "no", "off"}))
        return false;
    return {};
}

bool isUtf8(std::string_view encoding) {
    std::string name;
    for (const unsigned char c : encoding)
        if (c < 0x80 && std::isalnum(c) != 0)
            name += static_cast<char>(std::tolower(c));
    return name == "utf8" || name == "unicode";
}

/// Checks values as the reference does. `label` is the name of a keyword in quotes or of a variable.
Checked checkValue(const std::string& label, std::string_view keyword, const std::string& value) {
    const auto wrong = [&](const std::string& why) {
        return Unexpected{fmt::format("pq: wrong value for {}: {}", label, why)};
    };
    struct Choice {
        std::string_view keyword;
        std::vector<std::string_view> values;
        const char* list;
    };
    static const Choice choices[] = {
        {"sslmode", {"disable", "require", "verify-full", "verify-ca"}, "disable, require, verify-full, or verify-ca"},
        {"sslnegotiation", {"postgres", "direct"}, "postgres, or direct"},
        {"target_session_attrs",
         {"any", "read-write", "read-only", "primary", "standby", "prefer-standby"},
         "any, read-write, read-only, primary, standby, or prefer-standby"},
        {"load_balance_hosts", {"disable", "random"}, "disable, or random"}};
    for (const Choice& choice : choices)
        if (keyword == choice.keyword && !isOneOf(value, choice.values))
            return wrong(
                fmt::format("{} is not supported; supported values are {}", values::quoted(value), choice.list));
    if (keyword == "port") {
        for (const std::string_view port : values::split(value, ','))
            if (!number<std::uint16_t>(port) && (!port.empty() || value.find(',') == std::string::npos))
                return wrong(fmt::format("strconv.ParseUint: parsing {}: invalid syntax", values::quoted(port)));
    } else if (keyword == "connect_timeout" && !number<std::int64_t>(value)) {
        return wrong(fmt::format("strconv.ParseInt: parsing {}: invalid syntax", values::quoted(value)));
    } else if ((keyword == "sslsni" || keyword == "sslinline") && !flag(value)) {
        return wrong(fmt::format("strconv.ParseBool: parsing {}: invalid syntax", values::quoted(value)));
    } else if (keyword == "client_encoding" && !isUtf8(value)) {
        return Unexpected{
            fmt::format("pq: unsupported client_encoding {}: must be absent or \"UTF8\"", values::quoted(value))};
    } else if (keyword == "datestyle" && value != "ISO, MDY") {
        return Unexpected{
            fmt::format("pq: unsupported datestyle {}: must be absent or \"ISO, MDY\"", values::quoted(value))};
    }
    return true;
}

Expected<Keywords, std::string> environmentKeywords() {
    for (const char* const name : unsupportedVariables)
        if (!system::environmentText(name).empty())
            return Unexpected{fmt::format("pq: environment variable ${} is not supported", name)};
    if (!system::environmentText("PGKRBSRVNAME").empty())
        return Unexpected{
            std::string("pq: environment variable $PGKRBSRVNAME is not supported as Kerberos is not enabled")};
    Keywords keywords;
    for (const auto& [name, keyword] : variables) {
        const std::string value = system::environmentText(name);
        if (value.empty())
            continue;
        if (auto checked = checkValue(std::string("$") + name, keyword, value); !checked)
            return Unexpected{std::move(checked.error())};
        keywords[keyword] = value;
    }
    return keywords;
}

/// Settings of the server that the connection string contains as keywords of its own. libpq has them in `options`.
std::string serverOptions(const Keywords& keywords, std::string options) {
    for (const auto& [name, value] : keywords) {
        if (isOneOf(name, passedKeywords) || isOneOf(name, ignoredKeywords) || isOneOf(name, handledKeywords))
            continue;
        options += (options.empty() ? "-c " : " -c ") + name + "=";
        for (const char c : value) {
            if (c == '\\' || std::isspace(static_cast<unsigned char>(c)) != 0)
                options += '\\';
            options += c;
        }
    }
    return options;
}

struct Hosts {
    std::vector<std::string> names, addresses, ports; // of equal length, or empty
};

Expected<Hosts, std::string> hostsOf(const Keywords& keywords) {
    const auto list = [&](const char* name, const char* ofEmpty) {
        const auto found = keywords.find(name);
        std::vector<std::string> parts;
        if (found != keywords.end())
            for (const std::string_view part : values::split(found->second, ','))
                parts.emplace_back(part.empty() ? ofEmpty : part);
        return parts;
    };
    Hosts hosts{list("host", "localhost"), list("hostaddr", ""), list("port", "5432")};
    if (!hosts.names.empty() && !hosts.addresses.empty() && hosts.names.size() != hosts.addresses.size())
        return Unexpected{fmt::format("pq: could not match {} host names to {} hostaddr values", hosts.names.size(),
                                      hosts.addresses.size())};
    if (hosts.names.empty() && hosts.addresses.empty())
        hosts.names = {"localhost"};
    const std::size_t count = std::max(hosts.names.size(), hosts.addresses.size());
    if (hosts.ports.size() > 1 && hosts.ports.size() != count)
        return Unexpected{fmt::format("pq: could not match {} port numbers to {} hosts", hosts.ports.size(), count)};
    hosts.ports.resize(count, hosts.ports.empty() ? "5432" : hosts.ports.front());
    return hosts;
}

class ServerMaker {
public:
    explicit ServerMaker(const Keywords& keywords)
        : m_keywords(keywords) {}

    std::string value(const char* name) const {
        const auto found = m_keywords.find(name);
        return found == m_keywords.end() ? std::string() : found->second;
    }
    Server make(const Hosts& hosts, std::size_t index, const std::string& attributes) const {
        Server server;
        const auto set = [&](const char* name, const std::string& text) {
            if (!text.empty())
                server.keywords.emplace_back(name, text);
        };
        const std::string host = hosts.names.empty() ? std::string() : hosts.names[index];
        const std::string address = hosts.addresses.empty() ? std::string() : hosts.addresses[index];
        set("host", host);
        set("hostaddr", address);
        set("port", hosts.ports[index]);
        for (const std::string_view name : passedKeywords)
            set(name.data(), value(name.data()));
        set("target_session_attrs", attributes);
        set("fallback_application_name",
            m_keywords.contains("fallback_application_name") ? value("fallback_application_name") : "planlens");
        set("options", serverOptions(m_keywords, value("options")));
        set("client_encoding", "UTF8");
        set("gssencmode", "disable");
        set("keepalives_idle", "15"); // finds out that a server has gone while its lock is held
        set("keepalives_interval", "5");
        set("keepalives_count", "3");
        set("tcp_user_timeout", "60000");
        if (!value("sslsni").empty())
            set("sslsni", flag(value("sslsni")).value_or(true) ? "1" : "0");
        if (value("sslnegotiation") == "direct")
            set("sslnegotiation", "direct"); // libpq 17; an older one reports it
        server.areCertificatesInline = flag(value("sslinline")).value_or(false);
        const bool isSocket = address.empty() && (host.starts_with('/') || host.starts_with('@'));
        const std::string mode = isSocket ? "disable" : value("sslmode").empty() ? "require" : value("sslmode");
        set("sslmode", mode);
        if (mode.starts_with("verify-") && value("sslrootcert").empty())
            set("sslrootcert", cloud::authorityFile());
        return server;
    }

private:
    const Keywords& m_keywords;
};

} // namespace

Expected<ParsedConnection, std::string> parseConnection(const std::string& text) {
    Expected<Keywords, std::string> fromEnvironment = environmentKeywords();
    if (!fromEnvironment)
        return Unexpected{std::move(fromEnvironment.error())};
    Expected<Keywords, std::string> given = parseKeywords(text);
    if (!given)
        return Unexpected{std::move(given.error())};
    for (const auto& [name, value] : *given)
        if (auto checked = checkValue(values::quoted(name), name, value); !checked)
            return Unexpected{std::move(checked.error())};
    Keywords keywords = *std::move(given);
    if (auto database = keywords.extract("database")) // accepted by the reference
        keywords["dbname"] = database.mapped();
    keywords.merge(*fromEnvironment);
    Expected<Hosts, std::string> hosts = hostsOf(keywords);
    if (!hosts)
        return Unexpected{std::move(hosts.error())};

    const ServerMaker maker(keywords);
    ParsedConnection parsed;
    if (const std::string timeout = maker.value("connect_timeout"); !timeout.empty())
        parsed.options.connectTimeout =
            std::chrono::seconds(std::clamp<std::int64_t>(number<std::int64_t>(timeout).value_or(0), 0, 1'000'000));
    std::vector<std::size_t> order(hosts->ports.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (maker.value("load_balance_hosts") == "random")
        std::ranges::shuffle(order, std::mt19937(std::random_device()()));
    std::vector<std::string> attributes{maker.value("target_session_attrs")};
    if (attributes.front() == "prefer-standby")
        attributes = {"standby", "any"};
    for (const std::string& attribute : attributes)
        for (const std::size_t index : order)
            parsed.options.servers.push_back(maker.make(*hosts, index, attribute));
    const std::string database = maker.value("dbname").empty() ? maker.value("user") : maker.value("dbname");
    parsed.identity =
        fmt::format("{}\n{}\n{}\n{}", join(hosts->names), join(hosts->addresses), join(hosts->ports), database);
    return parsed;
}

} // namespace planlens::backends::pg
