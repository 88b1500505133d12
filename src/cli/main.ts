import { Command } from 'commander'
import { suggestName } from '../api/values/suggest.js'
import { version } from '../version.js'
import type { Register } from './options/command.js'
import { explain, isJsonRequested, renderHelpHint } from './output/explain.js'
import { CommandFailed, createOutput, exitCodes, type Output } from './output/output.js'

/** The commands in the order of the help. Each registers itself, and its file is loaded only when needed. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  start: async () => (await import('./commands/start.js')).startCommand,
  stop: async () => (await import('./commands/manage.js')).stopCommand,
  status: async () => (await import('./commands/manage.js')).statusCommand,
  logs: async () => (await import('./commands/logs.js')).logsCommand,
  call: async () => (await import('./commands/call.js')).callCommand,
  search: async () => (await import('./commands/search.js')).searchCommand,
  match: async () => (await import('./commands/match.js')).matchCommand,
  links: async () => (await import('./match-links/links.js')).linksCommand,
  arbitrage: async () => (await import('./commands/match.js')).arbitrageCommand,
  markets: async () => (await import('./commands/markets.js')).marketsCommand,
  settlements: async () => (await import('./commands/settlements.js')).settlementsCommand,
  candles: async () => (await import('./commands/candles.js')).candlesCommand,
  watch: async () => (await import('./commands/watch.js')).watchCommand,
  venues: async () => (await import('./commands/venues.js')).venuesCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
  selftest: async () => (await import('./commands/selftest.js')).selftestCommand,
  orders: async () => (await import('./orders/orders.js')).ordersCommand,
  sync: async () => (await import('./commands/sync.js')).syncCommand,
  backfill: async () => (await import('./commands/backfill.js')).backfillCommand,
  pin: async () => (await import('./pins/pin.js')).pinCommand,
  unpin: async () => (await import('./pins/pin.js')).unpinCommand,
  pins: async () => (await import('./pins/pins.js')).pinsCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  import: async () => (await import('./commands/import.js')).importCommand,
  shared: async () => (await import('./shared/shared.js')).sharedCommand,
  sql: async () => (await import('./commands/sql.js')).sqlCommand,
  cache: async () => (await import('./commands/cache.js')).cacheCommand,
  simulate: async () => (await import('./commands/simulate.js')).simulateCommand,
  'demo-keys': async () => (await import('./commands/demo-keys.js')).demoKeysCommand,
  mcp: async () => (await import('./commands/mcp.js')).mcpCommand,
  service: async () => (await import('./commands/service.js')).serviceCommand,
  completion: async () => (await import('./commands/completion.js')).completionCommand,
  record: async () => (await import('./commands/record-replay.js')).recordCommand,
  replay: async () => (await import('./commands/record-replay.js')).replayCommand,
  connect: async () => (await import('./commands/connect.js')).connectCommand,
  cassette: async () => (await import('./commands/cassette.js')).cassetteCommand,
}

/** Runs one command line. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const output = createOutput(process.stdout, process.stderr, process.env)
  const isJson = isJsonRequested(argv)
  const program = createProgram(output, isJson)
  process.stdout.on('error', createLossTeller(output))
  // There is no other stream for the error.
  process.stderr.on('error', () => {})
  try {
    const loading = meantBy(argv).flatMap((name) => commands[name]?.() ?? [])
    for (const register of await Promise.all(loading)) register(program, output)
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error, output, isJson, () => renderHelpHint(argv, program))
  }
}

/**
 * Returns the names of the commands that a command line may use. @throws CommandFailed (usage) for an unknown word, which the
 * default command would otherwise read as its argument
 */
function meantBy(argv: readonly string[]): readonly string[] {
  const names = Object.keys(commands)
  const [word] = argv
  // The completion script has the words of all commands.
  if (word === 'completion') return names
  if (word !== undefined && names.includes(word)) return [word]
  // Editors and scripts read the version at their start, so no command is loaded.
  if (word === '--version' || word === '-V') return []
  if (word !== undefined && word !== 'help' && !word.startsWith('-')) {
    throw new CommandFailed(
      `No such command: '${word}'${suggestName(word, ['help', ...names])}. 'pmx-local --help' lists them.`,
      exitCodes.usage,
    )
  }
  if (['help', '--help', '-h'].some((help) => argv.includes(help))) return names
  // A command may also follow `--`.
  return names.filter((name) => name === 'start' || argv.includes(name))
}

/** Creates the program with all of its commands, so that they can be described. */
export async function createWholeProgram(output: Output): Promise<Command> {
  const program = createProgram(output)
  for (const load of Object.values(commands)) (await load())(program, output)
  return program
}

/** @param isJson stderr is for one JSON error, so the help of a group without a command is not printed */
function createProgram(output: Output, isJson = false): Command {
  return new Command('pmx-local')
    .description("A local gateway for prediction markets: one API on localhost over the venues' own APIs.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        if (!isJson) output.note(text.trimEnd())
      },
      // `explain` prints the errors.
      outputError: () => {},
    })
}

/** Handles errors of stdout. A reader such as `head` may close early, which is not a failure. Any other error is reported once. */
function createLossTeller(output: Output): (error: NodeJS.ErrnoException) => void {
  let isTold = false
  return (error) => {
    if (error.code === 'EPIPE' || isTold) return
    isTold = true
    output.note(`error: stdout is not writable: ${error.message}`)
    // The requested output is missing, so the command fails even if its own work succeeded.
    process.once('exit', (code) => {
      if (code === 0) process.exitCode = exitCodes.failed
    })
  }
}
