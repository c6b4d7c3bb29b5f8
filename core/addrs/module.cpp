// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/module.h"

#include "core/addrs/address_text.h"

#include <algorithm>

namespace planlens::addrs {

void appendModule(std::string& out, const Module& module) {
    for (std::size_t i = 0; i < module.path.size(); ++i) {
        if (i > 0)
            out += '.';
        out += "module.";
        out += module.path[i];
    }
}

void appendModule(std::string& out, const ModuleInstance& module) {
    for (std::size_t i = 0; i < module.path.size(); ++i) {
        if (i > 0)
            out += '.';
        out += "module.";
        out += module.path[i].name;
        appendKey(out, module.path[i].key);
    }
}

Module Module::child(std::string name) const {
    Module result;
    result.path.reserve(path.size() + 1);
    result.path = path;
    result.path.push_back(std::move(name));
    return result;
}

Module Module::parent() const {
    Module result = *this;
    if (!result.path.empty())
        result.path.pop_back();
    return result;
}

bool Module::hasPrefix(const Module& ancestor) const {
    return path.size() >= ancestor.path.size() && std::equal(ancestor.path.begin(), ancestor.path.end(), path.begin());
}

std::string Module::toString() const {
    std::string out;
    appendModule(out, *this);
    return out;
}

ModuleInstance ModuleInstance::child(std::string name, InstanceKey key) const {
    ModuleInstance result;
    result.path.reserve(path.size() + 1);
    result.path = path;
    result.path.push_back({std::move(name), std::move(key)});
    return result;
}

ModuleInstance ModuleInstance::parent() const {
    ModuleInstance result = *this;
    if (!result.path.empty())
        result.path.pop_back();
    return result;
}

bool ModuleInstance::hasPrefix(const ModuleInstance& ancestor) const {
    return path.size() >= ancestor.path.size() && std::equal(ancestor.path.begin(), ancestor.path.end(), path.begin());
}

Module ModuleInstance::module() const {
    Module result;
    result.path.reserve(path.size());
    for (const ModuleStep& step : path)
        result.path.push_back(step.name);
    return result;
}

bool ModuleInstance::isInstanceOf(const Module& module) const {
    return std::equal(path.begin(), path.end(), module.path.begin(), module.path.end(),
                      [](const ModuleStep& step, const std::string& name) { return step.name == name; });
}

bool ModuleInstance::hasSameModule(const ModuleInstance& other) const {
    return std::equal(path.begin(), path.end(), other.path.begin(), other.path.end(),
                      [](const ModuleStep& a, const ModuleStep& b) { return a.name == b.name; });
}

std::string ModuleInstance::toString() const {
    std::string out;
    appendModule(out, *this);
    return out;
}

std::strong_ordering ModuleInstance::operator<=>(const ModuleInstance& other) const {
    if (const auto byDepth = path.size() <=> other.path.size(); byDepth != 0)
        return byDepth;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (const auto byStep = path[i] <=> other.path[i]; byStep != 0)
            return byStep;
    }
    return std::strong_ordering::equal;
}

std::size_t ModuleInstance::hash() const {
    std::size_t seed = path.size();
    for (const ModuleStep& step : path)
        seed = mixHash(mixHash(seed, hashText(step.name)), step.key.hash());
    return seed;
}

bool AbsModuleCall::declares(const ModuleInstance& instance) const {
    return instance.path.size() == module.path.size() + 1 && instance.path.back().name == name &&
           instance.hasPrefix(module);
}

std::string AbsModuleCall::toString() const {
    std::string out;
    appendModule(out, module);
    if (!module.isRoot())
        out += '.';
    out += "module.";
    out += name;
    return out;
}

} // namespace planlens::addrs

std::size_t std::hash<planlens::addrs::Module>::operator()(const planlens::addrs::Module& m) const {
    std::size_t seed = m.path.size();
    for (const std::string& name : m.path)
        seed = planlens::addrs::mixHash(seed, planlens::addrs::hashText(name));
    return seed;
}
