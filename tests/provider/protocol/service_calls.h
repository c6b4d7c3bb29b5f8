// SPDX-License-Identifier: MPL-2.0
// The service of one protocol version. Both have the same calls, but some names differ; the including file defines
// these. Included by service5.cpp and service6.cpp only.
namespace planlens::testing {

namespace {

class ProviderService final : public PLANLENS_PROTOCOL::Provider::Service {
public:
    ProviderService(Calls& calls, const std::set<std::string>& answeredTwice)
        : m_calls(calls) {
        const auto offer = [&]<typename In, typename Out>(const char* name,
                                                          Status (ProviderService::*call)(Context*, const In*, Out*)) {
            if (answeredTwice.contains(name))
                answerTwice(name, call);
        };
        offer("UpgradeResourceState", &ProviderService::UpgradeResourceState);
        offer("ReadResource", &ProviderService::ReadResource);
        offer("PlanResourceChange", &ProviderService::PlanResourceChange);
        offer("ApplyResourceChange", &ProviderService::ApplyResourceChange);
    }

    using Context = grpc::ServerContext;
    using Status = grpc::Status;
    template <typename Call>
    using Request = const typename Call::Request*;
    template <typename Call>
    using Response = typename Call::Response*;

    Status PLANLENS_GET_SCHEMA(Context*, Request<tfplugin::GetProviderSchema>,
                               Response<tfplugin::GetProviderSchema> out) override {
        return m_calls.getProviderSchema(*out);
    }
    Status GetResourceIdentitySchemas(Context*, Request<tfplugin::GetResourceIdentitySchemas>,
                                      Response<tfplugin::GetResourceIdentitySchemas> out) override {
        return m_calls.getResourceIdentitySchemas(*out);
    }
    Status GetFunctions(Context*, Request<tfplugin::GetFunctions>, Response<tfplugin::GetFunctions> out) override {
        return m_calls.getFunctions(*out);
    }
    Status CallFunction(Context*, Request<tfplugin::CallFunction> in, Response<tfplugin::CallFunction> out) override {
        return m_calls.callFunction(*in, *out);
    }
    Status PLANLENS_VALIDATE_PROVIDER(Context*, Request<tfplugin::ValidateProviderConfig> in,
                                      Response<tfplugin::ValidateProviderConfig> out) override {
        return m_calls.validateProviderConfig(*in, *out);
    }
    Status PLANLENS_CONFIGURE(Context*, Request<tfplugin::Configure> in, tfplugin::DiagnosticsResponse* out) override {
        return m_calls.configure(*in, *out);
    }
    Status PLANLENS_STOP(Context*, Request<tfplugin::Stop>, Response<tfplugin::Stop> out) override {
        return m_calls.stop(*out);
    }
    Status PLANLENS_VALIDATE_RESOURCE(Context*, Request<tfplugin::ValidateConfig> in,
                                      tfplugin::DiagnosticsResponse* out) override {
        return m_calls.validate(Calls::Mode::Managed, *in, *out);
    }
    Status PLANLENS_VALIDATE_DATA(Context*, Request<tfplugin::ValidateConfig> in,
                                  tfplugin::DiagnosticsResponse* out) override {
        return m_calls.validate(Calls::Mode::Data, *in, *out);
    }
    Status ValidateEphemeralResourceConfig(Context*, Request<tfplugin::ValidateConfig> in,
                                           tfplugin::DiagnosticsResponse* out) override {
        return m_calls.validate(Calls::Mode::Ephemeral, *in, *out);
    }
    Status UpgradeResourceState(Context*, Request<tfplugin::UpgradeResourceState> in,
                                Response<tfplugin::UpgradeResourceState> out) override {
        return m_calls.upgradeResourceState(*in, *out);
    }
    Status UpgradeResourceIdentity(Context*, Request<tfplugin::UpgradeResourceIdentity> in,
                                   Response<tfplugin::UpgradeResourceIdentity> out) override {
        return m_calls.upgradeResourceIdentity(*in, *out);
    }
    Status ReadResource(Context*, Request<tfplugin::ReadResource> in, Response<tfplugin::ReadResource> out) override {
        return m_calls.readResource(*in, *out);
    }
    Status PlanResourceChange(Context*, Request<tfplugin::PlanResourceChange> in,
                              Response<tfplugin::PlanResourceChange> out) override {
        return m_calls.planResourceChange(*in, *out);
    }
    Status ApplyResourceChange(Context*, Request<tfplugin::ApplyResourceChange> in,
                               Response<tfplugin::ApplyResourceChange> out) override {
        return m_calls.applyResourceChange(*in, *out);
    }
    Status ImportResourceState(Context*, Request<tfplugin::ImportResourceState> in,
                               Response<tfplugin::ImportResourceState> out) override {
        return m_calls.importResourceState(*in, *out);
    }
    Status MoveResourceState(Context*, Request<tfplugin::MoveResourceState> in,
                             Response<tfplugin::MoveResourceState> out) override {
        return m_calls.moveResourceState(*in, *out);
    }
    Status ReadDataSource(Context*, Request<tfplugin::ReadDataSource> in,
                          Response<tfplugin::ReadDataSource> out) override {
        return m_calls.readDataSource(*in, *out);
    }
    Status OpenEphemeralResource(Context*, Request<tfplugin::OpenEphemeralResource> in,
                                 Response<tfplugin::OpenEphemeralResource> out) override {
        return m_calls.openEphemeral(*in, *out);
    }
    Status RenewEphemeralResource(Context*, Request<tfplugin::RenewEphemeralResource> in,
                                  Response<tfplugin::RenewEphemeralResource> out) override {
        return m_calls.renewEphemeral(*in, *out);
    }
    Status CloseEphemeralResource(Context*, Request<tfplugin::CloseEphemeralResource> in,
                                  tfplugin::DiagnosticsResponse* out) override {
        return m_calls.closeEphemeral(*in, *out);
    }

private:
    /// Sends the response twice, which the protocol forbids.
    template <typename In, typename Out>
    void answerTwice(const std::string& name, Status (ProviderService::*call)(Context*, const In*, Out*)) {
        const std::string service = PLANLENS_PROTOCOL::Provider::service_full_name();
        const auto* method = google::protobuf::DescriptorPool::generated_pool()->FindMethodByName(service + '.' + name);
        using Stream = grpc::ServerReaderWriter<Out, In>;
        MarkMethodStreamed(method->index(), new grpc::internal::BidiStreamingHandler<ProviderService, In, Out>(
                                                [call](ProviderService* self, Context* context, Stream* stream) {
                                                    In in;
                                                    Out out;
                                                    stream->Read(&in);
                                                    const Status status = (self->*call)(context, &in, &out);
                                                    stream->Write(out);
                                                    stream->Write(out);
                                                    return status;
                                                },
                                                this));
    }

    Calls& m_calls;
};

} // namespace

} // namespace planlens::testing
