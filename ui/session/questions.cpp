// SPDX-License-Identifier: MPL-2.0
#include "ui/session/questions.h"

#include "core/values/json.h"
#include "core/workspace/tool.h"
#include "ui/models/text.h"

#include <QCoreApplication>

#include <filesystem>

namespace planlens::session {

namespace fs = std::filesystem;

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
        made.kind = type.isBool() ? Kind::Bool : type.isNumber() ? Kind::Number : type.isString() ? Kind::Text : Kind::Expression;
    }
    return made;
}

/// A value as it would be typed in.
QString typedText(const values::Value& value, AskedVariable::Kind kind) {
    const values::Value plain = value.unmarkedDeep();
    if (plain.isNull() || !plain.isWhollyKnown())
        return {};
    if (kind == AskedVariable::Kind::Text && plain.type().isString())
        return qstring(plain.asString());
    const values::Outcome<std::string> json = values::toJson(plain, plain.type());
    if (!json)
        return {};
    // JSON is HCL, but for what begins a template.
    return kind == AskedVariable::Kind::Expression ? qstring(*json).replace(QStringLiteral("${"), QStringLiteral("$${")).replace(QStringLiteral("%{"), QStringLiteral("%%{")) : qstring(*json);
}

} // namespace

QVector<AskedVariable> allVariables(const configs::Module& root, const std::map<std::string, configs::RootVariable>& values, const Request& request) {
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

QVector<AskedVariable> missingVariables(const configs::Module& root, const configs::GivenVariables& given, const Request& request) {
    QVector<AskedVariable> missing;
    for (const auto& [name, variable] : root.variables)
        if (variable.isRequired() && !given.contains(name))
            missing.append(asked(variable, request));
    return missing;
}

QVector<AskedVariable> typedVariables(const configs::Module& root, const Request& request) {
    QVector<AskedVariable> typed;
    for (const auto& [name, variable] : root.variables)
        if (request.variables.contains(qstring(name)))
            typed.append(asked(variable, request));
    return typed;
}

QVector<AskedVariable> refusedVariables(const configs::Module& root, const Request& request, const diags::Diagnostics& diagnostics) {
    QVector<AskedVariable> refused = typedVariables(root, request);
    for (AskedVariable& variable : refused) {
        const std::string name = variable.name.toStdString();
        for (const diags::Diagnostic& diagnostic : diagnostics)
            if (diagnostic.severity == diags::Severity::Error && diagnostic.subject && variable.error.isEmpty() &&
                (*diagnostic.subject == root.variables.at(name).range || diagnostic.subject->filename.str() == "<value for var." + name + ">"))
                variable.error = qstring(diagnostic.detail.empty() ? diagnostic.summary : diagnostic.detail);
    }
    refused.removeIf([](const AskedVariable& variable) { return variable.error.isEmpty(); });
    return refused;
}

QVector<Program> programs(const configs::Config& config, const providers::InstalledPackages& packages) {
    const fs::path folder = packages.workingDirectory().lexically_normal();
    QVector<Program> list;
    for (const addrs::Provider& provider : config.requiredProviders()) {
        if (provider.isBuiltIn())
            continue;
        const providers::SelectedPackage package = packages.selected(provider);
        const fs::path file = package.executable.lexically_normal(), below = file.lexically_relative(folder);
        list.append({Program::Kind::Provider, qstring(provider.forDisplay()), package.isUnderDevelopment ? Words::tr("under development") : qstring(package.version),
                     file.empty()                                ? Words::tr("(not installed)")
                     : below.empty() || *below.begin() == ".." ? qstring(file.string())
                                                                 : qstring(below.string())});
    }
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources)
            for (const configs::Provisioner& provisioner : resource.provisioners)
                list.append({Program::Kind::Provisioner, QStringLiteral("%1 (%2)").arg(qstring(provisioner.type), qstring(addrs::ConfigResource{node.path, address}.toString())), {},
                             Words::tr("(what the configuration says)")});
    });
    return list;
}

Program stateTool(const workspace::StateLocation& location, std::string_view registry, const std::vector<std::string>& environment) {
    const fs::path path = workspace::findTool({}, registry, environment);
    const QString name = registry == addrs::terraformRegistry ? QStringLiteral("terraform") : QStringLiteral("tofu");
    return {Program::Kind::StateTool, Words::tr("%1 state pull, %1 apply (%2)").arg(name, qstring(location.whyThroughTool())), {},
            path.empty() ? Words::tr("(not installed)") : qstring(path.string())};
}

} // namespace planlens::session
