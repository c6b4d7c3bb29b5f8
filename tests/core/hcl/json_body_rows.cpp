// SPDX-License-Identifier: MPL-2.0
#include "tests/core/hcl/json_body_rows.h"

namespace planlens::tests {
namespace {

constexpr JsonBodyRow rows[] = {
    {"array at the top", R"~([])~", ""},
    {"nothing", R"~()~",
     R"~(! 1:1/0-1:1/0 Missing value: The JSON data ends prematurely.)~"
     "\n"
     R"~(! 1:1/0-1:1/0 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"no object", R"~("a")~",
     R"~(! 1:1/0-1:4/3 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"template", R"~({"name": "a ${x} b"})~",
     R"~(name 1:2/1-1:20/19 name 1:2/1-1:8/7 start 1:10/9-1:20/19 = cty.StringVal("a ex b"))~"
     "\n"},
    {"template of unknown", R"~({"name": "pre${u}"})~",
     R"~(name 1:2/1-1:19/18 name 1:2/1-1:8/7 start 1:10/9-1:19/18 = cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("pr").NewValue())~"
     "\n"},
    {"object value with computed name", R"~({"name": {"${x}": 1, "b": [true, null, 1.50, "z"]}})~",
     R"~(name 1:2/1-1:51/50 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.ObjectVal(map[string]cty.Value{"b":cty.TupleVal([]cty.Value{cty.True, cty.NullVal(cty.DynamicPseudoType), cty.NumberFloatVal(1.5), cty.StringVal("z")}), "ex":cty.NumberIntVal(1)}))~"
     "\n"},
    {"unknown name", R"~({"name": {"${u}": 1}})~",
     R"~(name 1:2/1-1:21/20 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.DynamicVal)~"
     "\n"},
    {"null name", R"~({"name": {"${n}": 1}})~",
     R"~(name 1:2/1-1:21/20 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.EmptyObjectVal)~"
     "\n"
     R"~(! 1:11/10-1:17/16 Invalid object key expression: Cannot use null value as an object key.)~"
     "\n"},
    {"name twice in a value", R"~({"name": {"a": 1, "a": 2}})~",
     R"~(name 1:2/1-1:26/25 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.ObjectVal(map[string]cty.Value{"a":cty.NumberIntVal(1)}))~"
     "\n"
     R"~(! 1:19/18-1:22/21 Duplicate object attribute: An attribute named "a" was already defined at t.json:1,11-14.)~"
     "\n"},
    {"unknown variable", R"~({"name": "${nope}"})~",
     R"~(name 1:2/1-1:19/18 name 1:2/1-1:8/7 start 1:10/9-1:19/18 = cty.DynamicVal)~"
     "\n"
     R"~(! 1:13/12-1:17/16 Unknown variable: There is no variable named "nope".)~"
     "\n"},
    {"broken template", R"~({"name": "${"})~",
     R"~(name 1:2/1-1:14/13 name 1:2/1-1:8/7 start 1:10/9-1:14/13 = cty.DynamicVal)~"
     "\n"
     R"~(! 1:13/12-1:13/12 Missing expression: Expected the start of an expression, but found the end of the file.)~"
     "\n"},
    {"similar name", R"~({"nam": 1})~",
     R"~(! 1:2/1-1:7/6 in 1:2/1-1:7/6 Extraneous JSON object property: No argument or block type is named "nam". Did you mean "name"?)~"
     "\n"},
    {"comment", R"~({"//": "comment", "name": 1})~",
     R"~(name 1:19/18-1:28/27 name 1:19/18-1:25/24 start 1:27/26-1:28/27 = cty.NumberIntVal(1))~"
     "\n"},
    {"similar block", R"~({"plian": {}})~",
     R"~(! 1:2/1-1:9/8 in 1:2/1-1:9/8 Extraneous JSON object property: No argument or block type is named "plian". Did you mean "plain"?)~"
     "\n"},
    {"argument twice", R"~({"name": 1, "name": 2})~",
     R"~(! 1:13/12-1:19/18 in 1:13/12-1:19/18 Duplicate argument: The argument "name" was already set at t.json:1,2-11.)~"
     "\n"
     R"~(name 1:2/1-1:11/10 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.NumberIntVal(1))~"
     "\n"},
    {"array of objects", R"~([{"name": 1}, {"value": 2}])~",
     R"~(name 1:3/2-1:12/11 name 1:3/2-1:9/8 start 1:11/10-1:12/11 = cty.NumberIntVal(1))~"
     "\n"
     R"~(value 1:16/15-1:26/25 name 1:16/15-1:23/22 start 1:25/24-1:26/25 = cty.NumberIntVal(2))~"
     "\n"},
    {"array of other things", R"~([1, {"name": 1}, "x"])~",
     R"~(! 1:2/1-1:3/2 Incorrect JSON value type: A JSON object is required here, to define arguments and child blocks.)~"
     "\n"
     R"~(! 1:18/17-1:21/20 Incorrect JSON value type: A JSON object is required here, to define arguments and child blocks.)~"
     "\n"
     R"~(! 1:2/1-1:3/2 Incorrect JSON value type: A JSON object is required here, to define arguments and child blocks.)~"
     "\n"
     R"~(! 1:18/17-1:21/20 Incorrect JSON value type: A JSON object is required here, to define arguments and child blocks.)~"
     "\n"
     R"~(name 1:6/5-1:15/14 name 1:6/5-1:12/11 start 1:14/13-1:15/14 = cty.NumberIntVal(1))~"
     "\n"},
    {"two blocks", R"~({"plain": [{"name": 1}, {"name": 2}]})~",
     R"~(plain [] def 1:11/10-1:12/11 type 1:2/1-1:9/8 missing 1:22/21-1:23/22)~"
     "\n"
     R"~(  name 1:13/12-1:22/21 name 1:13/12-1:19/18 start 1:21/20-1:22/21 = cty.NumberIntVal(1))~"
     "\n"
     R"~(plain [] def 1:11/10-1:12/11 type 1:2/1-1:9/8 missing 1:35/34-1:36/35)~"
     "\n"
     R"~(  name 1:26/25-1:35/34 name 1:26/25-1:32/31 start 1:34/33-1:35/34 = cty.NumberIntVal(2))~"
     "\n"},
    {"no block", R"~({"plain": null})~", ""},
    {"number for a block", R"~({"plain": 5})~",
     R"~(! 1:11/10-1:12/11 Incorrect JSON value type: Either a JSON object or a JSON array is required, representing the contents of one or more "plain" blocks.)~"
     "\n"},
    {"number in an array of blocks", R"~({"plain": [5]})~",
     R"~(plain [] def 1:11/10-1:12/11 type 1:2/1-1:9/8 missing 1:12/11-1:13/12)~"
     "\n"
     R"~(! 1:12/11-1:13/12 Incorrect JSON value type: Either a JSON object or JSON array of objects is required here, to define arguments and child blocks.)~"
     "\n"
     R"~(! 1:12/11-1:13/12 Incorrect JSON value type: Either a JSON object or JSON array of objects is required here, to define arguments and child blocks.)~"
     "\n"},
    {"labels", R"~({"one": {"a": {"name": 1}, "b": {"value": 2}}})~",
     R"~(one ["a"] def 1:15/14-1:16/15 type 1:2/1-1:7/6 label 1:10/9-1:13/12 missing 1:25/24-1:26/25)~"
     "\n"
     R"~(  name 1:16/15-1:25/24 name 1:16/15-1:22/21 start 1:24/23-1:25/24 = cty.NumberIntVal(1))~"
     "\n"
     R"~(one ["b"] def 1:33/32-1:34/33 type 1:2/1-1:7/6 label 1:28/27-1:31/30 missing 1:44/43-1:45/44)~"
     "\n"
     R"~(  value 1:34/33-1:44/43 name 1:34/33-1:41/40 start 1:43/42-1:44/43 = cty.NumberIntVal(2))~"
     "\n"},
    {"no label", R"~({"one": {}})~",
     R"~(! 1:9/8-1:10/9 Missing block label: At least one object property is required, whose name represents the one block's type.)~"
     "\n"},
    {"string for a label", R"~({"one": "x"})~",
     R"~(! 1:9/8-1:12/11 Incorrect JSON value type: Either a JSON object or JSON array of objects is required here, to specify type labels for this block.)~"
     "\n"
     R"~(! 1:9/8-1:12/11 Missing block label: At least one object property is required, whose name represents the one block's type.)~"
     "\n"},
    {"number in an array of labels", R"~({"one": [3]})~",
     R"~(! 1:10/9-1:11/10 Incorrect JSON value type: A JSON object is required here, to specify type labels for this block.)~"
     "\n"
     R"~(! 1:9/8-1:10/9 Missing block label: At least one object property is required, whose name represents the one block's type.)~"
     "\n"},
    {"two labels in arrays", R"~({"two": {"a": [{"b": {}}, {"c": [{}, {}]}]}})~",
     R"~(two ["a" "b"] def 1:22/21-1:23/22 type 1:2/1-1:7/6 label 1:10/9-1:13/12 label 1:17/16-1:20/19 missing 1:23/22-1:24/23)~"
     "\n"
     R"~(two ["a" "c"] def 1:33/32-1:34/33 type 1:2/1-1:7/6 label 1:10/9-1:13/12 label 1:28/27-1:31/30 missing 1:35/34-1:36/35)~"
     "\n"
     R"~(two ["a" "c"] def 1:33/32-1:34/33 type 1:2/1-1:7/6 label 1:10/9-1:13/12 label 1:28/27-1:31/30 missing 1:39/38-1:40/39)~"
     "\n"},
    {"trailing comma", R"~({"name": 1,})~",
     R"~(! 1:11/10-1:12/11 Trailing comma in object: JSON does not permit a trailing comma after the final property in an object.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"equals sign", R"~({"name" = 1})~",
     R"~(! 1:9/8-1:10/9 Missing property value colon: JSON uses a colon as its name/value delimiter, not an equals sign.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"no value", R"~({"name"})~",
     R"~(! 1:8/7-1:9/8 Missing object value: A JSON object attribute must have a value, introduced by a colon.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"no comma", R"~({"name": 1 "value": 2})~",
     R"~(! 1:23/22-1:23/22 Missing attribute seperator comma: A comma must appear between each property definition in an object.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"unclosed object", R"~({"name": 1)~",
     R"~(! 1:1/0-1:2/1 Unclosed object: No closing brace was found for this JSON object.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"bare name", R"~({name: 2})~",
     R"~(! 1:2/1-1:6/5 Invalid JSON keyword: "name" is not a valid JSON keyword.)~"
     "\n"
     R"~(! 1:2/1-1:6/5 Invalid object property name: A JSON object property name must be a string)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"no comma in array", R"~({"name": [1 2]})~",
     R"~(! 1:15/14-1:16/15 Missing attribute seperator comma: A comma must appear between each value in an array.)~"
     "\n"
     R"~(name 1:2/1-1:11/10 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.DynamicVal)~"
     "\n"},
    {"colon in array", R"~({"name": [1:2]})~",
     R"~(! 1:15/14-1:16/15 Invalid array value: A colon is not used to introduce values in a JSON array.)~"
     "\n"
     R"~(name 1:2/1-1:11/10 name 1:2/1-1:8/7 start 1:10/9-1:11/10 = cty.DynamicVal)~"
     "\n"},
    {"leading zero", R"~({"name": 01})~",
     R"~(! 1:10/9-1:12/11 Invalid JSON number: There is a syntax error in the given JSON number.)~"
     "\n"
     R"~(name 1:2/1-1:12/11 name 1:2/1-1:8/7 start 1:10/9-1:12/11 = cty.DynamicVal)~"
     "\n"},
    {"long number", R"~({"name": 123456789012345678901234567890.5})~",
     R"~(name 1:2/1-1:42/41 name 1:2/1-1:8/7 start 1:10/9-1:42/41 = cty.MustParseNumberVal("123456789012345678901234567890.5"))~"
     "\n"},
    {"similar keyword", R"~({"name": nul})~",
     R"~(! 1:10/9-1:13/12 Invalid JSON keyword: "nul" is not a valid JSON keyword. Did you mean "null"?)~"
     "\n"
     R"~(name 1:2/1-1:13/12 name 1:2/1-1:8/7 start 1:10/9-1:13/12 = cty.DynamicVal)~"
     "\n"},
    {"keyword of JavaScript", R"~({"name": NaN})~",
     R"~(! 1:10/9-1:13/12 Invalid JSON keyword: The JavaScript identifier "NaN" cannot be used in JSON.)~"
     "\n"
     R"~(name 1:2/1-1:13/12 name 1:2/1-1:8/7 start 1:10/9-1:13/12 = cty.DynamicVal)~"
     "\n"},
    {"escapes", R"~({"name": "a\nb\u00e9\ud83d\ude00\ud83d x\/"})~",
     R"~(name 1:2/1-1:44/43 name 1:2/1-1:8/7 start 1:10/9-1:44/43 = cty.StringVal("a\nbé😀� x/"))~"
     "\n"},
    {"bad escape", R"~({"name": "bad \u12g4 esc"})~",
     R"~(! 1:20/19-1:21/20 in 1:10/9-1:26/25 Invalid JSON string: There is a syntax error in the given JSON string.)~"
     "\n"
     R"~(name 1:2/1-1:26/25 name 1:2/1-1:8/7 start 1:10/9-1:26/25 = cty.DynamicVal)~"
     "\n"},
    {"unclosed string", R"~({"name": "unclosed})~",
     R"~(! 1:20/19-1:21/20 in 1:10/9-1:20/19 Invalid JSON string: There is a syntax error in the given JSON string.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Unclosed object: No closing brace was found for this JSON object.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
    {"columns", "\t{\r\n\t\"name\" :\t1 ,\n \"value\":[ {\"a\":\"b\"} , {} ]}",
     R"~(name 2:3/5-2:14/15 name 2:3/5-2:9/11 start 2:13/14-2:14/15 = cty.NumberIntVal(1))~"
     "\n"
     R"~(value 3:2/19-3:28/45 name 3:2/19-3:9/26 start 3:10/27-3:11/28 = cty.TupleVal([]cty.Value{cty.ObjectVal(map[string]cty.Value{"a":cty.StringVal("b")}), cty.EmptyObjectVal}))~"
     "\n"},
    {"data after the end", R"~({} x)~",
     R"~(! 1:4/3-1:5/4 Extraneous data after value: Extra characters appear after the JSON value.)~"
     "\n"},
    {"no token", R"~(#)~",
     R"~(! 1:1/0-1:2/1 Invalid start of value: A JSON value must start with a brace, a bracket, a number, a string, or a keyword.)~"
     "\n"
     R"~(! 1:1/0-1:2/1 Root value must be object: The root value in a JSON-based configuration must be either a JSON object or a JSON array of objects.)~"
     "\n"},
};

} // namespace

std::span<const JsonBodyRow> jsonBodyRows() {
    return rows;
}

} // namespace planlens::tests
