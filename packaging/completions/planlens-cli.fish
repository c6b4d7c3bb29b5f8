# SPDX-License-Identifier: MPL-2.0
# Completion of planlens-cli for fish. The program itself knows what may follow.
function __planlens_cli_complete
    set -l words (commandline -opc) (commandline -ct)
    $words[1] -complete $words[2..-1] 2>/dev/null
end
complete -c planlens-cli -a '(__planlens_cli_complete)'
