// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/client.h"

#include "core/backends/kubernetes/lease_lock.h"
#include "core/lang/functions/compression/deflate.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends::kubernetes {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Expected;
using diags::Unexpected;
using states::LockInfo;
using system::IoOutcome;

constexpr int conflict = 409;

Labels labelsOf(const Settings& settings, const std::string& workspace) {
    Labels labels{{stateLabel, "true"},
                  {suffixLabel, settings.secretSuffix},
                  {workspaceLabel, workspace},
                  {"app.kubernetes.io/managed-by", "terraform"}};
    for (const auto& [name, value] : settings.labels)
        labels[name] = value;
    return labels;
}

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// The problem with a name of a secret; empty if it is valid. The rules are those of RFC 1123 for domains.
std::string nameProblem(const std::string& name) {
    std::string problem;
    constexpr std::size_t longest = 253;
    if (name.size() > longest)
        problem = fmt::format("must be no more than {} characters", longest);
    bool isValid = !name.empty();
    for (std::size_t i = 0; i < name.size() && isValid; ++i) {
        const bool isInner = i > 0 && i + 1 < name.size() && (name[i] == '-' || (name[i] == '.' && name[i - 1] != '.'));
        const bool isBesideDot = name[i] == '-' && isInner && (name[i - 1] == '.' || name[i + 1] == '.');
        isValid = isLetterOrDigit(name[i]) || (isInner && !isBesideDot);
    }
    if (!isValid)
        problem += fmt::format("{}a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, "
                               "'-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', "
                               "regex used for validation is "
                               "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
                               problem.empty() ? "" : ",");
    return problem;
}

class KubernetesClient final : public Client {
public:
    KubernetesClient(const Settings& settings, const std::string& workspace)
        : m_name(secretName(settings, workspace))
        , m_labels(labelsOf(settings, workspace))
        , m_server(settings.server, settings.nameSpace)
        , m_lock(m_server, leaseName(settings, workspace), m_labels) {}

    Diagnostics connect(const std::stop_token& stop) override;
    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    IoOutcome put(const std::string& text) override;
    bool guardsWrites() const override { return true; }
    std::optional<LockFailure> lock(const LockInfo& info, const std::stop_token& stop) override {
        return m_lock.take(info, stop);
    }
    IoOutcome unlock(const std::string& id) override { return m_lock.release(id); }
    IoOutcome checkLock() override { return m_lock.check(); }
    LockStatus lockStatus() override { return m_lock.status(); }

private:
    Secret next(const std::string& state) const;

    const std::string m_name;
    const Labels m_labels;
    const Server m_server;
    LeaseLock m_lock;
    std::optional<Secret> m_known; // that was read or written last
};

Diagnostics KubernetesClient::connect(const std::stop_token&) {
    const std::string problem = nameProblem(m_name);
    if (problem.empty())
        return {};
    return Diagnostic::error(fmt::format("the secret name {} is invalid, {}\nThis is a requirement for Kubernetes "
                                         "secret names. \nThe workspace name and key must adhere to Kubernetes naming "
                                         "conventions.",
                                         m_name, problem),
                             {});
}

Expected<std::optional<std::string>, std::string> KubernetesClient::get(const std::stop_token& stop) {
    auto secret = m_server.readSecret(m_name, stop);
    if (!secret)
        return Unexpected{secret.error().text};
    m_known = *std::move(secret);
    if (!m_known)
        // A missing namespace must be noticed before an apply changes anything.
        if (const auto known = m_server.findNamespace(stop); !known)
            return Unexpected{known.error().text};
    if (!m_known || !m_known->state)
        return std::optional<std::string>();
    const auto compressed = values::fromBase64(*m_known->state);
    if (!compressed)
        return Unexpected{fmt::format("illegal base64 data at input byte {}", compressed.error())};
    lang::Unzipped unzipped = lang::gunzip(*compressed);
    if (unzipped.error)
        return Unexpected{*std::move(unzipped.error)};
    return std::optional(std::move(unzipped.bytes));
}

/// The secret with another state.
Secret KubernetesClient::next(const std::string& state) const {
    Secret secret;
    if (m_known)
        secret = *m_known;
    else
        static_cast<Object&>(secret) = {m_name, m_labels};
    secret.state = state;
    return secret;
}

/// Replaces the state if it is still the one that was read or written last. Others may have changed labels.
IoOutcome KubernetesClient::put(const std::string& text) {
    if (const IoOutcome held = m_lock.takeAgain(); !held)
        return held;
    const std::string state = values::toBase64(lang::gzipUnflushed(text));
    for (int attempt = 1;; ++attempt) {
        auto written = m_server.write(next(state));
        if (written) {
            m_known = *std::move(written);
            return true;
        }
        constexpr int mostAttempts = 5;
        if (written.error().status != conflict || attempt >= mostAttempts)
            return Unexpected{written.error().text};
        auto found = m_server.readSecret(m_name, {});
        if (!found)
            return Unexpected{found.error().text};
        const std::optional<std::string> before = m_known ? m_known->state : std::nullopt;
        const std::optional<std::string> now = *found ? (*found)->state : std::nullopt;
        if (now != state && now != before)
            return Unexpected{written.error().text + "\n\nAnother program has written the state since it was read."};
        m_known = *std::move(found);
        if (now == state) // by an attempt whose response was lost
            return true;
    }
}

} // namespace

std::string secretName(const Settings& settings, const std::string& workspace) {
    return fmt::format("tfstate-{}-{}", workspace, settings.secretSuffix);
}

std::string leaseName(const Settings& settings, const std::string& workspace) {
    return "lock-" + secretName(settings, workspace);
}

std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& workspace) {
    return std::make_unique<KubernetesClient>(settings, workspace);
}

namespace {

bool hasStateLabel(const Object& object) {
    const auto label = object.labels.find(stateLabel);
    return label != object.labels.end() && label->second == "true";
}

} // namespace

IoOutcome deleteSecret(const Server& server, const std::string& name, const std::stop_token& stop) {
    const auto found = server.readSecret(name, stop);
    if (!found)
        return Unexpected{found.error().text};
    if (!*found)
        return true;
    if (!hasStateLabel(**found))
        return Unexpected{fmt::format("Secret does does not have \"{}\" label", stateLabel)};
    if (const auto removed = server.remove(**found, stop); !removed)
        return Unexpected{removed.error().text};
    return true;
}

IoOutcome deleteLease(const Server& server, const std::string& name, const std::stop_token& stop) {
    const auto found = server.readLease(name, stop);
    if (!found)
        return Unexpected{found.error().text};
    if (!*found || (*found)->holder)
        return true;
    if (!hasStateLabel(**found))
        return Unexpected{fmt::format("Lease does does not have \"{}\" label", stateLabel)};
    if (const auto removed = server.remove(**found, stop); !removed && removed.error().status != conflict)
        return Unexpected{removed.error().text};
    return true;
}

} // namespace planlens::backends::kubernetes
