// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/grpc/grpc_connection.h"

#include "core/version.h"

#include <cstdlib>
#include <google/protobuf/stubs/logging.h>
#include <grpc/grpc.h>
#include <grpc/support/log.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h> // serialization of messages
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <memory>
#include <mutex>
#include <string_view>

namespace planlens::providers::plugin {
namespace {

using Milliseconds = std::chrono::milliseconds;
using SystemClock = std::chrono::system_clock; // the clock type of gRPC deadlines
using Stub = grpc::TemplatedGenericStub<Connection::Message, Connection::Message>;

/// Silences messages on stderr, which look like errors of this program. Calls return the same errors.
void silenceLibraries() {
    static std::once_flag once;
    std::call_once(once, [] {
        if (std::getenv("GRPC_VERBOSITY") || std::getenv("GRPC_TRACE"))
            return;
        gpr_set_log_function([](gpr_log_func_args*) {});
        google::protobuf::SetLogHandler(nullptr);
    });
}

std::shared_ptr<grpc::Channel> openChannel(const std::string& target, const Secrets& secrets) {
    constexpr int metadataLimit = 16 << 20; // bytes; error messages are sent as metadata
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
        return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
    arguments.SetSslTargetNameOverride("localhost");
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = secrets.serverCertificate;
    options.pem_cert_chain = secrets.clientCertificate;
    options.pem_private_key = secrets.privateKey;
    return grpc::CreateCustomChannel(target, grpc::SslCredentials(options), arguments);
}

/// The steps of one call, run one after another.
class Steps {
public:
    grpc::CompletionQueue& queue() { return m_queue; }
    /// Blocks until the last step started has finished. Returns whether it succeeded.
    bool done() {
        void* tag = nullptr;
        bool isThere = false;
        return m_queue.Next(&tag, &isThere) && isThere;
    }
    void* tag() { return this; }

private:
    grpc::CompletionQueue m_queue;
};

CallStatus statusOf(const grpc::Status& status) {
    return {status.error_code(), status.error_message()};
}

class GrpcConnection final : public Connection {
public:
    explicit GrpcConnection(std::shared_ptr<grpc::Channel> channel)
        : m_channel(std::move(channel))
        , m_stub(m_channel) {}

    State connect(Milliseconds atMost) override {
        const grpc_connectivity_state before = m_channel->GetState(true);
        if (stateOf(before) != State::Underway)
            return stateOf(before);
        m_channel->WaitForStateChange(before, SystemClock::now() + atMost);
        return stateOf(m_channel->GetState(true));
    }

    CallStatus call(const std::string& method, const Message& request, Message& answer,
                    const std::stop_token& cancelled, std::optional<Milliseconds> limit) override {
        grpc::ClientContext context;
        if (limit)
            context.set_deadline(SystemClock::now() + *limit);
        context.set_initial_metadata_corked(true); // sent together with the request, so StartCall() is not a step
        Steps steps;
        const auto stream = m_stub.PrepareCall(&context, method, &steps.queue());
        const std::stop_callback onCancelled(cancelled, [&context] { context.TryCancel(); });
        stream->StartCall(steps.tag());
        stream->WriteLast(request, {}, steps.tag());
        steps.done();
        stream->Read(&answer, steps.tag());
        const bool isAnswered = steps.done();
        // gRPC waits forever for the end of a unary call with a second response, so the call is made as a stream. The
        // first response counts, because it may contain a new object.
        bool isAnsweredTwice = false;
        if (isAnswered) {
            const std::unique_ptr<Message> second(answer.New());
            stream->Read(second.get(), steps.tag());
            isAnsweredTwice = steps.done();
        }
        if (isAnsweredTwice)
            context.TryCancel();
        grpc::Status status;
        stream->Finish(&status, steps.tag());
        steps.done();
        if (isAnsweredTwice)
            return {};
        if (status.ok() && !isAnswered)
            return {grpc::StatusCode::INTERNAL, "No message returned for unary request"};
        return statusOf(status);
    }

    CallStatus read(const std::string& method, const Message& request, Message& part,
                    const std::function<void()>& partCame, const std::stop_token& cancelled) override {
        grpc::ClientContext context;
        Steps steps;
        const auto stream = m_stub.PrepareCall(&context, method, &steps.queue());
        const std::stop_callback onCancelled(cancelled, [&context] { context.TryCancel(); });
        stream->StartCall(steps.tag());
        if (steps.done()) {
            stream->WriteLast(request, {}, steps.tag());
            for (bool goesOn = steps.done(); goesOn;) {
                stream->Read(&part, steps.tag());
                if ((goesOn = steps.done()))
                    partCame();
            }
        }
        grpc::Status status;
        stream->Finish(&status, steps.tag());
        steps.done();
        return statusOf(status);
    }

private:
    static State stateOf(grpc_connectivity_state state) {
        return state == GRPC_CHANNEL_READY                                                 ? State::Ready
               : state == GRPC_CHANNEL_TRANSIENT_FAILURE || state == GRPC_CHANNEL_SHUTDOWN ? State::Failed
                                                                                           : State::Underway;
    }

    const std::shared_ptr<grpc::Channel> m_channel;
    Stub m_stub;
};

} // namespace
} // namespace planlens::providers::plugin

planlens::providers::plugin::Connection*
planlensOpenGrpcConnection(const char* programVersion, const std::string& target,
                           const planlens::providers::plugin::Secrets& secrets) {
    using namespace planlens::providers::plugin;
    if (std::string_view(programVersion) != planlens::programVersion)
        return nullptr;
    silenceLibraries();
    return new GrpcConnection(openChannel(target, secrets));
}
