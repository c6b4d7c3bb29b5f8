// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/azblob/connection.h"
#include "core/cloud/storage/stores.h"
#include "core/system/environment.h"
#include "core/values/text/split.h"

#include <map>

namespace planlens::cloud::storage {
namespace {

using diags::Expected;
using diags::Unexpected;
using system::environmentText;

StoreError errorOf(const azblob::BlobError& error) {
    return {error.text, error.status};
}

class AzureStore final : public ObjectStore {
public:
    AzureStore(azblob::ContainerSettings settings, std::string prefix)
        : ObjectStore(std::move(prefix))
        , m_container(std::move(settings)) {}

    diags::Diagnostics connect(const std::stop_token& stop) override { return m_container.connect(stop); }

private:
    Expected<std::optional<std::string>, StoreError> readObject(const std::string& key,
                                                                const std::stop_token& stop) override {
        auto blob = m_container.read(key, {}, stop);
        if (!blob)
            return Unexpected{errorOf(blob.error())};
        return *blob ? std::optional(std::move((*blob)->text)) : std::nullopt;
    }
    Expected<bool, StoreError> writeObject(const std::string& key, const std::string& text, Writing writing,
                                           const std::stop_token& stop) override {
        const azblob::Condition condition{.isNew = writing == Writing::OnlyNew};
        const auto written = m_container.write(key, text, {}, condition, stop);
        if (!written)
            return Unexpected{errorOf(written.error())};
        return true;
    }
    Expected<bool, StoreError> removeObject(const std::string& key, const std::stop_token& stop) override {
        const auto removed = m_container.remove(key, stop);
        if (!removed && !removed.error().is("BlobNotFound"))
            return Unexpected{errorOf(removed.error())};
        return true;
    }
    Expected<std::vector<std::string>, StoreError> listObjects(const std::string& start,
                                                               const std::stop_token& stop) override {
        auto names = m_container.list(start, stop);
        if (!names)
            return Unexpected{errorOf(names.error())};
        return *std::move(names);
    }

    azblob::Container m_container;
};

/// The parts "Name=value" of AZURE_STORAGE_CONNECTION_STRING, if it is about this account.
std::map<std::string, std::string> connectionString(const std::string& account) {
    std::map<std::string, std::string> parts;
    const std::string text = environmentText("AZURE_STORAGE_CONNECTION_STRING");
    for (const std::string_view part : values::split(text, ';'))
        if (const std::size_t equals = part.find('='); equals != std::string_view::npos)
            parts[std::string(part.substr(0, equals))] = part.substr(equals + 1);
    const auto name = parts.find("AccountName");
    return name == parts.end() || name->second == account ? parts : std::map<std::string, std::string>();
}

} // namespace

OpenedStore openAzureStore(const Address& address, const std::filesystem::path& directory) {
    std::map<std::string, std::string> parts = connectionString(address.account);
    const auto firstOf = [&](const char* variable, const char* part) {
        const std::string text = environmentText(variable);
        return text.empty() ? parts[part] : text;
    };
    std::map<std::string, values::Value> given{{"storage_account_name", values::Value::string(address.account)},
                                               {"container_name", values::Value::string(address.bucket)},
                                               {"use_azuread_auth", values::Value::boolean(true)}};
    if (const std::string key = firstOf("AZURE_STORAGE_KEY", "AccountKey"); !key.empty())
        given.emplace("access_key", values::Value::string(key));
    if (const std::string token = firstOf("AZURE_STORAGE_SAS_TOKEN", "SharedAccessSignature"); !token.empty())
        given.emplace("sas_token", values::Value::string(token));
    auto settings = azblob::readConnection(Arguments(values::Value::object({given.begin(), given.end()})), directory);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    std::string endpoint = firstOf("AZURE_STORAGE_SERVICE_ENDPOINT", "BlobEndpoint");
    endpoint.resize(endpoint.find_last_not_of('/') + 1);
    if (!endpoint.empty())
        settings->account.endpoint = endpoint;
    return {std::make_unique<AzureStore>(*std::move(settings.value), address.prefix), std::move(settings.diagnostics)};
}

} // namespace planlens::cloud::storage
