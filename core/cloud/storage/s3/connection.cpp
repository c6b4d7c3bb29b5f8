// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/s3/connection.h"

#include "core/cloud/aws/read_settings.h"
#include "core/system/environment.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::cloud::storage::s3 {
namespace {

using cloud::argumentError;
using diags::Diagnostic;
using diags::Diagnostics;
using system::environmentText;

/// The role of the older arguments.
std::optional<cloud::aws::Role> readOlderRole(const cloud::Arguments& given) {
    if (!given.has("role_arn"))
        return std::nullopt;
    cloud::aws::Role role;
    role.arn = given.text("role_arn");
    if (const int seconds = given.number("assume_role_duration_seconds").value_or(0); seconds > 0)
        role.duration = std::chrono::seconds(seconds);
    role.externalId = given.text("external_id");
    role.policy = given.text("assume_role_policy");
    role.sessionName = given.text("session_name");
    role.policyArns = given.list("assume_role_policy_arns");
    role.tags = given.map("assume_role_tags");
    role.transitiveTagKeys = given.list("assume_role_transitive_tag_keys");
    return role;
}

std::string endpointOf(const cloud::Arguments& given, const EndpointNames& names) {
    if (names.argument) {
        const std::string argument = names.argument;
        const std::string inner = argument.substr(argument.find('.') + 1);
        if (const auto url = given.nested("endpoints").given(inner.c_str()))
            return cloud::aws::withScheme(*url);
        if (const auto url = given.given(names.deprecated))
            return cloud::aws::withScheme(*url);
    }
    for (const char* name : names.variables)
        if (const std::string url = environmentText(name); !url.empty())
            return cloud::aws::withScheme(url);
    return {};
}

void readCustomerKey(const cloud::Arguments& given, BucketSettings& settings, Diagnostics& problems) {
    const auto argument = given.given("sse_customer_key");
    const std::string text = argument ? *argument : environmentText("AWS_SSE_CUSTOMER_KEY");
    if (!argument && text.empty())
        return;
    const char* const name = argument ? "sse_customer_key" : "AWS_SSE_CUSTOMER_KEY";
    const std::string words = argument ? name : fmt::format("The environment variable \"{}\"", name);
    const auto refuse = [&](const std::string& why) {
        Diagnostic problem = Diagnostic::error(fmt::format("Invalid {} value", name), words + why);
        problems.append(argument ? std::move(problem).withCode(diags::ErrorCode::InvalidBackendArgument, name)
                                 : problem);
    };
    constexpr std::size_t size = 44;
    if (text.size() != size)
        return refuse(" must be 44 characters in length");
    auto bytes = values::fromBase64(text);
    if (!bytes)
        return refuse(fmt::format(" must be base64 encoded: illegal base64 data at input byte {}", bytes.error()));
    settings.customerKey = *std::move(bytes);
}

/// Buckets that need other requests than plain buckets.
void checkBucketKind(const std::string& bucket, Diagnostics& problems) {
    if (bucket.starts_with("arn:") || bucket.ends_with("--x-s3"))
        problems.append(argumentError("bucket", "Bucket not supported",
                                      "Planlens accesses general purpose buckets only, not access points or directory "
                                      "buckets. Set the argument \"bucket\" to the name of a bucket."));
}

} // namespace

std::span<const EndpointNames> endpointNames() {
    static const EndpointNames all[] = {
        {cloud::aws::Service::S3, "endpoints.s3", "endpoint", {"AWS_ENDPOINT_URL_S3", "AWS_S3_ENDPOINT"}},
        {cloud::aws::Service::Iam, "endpoints.iam", "iam_endpoint", {"AWS_ENDPOINT_URL_IAM", "AWS_IAM_ENDPOINT"}},
        {cloud::aws::Service::Sts, "endpoints.sts", "sts_endpoint", {"AWS_ENDPOINT_URL_STS", "AWS_STS_ENDPOINT"}},
        {cloud::aws::Service::DynamoDb,
         "endpoints.dynamodb",
         "dynamodb_endpoint",
         {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_DYNAMODB_ENDPOINT"}},
    };
    return all;
}

Connection readConnection(const Arguments& given, const std::filesystem::path& directory, Diagnostics& problems) {
    Connection connection;
    aws::Settings& aws = connection.aws;
    BucketSettings& bucket = connection.bucket;
    aws = aws::readSettings(given, directory, problems);
    bucket.bucket = given.text("bucket");
    checkBucketKind(bucket.bucket, problems);
    if (given.flag("use_path_style") || given.flag("force_path_style"))
        bucket.address = BucketAddress::InPath;
    bucket.isEncrypted = given.flag("encrypt");
    bucket.kmsKey = given.text("kms_key_id");
    bucket.acl = given.text("acl");
    bucket.hasChecksums = !given.flag("skip_s3_checksum");
    readCustomerKey(given, bucket, problems);
    for (const EndpointNames& names : endpointNames())
        if (std::string url = endpointOf(given, names); !url.empty())
            aws.endpoints[names.service] = std::move(url);
    if (!aws.role)
        aws.role = readOlderRole(given);
    aws.allowedAccounts = given.list("allowed_account_ids");
    aws.forbiddenAccounts = given.list("forbidden_account_ids");
    if (const std::string older = environmentText("AWS_METADATA_URL");
        aws.metadata.endpoint.empty() && !older.empty()) {
        aws.metadata.endpoint = older;
        problems.warning("Deprecated Environment Variable",
                         "The environment variable \"AWS_METADATA_URL\" is deprecated. "
                         "Use \"AWS_EC2_METADATA_SERVICE_ENDPOINT\" instead.");
    }
    return connection;
}

} // namespace planlens::cloud::storage::s3
