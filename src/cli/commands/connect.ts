import { homedir } from 'node:os'
import { join } from 'node:path'
import { sdkFilesIn } from '../../daemon/files/state-paths.js'
import { OWN_SUFFIX, probeHealth, readSdkLock, writeSdkLock } from '../../daemon/lifecycle/sdk-lockfile.js'
import { lockVersion } from '../../daemon/lifecycle/sdk-version.js'
import { createSystemEffects } from '../../effects/effects.js'
import type { Register } from '../options/command.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { createChildHome } from '../process/child-home.js'
import { listenForSignals, runChild } from '../process/child-process.js'

interface ConnectFlags {
  readonly token?: string
  readonly sdkVersion?: string
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const connectCommand: Register = (program, output) => {
  program
    .command('connect <url> [command...]')
    .description(
      'Run a command with its SDK clients connected to the daemon at a URL: connect URL -- python bot.py',
    )
    .option(
      '--token <token>',
      "The daemon's access token (default: PMX_LOCAL_TOKEN, then the token in the lock file)",
    )
    .option('--sdk-version <x.y.z>', "Version to write to the SDKs' lock file")
    .action((url, command, flags) => connect(url, command, flags, output))
}

/**
 * `pmx-local connect URL -- command`: runs a command with a separate home folder. Its SDK lock file points to a daemon that runs
 * in a container, belongs to another user, or has no lock file. A base URL in the environment does not work, because with any
 * base URL but one the Python SDK sends orders to the hosted service. It ends with the command's exit code.
 */
async function connect(
  url: string,
  [program, ...args]: readonly string[],
  flags: ConnectFlags,
  output: Output,
): Promise<void> {
  if (program === undefined)
    throw new CommandFailed(
      `No command was given. Add one after --: pmx-local connect ${url} -- python bot.py`,
      exitCodes.usage,
    )
  const port = portIn(url)
  const health = await probeHealth(port, 5_000)
  if (health === undefined) throw new CommandFailed(`No server responds at http://localhost:${port}/health.`)
  if (health.instanceId === undefined)
    throw new CommandFailed(`The server on port ${port} is not pmx-local. It may place real orders.`)
  const token = flags.token ?? process.env['PMX_LOCAL_TOKEN'] ?? tokenInLock(port)
  const signals = listenForSignals()
  const home = createChildHome(process.env)
  const effects = createSystemEffects()
  const { lock } = sdkFilesIn(home.sdkDir)
  try {
    const entry = {
      // The SDKs delete a lock file if its process has ended or belongs to another user.
      pid: process.pid,
      port,
      ...(token === undefined ? {} : { accessToken: token }),
      version: lockVersion(flags.sdkVersion, process.cwd()),
      timestamp: effects.clock.now(),
    }
    await writeSdkLock(home.sdkDir, lock, entry, { takeover: true, ids: effects.ids })
    process.exitCode = await runChild(program, args, home.environment(port, token), signals, output)
  } finally {
    home.forgetLock()
    const left = home.giveBack()
    if (left !== undefined)
      output.note(`Files that the command left in its temporary home folder are in ${left}.`)
  }
  process.exit()
}

/**
 * Returns the port of an address.
 * @throws CommandFailed (usage) for an address that is not on this machine, because the SDKs connect to localhost only
 */
function portIn(text: string): number {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' || !loopback.has(url.hostname))
    throw new CommandFailed(
      `Not an address on this machine: ${text}. SDK clients connect to localhost only. Publish the port of a container, or forward it (ssh -L), and use http://localhost:PORT.`,
      exitCodes.usage,
    )
  return url.port === '' ? 80 : Number(url.port)
}

/** Returns the token in this user's lock file, if that names the same port. */
function tokenInLock(port: number): string | undefined {
  const lock = readSdkLock(sdkFilesIn(join(homedir(), '.pmxt')).lock)
  const isSame = lock?.port === port && lock.version?.endsWith(OWN_SUFFIX) === true
  return isSame ? lock.accessToken : undefined
}
