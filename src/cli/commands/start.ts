import { Option } from 'commander'
import { sdkFilesIn, stateFilesIn } from '../../daemon/files/state-paths.js'
import { CannotListen, PortTaken } from '../../daemon/lifecycle/listen.js'
import type { WorldChoice } from '../../daemon/sources/source-set.js'
import { AlreadyRunning, type Daemon } from '../../daemon/start.js'
import { version } from '../../version.js'
import {
  addDaemonFlags,
  createOnRepeatOption,
  logLevels,
  type Register,
  replayClock,
} from '../options/command.js'
import { readSettings, type Settings, type StartFlags } from '../options/settings.js'
import { readWorldFlags } from '../options/source-flags.js'
import { printReport } from '../output/cassette-report.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { attachTo, removeStateDir, withoutOwnSettings } from '../process/attached.js'
import { detach, startArguments } from '../process/detach.js'
import { startHere } from '../process/start-local.js'
import { waitForStopSignal } from '../process/stop-signals.js'

export const startCommand: Register = (program, output) => {
  addDaemonFlags(
    program.command('start', { isDefault: true }).description('Start the daemon (the default command)'),
  )
    .option('--host <address>', 'Address to bind (default: the loopback interface, IPv4 and IPv6)')
    .option('--port <n>', 'Port to listen on; 0 selects a free port (default: 3847)')
    .addOption(new Option('--log-level <level>', 'Minimum level to log').choices(logLevels))
    .option('--sdk-version <x.y.z>', "Version to write to the SDKs' lock file")
    .option('--demo', 'Serve the built-in simulation, without a network')
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
    .option('-d, --detach', 'Run in the background; the command returns when the daemon responds')
    .option('--record <file>', 'Record venue traffic into a cassette (a .gz extension compresses it)')
    .option(
      '--record-private',
      'With --record: also record accounts, orders and authenticated sockets, redacted',
    )
    .option('--replay <files>', 'Serve only these cassettes, without a network; separated by commas')
    .addOption(createOnRepeatOption())
    .addOption(replayClock())
    .option(
      '--faults <rules>',
      'With --demo or --replay: failures to inject, such as kalshi:429:rate=0.1, or a file of rules',
    )
    .addOption(new Option('--attached').hideHelp())
    .option('--takeover', "Take over the SDKs' lock file even from a running server")
    .option('--no-lock', "Do not write the SDKs' lock file")
    .option('--no-cache', 'Store candles in memory only')
    .addOption(
      new Option('--offline', 'Do not call venues, and return only stored data').conflicts([
        'record',
        'replay',
      ]),
    )
    .action((flags) => start(flags, output))
}

/** `pmx-local start`: runs the daemon, either in the foreground until a signal, or detached. */
async function start(flags: StartFlags, output: Output): Promise<void> {
  const choice = await readWorldFlags(flags)
  // Settings for the developer's own daemon do not apply to a daemon of a test.
  const settings = readSettings(
    flags,
    flags.attached === true ? withoutOwnSettings(process.env) : process.env,
  )
  if (flags.detach === true) {
    const outcome = await detach(settings, flags, startArguments(flags), output)
    if (outcome === 'was_running') process.exitCode = exitCodes.notAsExpected
    return
  }
  // Signals are handled from the start: a signal during startup must not leave it half started.
  const signalled = waitForStopSignal()
  const daemon = await startOrExplain(settings, flags, choice, output)
  const orphaned = flags.attached === true ? attachTo(process, daemon) : undefined
  announce(daemon, flags, output)
  await Promise.race(orphaned === undefined ? [signalled] : [signalled, orphaned])
  await daemon.stop()
  const report = daemon.cassette?.report()
  if (report !== undefined) printReport(report, output)
  // A killed parent cannot remove the folder that it created for this daemon.
  if (flags.attached === true) removeStateDir(settings.paths.stateDir)
  // Everything is released; remaining work of the event loop must not delay the exit.
  process.exit(0)
}

async function startOrExplain(
  settings: Settings,
  flags: StartFlags,
  choice: WorldChoice,
  output: Output,
): Promise<Daemon> {
  const { config, paths } = settings
  const lockWanted = flags.lock !== false
  const files = [stateFilesIn(paths.stateDir).log, ...(lockWanted ? [sdkFilesIn(paths.sdkDir).log] : [])]
  try {
    return await startHere({
      config,
      paths,
      choice,
      log: { level: config.logLevel, files, console: flags.json === true ? undefined : output.note },
      sdkLock: lockWanted ? (flags.takeover === true ? 'takeover' : 'yes') : 'no',
    })
  } catch (error) {
    if (error instanceof AlreadyRunning) throw new CommandFailed(error.message, exitCodes.notAsExpected)
    if (error instanceof PortTaken) throw new CommandFailed(error.message, exitCodes.portTaken)
    if (error instanceof CannotListen) throw new CommandFailed(error.message, exitCodes.usage)
    throw error
  }
}

function announce(daemon: Daemon, flags: StartFlags, output: Output): void {
  const { address, instance, lock } = daemon
  if (flags.json === true) {
    const { pid, instanceId, mode, offline = false } = instance
    output.json({
      address,
      port: daemon.port,
      pid,
      instanceId,
      mode,
      offline,
      version,
      sdkLock: lock?.kind ?? 'none',
      ...(daemon.cassette === undefined ? {} : { now: daemon.cassette.clock.now() }),
    })
    return
  }
  output.line(
    `${output.style('bold', `pmx-local ${version}`)} at ${output.style('cyan', address)}${modeNote(daemon)}`,
  )
  if (lock?.kind === 'held') {
    output.line(
      `SDK clients still use the daemon with pid ${lock.by.pid} on port ${lock.by.port}, because it owns their lock file. Pass --takeover to replace it.`,
    )
  } else if (lock?.kind === 'taken_over') {
    const { from, isOfSdk } = lock
    const rest = isOfSdk
      ? `, an SDK's own server. It is still running, but SDK clients now use this daemon`
      : ''
    output.line(`The SDKs' lock file was taken over from pid ${from.pid} on port ${from.port}${rest}.`)
  }
  output.line('Try:')
  // Lists need calls to venues.
  if (instance.offline !== true) {
    output.line(`  curl '${address}/api/polymarket/fetchMarkets?limit=1'`)
    output.line(`  curl '${address}/api/kalshi/fetchEvents?limit=1'`)
  }
  output.line(`  curl '${address}/health?verbose'`)
  output.line('Ctrl-C stops it.')
}

/** Describes the source of responses. */
function modeNote({ instance, cassette }: Daemon): string {
  const files = cassette?.files.join(', ') ?? ''
  if (cassette?.kind === 'replay') return ` (replay of ${files}: recorded data only)`
  const offline = instance.offline === true ? ' (offline: no venue calls)' : ''
  const demo = instance.mode === 'demo' ? ` (demo mode: all data is simulated)${offline}` : offline
  return cassette === undefined ? demo : `${demo} recording into ${files}`
}
