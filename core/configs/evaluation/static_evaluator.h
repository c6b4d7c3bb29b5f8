// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/load.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace planlens::configs {

/// Evaluates expressions with what the root module alone says: variables, locals, path and terraform attributes, and
/// functions. For parts of the configuration that must be known before everything else. Used by one thread at a time.
class StaticEvaluator {
public:
    /// The options are those that the configuration was loaded with. The object keeps copies of what it needs.
    StaticEvaluator(std::shared_ptr<const Config> config, LoadOptions options);
    ~StaticEvaluator();
    StaticEvaluator(const StaticEvaluator&) = delete;
    StaticEvaluator& operator=(const StaticEvaluator&) = delete;

    /// The object that needs the values: its name in messages, "encryption.method.aes_gcm.a", and its range.
    struct Subject {
        std::string name;
        SourceRange range;
    };
    using Names = std::vector<std::pair<std::string, values::Value>>;

    /// Reports references to something that is not available, or whose value has errors. To be called before
    /// evaluate(), for all references but those to names that are given to that function.
    diags::Diagnostics checkReferences(const std::vector<hcl::Traversal>& references, const Subject& subject) const;
    /// The value, with these root names beside those of the module. There is no value if there are errors.
    diags::Result<values::Value> evaluate(const hcl::Expression& expression, const Names& names,
                                          const Subject& subject) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace planlens::configs
