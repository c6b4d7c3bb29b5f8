// SPDX-License-Identifier: MPL-2.0
#include "core/report/generated_config.h"

#include "core/plans/changes.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::report {

std::string generatedConfigText(const plans::Changes& changes) {
    std::string text;
    for (const plans::ResourceInstanceChangePtr& change : changes.resources()) {
        if (change->change.generatedConfig.empty())
            continue;
        const std::string id = change->change.importing ? change->change.importing->id : std::string();
        text += fmt::format("\n# __generated__ by OpenTofu{}\n{}\n", id.empty() ? "" : " from " + values::quoted(id),
                            change->change.generatedConfig);
    }
    if (text.empty())
        return text;
    return "# __generated__ by OpenTofu\n# Please review these resources and move them into your main configuration "
           "files.\n" +
           text;
}

} // namespace planlens::report
