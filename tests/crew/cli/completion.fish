# fish completion of collie: collie completion fish | source
complete -c collie -f
complete -c collie -n '__fish_use_subcommand' -a devices -d 'The devices'
complete -c collie -n '__fish_use_subcommand' -a completion -d 'For a shell'
complete -c collie -n '__fish_use_subcommand' -s h -l help -d 'Print this'
complete -c collie -n '__fish_seen_subcommand_from devices' -a pair -d 'Pair one'
complete -c collie -n '__fish_seen_subcommand_from devices' -s h -l help -d 'Print this'
complete -c collie -n '__fish_seen_subcommand_from devices; and __fish_seen_subcommand_from pair' -s h -l help -d 'Print this'
complete -c collie -n '__fish_seen_subcommand_from devices; and __fish_seen_subcommand_from pair' -l state-dir -r -f -a '(__fish_complete_directories)' -d 'Folder of state'
complete -c collie -n '__fish_seen_subcommand_from devices; and __fish_seen_subcommand_from pair' -l role -r -f -a 'viewer admin' -d 'What it'\''s for'
complete -c collie -n '__fish_seen_subcommand_from completion' -s h -l help -d 'Print this'
complete -c collie -n '__fish_seen_subcommand_from completion' -l ca -r -F -d 'What signs it'
complete -c collie -n '__fish_seen_subcommand_from completion' -a 'bash zsh'
