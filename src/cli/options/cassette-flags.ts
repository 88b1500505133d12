import { existsSync } from 'node:fs'
import type { CassetteUse } from '../../daemon/recording/cassette-session.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** Flags for recording and replaying. */
export interface CassetteFlags {
  /** The file to record into. */
  readonly record?: string
  /** Record data of the user's own accounts too: calls, orders, and sockets that are opened with credentials. */
  readonly recordPrivate?: boolean
  /** The files to replay, separated by commas. */
  readonly replay?: string
  readonly onRepeat?: 'last' | 'error'
  readonly clock?: 'recorded' | 'live'
  /** Fault rules, or a file that contains them. `readFaultFlag` reads this flag. */
  readonly faults?: string
}

/**
 * Returns the cassette options, or undefined without any.
 * @throws CommandFailed (usage) for contradicting flags, and for flags without the one they depend on
 */
export function readCassetteUse(
  flags: CassetteFlags & { readonly demo?: boolean; readonly seed?: string },
): CassetteUse | undefined {
  const { record, recordPrivate, replay, onRepeat, clock } = flags
  if (record !== undefined && replay !== undefined) {
    throw wrong('--record and --replay cannot be combined, because a replay calls no venue. Use one of them.')
  }
  if (replay === undefined && (onRepeat !== undefined || clock !== undefined)) {
    throw wrong(`${onRepeat === undefined ? '--clock' : '--on-repeat'} needs --replay FILE.`)
  }
  if (recordPrivate === true && record === undefined) throw wrong('--record-private needs --record FILE.')
  if (record !== undefined)
    return { kind: 'record', file: nameOf(record, '--record'), recordsPrivate: recordPrivate }
  if (replay === undefined) return undefined
  if (flags.demo === true || flags.seed !== undefined) {
    throw wrong(
      `${flags.demo === true ? '--demo' : '--seed'} and --replay cannot be combined, because a replay serves only the cassette. Use one of them.`,
    )
  }
  const [first = '', ...rest] = splitNames(replay, isThere).map((name) => nameOf(name, '--replay'))
  return { kind: 'replay', files: [first, ...rest], onRepeat: onRepeat ?? 'last', time: clock ?? 'recorded' }
}

/** Whether there is a cassette, or the journal of a cassette from a killed process. */
function isThere(name: string): boolean {
  return existsSync(name) || existsSync(`${name}.journal`)
}

/**
 * Splits names at commas. A name may contain commas if such a file exists. The longest name wins.
 * @param exists whether a file with a name exists
 */
function splitNames(text: string, exists: (name: string) => boolean): string[] {
  const parts = text.split(',')
  const names: string[] = []
  for (let from = 0; from < parts.length; ) {
    let to = parts.length
    while (to > from + 1 && !exists(parts.slice(from, to).join(',').trim())) to--
    names.push(parts.slice(from, to).join(','))
    from = to
  }
  return names
}

function nameOf(text: string, flag: string): string {
  const name = text.trim()
  if (name === '' || name.startsWith('-')) throw wrong(`${flag} needs the name of a cassette; got '${text}'.`)
  return name
}

function wrong(message: string): CommandFailed {
  return new CommandFailed(message, exitCodes.usage)
}
