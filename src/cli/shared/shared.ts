import type { Command } from 'commander'
import { systemClock } from '../../effects/clock.js'
import type { PostgresTier } from '../../tiers/postgres/create-postgres-tier.js'
import type { SharedOverview } from '../../tiers/postgres/inspect.js'
import { loadVenue } from '../../venues/registry.js'
import { renderMegabytes } from '../commands/compact.js'
import { checkShared } from '../doctor/shared.js'
import { withDatabaseReader, withDatabaseWriter } from '../import-export/open-database.js'
import { addDaemonFlags, type Register } from '../options/command.js'
import { parseServedVenue } from '../options/named-venue.js'
import { readTime, timeForms } from '../options/time-options.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import { renderFindings } from '../tables/findings.js'
import { type SharedFlags, withTier } from './open-tier.js'
import { type Copied, sendCandles, storeSharedCandles } from './push-pull.js'

interface CopyFlags extends SharedFlags {
  readonly venue?: string
  readonly since?: string
}

interface ForgetFlags extends SharedFlags {
  readonly by: string
  readonly dryRun?: boolean
}

interface PublishFlags extends SharedFlags {
  readonly venue: string
  readonly since: string
}

export const sharedCommand: Register = (program, output) => {
  const shared = program
    .command('shared')
    .description('Show and manage the history that daemons share through PostgreSQL')
  addServerFlags(
    shared.command('status').description('Show what is shared, and which daemons uploaded it'),
  ).action((flags) => status(flags, output))
  addServerFlags(
    shared.command('doctor').description("Check the shared history's server (exit code 1 if a check fails)"),
  ).action((flags) => doctor(flags, output))
  addServerFlags(
    shared
      .command('push')
      .description("Upload this machine's candles to the shared history; existing candles are not replaced"),
  )
    .option('--venue <id>', 'Only this venue')
    .option('--since <time>', `First open time: ${timeForms} (default: all)`)
    .action((flags) => push(flags, output))
  addServerFlags(
    shared
      .command('pull <venue>')
      .description("Download a venue's shared candles to this machine; stop the daemon first"),
  )
    .option('--since <time>', `First open time: ${timeForms} (default: all)`)
    .action((venue, flags) => pull(venue, flags, output))
  addServerFlags(
    shared
      .command('forget')
      .description('Withdraw everything that one daemon uploaded; the others fetch it again on request'),
  )
    .requiredOption('--by <daemon>', "Name of the daemon in 'shared status'")
    .option('--dry-run', 'Only show what would be withdrawn')
    .action((flags) => forget(flags, output))
  addServerFlags(
    shared
      .command('publish')
      .description("Copy a venue's candles into the plain table pmx_local.candles, for SQL"),
  )
    .requiredOption('--venue <id>', 'The venue')
    .requiredOption('--since <time>', `First open time: ${timeForms}`)
    .action((flags) => publish(flags, output))
}

/** Adds the flags of every command that uses a shared history's server. */
export function addServerFlags(command: Command): Command {
  return addDaemonFlags(command).option(
    '--server <place>',
    'Source of the address: env:NAME or file:PATH (default: the configuration, then PMX_LOCAL_SHARED_URL)',
  )
}

/** `pmx-local shared status`: counts the shared data by venue and by daemon. */
async function status(flags: SharedFlags, output: Output): Promise<void> {
  const found = await withTier(flags, async (tier, signal) => ({
    address: tier.address,
    access: await tier.access(signal),
    ...(await tier.overview(signal)),
  }))
  if (flags.json === true) return output.json(found)
  output.line(
    `${found.address}: ${renderCount(found.candles, 'candle')} of ${found.series} series, ${renderMegabytes(found.bytes)}`,
  )
  if (found.access.kind === 'take_only') output.line(`No uploads: ${found.access.reason}`)
  for (const { venue, candles, series } of found.venues)
    output.line(`  ${venue}: ${renderCount(candles, 'candle')} of ${series} series`)
  for (const one of found.daemons) output.line(`  ${renderDaemon(one)}`)
  for (const one of found.budgets) output.line(`  ${renderBudget(one)}`)
}

function renderBudget({ name, usedMsAgo, pausedMs }: SharedOverview['budgets'][number]): string {
  const pause = pausedMs > 0 ? `, paused by the venue for another ${Math.ceil(pausedMs / 1000)} s` : ''
  return `rate limit ${toPrintable(name)}: used ${Math.round(usedMsAgo / 1000)} s ago${pause}`
}

function renderDaemon({ daemon, versions, spans, newestAt }: SharedOverview['daemons'][number]): string {
  const newest = new Date(newestAt).toISOString()
  return `uploaded by ${toPrintable(daemon)} (${toPrintable(versions.join(', '))}): ${renderCount(spans, 'time range')}, the newest from ${newest}`
}

