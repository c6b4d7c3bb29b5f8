// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/server.h"

#include "core/values/text/lower_case.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <cctype>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace planlens::backends::kubernetes {
namespace {

using diags::Unexpected;
using nlohmann::json;

constexpr std::string_view secrets = "secrets", leases = "leases", namespaces = "namespaces";
constexpr auto lockAnnotation = "app.terraform.io/lock-info";
constexpr auto stateKey = "tfstate";

constexpr int unauthorized = 401, notFound = 404;

std::string dumped(const json& object) {
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// A member of an object; null if there is none.
const json& memberOf(const json& object, const char* name) {
    static const json none;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found == object.end() ? none : *found;
}

std::optional<std::string> textIn(const json& object, const char* name) {
    const json& found = memberOf(object, name);
    return found.is_string() ? std::optional(found.get<std::string>()) : std::nullopt;
}

Labels labelsOf(const json& object) {
    Labels labels;
    const json& found = memberOf(memberOf(object, "metadata"), "labels");
    for (auto label = found.begin(); found.is_object() && label != found.end(); ++label)
        if (label->is_string())
            labels[label.key()] = label->get<std::string>();
    return labels;
}

ApiError unreadable(std::string_view resource) {
    return {.text = fmt::format("the response is not what the API of Kubernetes returns for {}", resource),
            .mayHaveTakenEffect = true};
}

/// The common part of all objects; nothing if the text is not an object.
std::optional<Object> objectOf(const json& parsed, const std::string& text) {
    const json& meta = memberOf(parsed, "metadata");
    const auto name = textIn(meta, "name"), version = textIn(meta, "resourceVersion");
    if (!name || !version)
        return {};
    return Object{*name, labelsOf(parsed), *version, text};
}

ApiResult<Secret> secretOf(const std::string& text) {
    const json parsed = json::parse(text, nullptr, false);
    auto object = objectOf(parsed, text);
    if (!object)
        return Unexpected{unreadable(secrets)};
    Secret secret;
    static_cast<Object&>(secret) = *std::move(object);
    secret.state = textIn(memberOf(parsed, "data"), stateKey);
    return secret;
}

ApiResult<Lease> leaseOf(const std::string& text) {
    const json parsed = json::parse(text, nullptr, false);
    auto object = objectOf(parsed, text);
    if (!object)
        return Unexpected{unreadable(leases)};
    Lease lease;
    static_cast<Object&>(lease) = *std::move(object);
    lease.holder = textIn(memberOf(parsed, "spec"), "holderIdentity");
    lease.lockInfo = textIn(memberOf(memberOf(parsed, "metadata"), "annotations"), lockAnnotation);
    return lease;
}

/// The object of the server, or a new one.
json contentOf(const Object& object, const char* kind, const char* apiVersion) {
    json content = object.content.empty() ? json() : json::parse(object.content, nullptr, false);
    if (!content.is_object())
        content = {{"kind", kind},
                   {"apiVersion", apiVersion},
                   {"metadata", {{"name", object.name}, {"labels", object.labels}, {"annotations", json::object()}}}};
    return content;
}

/// Sets or removes a member of a nested object, which need not exist.
void set(json& object, const char* member, const std::optional<std::string>& value) {
    if (!object.is_object())
        object = json::object();
    if (value)
        object[member] = *value;
    else
        object.erase(member);
}

/// The text for a response that is not an object of the API, in the words of the reference.
std::string describedStatus(int status, const std::string& body) {
    switch (status) {
    case 400:
        return "the server rejected our request for an unknown reason";
    case unauthorized:
        return "the server has asked for the client to provide credentials";
    case notFound:
        return "the server could not find the requested resource";
    case 409:
        return "the server reported a conflict";
    case 429:
        return "the server has received too many requests and has asked us to try again later";
    case 503:
        return "the server is currently unable to handle the request";
    default:
        return status >= 500 ? fmt::format("an error on the server (\"{}\") has prevented the request from succeeding",
                                           values::trimmed(std::string_view(body).substr(0, 2048)))
                             : fmt::format("the server responded with the status code {} but did not return more "
                                           "information",
                                           status);
    }
}

} // namespace

std::string Server::urlOf(const Call& call) const {
    std::string url = m_settings.url + (call.resource == leases ? "/apis/coordination.k8s.io/v1" : "/api/v1");
    if (!m_namespace.empty() && call.resource != namespaces)
        url += "/namespaces/" + cloud::http::encoded(m_namespace);
    url += fmt::format("/{}", call.resource);
    if (!call.name.empty())
        url += '/' + cloud::http::encoded(call.name);
    if (!call.parameters.empty())
        url += '?' + cloud::http::encodedParameters(call.parameters);
    return url;
}

ApiResult<Server::Sent> Server::sendOnce(const Call& call, const std::stop_token& stop) const {
    cloud::http::Request request;
    request.method = call.method;
    request.url = urlOf(call);
    request.body = call.body;
    request.headers = m_settings.headers;
    request.headers.emplace_back("Accept: application/json");
    request.tls = m_settings.tls;
    request.redirects = cloud::http::Request::Redirects::Returned; // another server must not get the token
    request.connection.proxy = m_settings.proxy;
    request.connection.connectTo = m_settings.connectTo;
    const auto failed = [&](const std::string& why, bool mayHaveTakenEffect) {
        const std::string_view method = call.method;
        return Unexpected{ApiError{
            fmt::format("{}{} \"{}\": {}", method.substr(0, 1), values::lowerCase(method.substr(1)), request.url, why),
            0, false, mayHaveTakenEffect}};
    };
    if (const auto added = m_settings.credentials->addTo(request, stop); !added)
        return failed(added.error(), false);
    cloud::http::Retries retries = m_settings.retries;
    constexpr int attemptsToRead = 4; // a plan should soon say that it cannot start; a state to write is worth more
    if (call.method == "GET")
        retries.attempts = std::min(retries.attempts, attemptsToRead);
    cloud::http::Attempts result = cloud::http::performRepeatedly(
        [&] { return request; },
        [](const cloud::http::Response& response) { return cloud::http::isTemporaryStatus(response.status); }, retries,
        stop);
    if (!result.response)
        return failed(result.response.error().message, result.mayHaveTakenEffect);
    return Sent{*std::move(result.response), result.mayHaveTakenEffect};
}

/// The error for credentials that the server does not accept.
ApiError Server::rejected(const std::string& message) const {
    std::string used = m_settings.credentials->description();
    if (used.empty() && !m_settings.tls.certificate.empty())
        used = "the client certificate of the configuration";
    if (!used.empty())
        return {
            fmt::format("{}\n\nThe server does not accept the credentials, which are {}. Renew them, and try again.",
                        message, used),
            unauthorized};
    return {fmt::format("{}\n\nNo credentials were sent: neither the arguments and variables of the backend nor its "
                        "configuration files have any for this server{}. Add them, and try again.",
                        message,
                        m_settings.url.starts_with("http://") ? ", and those of files are only used with https" : ""),
            unauthorized};
}

ApiResult<std::string> Server::send(const Call& call, const std::stop_token& stop) const {
    ApiResult<Sent> sent = sendOnce(call, stop);
    if (sent && sent->response.status == unauthorized && m_settings.credentials->renew())
        sent = sendOnce(call, stop);
    if (!sent)
        return Unexpected{sent.error()};
    cloud::http::Response& response = sent->response;
    if (response.status >= 200 && response.status < 300)
        return std::move(response.body);
    const json body = json::parse(response.body, nullptr, false);
    const auto message = textIn(body, "message");
    if (response.status == unauthorized)
        return Unexpected{rejected(message.value_or(describedStatus(unauthorized, {})))};
    if (textIn(body, "kind") != "Status" || !message)
        return Unexpected{ApiError{describedStatus(response.status, response.body), response.status, false,
                                   sent->mayHaveTakenEffect}};
    const bool isMissing = response.status == notFound && textIn(memberOf(body, "details"), "kind") == call.resource;
    return Unexpected{ApiError{*message, response.status, isMissing, sent->mayHaveTakenEffect}};
}

template <typename T>
ApiResult<std::optional<T>> Server::read(std::string_view resource, const std::string& name,
                                         ApiResult<T> (*parse)(const std::string& text),
                                         const std::stop_token& stop) const {
    const auto text = send({.method = "GET", .resource = resource, .name = name}, stop);
    if (!text && text.error().isMissing)
        return std::optional<T>();
    if (!text)
        return Unexpected{text.error()};
    ApiResult<T> object = parse(*text);
    if (!object)
        return Unexpected{object.error()};
    return std::optional(*std::move(object));
}

ApiResult<bool> Server::findNamespace(const std::stop_token& stop) const {
    if (m_namespace.empty())
        return true;
    const auto text = send({.method = "GET", .resource = namespaces, .name = m_namespace}, stop);
    if (!text && text.error().isMissing)
        return Unexpected{text.error()};
    return true; // also if this account may not read namespaces
}

ApiResult<std::optional<Secret>> Server::readSecret(const std::string& name, const std::stop_token& stop) const {
    return read(secrets, name, secretOf, stop);
}

ApiResult<std::optional<Lease>> Server::readLease(const std::string& name, const std::stop_token& stop) const {
    return read(leases, name, leaseOf, stop);
}

ApiResult<Secret> Server::write(const Secret& secret) const {
    json content = contentOf(secret, "Secret", "v1");
    if (secret.content.empty())
        content["metadata"]["annotations"]["encoding"] = "gzip";
    set(content["data"], stateKey, secret.state);
    const bool isNew = secret.content.empty();
    const auto text = send({.method = isNew ? "POST" : "PUT",
                            .resource = secrets,
                            .name = isNew ? std::string() : secret.name,
                            .body = dumped(content)},
                           {});
    if (!text)
        return Unexpected{text.error()};
    return secretOf(*text);
}

ApiResult<Lease> Server::write(const Lease& lease) const {
    json content = contentOf(lease, "Lease", "coordination.k8s.io/v1");
    set(content["metadata"]["annotations"], lockAnnotation, lease.lockInfo);
    set(content["spec"], "holderIdentity", lease.holder);
    const bool isNew = lease.content.empty();
    const auto text = send({.method = isNew ? "POST" : "PUT",
                            .resource = leases,
                            .name = isNew ? std::string() : lease.name,
                            .body = dumped(content)},
                           {});
    if (!text)
        return Unexpected{text.error()};
    return leaseOf(*text);
}

ApiResult<bool> Server::remove(std::string_view resource, const Object& object, const std::stop_token& stop) const {
    const json options{{"kind", "DeleteOptions"},
                       {"apiVersion", "v1"},
                       {"propagationPolicy", "Background"},
                       {"preconditions", {{"resourceVersion", object.version}}}};
    const auto text =
        send({.method = "DELETE", .resource = resource, .name = object.name, .body = dumped(options)}, stop);
    if (!text && !text.error().isMissing) // an earlier attempt may have been carried out
        return Unexpected{text.error()};
    return true;
}

ApiResult<bool> Server::remove(const Secret& secret, const std::stop_token& stop) const {
    return remove(secrets, secret, stop);
}

ApiResult<bool> Server::remove(const Lease& lease, const std::stop_token& stop) const {
    return remove(leases, lease, stop);
}

ApiResult<std::vector<Labels>> Server::secretLabels(const std::string& selector, const std::stop_token& stop) const {
    const auto text = send({.method = "GET", .resource = secrets, .parameters = {{"labelSelector", selector}}}, stop);
    if (!text)
        return Unexpected{text.error()};
    const json parsed = json::parse(*text, nullptr, false);
    const json& items = memberOf(parsed, "items");
    if (!items.is_array() && textIn(parsed, "kind") != "SecretList")
        return Unexpected{unreadable(secrets)};
    std::vector<Labels> list;
    for (const json& item : items)
        list.push_back(labelsOf(item));
    return list;
}

} // namespace planlens::backends::kubernetes
