import type { Argument, Command } from 'commander'
import { methodNames } from '../../api/arguments/methods.js'
import { venueIds } from '../../api/envelope/venue-ids.js'

/** What can be typed, read off the commands themselves. */

interface Flag {
  /** As `--json`, `-n`. */
  readonly names: readonly string[]
  readonly help: string
  readonly takesValue: boolean
  /** Values that are known; none where any text will do. */
  readonly values: readonly string[]
}

export interface CommandWords {
  /** Names from the program on, without it: `cache stats`. */
  readonly path: string
  readonly help: string
  readonly flags: readonly Flag[]
  /** Names of commands below. */
  readonly below: readonly string[]
  /** Known words for the arguments in their places; the last one repeats where `repeats`. */
  readonly places: readonly (readonly string[])[]
  readonly repeats: boolean
}

/** The program and every command below it, the program first. */
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

/** Arguments are named for what they are, everywhere the same. */
function valuesNamed(name: string | undefined): readonly string[] {
  if (name === 'venue' || name === 'venues') return venueIds
  return name === 'method' ? methodNames : []
}
