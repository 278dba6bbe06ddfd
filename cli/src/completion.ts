import { type Command, GLOBAL_OPTIONS } from './command.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The words that can follow: first words, verbs by noun, options by command. No call to the service while typing. */
function wordsOf(commands: readonly Command[]) {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
  const verbs = firsts
    .map((first) => ({
      first,
      verbs: commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.split(' ')[1] ?? ''] : [])),
    }))
    .filter(({ verbs }) => verbs.length > 0)
  const options = commands.map(({ name, options = {} }) => ({
    name,
    options: Object.keys({ ...options, ...GLOBAL_OPTIONS }).map((option) => `--${option}`),
  }))
  return { firsts: [...firsts, 'help'], verbs, options }
}

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands)
    case 'zsh':
      // zsh reads completions of bash; files and folders work the same way.
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`
    case 'fish':
      return fishScript(commands)
  }
}

function bashScript(commands: readonly Command[]): string {
  const { firsts, verbs, options } = wordsOf(commands)
  return `_walkaround() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firsts.join(' ')}" -- "$word"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case \${COMP_WORDS[1]} in
${verbs.map(({ first, verbs }) => `      ${first}) words="${verbs.join(' ')}" ;;`).join('\n')}
      completion) words="${SHELLS.join(' ')}" ;;
    esac
  fi
  case $word in
    -*)
      case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${options.map(({ name, options }) => `        "${name.includes(' ') ? `${name}"` : `${name} "*`}) words="${options.join(' ')}" ;;`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ -n "$words" ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _walkaround walkaround`
}

function fishScript(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  const { firsts, verbs } = wordsOf(commands)
  const firstLines = firsts.map((first) => {
    const summary = commands.find(({ name }) => name === first)?.summary ?? first
    return `complete -c walkaround -n __fish_use_subcommand -f -a ${first} -d ${quoted(summary)}`
  })
  const verbLines = verbs.flatMap(({ first, verbs }) =>
    verbs.map((verb) => {
      const summary = commands.find(({ name }) => name === `${first} ${verb}`)?.summary ?? ''
      const when = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${verbs.join(' ')}`
      return `complete -c walkaround -n ${quoted(when)} -f -a ${verb} -d ${quoted(summary)}`
    }),
  )
  const optionLines = commands.flatMap(({ name, options = {} }) =>
    Object.entries(options).map(([option, { value, means }]) => {
      const when = name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ')
      return `complete -c walkaround -n ${quoted(when)} -l ${option}${value ? ' -r' : ''} -d ${quoted(means)}`
    }),
  )
  const globalLines = Object.entries(GLOBAL_OPTIONS).map(
    ([option, { value, means }]) =>
      `complete -c walkaround -l ${option}${value ? ' -r' : ''} -d ${quoted(means)}`,
  )
  return [...firstLines, ...verbLines, ...optionLines, ...globalLines].join('\n')
}
