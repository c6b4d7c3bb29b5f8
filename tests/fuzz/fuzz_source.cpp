// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/module_source.h"
#include "core/addrs/provider.h"
#include "core/addrs/version.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

namespace {

void checkProvider(std::string_view text) {
    (void)addrs::parseProviderPart(text);
    const auto provider = addrs::parseProviderSource(text);
    if (!provider.isOk())
        return;
    for (const std::string& written : {provider->toString(), provider->forDisplay()}) {
        const auto again = addrs::parseProviderSource(written);
        fuzz::require(again.isOk() && *again == *provider);
    }
}

void checkModule(std::string_view text) {
    (void)addrs::parseRegistryModuleSource(text);
    const auto source = addrs::parseModuleSource(text);
    if (!source)
        return;
    (void)addrs::forDisplay(*source);
    const std::string written = addrs::toString(*source);
    // In runs of slashes, each reading uses two as the separator of package and folder, as in OpenTofu.
    if (written.find("///") == std::string::npos) {
        const auto again = addrs::parseModuleSource(written);
        fuzz::require(again && addrs::toString(*again) == written);
    }
}

void checkVersion(std::string_view text) {
    const auto constraints = addrs::VersionConstraints::parse(text);
    const auto version = addrs::Version::parse(text);
    if (version) {
        const auto again = addrs::Version::parse(version->toString());
        fuzz::require(again && *again == *version && again->toString() == version->toString());
        // A version alone is a constraint that allows this version.
        fuzz::require(constraints && constraints->allow(*version));
    }
    if (!constraints)
        return;
    const auto again = addrs::VersionConstraints::parse(constraints->toString());
    fuzz::require(again && again->all().size() == constraints->all().size());
    for (const auto& constraint : constraints->all())
        fuzz::require(constraints->allow(constraint.version) == again->allow(constraint.version));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    checkProvider(text);
    checkModule(text);
    checkVersion(text);
    return 0;
}
