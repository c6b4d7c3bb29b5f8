// SPDX-License-Identifier: MPL-2.0
#include "core/engine/apply.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/addrs/target.h"
#include "core/plans/changes.h"

#include <QtTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;

namespace {

std::string resource(const std::string& name, const std::string& body = {}) {
    return "resource \"terraform_data\" \"" + name + "\" {\n" + body + "\n}\n";
}
std::string removed(const std::string& from) {
    return "removed {\n  from = " + from + "\n  lifecycle {\n    destroy = false\n  }\n}\n";
}
/// Returns a data source that depends on a resource or module.
std::string lookup(const std::string& dependency) {
    return "data \"test_lookup\" \"l\" {\n  needs      = \"x\"\n  depends_on = [" + dependency + "]\n}\n";
}

const std::string forKeyA = "for_each = toset(['a'])";
const std::string notDestroyed = "lifecycle {\n  destroy = false\n}";
const std::string createFirst = "lifecycle {\n  create_before_destroy = true\n}";
const std::string withKeyA = resource("r", forKeyA), resourceR = resource("r"), resourceD = resource("d");
const std::string module = "module \"m\" {\n  source = \"./m\"\n}\n";
const std::string moduleX = "module \"m\" {\n  source   = \"./m\"\n  for_each = toset(['x'])\n}\n";
const std::string replaced =
    resource("r", "triggers_replace = 1\n" + createFirst) + resource("user", "input = terraform_data.r.id");
const std::string replacedInstances = resource("r", forKeyA + "\ntriggers_replace = 1\n" + createFirst) +
                                      resource("user", "input = terraform_data.r['a'].id");

const std::string ab = "terraform_data.r['a'], terraform_data.r['b']";
const std::string xy = "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r";
const std::string inModule = "module.m.terraform_data.d";
const std::string nested = inModule + ", module.m.module.n.terraform_data.r";
const std::string deposed = "terraform_data.r['a'], terraform_data.r['a'] deposed, terraform_data.r['b'] deposed";
const std::string replacedState = "terraform_data.r cbd, terraform_data.user <- terraform_data.r";

QString withQuotes(const std::string& text) {
    return QString::fromStdString(text).replace(QLatin1Char('\''), QLatin1Char('"'));
}

/// Returns the text of a state file with objects: "address", "address deposed", "address cbd" (create before destroy)
/// and "address <- dependency".
std::string stateOf(const QStringList& objects) {
    std::map<addrs::AbsResource, QStringList> instances;
    for (int i = 0; i < objects.size(); ++i) {
        const QStringList sides = objects[i].split(QStringLiteral(" <- "));
        const QStringList words = sides[0].split(QLatin1Char(' '));
        const addrs::AbsResourceInstance address = *addrs::readAbsResourceInstance(words[0].toStdString());
        const QString number = QString::number(i), key = QString::fromStdString(address.key.toString());
        QString text = "{'schema_version':0,'attributes':{'id':'i" + number +
                       "','input':null,'output':null,'triggers_replace':null}";
        if (!key.isEmpty())
            text += ",'index_key':" + key.mid(1, key.size() - 2);
        if (words.contains(QStringLiteral("deposed")))
            text += ",'deposed':'0000000" + number + "'";
        if (words.contains(QStringLiteral("cbd")))
            text += ",'create_before_destroy':true";
        if (sides.size() > 1)
            text += ",'dependencies':['" + sides[1] + "']";
        instances[address.containing()].append(text + "}");
    }
    QStringList resources;
    for (const auto& [address, texts] : instances) {
        QString path = QString::fromStdString(address.module.toString());
        if (!path.isEmpty())
            path = "'module':'" + path.replace(QLatin1Char('"'), QStringLiteral("\\\"")) + "',";
        resources.append("{" + path + "'mode':'managed','type':'terraform_data','name':'" +
                         QString::fromStdString(address.resource.name) +
                         "','provider':'provider[\\\"terraform.io/builtin/terraform\\\"]','instances':[" +
                         texts.join(QLatin1Char(',')) + "]}");
    }
    const QString state = "{'version':4,'terraform_version':'1.12.6','serial':1,'lineage':'l','outputs':{},"
                          "'resources':[" +
                          resources.join(QLatin1Char(',')) + "]}";
    return withQuotes(state.toStdString()).toStdString();
}

QString sortedList(QStringList lines) {
    lines.sort();
    return lines.join(QStringLiteral(", "));
}

QString plannedChanges(const plans::Changes& changes) {
    const auto word = [](plans::Action action) -> QString {
        switch (action) {
        case plans::Action::DeleteThenCreate:
            return QStringLiteral("replace");
        case plans::Action::CreateThenDelete:
            return QStringLiteral("create-then-delete");
        default:
            return QString::fromUtf8(plans::name(action)).toLower();
        }
    };
    QStringList lines;
    for (const plans::ResourceInstanceChangePtr& change : changes.resources())
        if (change->change.action != plans::Action::NoOp)
            lines.append(word(change->change.action) + QLatin1Char(' ') +
                         QString::fromStdString(change->address.toString()) +
                         (change->deposed.empty() ? QString() : QStringLiteral(" deposed")));
    return sortedList(lines);
}

QString managedObjects(const states::State& state) {
    QStringList lines;
    for (const auto& [address, resource] : state.resources()) {
        for (const auto& [key, instance] : resource.instances) {
            if (address.resource.mode != addrs::ResourceMode::Managed)
                continue;
            const QString name = QString::fromStdString(address.instance(key).toString());
            if (instance.current)
                lines.append(name);
            for (std::size_t i = 0; i < instance.deposed.size(); ++i)
                lines.append(name + QStringLiteral(" deposed"));
        }
    }
    return sortedList(lines);
}

void row(const char* name, const std::string& configuration, const std::string& moduleConfiguration,
         const std::string& state, const char* options, const char* planned, const char* left) {
    QTest::newRow(name) << withQuotes(configuration) << withQuotes(moduleConfiguration) << withQuotes(state)
                        << withQuotes(options) << withQuotes(planned) << withQuotes(left);
}

/// Orphan instances of a resource.
void addInstanceRows() {
    row("neighbour of the target is gone", withKeyA, "", ab, "-target=terraform_data.r['a']", "",
        "terraform_data.r['a'], terraform_data.r['b']");
    row("target is gone", withKeyA, "", ab, "-target=terraform_data.r['b']", "delete terraform_data.r['b']",
        "terraform_data.r['a']");
    row("target is the resource", withKeyA, "", ab, "-target=terraform_data.r", "delete terraform_data.r['b']",
        "terraform_data.r['a']");
    row("neighbour is gone, without refresh", withKeyA, "", ab, "-target=terraform_data.r['a'] -refresh=false", "",
        "terraform_data.r['a'], terraform_data.r['b']");
    row("neighbour is gone, refresh only", withKeyA, "", ab, "-target=terraform_data.r['a'] -refresh-only", "",
        "terraform_data.r['a'], terraform_data.r['b']");
    row("neighbour is gone, destroy", withKeyA, "", ab, "-target=terraform_data.r['a'] -destroy",
        "delete terraform_data.r['a']", "terraform_data.r['b']");
    row("neighbour is gone, destroy without refresh", withKeyA, "", ab,
        "-target=terraform_data.r['a'] -destroy -refresh=false", "delete terraform_data.r['a']",
        "terraform_data.r['b']");
    row("gone instance is excluded", withKeyA, "", ab, "-exclude=terraform_data.r['b']", "",
        "terraform_data.r['a'], terraform_data.r['b']");
    row("neighbour of the gone instance is excluded", withKeyA, "", ab, "-exclude=terraform_data.r['a']",
        "delete terraform_data.r['b']", "terraform_data.r['a']");
    row("resource is a dependency of the target", withKeyA + resource("user", "input = terraform_data.r['a'].id"), "",
        ab, "-target=terraform_data.user", "create terraform_data.user, delete terraform_data.r['b']",
        "terraform_data.r['a'], terraform_data.user");
    row("dependent of an excluded instance", withKeyA + resource("user", "input = terraform_data.r['a'].id"), "", ab,
        "-exclude=terraform_data.r['b']", "", "terraform_data.r['a'], terraform_data.r['b']");
    row("count shrinks", resource("r", "count = 1"), "", "terraform_data.r[0], terraform_data.r[1]",
        "-target=terraform_data.r[0]", "", "terraform_data.r[0], terraform_data.r[1]");
    row("neighbour is gone, not destroyed by lifecycle", resource("r", forKeyA + "\n" + notDestroyed), "", ab,
        "-target=terraform_data.r['a']", "", "terraform_data.r['a'], terraform_data.r['b']");
    row("target is gone, not destroyed by lifecycle", resource("r", forKeyA + "\n" + notDestroyed), "", ab,
        "-target=terraform_data.r['b']", "forget terraform_data.r['b']", "terraform_data.r['a']");
    row("removed block, neighbour of the target", removed("terraform_data.r"), "", ab, "-target=terraform_data.r['a']",
        "forget terraform_data.r['a']", "terraform_data.r['b']");
    row("removed block, excluded instance", removed("terraform_data.r"), "", ab, "-exclude=terraform_data.r['a']",
        "forget terraform_data.r['b']", "terraform_data.r['a']");
    row("resource is gone, neighbour of the target", resource("other"), "", ab + ", terraform_data.other",
        "-target=terraform_data.r['a']", "delete terraform_data.r['a']", "terraform_data.other, terraform_data.r['b']");
    row("resource is gone, excluded instance", resource("other"), "", ab + ", terraform_data.other",
        "-exclude=terraform_data.r['a']", "delete terraform_data.r['b']",
        "terraform_data.other, terraform_data.r['a']");
}

/// Orphan module instances.
void addModuleInstanceRows() {
    row("sibling module instance is gone", moduleX, resourceR, xy, "-target=module.m['x'].terraform_data.r",
        "delete module.m['y'].terraform_data.r", "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r");
    row("sibling module instance is gone, module as target", moduleX, resourceR, xy, "-target=module.m['x']",
        "delete module.m['y'].terraform_data.r", "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r");
    row("module instance is gone and target", moduleX, resourceR, xy, "-target=module.m['y'].terraform_data.r",
        "delete module.m['y'].terraform_data.r", "module.m['x'].terraform_data.r");
    row("module instance is gone and excluded", moduleX, resourceR, xy, "-exclude=module.m['y']",
        "delete module.m['y'].terraform_data.r", "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r");
    row("sibling of the gone module instance is excluded", moduleX, resourceR, xy, "-exclude=module.m['x']",
        "delete module.m['y'].terraform_data.r", "module.m['x'].terraform_data.r");
    row("sibling module instance is gone, without refresh", moduleX, resourceR, xy,
        "-target=module.m['x'].terraform_data.r -refresh=false", "delete module.m['y'].terraform_data.r",
        "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r");
    row("sibling module instance is gone, refresh only", moduleX, resourceR, xy,
        "-target=module.m['x'].terraform_data.r -refresh-only", "",
        "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r");
    row("sibling module instance is gone, destroy", moduleX, resourceR, xy,
        "-target=module.m['x'].terraform_data.r -destroy", "delete module.m['x'].terraform_data.r",
        "module.m['y'].terraform_data.r");
    row("sibling module instance is gone, not destroyed by lifecycle", moduleX, resource("r", notDestroyed), xy,
        "-target=module.m['x'].terraform_data.r", "forget module.m['y'].terraform_data.r",
        "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r");
    row("removed block in the module, sibling module instance is gone", moduleX, removed("terraform_data.r"), xy,
        "-target=module.m['x'].terraform_data.r", "forget module.m['x'].terraform_data.r",
        "module.m['y'].terraform_data.r");
    row("sibling module instance by count is gone", "module 'm' {\n  source = './m'\n  count  = 1\n}\n", resourceR,
        "module.m[0].terraform_data.r, module.m[1].terraform_data.r", "-target=module.m[0].terraform_data.r",
        "delete module.m[1].terraform_data.r", "module.m[0].terraform_data.r, module.m[1].terraform_data.r");
    row("other resource of the module is the target", moduleX, resourceR + resourceD,
        xy + ", module.m['x'].terraform_data.d, module.m['y'].terraform_data.d",
        "-target=module.m['x'].terraform_data.d", "delete module.m['y'].terraform_data.d",
        "module.m['x'].terraform_data.d, module.m['x'].terraform_data.r, module.m['y'].terraform_data.d, "
        "module.m['y'].terraform_data.r");
}

/// Orphans in modules, and in removed nested modules.
void addRemovedModuleRows() {
    row("nested module is gone, outer module is the target", module, resourceD, nested, "-target=module.m",
        "delete module.m.module.n.terraform_data.r", "module.m.terraform_data.d");
    row("nested module is gone, resource of the outer module is the target", module, resourceD, nested,
        "-target=module.m.terraform_data.d", "", "module.m.module.n.terraform_data.r, module.m.terraform_data.d");
    row("nested module is gone and target", module, resourceD, nested, "-target=module.m.module.n",
        "delete module.m.module.n.terraform_data.r", "module.m.terraform_data.d");
    row("nested module is gone and excluded", module, resourceD, nested, "-exclude=module.m.module.n", "",
        "module.m.module.n.terraform_data.r, module.m.terraform_data.d");
    row("nested module is gone, user of the outer module is the target",
        module + resource("user", "input      = 1\ndepends_on = [module.m]"), resourceD,
        nested + ", terraform_data.user", "-target=terraform_data.user", "update terraform_data.user",
        "module.m.module.n.terraform_data.r, module.m.terraform_data.d, terraform_data.user");
    row("resource of a module is gone, user of the module is the target",
        module + resource("user", "input      = 1\ndepends_on = [module.m]"), resourceD,
        inModule + ", module.m.terraform_data.r, terraform_data.user", "-target=terraform_data.user",
        "delete module.m.terraform_data.r, update terraform_data.user",
        "module.m.terraform_data.d, terraform_data.user");
}

/// Deposed objects, create before destroy, and data sources.
void addDeposedAndReadRows() {
    row("deposed object of the target and of its neighbour", withKeyA, "", deposed, "-target=terraform_data.r['a']",
        "delete terraform_data.r['a'] deposed", "terraform_data.r['a'], terraform_data.r['b'] deposed");
    row("deposed object of an excluded instance", withKeyA, "", deposed, "-exclude=terraform_data.r['a']",
        "delete terraform_data.r['b'] deposed", "terraform_data.r['a'], terraform_data.r['a'] deposed");
    row("deposed object of a dependency of the target", withKeyA + resource("user", "input = terraform_data.r['a'].id"),
        "", deposed, "-target=terraform_data.user", "create terraform_data.user",
        "terraform_data.r['a'], terraform_data.r['a'] deposed, terraform_data.r['b'] deposed, terraform_data.user");
    row("deposed object in a module, user of the module is the target",
        module + resource("user", "depends_on = [module.m]"), resourceR,
        "module.m.terraform_data.r, module.m.terraform_data.r deposed, terraform_data.user",
        "-target=terraform_data.user", "delete module.m.terraform_data.r deposed",
        "module.m.terraform_data.r, module.m.terraform_data.r deposed, terraform_data.user");
    row("deposed object of a gone module instance", moduleX, resourceR,
        "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r deposed",
        "-target=module.m['x'].terraform_data.r", "",
        "module.m['x'].terraform_data.r, module.m['y'].terraform_data.r deposed");
    row("deposed object, destroy", withKeyA, "", deposed, "-target=terraform_data.r['a'] -destroy",
        "delete terraform_data.r['a'], delete terraform_data.r['a'] deposed", "terraform_data.r['b'] deposed");
    row("create_before_destroy, dependent is the target", replaced, "", replacedState, "-target=terraform_data.user",
        "create-then-delete terraform_data.r, update terraform_data.user",
        "terraform_data.r, terraform_data.r deposed, terraform_data.user");
    row("create_before_destroy, replaced resource is the target", replaced, "", replacedState,
        "-target=terraform_data.r", "create-then-delete terraform_data.r", "terraform_data.r, terraform_data.user");
    row("create_before_destroy, dependent is excluded", replaced, "", replacedState, "-exclude=terraform_data.user",
        "create-then-delete terraform_data.r", "terraform_data.r, terraform_data.user");
    row("create_before_destroy with instances, dependent is the target", replacedInstances, "",
        "terraform_data.r['a'] cbd, terraform_data.r['b'] cbd, terraform_data.user <- terraform_data.r",
        "-target=terraform_data.user",
        "create-then-delete terraform_data.r['a'], delete terraform_data.r['b'], update terraform_data.user",
        "terraform_data.r['a'], terraform_data.r['a'] deposed, terraform_data.r['b'], terraform_data.user");
    row("create_before_destroy in a module, dependent is the target", module + resource("user", "input = module.m.id"),
        resource("r", "triggers_replace = 1\n" + createFirst) + "output 'id' {\n  value = terraform_data.r.id\n}\n",
        "module.m.terraform_data.r cbd, terraform_data.user <- module.m.terraform_data.r",
        "-target=terraform_data.user", "create-then-delete module.m.terraform_data.r, update terraform_data.user",
        "module.m.terraform_data.r, module.m.terraform_data.r deposed, terraform_data.user");
    row("destroy before create, dependent is the target",
        resource("r", "triggers_replace = 1") + resource("user", "input = terraform_data.r.id"), "",
        "terraform_data.r, terraform_data.user <- terraform_data.r", "-target=terraform_data.user",
        "replace terraform_data.r, update terraform_data.user", "terraform_data.r, terraform_data.user");
    row("data source is the target", withKeyA + lookup("terraform_data.r"), "", ab, "-target=data.test_lookup.l",
        "delete terraform_data.r['b'], read data.test_lookup.l", "terraform_data.r['a']");
    row("data source is excluded", withKeyA + lookup("terraform_data.r"), "", ab, "-exclude=data.test_lookup.l",
        "delete terraform_data.r['b']", "terraform_data.r['a']");
    row("data source of a module with a gone instance", module + lookup("module.m"), withKeyA,
        "module.m.terraform_data.r['a'], module.m.terraform_data.r['b']", "-target=data.test_lookup.l",
        "delete module.m.terraform_data.r['b'], read data.test_lookup.l", "module.m.terraform_data.r['a']");
    row("data source depends on a module with a gone nested module", module + lookup("module.m"), resourceD, nested, "",
        "delete module.m.module.n.terraform_data.r", "module.m.terraform_data.d");
    row("data source depends on a module with a gone resource", module + lookup("module.m"), resourceD,
        inModule + ", module.m.terraform_data.r", "", "delete module.m.terraform_data.r, read data.test_lookup.l",
        "module.m.terraform_data.d");
}

/// terraform_data.c with a postcondition.
std::string checkedResource(const std::string& body, const std::string& lifecycle = {}) {
    return resource("c", body + "\nlifecycle {\n" + lifecycle +
                             "\n  postcondition {\n    condition     = path.module != 'never'\n    error_message = "
                             "'Wrong.'\n  }\n}");
}

/// Returns "pass: terraform_data.c pass": the status of the resource, and of its objects.
QString checkResult(const states::State& state, const std::string& address) {
    if (!state.checkResults || !state.checkResults->contains(address))
        return QStringLiteral("none");
    const auto word = [](states::CheckStatus status) {
        return status == states::CheckStatus::Pass      ? QStringLiteral("pass")
               : status == states::CheckStatus::Unknown ? QStringLiteral("unknown")
                                                        : QStringLiteral("fail");
    };
    const states::CheckResult& result = state.checkResults->at(address);
    QStringList objects;
    for (const auto& [object, one] : result.objects)
        objects.append(QString::fromStdString(object) + QLatin1Char(' ') + word(one.status));
    return word(result.status) + (objects.isEmpty() ? QString() : QStringLiteral(": ") + sortedList(objects));
}

} // namespace

