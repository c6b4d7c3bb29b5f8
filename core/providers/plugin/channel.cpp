// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/channel.h"

#include <arpa/inet.h>
#include <cstdlib>
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <grpc/grpc.h>
#include <grpc/support/log.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <mutex>

namespace planlens::providers::plugin {
namespace {

/// Both libraries write what goes wrong to our standard error, where it reads like a failure of ours; calls tell it anyway.
void silenceLibraries() {
    static std::once_flag once;
    std::call_once(once, [] {
        if (std::getenv("GRPC_VERBOSITY") || std::getenv("GRPC_TRACE"))
            return;
        gpr_set_log_function([](gpr_log_func_args*) {});
        google::protobuf::SetLogHandler(nullptr);
    });
}

std::string percentEncoded(std::string_view path) {
    std::string result;
    for (const char c : path) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             std::string_view("/-._~").find(c) != std::string_view::npos;
        if (isPlain)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

} // namespace

std::string channelTarget(const Handshake& handshake) {
    if (handshake.network == Handshake::Network::Unix)
        return "unix:" + percentEncoded(handshake.address);
    const std::string host = handshake.address.substr(0, handshake.address.rfind(':'));
    in_addr address{};
    if (::inet_pton(AF_INET, host.c_str(), &address) == 1)
        return "ipv4:" + handshake.address;
    if (host.starts_with('['))
        return "ipv6:" + percentEncoded(host) + handshake.address.substr(host.size());
    return "dns:///" + percentEncoded(host) + handshake.address.substr(host.size());
}

std::shared_ptr<grpc::Channel> openChannel(const Handshake& handshake, const Secrets& secrets) {
    silenceLibraries();
    constexpr int metadataLimit = 16 << 20; // bytes; the text of an error is metadata
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(answerLimit);
    arguments.SetMaxSendMessageSize(-1);
    arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, metadataLimit);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
    arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
    if (secrets.serverCertificate.empty())
        return grpc::CreateCustomChannel(channelTarget(handshake), grpc::InsecureChannelCredentials(), arguments);
    arguments.SetSslTargetNameOverride("localhost");
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = secrets.serverCertificate;
    options.pem_cert_chain = secrets.clientCertificate;
    options.pem_private_key = secrets.privateKey;
    return grpc::CreateCustomChannel(channelTarget(handshake), grpc::SslCredentials(options), arguments);
}

} // namespace planlens::providers::plugin
