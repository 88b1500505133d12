import { Command, Option } from 'commander'
import { didYouMean } from '../api/suggest.js'
import { version } from '../version.js'
import { registerCassetteFiles } from './cassette/commands.js'
import { explain, helpLine, isComplete } from './explain.js'
import { CommandFailed, createOutput, exitCodes, type Output } from './output.js'

const callHelp = [
  '',
  'Arguments are bare words, name=value pairs, one JSON object, or one JSON list of all arguments:',
  '  pmx-local call polymarket fetchMarkets limit=3 status=closed',
  '  pmx-local call kalshi fetchOrderBook KXFOO-26',
  '  pmx-local call kalshi fetchOHLCV KXFOO-26 \'{"resolution":"1d"}\'',
  '  pmx-local call kalshi fetchOrderBook \'["KXFOO-26", 5]\'',
].join('\n')

const logLevels = ['debug', 'info', 'warn', 'error', 'silent']

/** Runs one command line; every command is loaded only when it is called. */
export async function main(argv: readonly string[]): Promise<void> {
  const output = createOutput(process.stdout, process.stderr, process.env)
  const program = buildProgram(output)
  process.stdout.on('error', createLossTeller(output))
  // Where would it be said?
  process.stderr.on('error', () => {})
  try {
    assertCommand(argv[0], program)
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error, output)
    if (process.exitCode === exitCodes.usage && !isComplete(error)) output.note(helpLine(argv, program))
  }
}

/** The default command would take a misspelt one for its argument. */
function assertCommand(word: string | undefined, program: Command): void {
  if (word === undefined || word.startsWith('-')) return
  const known = ['help', ...program.commands.map((command) => command.name())]
  if (known.includes(word)) return
  throw new CommandFailed(
    `No command '${word}'${didYouMean(word, known)}. \`pmx-local --help\` lists them.`,
    exitCodes.usage,
  )
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
    .option('--record <file>', 'record what the venues answer into a cassette (.gz packs it)')
    .option('--replay <files>', 'answer from cassettes alone, without any network; separated by commas')
    .addOption(onRepeat())
    .addOption(replayClock())
    .option(
      '--faults <rules>',
      'demo, replay: what goes wrong, such as kalshi:429:rate=0.1, or a file of rules',
    )
    .addOption(new Option('--attached').hideHelp())
    .option('--takeover', "take the SDKs' lock file even from a living server")
    .option('--no-lock', "leave the SDKs' lock file alone")
    .option('--no-cache', 'keep candles in memory only')
    .action(async (flags) => (await import('./commands/start.js')).start(flags, output))

  where(program.command('stop').description('stop the daemon')).action(async (flags) =>
    (await import('./commands/manage.js')).stop(flags, output),
  )
  where(program.command('status').description('say whether it runs; exit code 3 if not')).action(
    async (flags) => (await import('./commands/manage.js')).status(flags, output),
  )
  where(program.command('logs').description('print the end of the log'))
    .option('-n, --lines <n>', 'how many lines (default: 50)')
    .option('-f, --follow', 'go on with what is written, until Ctrl-C')
    .addOption(
      new Option('--level <level>', 'least level that is shown (default: debug)').choices(
        logLevels.slice(0, -1),
      ),
    )
    .action(async (flags) => (await import('./commands/logs.js')).logs(flags, output))
  registerQuestions(program, output)
  registerStore(program, output)
  registerCache(program, output)
  registerWorld(program, output)
  registerCassettes(program, output)
  registerCassetteFiles(program, output)

  return program
}

