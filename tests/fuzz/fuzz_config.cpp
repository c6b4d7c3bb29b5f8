// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/load.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

/// Reads the text as the only file of a root module, which may call itself as a child module.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::textOf(data, size));
    const bool json = text.starts_with('{');
    configs::LoadOptions options;
    options.files =
        configs::memoryFileSystem({{json ? "main.tf.json" : "main.tf", text},
                                   {"m/main.tf", "variable \"a\" {}\noutput \"b\" {\n  value = var.a\n}\n"}});
    const auto config = configs::load(options);
    for (const diags::Diagnostic& diagnostic : config.diagnostics) {
        fuzz::require(!diagnostic.summary.empty());
        if (diagnostic.subject && diagnostic.subject->filename.str().starts_with("main.tf"))
            fuzz::require(diagnostic.subject->end.byte <= size + 1);
    }
    if (!config.value || !*config)
        return 0;
    (void)(*config)->requiredProviders();
    (*config)->forEachModule([&](const configs::ModuleNode& node) { (void)(*config)->module(node.path); });
    return 0;
}
