import { type Command, Option } from 'commander'
import type { Output } from '../output/output.js'

/** Adds a command or a group of commands to the program. */
export type Register = (program: Command, output: Output) => void

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** The help text of a flag that takes a resolution. */
export const resolutionHelp = 'Interval: 1m 5m 15m 30m 1h 4h 6h 12h 1d 1w, or any <n>m|h|d (default: 1h)'

/** Adds the flags of every command that uses a daemon. */
export function addDaemonFlags(command: Command): Command {
  return command
    .option('--state-dir <folder>', 'Folder for the database, log and instance files')
    .option('--config <file>', 'Configuration file (default: config.json in the state folder)')
    .option('--json', 'Print JSON')
}

/** Adds the flags of every command that calls the API. */
export function addRequestFlags(command: Command): Command {
  return addDaemonFlags(command)
    .option('--url <address>', "Call this daemon instead of the state folder's daemon")
    .option('--demo', 'Use a simulation in this process, without a network')
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
    .option('-v, --verbose', 'Print the request URL and the X-Pmx headers to stderr')
}

/** Creates the flag that limits output to results and errors. */
export function createQuietOption(): Option {
  return new Option('-q, --quiet', 'Print results, warnings and errors only')
}

/** Creates the flag that accepts stored candles. */
export function createStaleOption(): Option {
  return new Option('--stale', 'Accept stored data when the venue is unreachable, and show its age')
}

/** Adds the flags of every command that uses the database. */
export function addDatabaseFlags(command: Command): Command {
  return addDaemonFlags(command)
    .option('--demo', "Use the simulation's database")
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
}

/** Creates the flag for calls that occur more often in a replay than in the recording. */
export function createOnRepeatOption(): Option {
  return new Option(
    '--on-repeat <policy>',
    'In a replay: result of a call that is sent more often than it was recorded',
  ).choices(['last', 'error'])
}

/** Creates the flag for a replay's clock. */
export function replayClock(): Option {
  return new Option(
    '--clock <clock>',
    "In a replay: the clock to use, the recording's or the system's",
  ).choices(['recorded', 'live'])
}
