import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { sdkFilesIn } from '../../daemon/files/state-paths.js'
import { readSdkLock } from '../../daemon/lifecycle/sdk-lockfile.js'
import type { Daemon } from '../../daemon/start.js'
import type { CassetteFlags } from '../options/cassette-flags.js'
import { createOnRepeatOption, logLevels, type Register, replayClock } from '../options/command.js'
import { type DaemonFlags, readSettings } from '../options/settings.js'
import { readWorldFlags } from '../options/source-flags.js'
import { printReport } from '../output/cassette-report.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { type ChildHome, createChildHome } from '../process/child-home.js'
import { listenForSignals, runChild } from '../process/child-process.js'
import { startHere } from '../process/start-local.js'

/** Flags of `record` and `replay`. The cassette itself is an argument. */
interface RunFlags extends DaemonFlags, Omit<CassetteFlags, 'record' | 'replay'> {
  readonly demo?: boolean
  /** File for the unused calls of the cassette, one per line. */
  readonly unusedList?: string
}

export const recordCommand: Register = (program, output) => {
  settled(program.command('record <file> [command...]'))
    .description('Run a command and record its venue traffic: record FILE -- node script.js')
    .option('--demo', 'Use the simulation instead of live venues')
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
    .option('--record-private', 'Also record accounts, orders and authenticated sockets, redacted')
    .option(
      '--faults <rules>',
      'With --demo: failures to inject, such as kalshi:429:rate=0.1, or a file of rules',
    )
    .action((file, command, flags) => runCommand('record', file, command, flags, output))
}

export const replayCommand: Register = (program, output) => {
  settled(program.command('replay <files> [command...]'))
    .description('Run a command offline against recorded traffic: replay FILE -- node script.js')
    .addOption(createOnRepeatOption())
    .addOption(replayClock())
    .option('--faults <rules>', 'Failures to inject, such as kalshi:429:rate=0.1, or a file of rules')
    .option('--unused-list <file>', "Write the cassette's unused calls to this file, for cassette prune")
    .action((files, command, flags) => runCommand('replay', files, command, flags, output))
}

/** Adds the flags of a daemon that runs for one command. */
function settled(command: Command): Command {
  return command
    .option('--config <file>', 'Configuration file (default: config.json in the state folder)')
    .option('--sdk-version <x.y.z>', "Version to write to the SDKs' lock file")
    .addOption(new Option('--log-level <level>', 'Minimum level to log (default: warn)').choices(logLevels))
}

/**
 * `pmx-local record FILE -- command` and `pmx-local replay FILE -- command`: run a separate daemon for one command. The command's
 * clients find it automatically. It ends with the command's exit code, or 128 + n if signal n ended the command.
 */
async function runCommand(
  kind: 'record' | 'replay',
  file: string,
  command: readonly string[],
  flags: RunFlags,
  output: Output,
): Promise<void> {
  const [program, ...args] = command
  if (program === undefined) {
    throw new CommandFailed(
      `No command was given. Add one after --: pmx-local ${kind} ${file} -- node script.js`,
      exitCodes.usage,
    )
  }
  // Signals are handled from start to end: a signal must not leave a command running or a folder on disk.
  const signals = listenForSignals()
  const home = createChildHome(process.env)
  try {
    const daemon = await startFor(kind, file, flags, home, output)
    // Before any call, this is the same time on record and on replay.
    const startedAt = daemon.cassette?.clock.now()
    const token = readSdkLock(sdkFilesIn(home.sdkDir).lock)?.accessToken
    let code: number
    try {
      const environment = home.environment(daemon.port, token, startedAt)
      code = await runChild(program, args, environment, signals, output)
    } finally {
      await daemon.stop()
    }
    const report = daemon.cassette?.report()
    if (report !== undefined) printReport(report, output)
    if (report?.kind === 'replay' && flags.unusedList !== undefined) {
      writeFileSync(flags.unusedList, report.unused.calls.map((call) => `${call}\n`).join(''))
    }
    const isIncomplete = report?.kind === 'record' && report.ended !== undefined
    process.exitCode = code === 0 && isIncomplete ? exitCodes.failed : code
  } finally {
    const left = home.giveBack()
    if (left !== undefined)
      output.note(`Files that the command left in its temporary home folder are in ${left}.`)
  }
  // Everything is released; remaining work of the event loop must not delay the exit.
  process.exit()
}

async function startFor(
  kind: 'record' | 'replay',
  file: string,
  flags: RunFlags,
  home: ChildHome,
  output: Output,
): Promise<Daemon> {
  const choice = await readWorldFlags({ ...flags, [kind]: file })
  // Only the command uses this daemon, whatever address the user configured.
  const { config } = readSettings({ ...flags, port: '0', host: '127.0.0.1' })
  return startHere({
    config,
    paths: { stateDir: home.stateDir, sdkDir: home.sdkDir },
    choice,
    // The terminal belongs to the command; the daemon logs only problems.
    log: { level: flags.logLevel ?? 'warn', files: [], console: output.note },
    sdkLock: 'yes',
  })
}
