// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/plugin.h"

#include "core/providers/plugin/plugin_provider.h"
#include "core/values/quoted.h"

namespace planlens::providers::plugin {

diags::Result<std::shared_ptr<Provider>> start(const Launch& launch, std::stop_token stop) {
    auto session = Session::start(launch, std::move(stop));
    if (!session) {
        Failure failure = session.error();
        failure.text = "failed to instantiate provider " + values::quoted(launch.address.toString()) + " to obtain schema: " + failure.text;
        return schemaNotLoaded(failure);
    }
    return std::shared_ptr<Provider>(std::make_shared<PluginProvider>(*std::move(session), launch.address, launch.schema));
}

} // namespace planlens::providers::plugin
