import type { Argument, Command } from 'commander'
import { methodNames } from '../../api/arguments/methods.js'
import { venueIds } from '../../api/envelope/venue-ids.js'
import { commonResolutions } from '../../api/times/resolution.js'

/** Words for completion, derived from the commands. */

interface Flag {
  /** Such as `--json`, `-n`. */
  readonly names: readonly string[]
  readonly help: string
  readonly takesValue: boolean
  /** Known values, or an empty list if any text is allowed. */
  readonly values: readonly string[]
}

export interface CommandWords {
  /** The path below the program, such as `cache stats`. */
  readonly path: string
  readonly help: string
  readonly flags: readonly Flag[]
  /** Names of subcommands. */
  readonly below: readonly string[]
  /** The known words for each argument, by position. If `repeats` is set, the last one repeats. */
  readonly places: readonly (readonly string[])[]
  readonly repeats: boolean
}

/** Returns the words of the program and of every command below it, the program first. */
export function commandWordsOf(program: Command, path: readonly string[] = []): readonly CommandWords[] {
  const below = program.commands.filter((command) => command.name() !== 'help')
  const flags = program.options.filter(({ hidden }) => !hidden)
  const { registeredArguments } = program
  return [
    {
      path: path.join(' '),
      help: program.description(),
      flags: flags.map(({ short, long, description, required, optional, argChoices, flags: spelling }) => ({
        names: [short, long].filter((name) => name !== undefined && name !== null),
        help: description,
        takesValue: required || optional,
        values: argChoices ?? valuesNamed(/<(\w+)>/.exec(spelling)?.[1]),
      })),
      below: below.map((command) => command.name()),
      places: registeredArguments.map(wordsFor),
      repeats: registeredArguments.at(-1)?.variadic === true,
    },
    ...below.flatMap((command) => commandWordsOf(command, [...path, command.name()])),
  ]
}

function wordsFor(argument: Argument): readonly string[] {
  return argument.argChoices ?? valuesNamed(argument.name())
}

/** Returns the values of an argument by its name, which is the same in all commands. */
function valuesNamed(name: string | undefined): readonly string[] {
  if (name === 'venue' || name === 'venues') return venueIds
  if (name === 'resolution') return commonResolutions
  return name === 'method' ? methodNames : []
}
