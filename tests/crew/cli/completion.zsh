#compdef collie
# zsh completion of collie, after compinit: eval "$(collie completion zsh)"
_collie() {
  local line=collie word
  for word in "${(@)words[2,CURRENT-1]}"; do
    [[ " $(_collie_verbs "$line") " == *" $word "* ]] && line+=" $word"
  done
  case "${words[CURRENT-1]}" in
    --state-dir) _files -/; return ;;
    --role) compadd -- viewer admin; return ;;
    --ca) _files; return ;;
  esac
  compadd -- ${(s: :)"$(_collie_verbs "$line") $(_collie_flags "$line")"}
}
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
if [ "$funcstack[1]" = _collie ]; then _collie "$@"; else compdef _collie collie; fi
