import { Option } from 'commander'
import { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import { suggestName } from '../../api/values/suggest.js'
import { systemClock } from '../../effects/clock.js'
import { parseFaults } from '../../simulator/faults/fault-rules.js'
import { mockIds } from '../../simulator/mock-venues/registry.js'
import { type Simulator, startSimulator } from '../../simulator/server/start.js'
import type { Prices } from '../../simulator/world/prices/quoting.js'
import type { Register } from '../options/command.js'
import { parseWholeNumber } from '../options/settings.js'
import { renderJson } from '../output/json.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { waitForStopSignal } from '../process/stop-signals.js'
import { renderTable } from '../tables/table.js'

interface SimulateFlags {
  readonly port?: string
  /** Comma-separated. */
  readonly venues?: string
  readonly faults?: string
  readonly seed?: string
  readonly rhythm?: 'natural' | 'metronome'
  readonly prices?: Prices
  /** False with `--no-limits`. */
  readonly limits?: boolean
  readonly json?: boolean
}

const columns = [{ title: 'venue' }, { title: 'host' }, { title: 'base URL' }]

export const simulateCommand: Register = (program, output) => {
  program
    .command('simulate')
    .description('run the demo venues alone, until Ctrl-C')
    .option('--port <n>', 'first of consecutive ports (default: any free ones)')
    .option('--venues <ids>', 'which venues, separated by commas (default: all it can play)')
    .option('--faults <rules>', 'what goes wrong, such as kalshi:429:rate=0.1,polymarket/clob:html')
    .option('--seed <n>', 'seed of the world (default: 1)')
    .option('--no-limits', "answer without the venues' rate limits")
    .addOption(new Option('--rhythm <rhythm>', 'when trades come').choices(['natural', 'metronome']))
    .addOption(
      new Option('--prices <prices>', 'each venue its own prices (default), or one price for all').choices([
        'by-venue',
        'shared',
      ]),
    )
    .option('--json', 'print the addresses as JSON: venue -> host -> base URL')
    .action((flags) => simulate(flags, output))
}

/** `pmx-local simulate`: runs the mock venues alone, each at its own addresses, until a signal. */
async function simulate(flags: SimulateFlags, output: Output): Promise<void> {
  // Signals are handled from the start: a signal during startup must not leave it half started.
  const signalled = waitForStopSignal()
  const simulator = await startWorld(flags)
  if (flags.limits === false) simulator.switches.limits = 'off'
  announce(simulator, flags, output)
  await signalled
  await simulator.close()
}

async function startWorld(flags: SimulateFlags): Promise<Simulator> {
  const port = flags.port === undefined ? 0 : parseWholeNumber(flags.port, '--port')
  try {
    return await startSimulator({
      seed: readSeed(flags.seed ?? '1'),
      clock: systemClock,
      port,
      venues: readVenues(flags.venues),
      faults: parseFaults(flags.faults ?? ''),
      ...(flags.rhythm === undefined ? {} : { rhythm: flags.rhythm }),
      ...(flags.prices === undefined ? {} : { prices: flags.prices }),
    })
  } catch (error) {
    if (error instanceof PmxError) throw new CommandFailed(error.message, exitCodes.usage)
    if (isErrno(error, 'ERR_SOCKET_BAD_PORT')) {
      throw new CommandFailed(
        `There are not enough ports from ${port} on: the last is 65535. Choose a lower --port, or fewer --venues.`,
        exitCodes.usage,
      )
    }
    if (isErrno(error, 'EADDRINUSE')) {
      const which = 'port' in error ? `The port ${String(error.port)}` : `One of the ports from ${port} on`
      throw new CommandFailed(
        `${which} is taken, perhaps by an outgoing connection. Choose others with --port N, or leave it out for any free ones.`,
        exitCodes.portTaken,
      )
    }
    throw error
  }
}

/**
 * Parses a seed. A number is the seed itself, so that the daemon's --seed gives the same simulation; any other text is
 * hashed.
 */
function readSeed(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Parses the names of venues. @throws CommandFailed (usage) for a name without a mock venue */
function readVenues(text: string | undefined): readonly SourceId[] {
  if (text === undefined) return mockIds
  return text.split(',').map((part) => {
    const name = part.trim().toLowerCase()
    const source = mockIds.find((id) => id === name)
    if (source !== undefined) return source
    throw new CommandFailed(
      `The demo world does not play '${name}'${suggestName(name, mockIds)}; it plays ${mockIds.join(', ')}.`,
      exitCodes.usage,
    )
  })
}

function announce({ urls, addresses }: Simulator, flags: SimulateFlags, output: Output): void {
  if (flags.json === true) {
    output.line(renderJson(urls, output.isTerminal))
    return
  }
  const rows = addresses.map(({ venue, host, url }) => [venue, host, url])
  for (const line of renderTable(columns, rows, output.style)) output.line(line)
  output.note('A demo world: nothing here is real. Clients of the venues, or venues.<venue>.hosts.<host> of')
  output.note(
    'a configuration file (feeds.<feed>.hosts.<host>), can be pointed at these addresses. Ctrl-C stops it.',
  )
}

function isErrno(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === code
}
