// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/plugin.h"

#include "core/providers/plugin/plugin_provider.h"

namespace planlens::providers::plugin {

diags::Result<std::shared_ptr<Provider>> start(const Launch& launch, std::stop_token stop) {
    auto session = Session::start(launch, std::move(stop));
    if (!session) {
        const std::string which =
            "Provider " + launch.address.toString() + " is the program " + launch.executable.string() + ".";
        return diags::Diagnostic::error(session.error().text,
                                        session.error().advice.empty() ? which : which + " " + session.error().advice);
    }
    return std::shared_ptr<Provider>(
        std::make_shared<PluginProvider>(*std::move(session), launch.address, launch.schema));
}

} // namespace planlens::providers::plugin