/** `pmx-local shared doctor`: checks the server, and shows a fix for each problem. */
async function doctor(flags: SharedFlags, output: Output): Promise<void> {
  const findings = await withTier(flags, (tier, signal) => checkShared(tier, systemClock, signal))
  const isWrong = findings.some(({ state }) => state === 'bad')
  if (isWrong) process.exitCode = exitCodes.failed
  if (flags.json === true) return output.json({ ok: !isWrong, findings })
  for (const line of renderFindings(findings, output.columns, output.style)) output.line(line)
}

/** `pmx-local shared push`: uploads the candles stored here, even while a daemon runs. */
async function push(flags: CopyFlags, output: Output): Promise<void> {
  const venue = flags.venue === undefined ? undefined : parseServedVenue(flags.venue)
  const terms = { venue, since: sinceIn(flags) }
  await copy(flags, output, 'uploaded', (signal, onProgress, tier) =>
    withDatabaseReader(flags, (file) => sendCandles(file, tier, { ...terms, signal, onProgress })),
  )
}

/** `pmx-local shared pull`: stores the shared candles of a venue. */
async function pull(name: string, flags: CopyFlags, output: Output): Promise<void> {
  const terms = { venue: parseServedVenue(name), since: sinceIn(flags) }
  await copy(flags, output, 'downloaded', (signal, onProgress, tier) =>
    withDatabaseWriter(flags, 'pull', (file) =>
      storeSharedCandles(file, tier, { ...terms, signal, onProgress }),
    ),
  )
}

function sinceIn({ since }: CopyFlags): number {
  return since === undefined ? 0 : readTime(since, '--since', systemClock.now())
}

/** Runs an operation on the tier. On a terminal, it shows the value that `show` was last called with. */
function withShownTier<Result>(
  flags: SharedFlags,
  output: Output,
  beginning: string,
  work: (tier: PostgresTier, signal: AbortSignal, show: (words: string) => void) => Promise<Result>,
): Promise<Result> {
  let words = beginning
  const show = (next: string): void => {
    words = next
  }
  return withProgress(
    output,
    () => words,
    () => undefined,
    () => withTier(flags, (tier, signal) => work(tier, signal, show)),
  )
}

async function copy(
  flags: CopyFlags,
  output: Output,
  verb: string,
  work: (signal: AbortSignal, onProgress: (copied: Copied) => void, tier: PostgresTier) => Promise<Copied>,
): Promise<void> {
  const render = ({ candles, series, outcomes }: Copied): string =>
    `${renderCount(candles, 'candle')} of ${series} series ${verb}, ${renderCount(outcomes, 'outcome')}`
  const done = await withShownTier(flags, output, 'connecting', (tier, signal, show) =>
    work(signal, (copied) => show(render(copied)), tier),
  )
  if (flags.json === true) output.json(done)
  else output.line(`${render(done)}.`)
}

/** `pmx-local shared forget --by`: withdraws the data that one daemon uploaded. */
async function forget(flags: ForgetFlags, output: Output): Promise<void> {
  const { by } = flags
  const dryRun = flags.dryRun === true
  const done = await withTier(flags, async (tier, signal) => {
    const { daemons } = await tier.overview(signal)
    const known = daemons.find(({ daemon }) => daemon === by)
    if (known === undefined) {
      const names = daemons.map(({ daemon }) => toPrintable(daemon)).join(', ')
      throw new CommandFailed(
        `No daemon '${by}' has uploaded anything. ${names === '' ? 'Nothing is shared yet.' : `Daemons that have: ${names}`}`,
      )
    }
    return dryRun ? { spans: known.spans } : { spans: known.spans, ...(await tier.forgetBy(by, signal)) }
  })
  if (flags.json === true) return output.json({ ...done, by, dryRun })
  if ('candles' in done)
    output.line(
      `${renderCount(done.candles, 'candle')} of ${done.series} series withdrawn; each daemon deletes its copy.`,
    )
  else output.line(`${renderCount(done.spans, 'time range')} would be withdrawn.`)
}

/** `pmx-local shared publish`: copies candles into a plain table. */
async function publish(flags: PublishFlags, output: Output): Promise<void> {
  const venue = parseServedVenue(flags.venue)
  const since = readTime(flags.since, '--since', systemClock.now())
  const finalAfterMs = (await loadVenue(venue))?.candles?.finalAfterMs ?? 0
  const done = await withShownTier(flags, output, 'reading the shared history', (tier, signal, show) => {
    const onProgress = ({ series, candles }: Pick<Copied, 'series' | 'candles'>): void =>
      show(`${renderCount(candles, 'candle')} of ${series} series`)
    return tier.publish({ venue, since, finalAfterMs, onProgress }, signal)
  })
  if (flags.json === true) return output.json({ venue, since, ...done })
  output.line(
    `${renderCount(done.candles, 'candle')} of ${done.series} series in pmx_local.candles: ${done.changed} added or changed, ${done.removed} removed.`,
  )
}
