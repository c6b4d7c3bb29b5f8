// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/server.h"

#include "core/providers/plugin/connection.h"
#include "tests/provider/protocol/calls.h"
#include "tests/provider/protocol/handshake.h"
#include "tests/provider/protocol/service.h"

#include <grpc_controller.grpc.pb.h>
#include <grpc_stdio.grpc.pb.h>

#include <grpcpp/ext/health_check_service_server_builder_option.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include <unistd.h>

namespace planlens::testing {

namespace {

class Controller final : public plugin::GRPCController::Service {
public:
    explicit Controller(Calls& calls)
        : m_calls(calls) {}
    ~Controller() override {
        if (m_ending.joinable())
            m_ending.join();
    }
    grpc::Server* server = nullptr; // set before the first call

    grpc::Status Shutdown(grpc::ServerContext*, const plugin::Empty*, plugin::Empty*) override {
        m_calls.shutdown();
        // The response must be sent first, because the shutdown waits for this call.
        m_ending = std::thread(
            [this] { server->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(100)); });
        return grpc::Status::OK;
    }

private:
    Calls& m_calls;
    std::thread m_ending;
};

/// Prints nothing, but clients subscribe to it.
class Stdio final : public plugin::GRPCStdio::Service {
public:
    grpc::Status StreamStdio(grpc::ServerContext* context, const google::protobuf::Empty*,
                             grpc::ServerWriter<plugin::StdioData>* writer) override {
        if (!text.empty()) {
            plugin::StdioData data;
            data.set_channel(plugin::StdioData::STDOUT);
            data.set_data(text);
            writer->Write(data);
        }
        while (!context->IsCancelled())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return grpc::Status::OK;
    }
    std::string text;
};

std::shared_ptr<grpc::ServerCredentials> credentials(const std::optional<Certificate>& certificate) {
    if (!certificate)
        return grpc::InsecureServerCredentials();
    grpc::SslServerCredentialsOptions options(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
    options.pem_root_certs = *clientCertificate();
    options.pem_key_cert_pairs.push_back({certificate->keyPem, certificate->certificatePem});
    return grpc::SslServerCredentials(options);
}

} // namespace

int serve(const std::shared_ptr<const PluginScript>& script) {
    std::signal(SIGINT, SIG_IGN); // it is sent to the process group; the parent process requests the shutdown
    const int protocol = chooseProtocol(script->protocols);
    const std::optional<Certificate> certificate =
        clientCertificate() ? std::optional(makeCertificate()) : std::nullopt;
    Address address{script->handshake.value("network", "unix"), socketPath()};

    Calls calls(script, protocol);
    const auto provider =
        protocol == 5 ? makeService5(calls, script->answeredTwice) : makeService6(calls, script->answeredTwice);
    Controller controller(calls);
    Stdio stdio;
    stdio.text = script->handshake.value("stdio", "");

    grpc::EnableDefaultHealthCheckService(true);
    grpc::ServerBuilder builder;
    int port = 0;
    const bool isTcp = address.network == "tcp";
    builder.AddListeningPort(
        isTcp ? "127.0.0.1:0"
              : providers::plugin::channelTarget({0, providers::plugin::Handshake::Network::Unix, address.path, ""}),
        credentials(certificate), &port);
    builder.SetMaxReceiveMessageSize(-1);
    builder.RegisterService(provider.get());
    builder.RegisterService(&controller);
    if (script->handshake.value("serves_stdio", true))
        builder.RegisterService(&stdio);
    const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (!server)
        throw std::runtime_error("cannot listen at " + address.path);
    controller.server = server.get();
    server->GetHealthCheckService()->SetServingStatus("plugin", true);
    if (isTcp)
        address.path = "127.0.0.1:" + std::to_string(port);
    sayHandshake(script->handshake, protocol, address, certificate);
    server->Wait();
    if (!isTcp)
        unlink(address.path.c_str());
    return 0;
}

} // namespace planlens::testing
