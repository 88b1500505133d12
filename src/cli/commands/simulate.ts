import { Option } from 'commander'
import { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import { suggestName } from '../../api/values/suggest.js'
import { describePortHolder } from '../../daemon/lifecycle/listen.js'
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
    .description('Serve the native APIs of simulated venues until Ctrl-C')
    .option('--port <n>', 'First port of a consecutive range (default: any free ports)')
    .option('--venues <ids>', 'Venues, separated by commas (default: all)')
    .option('--faults <rules>', 'Failures to inject, such as kalshi:429:rate=0.1,polymarket/clob:html')
    .option('--seed <n>', 'Seed of the simulation (default: 1)')
    .option('--no-limits', "Turn off the venues' rate limits")
    .addOption(new Option('--rhythm <rhythm>', 'Timing of trades').choices(['natural', 'metronome']))
    .addOption(
      new Option(
        '--prices <prices>',
        'Separate prices for each venue (default), or the same prices for all',
      ).choices(['by-venue', 'shared']),
    )
    .option('--json', 'Print the addresses as JSON: venue -> host -> base URL')
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
        `There are not enough ports from ${port} up to 65535, the last port. Use a lower --port, or fewer --venues.`,
        exitCodes.usage,
      )
    }
    if (isErrno(error, 'EADDRINUSE')) {
      const which =
        'port' in error ? `The port ${String(error.port)}` : `One of the ports starting at ${port}`
      throw new CommandFailed(
        `${which} is taken${await holderText(error)}. Use a different --port N, or omit it to use any free ports.`,
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

/** Parses venue names. @throws CommandFailed (usage) for a name without a mock venue */
function readVenues(text: string | undefined): readonly SourceId[] {
  if (text === undefined) return mockIds
  return text.split(',').map((part) => {
    const name = part.trim().toLowerCase()
    const source = mockIds.find((id) => id === name)
    if (source !== undefined) return source
    throw new CommandFailed(
      `No such simulated venue: '${name}'${suggestName(name, mockIds)}.\n  Venues: ${mockIds.join(', ')}`,
      exitCodes.usage,
    )
  })
}

function announce({ addresses }: Simulator, flags: SimulateFlags, output: Output): void {
  // Clients of the venues take the addresses of sockets as `ws://`.
  const rows = addresses.map(({ venue, host, url, isSocket }): [SourceId, string, string] => [
    venue,
    host,
    isSocket ? url.replace(/^http/, 'ws') : url,
  ])
  if (flags.json === true) {
    const urls: Partial<Record<SourceId, Record<string, string>>> = {}
    for (const [venue, host, url] of rows) urls[venue] = { ...urls[venue], [host]: url }
    output.line(renderJson(urls, output.isTerminal))
    return
  }
  for (const line of renderTable(columns, rows, output.style)) output.line(line)
  output.note(
    'All data is simulated. Use these addresses in venue clients, or as venues.<venue>.hosts.<host>',
  )
  output.note('and feeds.<feed>.hosts.<host> in a configuration file. Press Ctrl-C to stop.')
}

/** Describes the process or connection that uses the port on which listening failed, or '' if the system does not report it. */
async function holderText(error: object): Promise<string> {
  const port = 'port' in error ? Number(error.port) : Number.NaN
  return Number.isInteger(port) ? ` by ${await describePortHolder(port)}` : ''
}

function isErrno(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === code
}
