// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSet>
#include <QString>

#include <array>

namespace planlens::widgets {

/// A condition that must be met before a plan can be applied.
enum class Gate { DestroysReviewed, FindingsReviewed, ChecksPassed, TypedWord };
inline constexpr std::array allGates{Gate::DestroysReviewed, Gate::FindingsReviewed, Gate::ChecksPassed,
                                     Gate::TypedWord};

/// Returns the name in files: "destroys-reviewed", "findings-reviewed", "checks-passed", "typed-word".
QString gateName(Gate gate);

/// The gates that are required in a folder. Those listed in its file `.planlens/policy.json`, as `{"gates":
/// ["destroys-reviewed"]}`, are always required; the user chooses the others. By default only the typed word is
/// required. If the file is invalid, all gates are required.
class Gates {
public:
    /// Reads the policy file and the choices of the user, which are stored in the settings.
    explicit Gates(const QString& folder);

    bool isRequired(Gate gate) const { return m_required.contains(gate) || m_ofPolicy.contains(gate); }
    /// Whether the policy file requires the gate.
    bool isOfPolicy(Gate gate) const { return m_ofPolicy.contains(gate); }
    void setRequired(Gate gate, bool isRequired);
    /// Returns why the policy file is invalid; empty if it is valid or absent.
    const QString& error() const { return m_error; }

private:
    void readPolicy();

    QString m_folder;
    QSet<Gate> m_required{Gate::TypedWord}, m_ofPolicy;
    QString m_error;
};

} // namespace planlens::widgets
