// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/exchange.h"

#include "core/cloud/client_key.h"
#include "core/cloud/http/curl/curl_exchange.h"
#include "core/system/own_library.h"
#include "core/version.h"

namespace planlens::cloud::http {

diags::Expected<Response, Failure> performRequest(const Request& request, const std::stop_token& stop) {
    static const auto function = system::loadOwnFunction(PLANLENS_HTTP_LIBRARY, "planlensHttpExchange");
    if (!function)
        return diags::Unexpected{Failure{"the Planlens library for HTTP cannot be loaded: " + function.error(), false}};
    if (needsPassphrase(request.tls.privateKey))
        return diags::Unexpected{Failure{encryptedKeyProblem, false}};
    Response response;
    Failure failure;
    const auto call = reinterpret_cast<decltype(&planlensHttpExchange)>(*function);
    if (!call(programVersion, request, stop, response, failure))
        return diags::Unexpected{std::move(failure)};
    return response;
}

} // namespace planlens::cloud::http
