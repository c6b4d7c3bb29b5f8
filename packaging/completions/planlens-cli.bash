# SPDX-License-Identifier: MPL-2.0
# Completion of planlens-cli for bash. The program lists the candidates itself.
_planlens_cli() {
    # The words as typed: bash splits them at "=" and ":".
    local line=${COMP_LINE:0:COMP_POINT} words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local current=${words[-1]}
    mapfile -t COMPREPLY < <("${words[0]}" -complete "${words[@]:1}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
        compopt -o default 2>/dev/null
        return
    fi
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    # Bash keeps the part before "=".
    if [[ $current == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#*=}")
    fi
}
complete -F _planlens_cli planlens-cli
