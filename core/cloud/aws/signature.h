// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/credentials.h"
#include "core/cloud/http/exchange.h"
#include "core/cloud/http/uri.h"

namespace planlens::cloud::aws {

/// The scope in which a signature is valid.
struct Scope {
    std::string service; // "s3"
    std::string region;
};

/// Adds the headers of AWS Signature Version 4 to a request: Host, X-Amz-Date, those of the credentials, and
/// Authorization. The path and the query of the request must be encoded already.
///
/// The signature is computed here and not by CURLOPT_AWS_SIGV4, because libcurl before 8.10 sorts headers together with
/// their colons. X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id then comes before X-Amz-Server-Side-Encryption, and
/// …-Customer-Key-Md5 before …-Customer-Key, so that S3 rejects all requests with these keys.
void sign(http::Request& request, const Credentials& credentials, const Scope& scope, Time now);

} // namespace planlens::cloud::aws
