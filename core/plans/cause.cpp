// SPDX-License-Identifier: MPL-2.0
#include "core/plans/cause.h"

namespace planlens::plans {

Origin Cause::origin() const {
    switch (kind) {
    case Kind::Declared:
    case Kind::Undeclared:
    case Kind::Argument:
    case Kind::Unset:
    case Kind::Unknown:
    case Kind::Sensitive:
    case Kind::Trigger:
    case Kind::Pending:
    case Kind::Checked:
    case Kind::Moved:
    case Kind::Imported:
        return Origin::Configuration;
    case Kind::CannotUpdate:
    case Kind::Decided:
    case Kind::Drift:
    case Kind::Incomplete:
        return Origin::Provider;
    case Kind::Requested:
    case Kind::Mode:
        return Origin::Operator;
    }
    return Origin::Configuration;
}

Origin UnchangedReason::origin() const {
    switch (why) {
    case Why::Ignored:
        return Origin::Configuration;
    case Why::Normalised:
        return Origin::Provider;
    case Why::LeftOut:
        return Origin::Operator;
    }
    return Origin::Configuration;
}

} // namespace planlens::plans
