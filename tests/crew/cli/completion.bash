# bash completion of collie: eval "$(collie completion bash)"
_collie() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} line=collie i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case " $(_collie_verbs "$line") " in *" ${COMP_WORDS[i]} "*) line+=" ${COMP_WORDS[i]}" ;; esac
  done
  COMPREPLY=()
  case "$before" in
    --state-dir) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --role) mapfile -t COMPREPLY < <(compgen -W 'viewer admin' -- "$word"); return ;;
    --ca) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$(_collie_verbs "$line") $(_collie_flags "$line")" -- "$word")
}
complete -F _collie collie
_collie_verbs() {
  case "$1" in
    'collie') echo 'devices completion' ;;
    'collie devices') echo 'pair' ;;
    'collie devices pair') echo '' ;;
    'collie completion') echo '' ;;
  esac
}
_collie_flags() {
  case "$1" in
    'collie') echo '-h --help' ;;
    'collie devices') echo '-h --help' ;;
    'collie devices pair') echo '-h --help --state-dir --role' ;;
    'collie completion') echo '-h --help --ca bash zsh' ;;
  esac
}
