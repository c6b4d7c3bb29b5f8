// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/remote/client.h"
#include "core/cloud/http/exchange.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace planlens::backends::http {

/// The arguments of the backend, with the defaults filled in.
struct Settings {
    std::string address, updateMethod;
    std::string lockAddress, lockMethod;     // no address: no locks
    std::string unlockAddress, unlockMethod; // no address: unlock() does nothing
    std::string username, password;
    std::vector<std::string> headers; // "Name: value"
    cloud::http::Tls tls;
    int retries = 2;
    std::chrono::seconds shortestWait{1}, longestWait{30}; // between the attempts of one request
};

std::unique_ptr<Client> makeClient(Settings settings);

/// An address for messages: without the password, and without the query, which may contain a token.
std::string addressForMessages(const std::string& address);

} // namespace planlens::backends::http
