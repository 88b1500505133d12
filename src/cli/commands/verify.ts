import { isFeedId } from '../../api/envelope/source-ids.js'
import { openRecorded } from '../../cassette/maintenance/cassette-journal.js'
import { type CallVenue, type CallVerdict, verifyCassette } from '../../cassette/maintenance/verify.js'
import type { Config } from '../../config/schema.js'
import { connectSources, type SourceConnections } from '../../daemon/sources/connect-sources.js'
import { createSystemEffects } from '../../effects/effects.js'
import type { Wire } from '../../transport/call-types.js'
import type { Register } from '../options/command.js'
import { readSettings } from '../options/settings.js'
import { printJournalHint } from '../output/cassette-report.js'
import { renderCount } from '../output/counted.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { openWorldHere } from '../process/local-sources.js'

/** Maximum time a call may wait for the venue's rate limit, ms. */
const PATIENCE_MS = 60_000

export const verifyCommand: Register = (cassette, output) => {
  cassette
    .command('verify <file>')
    .description(
      'Repeat the recorded calls against the live venues (exit code 1 if fields are missing or have different types)',
    )
    .option('--venue <id>', 'Only calls of this venue')
    .option('--config <file>', 'Configuration file with addresses, proxies and limits')
    .option('--json', 'Print JSON')
    .action((file, flags) => verify(file, flags, output))
}

/**
 * `pmx-local cassette verify FILE`: repeats the recorded calls. Exit code 1 for a changed response schema, 3 when only some
 * calls could not be compared, 0 when at most values differ.
 */
async function verify(
  file: string,
  flags: { readonly json?: boolean; readonly config?: string; readonly venue?: string },
  output: Output,
): Promise<void> {
  const { config } = readSettings(flags.config === undefined ? {} : { config: flags.config })
  const { cassette, close } = openRecorded(file)
  printJournalHint(file, output)
  const entries = cassette.entries.filter(
    ({ call }) => flags.venue === undefined || flags.venue === call.venue,
  )
  const tapes = cassette.tapes.filter(
    ({ socket }) => flags.venue === undefined || flags.venue === socket.venue,
  )
  if (entries.length + tapes.length === 0) throw new CommandFailed(`${file} contains no calls to verify.`)
  const effects = createSystemEffects()
  const world = await openWorldHere({ kind: 'live', anonymous: true }, config, effects)
  const reach = connectSources(config, world, effects.clock)
  const wire = reach.liveWire()
  const tell = flags.json === true ? () => {} : (verdict: CallVerdict) => tellVerdict(verdict, output)
  // The process must not exit while a call waits for a rate limit.
  const keepAlive = setInterval(() => {}, PATIENCE_MS)
  const verdicts = await verifyCassette(
    { entries, tapes },
    createVerifyCaller(reach, wire, config),
    tell,
  ).finally(async () => {
    clearInterval(keepAlive)
    close()
    await wire.close()
    await world.close()
  })
  const counts = countsOf(verdicts)
  if (flags.json === true) output.json({ counts, verdicts })
  else {
    const parts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
    output.note(`${renderCount(verdicts.length, 'call')}: ${parts.join(', ')}.`)
  }
  if (counts.drift > 0) process.exitCode = exitCodes.failed
  else if (counts.failed > 0) process.exitCode = exitCodes.notAsExpected
}

function countsOf(verdicts: readonly CallVerdict[]): Readonly<Record<CallVerdict['kind'], number>> {
  const countOf = (kind: CallVerdict['kind']): number =>
    verdicts.filter((verdict) => verdict.kind === kind).length
  return {
    same: countOf('same'),
    value: countOf('value'),
    drift: countOf('drift'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
  }
}

function tellVerdict({ venue, call, kind, drift, why }: CallVerdict, output: Output): void {
  if (kind === 'same' || kind === 'value') return
  output.line(`${kind} ${venue} ${call}${why === undefined ? '' : `: ${why}`}`)
  for (const { field, kind: what, message } of drift ?? []) output.line(`  ${field} ${what}: ${message}`)
}

/** Creates a caller of live venues without credentials and within their limits. A call costs the same as when it was recorded. */
export function createVerifyCaller(
  { venueLoader, feeds, wiringOf, hosts, budgets }: SourceConnections,
  wire: Wire,
  config: Config,
): CallVenue {
  return async ({ call, group, cost = 1 }) => {
    const { venue, host, path, query } = call
    await (isFeedId(venue) ? feeds.load(venue) : venueLoader.load(venue))
    const { signal } = new AbortController()
    const waitMs = await budgets.spend({
      venue,
      host,
      group,
      cost,
      maxWaitMs: PATIENCE_MS,
      priority: 'background',
      signal,
    })
    if (waitMs > 0) throw new CommandFailed(`${venue}'s rate limit does not allow this call`)
    const url = hosts.urlOf(venue, host, path, query)
    return wire.send({ ...call, headers: {}, secretHeaders: {} }, url, {
      signal,
      proxy: wiringOf(venue)?.proxyFor?.(url),
      maxBytes: config.limits.maxVenueBytes,
      timeoutMs: config.limits.venueTimeoutMs,
    })
  }
}
