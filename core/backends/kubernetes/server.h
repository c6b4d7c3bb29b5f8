// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/kubernetes/credentials.h"
#include "core/cloud/http/retry.h"
#include "core/cloud/http/uri.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// The part of the Kubernetes HTTP API that states need.
namespace planlens::backends::kubernetes {

struct ServerSettings {
    std::string url;                       // without a slash at its end
    std::string connectTo = {};            // "HOST:PORT", used instead of those of the URL; empty: those
    std::optional<std::string> proxy = {}; // not set: the environment selects it
    std::vector<std::string> headers = {}; // of each request
    cloud::http::Tls tls = {};
    std::shared_ptr<Credentials> credentials; // never null
    cloud::http::Retries retries = {};
};

/// The error of a failed request. The text contains no secrets.
struct ApiError {
    std::string text;
    int status = 0;                  // of HTTP; 0: no response
    bool isMissing = false;          // there is no such object
    bool mayHaveTakenEffect = false; // by one of the attempts
};
template <typename T>
using ApiResult = diags::Expected<T, ApiError>;

using Labels = std::map<std::string, std::string, std::less<>>;

/// The common part of secrets and leases.
struct Object {
    std::string name;
    Labels labels;
    std::string version = {}; // changes with each change of the object
    std::string content = {}; // JSON of the server, with all that states do not need; empty: not stored yet
};
struct Secret : Object {
    std::optional<std::string> state = {}; // in base64; not set: it has none
};
struct Lease : Object {
    std::optional<std::string> holder = {};   // the ID of the lock
    std::optional<std::string> lockInfo = {}; // JSON
};

/// Requests for the objects of a namespace. Functions block, and repeat requests. An object is replaced only if it
/// still has its version, and the error otherwise has the status 409, as that of creating an object that exists. May be
/// used by several threads.
class Server {
public:
    Server(ServerSettings settings, std::string nameSpace)
        : m_settings(std::move(settings))
        , m_namespace(std::move(nameSpace)) {}

    /// std::nullopt if there is none.
    ApiResult<std::optional<Secret>> readSecret(const std::string& name, const std::stop_token& stop) const;
    ApiResult<std::optional<Lease>> readLease(const std::string& name, const std::stop_token& stop) const;
    /// Creates the object, or replaces a stored one. Returns what the server has stored.
    ApiResult<Secret> write(const Secret& secret) const;
    ApiResult<Lease> write(const Lease& lease) const;
    /// Removes an object that has this version.
    ApiResult<bool> remove(const Secret& secret, const std::stop_token& stop) const;
    ApiResult<bool> remove(const Lease& lease, const std::stop_token& stop) const;
    /// An error if the namespace is known to be missing.
    ApiResult<bool> findNamespace(const std::stop_token& stop) const;
    /// The labels of all secrets that are selected.
    ApiResult<std::vector<Labels>> secretLabels(const std::string& selector, const std::stop_token& stop) const;

private:
    struct Call {
        std::string_view method;
        std::string_view resource;
        std::string name = {}; // of the object; empty: all
        cloud::http::Parameters parameters = {};
        std::string body = {};
    };
    std::string urlOf(const Call& call) const;
    ApiError rejected(const std::string& message) const;
    /// `parse` reads the object from the response. Nothing if it does not exist.
    template <typename T>
    ApiResult<std::optional<T>> read(std::string_view resource, const std::string& name,
                                     ApiResult<T> (*parse)(const std::string& text), const std::stop_token& stop) const;
    ApiResult<std::string> send(const Call& call, const std::stop_token& stop) const;
    struct Sent {
        cloud::http::Response response;
        bool mayHaveTakenEffect = false; // although the response is an error
    };
    ApiResult<Sent> sendOnce(const Call& call, const std::stop_token& stop) const;
    ApiResult<bool> remove(std::string_view resource, const Object& object, const std::stop_token& stop) const;

    ServerSettings m_settings;
    std::string m_namespace;
};

} // namespace planlens::backends::kubernetes
