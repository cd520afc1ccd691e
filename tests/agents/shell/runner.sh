# The shell of one conversation: runs the commands that come on fd 3, one after the other, in this
# very process, so that variables and the folder stay. shell_process.mjs is at the other ends.
#
#   1, 2  the output         4  a pipe that closes when the agent dies
#   3     a command a line   5  the commands' standard input        6  reports to the agent
#
# An interrupt ends the whole command, however deep it is in functions and loops: the trap raises
# an expansion error, which `command eval` catches. A shell where it does not is ended instead.

exec 2>&1
__collie_newline='
'

# When the agent dies, whatever way, all that runs here dies with it.
(
  trap '' HUP INT TERM
  exec </dev/null >/dev/null 2>&1 3<&- 5<&- 6>&-
  read -r __collie_life <&4
  kill -KILL 0
) &
exec 4<&-

trap : INT
echo ready >&6
while IFS= read -r __collie_line <&3; do
  eval "__collie_command=$__collie_line"
  trap '{ : "${__collie_interrupt?}"; } 2>/dev/null' INT
  echo begun >&6
  command eval "$__collie_command" <&5 3<&- 5<&- 6>&-
  __collie_code=$?
  trap : INT
  printf 'ended %s %s\n' "$__collie_code" "$PWD" >&6
  # The agent answers with a fresh token. Input that the command left unread is dropped up to it,
  # and it marks the end of the output.
  IFS= read -r __collie_token <&3
  while IFS= read -r __collie_line <&5 && [ "$__collie_line" != "$__collie_token" ]; do :; done
  printf '%s' "$__collie_token"
done
