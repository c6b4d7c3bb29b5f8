# SPDX-License-Identifier: MPL-2.0
# Completion of planlens-cli for fish. The program lists the candidates itself.
function __planlens_cli_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l candidates ($words[1] -complete $words[2..-1] 2>/dev/null)
    if set -q candidates[1]
        string join \n -- $candidates
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c planlens-cli -f -a '(__planlens_cli_complete)'
