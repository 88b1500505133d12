import type { CommandWords } from './words.js'

/** Completion scripts for shells. Names of commands and flags consist of letters, digits, `-` and `_`, so none needs quotes. */

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

export function renderCompletionScript(shell: Shell, commands: readonly CommandWords[]): string {
  return shell === 'fish' ? fish(commands) : shell === 'bash' ? bash(commands) : zsh(commands)
}

/** Common part of bash and zsh: finds the command, the words before the cursor, and the possible words. */
function lookUp(commands: readonly CommandWords[]): string {
  const groups = commands.filter(({ below, path }) => below.length > 0 && path !== '')
  const flagCases = commands.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, takesValue, values }) =>
      takesValue ? names.map((name) => `    '${path} ${name}') words='${values.join(' ')}'; return ;;`) : [],
    ),
  )
  const flagWords = commands.map(
    ({ path, flags }) =>
      `    '${path}') words='${['--help', ...flags.flatMap(({ names }) => names)].join(' ')}' ;;`,
  )
  const placeWords = commands.flatMap(({ path, below, places, repeats }) => {
    if (below.length > 0) return [`    '${path} 0') words='${below.join(' ')}' ;;`]
    return places.flatMap((words, at) => {
      if (words.length === 0) return []
      const place = repeats && at === places.length - 1 ? '*' : at
      return [`    '${path} '${place}) words='${words.join(' ')}' ;;`]
    })
  })
  return `# Sets \`words\` to the completions of \`$1\`. The other arguments are the words before it.
_pmx_local_words() {
  local current="$1" command='' before='' place=0 word
  shift
  words=''
  for word in "$@"; do
    case "$before" in
      value) before=''; continue ;;
    esac
    case "$word" in
      -*)
        _pmx_local_values "$command $word" && before=value
        ;;
      *)
        case "$command" in
          '') command="$word"; place=0 ;;
${groups.map(({ path }) => `          '${path}') command="$command $word"; place=0 ;;`).join('\n')}
          *) place=$((place + 1)) ;;
        esac
        ;;
    esac
  done
  if [ "$before" = value ]; then
    _pmx_local_values "$command $word"
    return
  fi
  case "$current" in
    -*) _pmx_local_flags "$command" ;;
    *) _pmx_local_places "$command $place" ;;
  esac
}
# Whether a flag of a command takes a value, with the known ones in \`words\`.
_pmx_local_values() {
  case "$1" in
${flagCases.join('\n')}
  esac
  return 1
}
_pmx_local_flags() {
  case "$1" in
${flagWords.join('\n')}
  esac
}
_pmx_local_places() {
  case "$1" in
${placeWords.join('\n')}
  esac
}`
}

function bash(commands: readonly CommandWords[]): string {
  return `# pmx-local completion for bash. In ~/.bashrc: source <(pmx-local completion bash)
${lookUp(commands)}
_pmx_local() {
  local words='' current="\${COMP_WORDS[COMP_CWORD]}"
  _pmx_local_words "$current" "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
  COMPREPLY=()
  if [ -n "$words" ]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  fi
}
complete -o default -F _pmx_local pmx-local
`
}

function zsh(commands: readonly CommandWords[]): string {
  return `#compdef pmx-local
# pmx-local completion for zsh. In ~/.zshrc, after compinit: source <(pmx-local completion zsh)
${lookUp(commands)}
_pmx_local() {
  # The shell's own list of what was typed is called \`words\`, too.
  local typed=("\${(@)words[2,CURRENT-1]}") current="\${words[CURRENT]}" words=''
  _pmx_local_words "$current" "\${(@)typed}"
  if [ -n "$words" ]; then compadd -- \${=words}; else _files; fi
}
if [ "$funcstack[1]" = _pmx_local ]; then _pmx_local "$@"; else compdef _pmx_local pmx-local; fi
`
}

function fish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, flags, below, places }) => {
    const names = path.split(' ').filter((name) => name !== '')
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`)
    const isHere = [
      ...seen,
      ...(below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`]),
    ]
    const when = isHere.length === 0 ? '' : ` -n '${isHere.join('; and ')}'`
    const helps = new Map(commands.map((command) => [command.path, command.help]))
    return [
      ...below.map((name) => {
        const help = helps.get([...names, name].join(' ')) ?? ''
        return `complete -c pmx-local -f${when} -a ${name} -d ${quoted(help)}`
      }),
      ...places.flatMap((words) =>
        words.length === 0 ? [] : [`complete -c pmx-local -f${when} -a '${words.join(' ')}'`],
      ),
      ...flags.map(({ names: spellings, help, takesValue, values }) => {
        const spelt = spellings.map((name) =>
          name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
        )
        const known = values.length === 0 ? '' : ` -f -a '${values.join(' ')}'`
        return `complete -c pmx-local${when} ${spelt.join(' ')}${takesValue ? ` -r${known}` : ''} -d ${quoted(help)}`
      }),
    ]
  })
  return `# pmx-local completion for fish: pmx-local completion fish > ~/.config/fish/completions/pmx-local.fish
${lines.join('\n')}
`
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
