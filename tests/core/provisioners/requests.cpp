// SPDX-License-Identifier: MPL-2.0
#include "tests/core/provisioners/requests.h"

#include <algorithm>

namespace planlens::testing {

using values::Value;

Value block(const schemas::Block& schema, Arguments arguments) {
    for (const auto& [name, attribute] : schema.attributes)
        if (std::none_of(arguments.begin(), arguments.end(),
                         [&, &wanted = name](const auto& given) { return given.first == wanted; }))
            arguments.emplace_back(name, Value::null(attribute.impliedType()));
    return Value::object(std::move(arguments));
}

Value text(const char* text) {
    return Value::string(text);
}

Value texts(const QStringList& texts) {
    std::vector<Value> all;
    for (const QString& one : texts)
        all.push_back(Value::string(one.toStdString()));
    return Value::list(std::move(all));
}

Run::Run(const char* name, Arguments config)
    : kind(*provisioners::find(name)) {
    request.config = block(kind.schema(), std::move(config));
    request.connection = Value::null(provisioners::connectionSchema().impliedType());
    request.directory = ".";
    request.output = [this](const std::string& told) { output.append(QString::fromStdString(told)); };
}

Run& Run::through(Arguments connection) {
    request.connection = block(provisioners::connectionSchema(), std::move(connection));
    return *this;
}

QString Run::errors() {
    QStringList all;
    for (const diags::Diagnostic& diagnostic : kind.run(request))
        all.append(QString::fromStdString(diagnostic.summary + ": " + diagnostic.detail));
    return all.join('\n');
}

} // namespace planlens::testing
