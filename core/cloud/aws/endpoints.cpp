// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/endpoints.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace planlens::cloud::aws {
namespace {

/// A group of regions with domains of its own.
struct Partition {
    std::string_view regionPrefix, domain, dualStackDomain, iamRegion;
};

constexpr std::array partitions{
    Partition{"cn-", "amazonaws.com.cn", "api.amazonwebservices.com.cn", "cn-north-1"},
    Partition{"eusc-", "amazonaws.eu", "api.amazonwebservices.eu", "eusc-de-east-1"},
    Partition{"us-iso-", "c2s.ic.gov", "api.aws.ic.gov", "us-iso-east-1"},
    Partition{"us-isob-", "sc2s.sgov.gov", "api.aws.scloud", "us-isob-east-1"},
    Partition{"eu-isoe-", "cloud.adc-e.uk", "api.cloud-aws.adc-e.uk", "eu-isoe-west-1"},
    Partition{"us-isof-", "csp.hci.ic.gov", "api.aws.hci.ic.gov", "us-isof-south-1"},
    Partition{"us-gov-", "amazonaws.com", "api.aws", "us-gov-west-1"},
    Partition{"", "amazonaws.com", "api.aws", "us-east-1"},
};

const Partition& partitionOf(std::string_view region) {
    return *std::ranges::find_if(
        partitions, [&](const Partition& partition) { return region.starts_with(partition.regionPrefix); });
}

constexpr std::array<std::string_view, 48> regions{
    "af-south-1",     "ap-east-1",       "ap-east-2",      "ap-northeast-1", "ap-northeast-2", "ap-northeast-3",
    "ap-south-1",     "ap-south-2",      "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4",
    "ap-southeast-5", "ap-southeast-6",  "ap-southeast-7", "ca-central-1",   "ca-west-1",      "cn-north-1",
    "cn-northwest-1", "eu-central-1",    "eu-central-2",   "eu-isoe-west-1", "eu-north-1",     "eu-south-1",
    "eu-south-2",     "eu-west-1",       "eu-west-2",      "eu-west-3",      "eusc-de-east-1", "il-central-1",
    "me-central-1",   "me-south-1",      "mx-central-1",   "sa-east-1",      "us-east-1",      "us-east-2",
    "us-gov-east-1",  "us-gov-west-1",   "us-iso-east-1",  "us-iso-west-1",  "us-isob-east-1", "us-isob-west-1",
    "us-isof-east-1", "us-isof-south-1", "us-west-1",      "us-west-2",
};

} // namespace

ServiceNames namesOf(Service service) {
    switch (service) {
    case Service::S3:
        return {"s3", "s3"};
    case Service::DynamoDb:
        return {"dynamodb", "dynamodb"};
    case Service::Sts:
        return {"sts", "sts"};
    case Service::Iam:
        return {"iam", "iam"};
    case Service::Sso:
        return {"portal.sso", "sso"};
    case Service::SsoOidc:
        return {"oidc", "sso_oidc"};
    case Service::Kms:
        return {"kms", "kms"};
    }
    return {};
}

bool isKnownRegion(std::string_view region) {
    return !region.empty() && std::ranges::find(regions, region) != regions.end();
}

std::string defaultEndpoint(Service service, const std::string& region, Variants variants) {
    const Partition& partition = partitionOf(region);
    const bool isGov = partition.regionPrefix == "us-gov-";
    if (service == Service::Iam)
        return isGov ? "https://iam.us-gov.amazonaws.com"
               : partition.regionPrefix.empty()
                   ? variants.isFips ? "https://iam-fips.amazonaws.com" : "https://iam.amazonaws.com"
                   : fmt::format("https://iam.{}.{}", partition.iamRegion, partition.domain);
    // These services have the FIPS variant under their usual names in that partition.
    const bool isAlwaysFips = isGov && (service == Service::Sts || service == Service::DynamoDb);
    std::string name = std::string(namesOf(service).host) + (variants.isFips && !isAlwaysFips ? "-fips" : "");
    std::string_view domain = partition.domain;
    if (variants.isDualStack && service == Service::S3)
        name += ".dualstack";
    else if (variants.isDualStack)
        domain = partition.dualStackDomain;
    return fmt::format("https://{}.{}.{}", name, region, domain);
}

std::string signingRegion(Service service, const std::string& region) {
    return service == Service::Iam ? std::string(partitionOf(region).iamRegion) : region;
}

} // namespace planlens::cloud::aws
