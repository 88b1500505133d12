import { Command, CommanderError, Option } from 'commander'
import { ConfigError } from '../config/load.js'
import { PmxError } from '../contract/errors.js'
import { version } from '../version.js'
import { CommandFailed, createOutput, exitCodes, type Output } from './output.js'

const logLevels = ['debug', 'info', 'warn', 'error', 'silent']

/** Runs one command line; every command is loaded only when it is called. */
export async function main(argv: readonly string[]): Promise<void> {
  const output = createOutput(process.stdout, process.stderr, process.env['NO_COLOR'] !== undefined)
  const program = buildProgram(output)
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error, output)
  }
}

function buildProgram(output: Output): Command {
  const program = new Command('pmx-local')
    .description("A local gateway for prediction markets: one API on localhost over the venues' own APIs.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: (text) => output.note(text.trimEnd()) })

  where(program.command('start', { isDefault: true }).description('start the daemon (the default command)'))
    .option('--host <address>', 'address to bind (default: the loopback, IPv4 and IPv6)')
    .option('--port <n>', 'port; 0 picks a free one (default: 3847)')
    .addOption(new Option('--log-level <level>', 'least level that is logged').choices(logLevels))
    .option('--sdk-version <x.y.z>', "version for the SDKs' lock file")
    .option('--demo', 'answer from the built-in demo world, without any network')
    .option('--seed <n>', 'seed of the demo world (default: 1)')
    .option('-d, --detach', 'run in the background; returns when the daemon answers')
    .option('--takeover', "take the SDKs' lock file even from a living server")
    .option('--no-lock', "leave the SDKs' lock file alone")
    .option('--no-cache', 'keep candles in memory only')
    .action(async (flags) => (await import('./start.js')).start(flags, output))

  where(program.command('stop').description('stop the daemon')).action(async (flags) =>
    (await import('./manage.js')).stop(flags, output),
  )
  where(program.command('status').description('say whether it runs; exit code 3 if not')).action(
    async (flags) => (await import('./manage.js')).status(flags, output),
  )
  where(program.command('logs').description('print the end of the log'))
    .option('-n, --lines <n>', 'how many lines (default: 50)')
    .action(async (flags) => (await import('./manage.js')).logs(flags, output))

  return program
}

/** Options of every command that deals with a daemon. */
function where(command: Command): Command {
  return command
    .option('--state-dir <folder>', 'folder of database, log and instance files')
    .option('--config <file>', 'configuration file (default: config.json in the state folder)')
    .option('--json', 'print JSON')
}

/** Prints what went wrong and returns the exit code. */
function explain(error: unknown, output: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof CommandFailed) {
    output.note(error.message)
    return error.exitCode
  }
  if (error instanceof ConfigError) {
    output.note(error.message)
    return exitCodes.usage
  }
  if (error instanceof PmxError) {
    output.note(`${error.code}: ${error.message}`)
    if (error.detail !== undefined) output.note(JSON.stringify(error.detail))
    return exitCodes.failed
  }
  output.note(
    `Unexpected failure; please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
  return exitCodes.failed
}