/// Objects that -target and -exclude include in plans and applies. The expected values were recorded with
/// OpenTofu.
class TestOperationTargets final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plansAndAppliesSelectedObjects_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("moduleConfiguration"); // of module.m
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("planned");
        QTest::addColumn<QString>("left"); // in the state after applying
        addInstanceRows();
        addModuleInstanceRows();
        addRemovedModuleRows();
        addDeposedAndReadRows();
    }
    void plansAndAppliesSelectedObjects() {
        QFETCH(QString, configuration);
        QFETCH(QString, moduleConfiguration);
        QFETCH(QString, state);
        QFETCH(QString, options);
        QFETCH(QString, planned);
        QFETCH(QString, left);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}, {"m/main.tf", moduleConfiguration.toStdString()}};
        setup.state = stateOf(state.split(QStringLiteral(", ")));
        setup.options = planOptions(options.replace(QLatin1Char(' '), QLatin1Char('\n')).toStdString());
        setup.registry = registryWith(thingScript());
        const Planned result = makePlan(setup);
        QVERIFY2(result.outcome.plan && !result.outcome.diagnostics.hasErrors(), result.print().c_str());
        QCOMPARE(plannedChanges(result.changes()), planned);
        engine::Listener listener;
        engine::StateSink sink;
        engine::ApplyRequest request = applyRequest(result);
        request.suppressForgetErrors = true;
        const engine::ApplyOutcome applied = engine::apply(request, listener, sink, {});
        QVERIFY(!applied.diagnostics.hasErrors());
        QCOMPARE(managedObjects(*applied.state), left);
    }

    void keepsPlannedCheckResultsOfResourcesLeftOut_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& configuration, const std::string& state,
                            const char* options, const char* expected) {
            QTest::newRow(name) << withQuotes(configuration) << withQuotes(state) << withQuotes(options)
                                << withQuotes(expected);
        };
        const std::string e = resource("e", forKeyA), stored = "terraform_data.e['a'], terraform_data.c";
        const std::string output = "output \"o\" {\n  value = try(terraform_data.c.id, 'off')\n}\n";
        const std::string dependent = "input = terraform_data.e['a'].id", off = "  enabled = false";
        const std::string keys = "for_each = toset(['a', 'b'])\ninput = 1";
        const std::string storedKeys = "terraform_data.c['a'], terraform_data.c['b']";
        row("dependent of an excluded instance", e + checkedResource(dependent), stored,
            "-exclude=terraform_data.e['a']", "unknown");
        row("dependent of an excluded instance, used by an output", e + checkedResource(dependent) + output, stored,
            "-exclude=terraform_data.e['a']", "unknown");
        row("disabled dependent of an excluded instance", e + checkedResource(dependent, off) + output,
            "terraform_data.e['a']", "-exclude=terraform_data.e['a']", "unknown");
        row("disabled target", checkedResource("", off) + output + resourceD, "terraform_data.d",
            "-target=terraform_data.c", "pass");
        row("disabled, without targets", checkedResource("", off) + resource("d", "input = 1"), "terraform_data.d", "",
            "pass");
        row("not the target", e + checkedResource("input = 1"), stored, "-target=terraform_data.e", "unknown");
        row("target", e + checkedResource("input = 1"), stored, "-target=terraform_data.c",
            "pass: terraform_data.c pass");
        row("one instance is the target", checkedResource(keys), storedKeys, "-target=terraform_data.c['a']",
            "unknown: terraform_data.c['a'] pass, terraform_data.c['b'] unknown");
        row("one instance is excluded", checkedResource(keys), storedKeys, "-exclude=terraform_data.c['a']",
            "unknown: terraform_data.c['a'] unknown, terraform_data.c['b'] pass");
    }
    void keepsPlannedCheckResultsOfResourcesLeftOut() {
        QFETCH(QString, configuration);
        QFETCH(QString, state);
        QFETCH(QString, options);
        QFETCH(QString, expected);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = stateOf(state.split(QStringLiteral(", ")));
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned result = makePlan(setup);
        QVERIFY2(result.outcome.plan && !result.outcome.diagnostics.hasErrors(), result.print().c_str());
        engine::Listener listener;
        engine::StateSink sink;
        const engine::ApplyOutcome applied = engine::apply(applyRequest(result), listener, sink, {});
        QVERIFY(!applied.diagnostics.hasErrors());
        QCOMPARE(checkResult(*applied.state, "terraform_data.c"), expected);
    }

    void checksUnchangedInstancesInModules_data() {
        QTest::addColumn<QString>("repetition"); // argument of the call of module.m
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("status");
        const auto row = [](const char* name, const char* repetition, const char* key, const char* options,
                            const char* status) {
            QTest::newRow(name) << withQuotes(repetition) << withQuotes(key) << withQuotes(options)
                                << QString::fromLatin1(status);
        };
        row("count, other resource is excluded", "count = 1", "[0]", "-exclude=terraform_data.d", "pass");
        row("for_each, other resource is excluded", "for_each = toset(['k'])", "['k']", "-exclude=terraform_data.d",
            "pass");
        row("no key, other resource is excluded", "", "", "-exclude=terraform_data.d", "pass");
        row("count, not refreshed", "count = 1", "[0]", "-exclude=terraform_data.d\n-refresh=false", "pass");
        row("count, target is the module", "count = 1", "[0]", "-target=module.m", "pass");
        row("count, target is the instance", "count = 1", "[0]", "-target=module.m[0].terraform_data.c", "pass");
        row("count, target is another resource", "count = 1", "[0]", "-target=terraform_data.d", "unknown");
        row("count, without targets", "count = 1", "[0]", "", "pass");
    }
    void checksUnchangedInstancesInModules() {
        QFETCH(QString, repetition);
        QFETCH(QString, key);
        QFETCH(QString, options);
        QFETCH(QString, status);
        const std::string call = "module \"m\" {\n  source = \"./m\"\n  " + repetition.toStdString() + "\n}\n";
        const std::string checked =
            resource("g", "for_each = toset([])") + checkedResource("depends_on = [terraform_data.g]");
        Setup setup;
        setup.files = {{"main.tf", call + resourceD}, {"m/main.tf", withQuotes(checked).toStdString()}};
        setup.state = stateOf({"module.m" + key + ".terraform_data.c", "terraform_data.d"});
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned result = makePlan(setup);
        QVERIFY2(result.outcome.plan && !result.outcome.diagnostics.hasErrors(), result.print().c_str());
        engine::Listener listener;
        engine::StateSink sink;
        const engine::ApplyOutcome applied = engine::apply(applyRequest(result), listener, sink, {});
        QVERIFY2(!applied.diagnostics.hasErrors(), applied.diagnostics.toString().c_str());
        QCOMPARE(checkResult(*applied.state, "module.m.terraform_data.c").section(u':', 0, 0), status);
    }
};

QTEST_APPLESS_MAIN(TestOperationTargets)
#include "tst_operation_targets.moc"
