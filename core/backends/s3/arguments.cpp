// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/s3.h"

#include "core/backends/remote/argument_schemas.h"

namespace planlens::backends {

using values::Type;

namespace {

using schemas::Attribute;

void addNested(Attributes& attributes, const char* name, Attributes nested) {
    Attribute attribute;
    attribute.optional = true;
    attribute.nested = std::make_shared<const schemas::ObjectType>(
        schemas::ObjectType{std::move(nested), schemas::NestingMode::Single});
    attributes.emplace(name, std::move(attribute));
}

Attributes roleArguments() {
    Attributes attributes;
    addArguments(attributes, {"role_arn"}, Type::string(), Need::Required);
    addArguments(attributes, {"duration", "external_id", "policy", "session_name"}, Type::string());
    addArguments(attributes, {"policy_arns", "transitive_tag_keys"}, Type::set(Type::string()));
    addArguments(attributes, {"tags"}, Type::map(Type::string()));
    return attributes;
}

Attributes webIdentityArguments() {
    Attributes attributes;
    addArguments(attributes,
                 {"role_arn", "web_identity_token", "web_identity_token_file", "session_name", "policy", "duration"},
                 Type::string());
    addArguments(attributes, {"policy_arns"}, Type::set(Type::string()));
    attributes.at("web_identity_token").sensitive = true;
    return attributes;
}

} // namespace

const schemas::Block& s3Arguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        Attributes& all = block.attributes;
        addArguments(all, {"bucket", "key"}, Type::string(), Need::Required);
        addArguments(all,
                     {"region",
                      "dynamodb_endpoint",
                      "endpoint",
                      "iam_endpoint",
                      "sts_endpoint",
                      "sts_region",
                      "acl",
                      "access_key",
                      "secret_key",
                      "kms_key_id",
                      "dynamodb_table",
                      "profile",
                      "shared_credentials_file",
                      "token",
                      "sse_customer_key",
                      "role_arn",
                      "session_name",
                      "external_id",
                      "assume_role_policy",
                      "workspace_key_prefix",
                      "retry_mode",
                      "custom_ca_bundle",
                      "ec2_metadata_service_endpoint",
                      "ec2_metadata_service_endpoint_mode",
                      "http_proxy",
                      "https_proxy",
                      "no_proxy"},
                     Type::string());
        addArguments(all,
                     {"encrypt", "skip_credentials_validation", "skip_metadata_api_check", "skip_region_validation",
                      "skip_requesting_account_id", "force_path_style", "use_path_style", "insecure",
                      "use_dualstack_endpoint", "use_fips_endpoint", "skip_s3_checksum", "use_lockfile"},
                     Type::boolean());
        addArguments(all, {"assume_role_duration_seconds", "max_retries"}, Type::number());
        addArguments(all, {"state_tags", "lock_tags", "assume_role_tags"}, Type::map(Type::string()));
        addArguments(all,
                     {"shared_credentials_files", "shared_config_files", "assume_role_policy_arns",
                      "assume_role_transitive_tag_keys", "forbidden_account_ids", "allowed_account_ids"},
                     Type::set(Type::string()));
        all.at("sse_customer_key").sensitive = true;
        Attributes endpoints;
        addArguments(endpoints, {"s3", "iam", "sts", "dynamodb"}, Type::string());
        addNested(all, "endpoints", std::move(endpoints));
        addNested(all, "assume_role", roleArguments());
        addNested(all, "assume_role_with_web_identity", webIdentityArguments());
        for (const char* name :
             {"dynamodb_endpoint", "endpoint", "iam_endpoint", "sts_endpoint", "role_arn", "session_name",
              "external_id", "assume_role_duration_seconds", "assume_role_policy", "assume_role_policy_arns",
              "assume_role_tags", "assume_role_transitive_tag_keys", "force_path_style"})
            all.at(name).deprecated = true;
        return block;
    }();
    return schema;
}

} // namespace planlens::backends
