// SPDX-License-Identifier: MPL-2.0
#include "ui/session/worker/questions.h"

#include "core/configs/config.h"
#include "core/plans/applied_changes.h"
#include "core/values/json/json.h"
#include "ui/basics/text.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace planlens::session {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Questions)
};

AskedVariable asked(const configs::Variable& variable, const Request& request) {
    using Kind = AskedVariable::Kind;
    AskedVariable made;
    made.name = qstring(variable.name);
    made.description = qstring(variable.description);
    made.isSensitive = variable.sensitive;
    made.value = request.variables.value(made.name);
    if (variable.typeGiven) {
        const values::Type type = variable.constraint.type;
        made.type = qstring(type.friendlyNameForConstraint());
        made.kind = type.isBool()     ? Kind::Bool
                    : type.isNumber() ? Kind::Number
                    : type.isString() ? Kind::Text
                                      : Kind::Expression;
    }
    return made;
}

/// Returns a value in the form in which a user would enter it.
QString typedText(const values::Value& value, AskedVariable::Kind kind) {
    const values::Value plain = value.unmarkedDeep();
    if (plain.isNull() || !plain.isWhollyKnown())
        return {};
    if (kind == AskedVariable::Kind::Text && plain.type().isString())
        return qstring(plain.asString());
    const values::Outcome<std::string> json = values::toJson(plain, plain.type());
    if (!json)
        return {};
    // JSON is valid HCL except for template sequences.
    return kind == AskedVariable::Kind::Expression ? qstring(*json)
                                                         .replace(QStringLiteral("${"), QStringLiteral("$${"))
                                                         .replace(QStringLiteral("%{"), QStringLiteral("%%{"))
                                                   : qstring(*json);
}

} // namespace

QVector<AskedVariable> allVariables(const configs::Module& root,
                                    const std::map<std::string, configs::RootVariable>& values,
                                    const Request& request) {
    QVector<AskedVariable> all;
    for (const auto& [name, variable] : root.variables) {
        AskedVariable made = asked(variable, request);
        made.hasValue = true;
        if (variable.sensitive || variable.ephemeral)
            made.value.clear();
        else if (const auto known = values.find(name); known != values.end() && !request.variables.contains(made.name))
            made.value = typedText(known->second.value, made.kind);
        made.isSensitive = made.isSensitive || variable.ephemeral;
        all.append(std::move(made));
    }
    return all;
}

QVector<AskedVariable> missingVariables(const configs::Module& root, const std::vector<std::string>& names,
                                        const Request& request) {
    QVector<AskedVariable> missing;
    for (const std::string& name : names)
        missing.append(asked(root.variables.at(name), request));
    return missing;
}

QVector<AskedVariable> typedVariables(const configs::Module& root, const Request& request) {
    QVector<AskedVariable> typed;
    for (const auto& [name, variable] : root.variables)
        if (request.variables.contains(qstring(name)))
            typed.append(asked(variable, request));
    return typed;
}

QVector<AskedVariable> refusedVariables(const configs::Module& root, const Request& request,
                                        const diags::Diagnostics& diagnostics) {
    QVector<AskedVariable> refused = typedVariables(root, request);
    for (AskedVariable& variable : refused) {
        const std::string name = variable.name.toStdString();
        for (const diags::Diagnostic& diagnostic : diagnostics)
            if (diagnostic.severity == diags::Severity::Error && diagnostic.subject && variable.error.isEmpty() &&
                (*diagnostic.subject == root.variables.at(name).range ||
                 diagnostic.subject->filename.str() == "<value for var." + name + ">"))
                variable.error = qstring(diagnostic.detail.empty() ? diagnostic.summary : diagnostic.detail);
    }
    refused.removeIf([](const AskedVariable& variable) { return variable.error.isEmpty(); });
    return refused;
}

QVector<Program> programs(const std::vector<workspace::StartedProgram>& started) {
    using Kind = workspace::StartedProgram::Kind;
    QVector<Program> list;
    for (const workspace::StartedProgram& program : started) {
        const QString name = qstring(program.name), subject = qstring(program.subject);
        const QString path = program.path.empty() ? Words::tr("(not installed)") : qstring(program.path.string());
        const QString command =
            program.command.empty() ? Words::tr("(as configured)") : qstring(program.command).simplified();
        switch (program.kind) {
        case Kind::Provider:
            list.append({Program::Kind::Provider, name,
                         program.isUnderDevelopment ? Words::tr("under development") : qstring(program.version), path});
            break;
        case Kind::Provisioner:
            list.append(
                {Program::Kind::Provisioner, QStringLiteral("%1 (%2)").arg(name, subject), {}, command, subject});
            break;
        case Kind::Encryption:
        case Kind::StateServer:
            list.append({Program::Kind::StateTool, name, {}, command});
            break;
        case Kind::Credentials:
            list.append({Program::Kind::StateTool,
                         QStringLiteral("%1 (%2)").arg(name, subject),
                         {},
                         program.command.empty() ? path : command});
            break;
        case Kind::RemoteStateTool:
            list.append({Program::Kind::StateTool, QStringLiteral("%1 state pull (%2)").arg(name, subject), {}, path});
            break;
        case Kind::StateTool:
            list.append(
                {Program::Kind::StateTool, Words::tr("%1 state pull, %1 apply (%2)").arg(name, subject), {}, path});
            break;
        }
    }
    return list;
}

void addRuns(QVector<Program>& programs, const configs::Config& config, const plans::Plan& plan) {
    QHash<QString, int> created, destroyed; // objects by resource
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (!change->deposed.empty() || !plans::isApplied(plan, change->address))
            continue; // no provisioners run for deposed objects, also not for those that a replacement deposes
        const QString resource = qstring(change->address.config().toString());
        const plans::Action action = change->change.action;
        const bool isReplace = plans::isReplace(action);
        created[resource] +=
            action == plans::Action::Create || (isReplace && !plans::isOnlyDestroyed(plan, change->address));
        destroyed[resource] += action == plans::Action::Delete || action == plans::Action::DeleteThenCreate;
    }
    auto program = programs.begin();
    const auto isProvisioner = [](const Program& one) { return one.kind == Program::Kind::Provisioner; };
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources)
            for (const configs::Provisioner& provisioner : resource.provisioners) {
                program = std::find_if(program, programs.end(), isProvisioner);
                if (program == programs.end())
                    return;
                const bool isAtDestroy = provisioner.when == configs::ProvisionerWhen::Destroy;
                const int runs = (isAtDestroy ? destroyed : created).value(program->resource);
                if (runs > 1)
                    program->name += QStringLiteral(" ×%L1").arg(runs);
                ++program;
            }
    });
}

} // namespace planlens::session
