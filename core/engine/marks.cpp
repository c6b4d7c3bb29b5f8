// SPDX-License-Identifier: MPL-2.0
#include "core/engine/marks.h"

#include "core/schemas/values_by_schema.h"

#include <algorithm>
#include <utility>

namespace planlens::engine {

std::vector<values::PathMarks> combinedMarks(std::vector<values::PathMarks> marks, const std::vector<values::PathMarks>& more) {
    for (const values::PathMarks& one : more) {
        const auto same = std::find_if(marks.begin(), marks.end(), [&](const values::PathMarks& m) { return m.path == one.path; });
        if (same == marks.end())
            marks.push_back(one);
        else
            same->marks.insert(one.marks);
    }
    return marks;
}

values::Value seenValue(const values::Value& value, const schemas::Block& schema) {
    const std::vector<values::PathMarks> marks = schemas::sensitivePaths(schema, value.unmarkedDeep());
    return marks.empty() ? value : value.unmarkedDeep().withPathMarks(combinedMarks(value.pathMarks(), marks));
}

} // namespace planlens::engine
