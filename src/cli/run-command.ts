import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { heldCredentials } from '../config/credentials.js'
import { createLogger } from '../daemon/log.js'
import { sdkFiles } from '../daemon/paths.js'
import { readSdkLock } from '../daemon/sdk-lock.js'
import { type Daemon, startDaemon } from '../daemon/start.js'
import { systemClock } from '../effects/clock.js'
import { systemIds } from '../effects/ids.js'
import { systemRandom } from '../effects/random.js'
import { type CassetteFlags, readCassetteUse } from './cassette-flags.js'
import { tellReport } from './cassette-report.js'
import { type ChildHome, createChildHome } from './child-home.js'
import { startDemoWorld } from './demo-world.js'
import { readFaultFlag, withFaults } from './fault-flags.js'
import { CommandFailed, exitCodes, type Output } from './output.js'
import { type DaemonFlags, readSettings } from './settings.js'

/** Flags of `record` and `replay`; the cassette itself comes as an argument. */
export interface RunFlags extends DaemonFlags, Omit<CassetteFlags, 'record' | 'replay'> {
  readonly demo?: boolean
  /** File for the calls of the cassette that were not used, one a line. */
  readonly unusedList?: string
}

/** What a shell answers for a command that is not there, and for one that cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/**
 * `pmx-local record FILE -- command` and `pmx-local replay FILE -- command`: a daemon of its own for the time of one
 * command, whose clients find it by themselves. Ends with the command's exit code, 128 + n when signal n ended it.
 */
export async function runCommand(
  kind: 'record' | 'replay',
  file: string,
  command: readonly string[],
  flags: RunFlags,
  output: Output,
): Promise<void> {
  const [program, ...args] = command
  if (program === undefined) {
    throw new CommandFailed(`Name a command: pmx-local ${kind} ${file} -- node script.js`, exitCodes.usage)
  }
  const home = createChildHome(process.env)
  try {
    const daemon = await startFor(kind, file, flags, home, output)
    const token = readSdkLock(sdkFiles(home.sdkDir).lock)?.accessToken
    let code: number
    try {
      code = await untilEnd(program, args, home.environment(daemon.port, token), output)
    } finally {
      await daemon.stop()
    }
    const report = daemon.cassette?.report()
    if (report !== undefined) tellReport(report, output)
    if (report?.kind === 'replay' && flags.unusedList !== undefined) {
      writeFileSync(flags.unusedList, report.unused.calls.map((call) => `${call}\n`).join(''))
    }
    const isIncomplete = report?.kind === 'record' && report.ended !== undefined
    process.exitCode = code === 0 && isIncomplete ? exitCodes.failed : code
  } finally {
    home.remove()
  }
  // Everything is given back; whatever still keeps the event loop busy must not delay the end.
  process.exit()
}

async function startFor(
  kind: 'record' | 'replay',
  file: string,
  flags: RunFlags,
  home: ChildHome,
  output: Output,
): Promise<Daemon> {
  const cassette = readCassetteUse({ ...flags, [kind]: file })
  const faults = await readFaultFlag({ ...flags, [kind]: file })
  const { config } = readSettings({ ...flags, port: '0' })
  const demo = flags.demo === true
  return startDaemon({
    config,
    paths: { stateDir: home.stateDir, sdkDir: home.sdkDir },
    effects: { clock: systemClock, random: systemRandom, ids: systemIds() },
    // The command has the word; the daemon speaks up only when something is wrong.
    log: createLogger({ level: flags.logLevel ?? 'warn', files: [], console: output.note }),
    mode: kind === 'replay' ? 'replay' : demo ? 'demo' : 'live',
    held: kind === 'replay' || demo ? {} : heldCredentials(config.venues, process.env),
    folder: process.cwd(),
    sdkLock: 'yes',
    cassette: withFaults(cassette, faults),
    startWorld: demo ? () => startDemoWorld(config.demo.seed, faults) : undefined,
  })
}

/** Runs the command with our own input and output; signals that come to us go to it. */
function untilEnd(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const child = spawn(program, args, { env: environment, stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals): void => {
    // Ctrl-C on a terminal has reached the command already.
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, forward)
  const ended = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output.note(`${program} cannot be run: ${error.message}`)
      resolve('code' in error && error.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE)
    })
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
  return ended.finally(() => {
    for (const signal of signals) process.off(signal, forward)
  })
}