/** The commands that ask something and print the answer. */
function registerQuestions(program: Command, output: Output): void {
  asks(program.command('call <venue> <method> [args...]').description('call any method; its data as JSON'))
    .addHelpText('after', callHelp)
    .action(async (venue, method, words, flags) =>
      (await import('./commands/call.js')).call(venue, method, words, flags, output),
    )
  asks(program.command('markets <venue> [query]').description('list markets'))
    .option('-n, --limit <n>', 'how many (default: 20)')
    .addOption(
      new Option('--status <status>', 'which ones (default: active)').choices(['active', 'closed', 'all']),
    )
    .addOption(new Option('--sort <key>', 'order').choices(['volume', 'liquidity', 'newest']))
    .action(async (venue, query, flags) =>
      (await import('./commands/markets.js')).markets(venue, query, flags, output),
    )
  asks(program.command('candles <venue> <outcomeId>').description('show the price history of an outcome'))
    .option('-r, --resolution <step>', '1m 5m 15m 30m 1h 4h 6h 12h 1d 1w, or any <n>m|h|d (default: 1h)')
    .option(
      '--since, --start <time>',
      '7d, -2h, yesterday, ISO 8601 or epoch; default: as far back as the limit reaches',
    )
    .option('--end <time>', '-2h, yesterday, ISO 8601 or epoch; default: now')
    .option('-n, --limit <n>', 'the newest so many (default: 100; with --plot as many as fit)')
    .option('--plot', 'draw them')
    .option('--report', 'say how good they are: coverage, gaps, spikes, YES + NO')
    .addOption(new Option('--format <format>', 'default: table').choices(['table', 'json', 'csv']))
    .action(async (venue, outcomeId, flags) =>
      (await import('./commands/candles.js')).candles(venue, outcomeId, flags, output),
    )
  asks(program.command('venues').description('show what each venue can do here')).action(async (flags) =>
    (await import('./commands/venues.js')).venues(flags, output),
  )
}

/** The commands about the stored history. */
function registerStore(program: Command, output: Output): void {
  asks(
    program.command('backfill <venue> <id>').description('store the history of an outcome, market or event'),
  )
    .option('-r, --resolution <step>', '1m 5m 15m 30m 1h 4h 6h 12h 1d 1w, or any <n>m|h|d (default: 1h)')
    .requiredOption('--since, --start <time>', '7d, -2h, yesterday, ISO 8601 or epoch')
    .option('--end <time>', '-2h, yesterday, ISO 8601 or epoch; default: now')
    .action(async (venue, id, flags) =>
      (await import('./commands/backfill.js')).backfill(venue, id, flags, output),
    )
  stored(
    program
      .command('pin <venue> <id>')
      .description('have the daemon capture an outcome, market or event before the venue forgets it'),
  ).action(async (venue, id, flags) => (await import('./pins/pin.js')).pin(venue, id, flags, output))
  stored(
    program.command('unpin <venue> <id>').description('capture no more of it; what is stored stays'),
  ).action(async (venue, id, flags) => (await import('./pins/pin.js')).unpin(venue, id, flags, output))
  stored(program.command('pins').description('list what is pinned, and how far it is captured')).action(
    async (flags) => (await import('./pins/pins.js')).pins(flags, output),
  )
}

/** The commands that work on the database itself. */
function registerCache(program: Command, output: Output): void {
  stored(
    program
      .command('export [venue] [outcomeId]')
      .description('write the stored candles, each at its own step'),
  )
    .option('-r, --resolution <step>', 'only series of this step')
    .option('--since, --start <time>', '7d, -2h, yesterday, ISO 8601 or epoch')
    .option('--end <time>', '-2h, yesterday, ISO 8601 or epoch, inclusive')
    .addOption(new Option('--format <format>', 'default: csv').choices(['csv', 'ndjson', 'json', 'parquet']))
    .option('--out <file>', 'write here instead of stdout')
    .action(async (venue, outcomeId, flags) =>
      (await import('./commands/export.js')).exportCandles(venue, outcomeId, flags, output),
    )
  stored(program.command('import <file>').description('read an export back; all of it or nothing'))
    .addOption(
      new Option('--format <format>', "default: the file's ending").choices([
        'csv',
        'ndjson',
        'json',
        'parquet',
      ]),
    )
    .action(async (file, flags) => (await import('./commands/import.js')).importCandles(file, flags, output))
  const cache = program.command('cache').description('look after the stored candles')
  stored(cache.command('stats').description('what is stored')).action(async (flags) =>
    (await import('./commands/cache.js')).stats(flags, output),
  )
  stored(
    cache.command('verify').description('check the file and every candle; exit code 1 with findings'),
  ).action(async (flags) => (await import('./commands/cache.js')).verify(flags, output))
  stored(cache.command('prune').description('delete stored candles; they are fetched again when asked for'))
    .option('--venue <venue>', 'only of this venue')
    .option('--series <name>', 'only this series, as export names it')
    .option('--before <time>', 'only candles that opened before: 7d, yesterday, ISO 8601 or epoch')
    .option('--dry-run', 'only say what would go')
    .action(async (flags) => (await import('./commands/cache.js')).prune(flags, output))
  stored(
    cache
      .command('forget <venue> <outcomeId>')
      .description('forget a span of an outcome; it is fetched again when asked for'),
  )
    .requiredOption('--from <time>', 'first time that is forgotten: 7d, -2h, yesterday, ISO 8601 or epoch')
    .requiredOption('--to <time>', 'first time that is kept, in the same forms')
    .option('--dry-run', 'only say what would go')
    .action(async (venue, outcomeId, flags) =>
      (await import('./commands/forget.js')).forget(venue, outcomeId, flags, output),
    )
  stored(cache.command('path').description('print where the database lies')).action(async (flags) =>
    (await import('./commands/cache.js')).path(flags, output),
  )
}

