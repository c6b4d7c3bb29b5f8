// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>

namespace planlens::testing {

/// A state with terraform_data.base, .user, which depends on it, and .free.
inline const QByteArray stateOfThree =
    QByteArray("{'version': 4, 'terraform_version': '1.12.6', 'serial': 3, 'lineage': "
               "'aaaaaaaa-0000-0000-0000-000000000000', 'outputs': {}, 'resources': [\n"
               "  {'mode': 'managed', 'type': 'terraform_data', 'name': 'base', 'provider': "
               "'provider[\\'terraform.io/builtin/terraform\\']', 'instances': [{'schema_version': 0,\n"
               "    'attributes': {'id': 'id-base', 'input': {'value': 'base 1', 'type': 'string'}, 'output': "
               "{'value': 'base 1', 'type': 'string'}, 'triggers_replace': null}}]},\n"
               "  {'mode': 'managed', 'type': 'terraform_data', 'name': 'user', 'provider': "
               "'provider[\\'terraform.io/builtin/terraform\\']', 'instances': [{'schema_version': 0, 'dependencies': "
               "['terraform_data.base'],\n"
               "    'attributes': {'id': 'id-user', 'input': {'value': 'id-base', 'type': 'string'}, 'output': "
               "{'value': 'id-base', 'type': 'string'}, 'triggers_replace': null}}]},\n"
               "  {'mode': 'managed', 'type': 'terraform_data', 'name': 'free', 'provider': "
               "'provider[\\'terraform.io/builtin/terraform\\']', 'instances': [{'schema_version': 0,\n"
               "    'attributes': {'id': 'id-free', 'input': {'value': 'other', 'type': 'string'}, 'output': {'value': "
               "'other', 'type': 'string'}, 'triggers_replace': null}}]}\n"
               "]}\n")
        .replace('\'', '"');

} // namespace planlens::testing
