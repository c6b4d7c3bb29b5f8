// SPDX-License-Identifier: MPL-2.0
#include "core/configs/variables.h"
#include "core/hcl/syntax/parser.h"
#include "core/hcl/type_expression.h"
#include "tests/fuzz/fuzz_input.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace planlens;

namespace {

configs::Module declarations() {
    configs::Module module;
    for (const auto& [name, type] : std::initializer_list<std::pair<const char*, const char*>>{
             {"a", "string"},
             {"b", "list(number)"},
             {"c", "object({ a = optional(string, \"x\"), b = map(bool) })"},
             {"d", "set(any)"},
             {"e", "any"}}) {
        configs::Variable& variable = module.variables[name];
        variable.name = name;
        variable.constraint = *hcl::parseTypeConstraint(**hcl::parseExpression(type, "type"));
        variable.typeGiven = true;
        variable.nullable = variable.name != "b";
    }
    return module;
}

/// Returns the path of a file in memory.
std::string pathOf(std::string_view text) {
    static const int descriptor = memfd_create("variables", 0);
    fuzz::require(descriptor >= 0 && ftruncate(descriptor, 0) == 0 &&
                  pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()));
    return "/proc/self/fd/" + std::to_string(descriptor);
}

void check(const std::vector<configs::VariableArgument>& arguments) {
    static const configs::Module module = declarations();
    const auto collected = configs::collectVariables("/proc/self/fdinfo/none", {}, arguments);
    fuzz::require(collected.value.has_value());
    const auto variables = configs::rootVariables(module, collected->variables);
    fuzz::require(variables.value.has_value());
    for (const auto& [name, variable] : *variables)
        fuzz::require(module.variables.contains(name));
}

} // namespace

/// Reads the text as a variables file in both syntaxes, and as the value of each variable.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using Kind = configs::VariableArgument::Kind;
    const std::string_view text = fuzz::textOf(data, size);
    check({{Kind::File, pathOf(text)}});
    std::vector<configs::VariableArgument> values;
    for (const char* name : {"a=", "b=", "c=", "d=", "e="})
        values.push_back({Kind::Value, name + std::string(text)});
    check(values);
    check({{Kind::Value, std::string(text)}});
    return 0;
}