/** Options of every command that works on the database. */
function stored(command: Command): Command {
  return where(command)
    .option('--demo', 'the database of the demo world')
    .option('--seed <n>', 'seed of the demo world (default: 1)')
}

/** The demo world by itself. */
function registerWorld(program: Command, output: Output): void {
  program
    .command('simulate')
    .description('run the demo venues alone, until Ctrl-C')
    .option('--port <n>', 'first of consecutive ports (default: any free ones)')
    .option('--venues <ids>', 'which venues, separated by commas (default: all it can play)')
    .option('--faults <rules>', 'what goes wrong, such as kalshi:429:rate=0.1,polymarket/clob:html')
    .option('--seed <n>', 'seed of the world (default: 1)')
    .option('--no-limits', "answer without the venues' rate limits")
    .addOption(new Option('--rhythm <rhythm>', 'when trades come').choices(['natural', 'metronome']))
    .option('--json', 'print the addresses as JSON: venue -> host -> base URL')
    .action(async (flags) => (await import('./commands/simulate.js')).simulate(flags, output))
}

/** Commands that run another one against a daemon of its own. */
function registerCassettes(program: Command, output: Output): void {
  const settled = (command: Command): Command =>
    command
      .option('--config <file>', 'configuration file (default: config.json in the state folder)')
      .option('--sdk-version <x.y.z>', "version for the SDKs' lock file")
      .addOption(
        new Option('--log-level <level>', 'least level that is logged (default: warn)').choices(logLevels),
      )
  settled(program.command('record <file> [command...]'))
    .description('run a command and record what the venues answer it: record FILE -- node script.js')
    .option('--demo', 'let the demo world answer')
    .option('--seed <n>', 'seed of the demo world (default: 1)')
    .option(
      '--faults <rules>',
      'with --demo: what goes wrong, such as kalshi:429:rate=0.1, or a file of rules',
    )
    .action(async (file, command, flags) =>
      (await import('./running/run-command.js')).runCommand('record', file, command, flags, output),
    )
  settled(program.command('replay <files> [command...]'))
    .description('run a command without any network, answered from cassettes: replay FILE -- node script.js')
    .addOption(onRepeat())
    .addOption(replayClock())
    .option('--faults <rules>', 'what goes wrong on top, such as kalshi:429:rate=0.1, or a file of rules')
    .option('--unused-list <file>', 'write the calls of the cassette that were not used, for cassette prune')
    .action(async (files, command, flags) =>
      (await import('./running/run-command.js')).runCommand('replay', files, command, flags, output),
    )
}

function onRepeat(): Option {
  return new Option(
    '--on-repeat <policy>',
    'replay: what a call gets that is made more often than recorded',
  ).choices(['last', 'error'])
}

function replayClock(): Option {
  return new Option('--clock <clock>', "replay: the recording's time, or the system's").choices([
    'recorded',
    'live',
  ])
}

/** Options of every command that asks something. */
function asks(command: Command): Command {
  return where(command)
    .option('--url <address>', "ask this daemon instead of the state folder's")
    .option('--demo', 'ask a demo world in this process, without any network')
    .option('--seed <n>', 'seed of the demo world (default: 1)')
    .option('-v, --verbose', 'say on stderr who was asked and what the X-Pmx headers tell')
}

/** Options of every command that deals with a daemon. */
function where(command: Command): Command {
  return command
    .option('--state-dir <folder>', 'folder of database, log and instance files')
    .option('--config <file>', 'configuration file (default: config.json in the state folder)')
    .option('--json', 'print JSON')
}

/** A reader such as `head` may leave early: what it did not want to read is no failure. Anything else is, told once. */
function createLossTeller(output: Output): (error: NodeJS.ErrnoException) => void {
  let isTold = false
  return (error) => {
    if (error.code === 'EPIPE' || isTold) return
    isTold = true
    output.note(`The output cannot be written: ${error.message}`)
    // Whatever the command thinks of its own work: what it was asked for is not there.
    process.once('exit', (code) => {
      if (code === 0) process.exitCode = exitCodes.failed
    })
  }
}
