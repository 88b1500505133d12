import { type Command, Option } from 'commander'
import type { Output } from '../output/output.js'

/** Adds a command or a group of commands to the program. */
export type Register = (program: Command, output: Output) => void

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Help of a flag that takes a resolution. */
export const resolutionHelp = '1m 5m 15m 30m 1h 4h 6h 12h 1d 1w, or any <n>m|h|d (default: 1h)'

/** Adds the flags of every command that uses a daemon. */
export function addDaemonFlags(command: Command): Command {
  return command
    .option('--state-dir <folder>', 'folder of database, log and instance files')
    .option('--config <file>', 'configuration file (default: config.json in the state folder)')
    .option('--json', 'print JSON')
}

/** Adds the flags of every command that calls the API. */
export function addRequestFlags(command: Command): Command {
  return addDaemonFlags(command)
    .option('--url <address>', "ask this daemon instead of the state folder's")
    .option('--demo', 'ask a demo world in this process, without any network')
    .option('--seed <n>', 'seed of the demo world (default: 1)')
    .option('-v, --verbose', 'say on stderr who was asked and what the X-Pmx headers tell')
}

/** Creates the flag that leaves only results and errors. */
export function createQuietOption(): Option {
  return new Option('-q, --quiet', 'Print results, warnings and errors only')
}

/** Creates the flag for stored candles. */
export function createStaleOption(): Option {
  return new Option('--stale', 'show what is stored where the venue cannot be reached, and say how old it is')
}

/** Adds the flags of every command that works on the database. */
export function addDatabaseFlags(command: Command): Command {
  return addDaemonFlags(command)
    .option('--demo', 'the database of the demo world')
    .option('--seed <n>', 'seed of the demo world (default: 1)')
}

/** Creates the flag for calls that a replay makes more often than they were recorded. */
export function createOnRepeatOption(): Option {
  return new Option(
    '--on-repeat <policy>',
    'replay: what a call gets that is made more often than recorded',
  ).choices(['last', 'error'])
}

/** Creates the flag for the clock of a replay. */
export function replayClock(): Option {
  return new Option('--clock <clock>', "replay: the recording's time, or the system's").choices([
    'recorded',
    'live',
  ])
}
