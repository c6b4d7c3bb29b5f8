// SPDX-License-Identifier: MPL-2.0
#include "tests/core/report/hostile_plan.h"

#include "core/addrs/target.h"
#include "core/plans/plan.h"

#include <memory>
#include <utility>

namespace planlens::testing {

plans::ResourceInstanceChangePtr change(addrs::AbsResourceInstance address, Action action, Value before, Value after) {
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = made->previousAddress = std::move(address);
    made->change.action = action;
    made->change.before = std::move(before);
    made->change.after = std::move(after);
    return made;
}

addrs::AbsResourceInstance at(const std::string& address) {
    return *addrs::readAbsResourceInstance(address);
}

plans::Plan hostilePlan() {
    plans::Plan plan;
    plan.timestampText = "2026-01-01T00:00:00Z";
    plan.variables["password"].value = Value::string(secret).withMark(values::Mark::sensitive());
    const auto object = [](std::vector<std::pair<std::string, Value>> attributes) {
        return Value::object(std::move(attributes));
    };
    addrs::AbsResourceInstance hostileAddress = at("module.net[\"a\"].aws_s3_bucket.logs[\"k\"]");
    hostileAddress.key = addrs::InstanceKey(hostile);
    plan.changes.add(change(hostileAddress, Action::Delete,
                            object({{"id", Value::string("bucket-1")}, {"name", Value::string(hostile)}}),
                            Value::null(values::Type::dynamic())));
    auto replaced = std::make_shared<plans::ResourceInstanceChange>(
        *change(at("aws_instance.web"), Action::DeleteThenCreate,
                object({{"ami", Value::string("a-1")},
                        {"id", Value::string("i-1")},
                        {"user_data", Value::string(std::string("login ") + secret + " now")},
                        {"password", Value::string("old-one").withMark(values::Mark::sensitive())}}),
                object({{"ami", Value::string("a-2")},
                        {"id", Value::unknown(values::Type::string())},
                        {"user_data", Value::string("cGFzczogczNjcmV0LXA0c3N3b3Jk")},
                        {"password", Value::string("new-one-longer").withMark(values::Mark::sensitive())}})));
    replaced->requiredReplace = {values::Path().attribute("ami")};
    plan.changes.add(replaced);
    plan.changes.add(
        change(at("module.net[\"a\"].module.inner.aws_eip.ip[0]"), Action::Update,
               object({{"tags", Value::map({{hostile, Value::string("a")}})}}),
               object({{"tags", Value::map({{hostile, Value::string("b")}, {"line", Value::string("1\n2")}})}})));
    plan.changes.add(change(at("aws_vpc.same"), Action::NoOp, object({{"id", Value::string("v")}}),
                            object({{"id", Value::string("v")}})));
    plan.changes.add(plans::OutputChange{{},
                                         "url",
                                         {Action::Create,
                                          Value::null(values::Type::string()),
                                          Value::string(std::string("https://u:") + secret + "@h"),
                                          {},
                                          {},
                                          {},
                                          {}},
                                         false});
    plan.drift.push_back(change(at("aws_vpc.same"), Action::Update, object({{"dns", Value::boolean(true)}}),
                                object({{"dns", Value::boolean(false)}})));
    plans::Dependency dependency;
    dependency.dependent = at("module.net[\"a\"].module.inner.aws_eip.ip[0]");
    dependency.dependency = at("aws_instance.web");
    plan.dependencies.add(dependency);
    plan.dependencies.finish();
    return plan;
}

std::vector<risk::Finding> hostileFindings(const plans::Plan& plan) {
    std::vector<risk::Finding> found = risk::findings(plan, risk::builtInRules());
    risk::Finding other;
    other.tool = "scanner <b>";
    other.rule = "R-1";
    other.title = hostile;
    other.detail = hostile + secret;
    other.subject = "main.tf:3";
    other.link = "https://example.org/R-1";
    found.push_back(other);
    other.address = at("aws_instance.web");
    other.title = "Web is open";
    other.detail.clear();
    found.push_back(other);
    return found;
}

cost::PlanCosts hostileCosts() {
    const auto amount = [](const char* text) { return cost::Amount::parsed(text); };
    cost::PlanCosts costs;
    costs.currency = "USD";
    costs.total = {amount("10"), amount("1234.565"), amount("1224.565")};
    costs.resources[at("aws_instance.web")] = costs.total;
    costs.modules["module.net[\"a\"]"] = {{}, amount("3"), {}};
    costs.unpriced = 2;
    costs.others = {"aws_x.elsewhere"};
    return costs;
}

const std::vector<diags::Diagnostic>& hostileDiagnostics() {
    static const std::vector<diags::Diagnostic> all{
        diags::Diagnostic::warning(
            "Deprecated " + hostile, std::string("Not ") + secret,
            diags::SourceRange{diags::InternedName("dir with space/main.tf"), {7, 3, 90}, {7, 9, 96}}),
        diags::Diagnostic::error("Failed", "")};
    return all;
}

std::string exportedAs(Format format, std::size_t limit) {
    const plans::Plan plan = hostilePlan();
    const cost::PlanCosts costs = hostileCosts();
    report::Extras extras;
    extras.costs = &costs;
    extras.diagnostics = hostileDiagnostics();
    extras.placeOf = [](const addrs::ConfigResource&) { return std::pair(std::string("main.tf"), std::uint32_t(12)); };
    return report::exported(plan, format, hostileFindings(plan), limit, extras);
}

} // namespace planlens::testing
