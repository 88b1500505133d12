import { existsSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { toIso } from '../../api/times/instant.js'
import { findFutureSpans } from '../../candles/database/clock-skew-cleanup.js'
import type { RecheckSum } from '../../candles/database/recheck-table.js'
import { type PruneFilter, pruneCandles } from '../../candles/maintenance/prune.js'
import { listSeries } from '../../candles/maintenance/series-reader.js'
import { type Verified, type VerifyFinding, verifyCandles } from '../../candles/maintenance/verify.js'
import { systemClock } from '../../effects/clock.js'
import { runQuickCheck, runQuickCheckInThread } from '../../storage/check.js'
import { measureDatabase } from '../../storage/files.js'
import { loadDriver } from '../../storage/load-driver.js'
import { deleteCatalog, readCatalog } from '../import-export/catalog-file.js'
import {
  candlePathOf,
  type StoreFlags,
  withDatabaseReader,
  withDatabaseWriter,
} from '../import-export/open-database.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { readTime, timeForms } from '../options/time-options.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import { renderProgressBar } from '../output/progress-bar.js'
import { formatAge, formatMinute } from '../output/times.js'
import { renderTable } from '../tables/table.js'
import { compactCommand, renderMegabytes } from './compact.js'
import { forgetCommand, NOT_RECOVERABLE } from './forget.js'

type StoredCatalog = NonNullable<Awaited<ReturnType<typeof readCatalog>>>

interface PruneFlags extends StoreFlags {
  readonly venue?: string
  readonly series?: string
  readonly before?: string
  readonly catalog?: boolean
  readonly dryRun?: boolean
}

interface VerifyFlags extends StoreFlags {
  readonly venue?: string
}

/** Stored data of one venue. */
interface VenueShare {
  readonly venue: string
  /** The address of the venue, if it is not the venue's own. */
  readonly address?: string
  readonly series: number
  readonly candles: number
  readonly first: number | undefined
  readonly last: number | undefined
}

export const cacheCommand: Register = (program, output) => {
  const cache = program.command('cache').description('Show, check and delete stored candles and lists')
  addDatabaseFlags(cache.command('stats').description('Show the stored candles and lists')).action((flags) =>
    stats(flags, output),
  )
  addDatabaseFlags(
    cache.command('verify').description('Check the database and every candle (exit code 1 with findings)'),
  )
    .option('--venue <venue>', 'Only candles from this venue')
    .action((flags) => verify(flags, output))
  addDatabaseFlags(
    cache.command('prune').description('Delete stored candles; they are fetched again on request'),
  )
    .option('--venue <venue>', 'Only this venue')
    .option('--series <name>', 'Only this series, named as in the export')
    .option('--before <time>', `Only candles that opened before this time: ${timeForms}`)
    .option('--catalog', 'Delete the stored lists instead of candles')
    .option('--dry-run', 'Only show what would be deleted')
    .action((flags) => prune(flags, output))
  forgetCommand(cache, output)
  compactCommand(cache, output)
  addDatabaseFlags(cache.command('path').description('Print the path of the database')).action((flags) =>
    path(flags, output),
  )
}

/** `pmx-local cache path`: prints the path of the candle database, whether or not it exists. */
function path(flags: StoreFlags, output: Output): void {
  const file = candlePathOf(flags)
  if (flags.json === true) output.json({ path: file })
  else output.line(file)
}

/** `pmx-local cache stats`: shows the stored data of each venue. */
async function stats(flags: StoreFlags, output: Output): Promise<void> {
  const { catalog, damage } = await catalogOrDamage(flags)
  const file = candlePathOf(flags)
  const isEmpty = (catalog !== undefined || damage !== undefined) && !existsSync(file)
  const venues = isEmpty
    ? []
    : await withDatabaseReader(flags, ({ database }) => sharesOf(listSeries(database)))
  const bytes = measureDatabase(file)
  // Lists can be read again from the venues, so a damaged catalog does not hide the candles.
  if (damage !== undefined) {
    output.note(damage)
    process.exitCode = exitCodes.failed
  }
  if (flags.json === true) {
    const told = venues.map(({ first, last, ...share }) => ({
      ...share,
      ...(first === undefined ? {} : { first: toIso(first) }),
      ...(last === undefined ? {} : { last: toIso(last) }),
    }))
    return output.json({ path: file, bytes, venues: told, ...(catalog && { catalog: toldCatalog(catalog) }) })
  }
  if (isEmpty) output.line('No candles are stored yet.')
  else {
    for (const line of shareTable(venues, output)) output.line(line)
    output.line(output.style('dim', `${renderMegabytes(bytes)} in ${file}`))
  }
  if (catalog === undefined) return
  output.line('')
  for (const line of listTable(catalog, output)) output.line(line)
  output.line(output.style('dim', `${renderMegabytes(catalog.bytes)} in ${catalog.path}`))
}

/** Returns the stored lists, or a message about their damaged file. */
async function catalogOrDamage(
  flags: StoreFlags,
): Promise<{ readonly catalog?: StoredCatalog | undefined; readonly damage?: string }> {
  try {
    return { catalog: await readCatalog(flags) }
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.exitCode === exitCodes.usage) throw error
    return { damage: error.message }
  }
}

function shareTable(venues: readonly VenueShare[], { style }: Output): string[] {
  const columns = [
    { title: 'venue' },
    { title: 'series', align: 'right' },
    { title: 'candles', align: 'right' },
    { title: 'first (UTC)' },
    { title: 'last (UTC)' },
  ] as const
  const rows = venues.map(({ venue, address, series, candles, first, last }) => [
    placeOf(venue, address),
    String(series),
    String(candles),
    first === undefined ? '' : formatMinute(first),
    last === undefined ? '' : formatMinute(last),
  ])
  return renderTable(columns, rows, style)
}

function listTable({ lists }: StoredCatalog, { style }: Output): string[] {
  const columns = [
    { title: 'venue' },
    { title: 'list' },
    { title: 'rows', align: 'right' },
    { title: 'read (UTC)' },
    { title: 'age' },
  ] as const
  const now = systemClock.now()
  const rows = lists.map(({ venue, address, status, rows, readAt }) => [
    placeOf(venue, address),
    status,
    String(rows),
    formatMinute(readAt),
    formatAge(now - readAt),
  ])
  return renderTable(columns, rows, style)
}

function toldCatalog({ lists, ...file }: StoredCatalog): object {
  const told = lists.map(({ address, readAt, ...list }) => ({
    ...list,
    ...(address === '' ? {} : { address }),
    readAt: toIso(readAt),
  }))
  return { ...file, lists: told }
}

function placeOf(venue: string, address = ''): string {
  return address === '' ? venue : toPrintable(`${venue} (${address})`)
}

function sharesOf(all: ReturnType<typeof listSeries>): VenueShare[] {
  const places = new Map(all.map(({ venue, address }) => [`${venue} ${address}`, { venue, address }]))
  return [...places.values()].map(({ venue, address }) => {
    const own = all.filter((series) => series.venue === venue && series.address === address)
    const firsts = own.flatMap(({ first }) => (first === undefined ? [] : [first]))
    const lasts = own.flatMap(({ last }) => (last === undefined ? [] : [last]))
    return {
      venue,
      ...(address === '' ? {} : { address }),
      series: own.length,
      candles: own.reduce((sum, { candles }) => sum + candles, 0),
      first: firsts.length === 0 ? undefined : Math.min(...firsts),
      last: lasts.length === 0 ? undefined : Math.max(...lasts),
    }
  })
}

/** `pmx-local cache verify`: checks the file and every candle in it; exit code 1 with findings. */
async function verify(flags: VerifyFlags, output: Output): Promise<void> {
  const venue = flags.venue === undefined ? undefined : parseVenue(flags.venue)
  await noteFuture(flags, output)
  const startedAt = systemClock.now()
  let words = 'reading the database'
  const result = await withDatabaseReader(flags, ({ database, path: file }) =>
    withProgress(
      output,
      () => words,
      () => undefined,
      async () => {
        // SQLite checks its file in a separate thread while this one checks the candles.
        const check = checked(file)
        const onProgress = (count: number, total: number) => {
          words = renderProgressBar({ count, total, elapsedMs: systemClock.now() - startedAt })
          return turn()
        }
        const looked = await verifyCandles(database, onProgress, venue).catch((error: unknown) => error)
        words = 'checking the file'
        const damage = await check
        // A damaged file cannot be read to the end, and the rows read so far prove nothing.
        if (damage !== undefined) return { damage, ...nothingRead }
        if (looked instanceof Error) throw looked
        return looked as Verified
      },
    ),
  )
  const damage = 'damage' in result ? result.damage : undefined
  const { series, candles, findings, more, suspicions, rechecks } = result
  if (flags.json === true) output.json(result)
  else {
    if (damage !== undefined) output.line(`The file is damaged: ${toPrintable(damage)}`)
    for (const finding of findings) output.line(findingLine(finding))
    if (more) output.line('... and more')
    for (const finding of suspicions) output.line(`suspicious: ${findingLine(finding)}`)
    for (const sum of rechecks) output.line(recheckLine(sum))
    if (damage === undefined) output.line(`${renderCount(candles, 'candle')} of ${series} series checked`)
  }
  if (damage !== undefined || findings.length > 0) process.exitCode = exitCodes.failed
}

/** Reports spans later than the local clock. Only a venue's time can show whether the spans or the clock are wrong. */
async function noteFuture(flags: StoreFlags, output: Output): Promise<void> {
  const now = systemClock.now()
  const count = await withDatabaseReader(flags, ({ database }) => findFutureSpans(database, now).length)
  if (count === 0) return
  output.note(
    `The cache contains ${renderCount(count, 'time range')} in the future according to this machine's clock. Check the clock. If it is correct, the daemon fetches these ranges again.`,
  )
}

async function checked(file: string): Promise<string | undefined> {
  try {
    return await runQuickCheckInThread(file, true)
  } catch {
    return runQuickCheck(await loadDriver(), file)
  }
}

const nothingRead = { series: 0, candles: 0, findings: [], more: false, suspicions: [], rechecks: [] }

/** Renders the results of rechecks for one venue and age. */
function recheckLine({ venue, ageMs, windows, compared, ...found }: RecheckSum): string {
  const { changed, lacking, added, replaced, absent } = found
  const looked = `${renderCount(compared, 'candle')} of ${renderCount(windows, 'window')} requested again`
  const differing = `${changed} changed, ${lacking} missing, ${added} new`
  return `${venue}: ${looked} after ${formatAge(ageMs)}: ${differing}; confirmed: ${replaced} replaced, ${absent} missing`
}

function findingLine({ venue, series, resolution, timestamp, problem }: VerifyFinding): string {
  const at = timestamp === undefined ? '' : ` ${timestamp}`
  return toPrintable(`${venue} ${series} ${resolution}${at}: ${problem}`)
}

/** `pmx-local cache prune --catalog`: deletes the lists; the next query or `sync` reads them again. */
async function pruneCatalog(flags: PruneFlags, output: Output): Promise<void> {
  if ([flags.venue, flags.series, flags.before].some((value) => value !== undefined))
    throw new CommandFailed(
      '--catalog cannot be combined with --venue, --series or --before, which select candles.',
      exitCodes.usage,
    )
  const dryRun = flags.dryRun === true
  const done = await deleteCatalog(flags, dryRun)
  if (flags.json === true) return output.json({ ...done, dryRun })
  output.line(
    `${renderMegabytes(done.bytes)} of lists ${dryRun ? 'would be deleted' : "deleted; 'pmx-local sync' loads them again"}`,
  )
}

/** `pmx-local cache prune`: deletes candles and their coverage; later requests fetch them again. */
async function prune(flags: PruneFlags, output: Output): Promise<void> {
  if (flags.catalog === true) return pruneCatalog(flags, output)
  const filter: PruneFilter = {
    venue: flags.venue === undefined ? undefined : parseVenue(flags.venue),
    seriesKey: flags.series,
    before: flags.before === undefined ? undefined : readTime(flags.before, '--before', systemClock.now()),
  }
  if (Object.values(filter).every((value) => value === undefined)) {
    throw new CommandFailed(
      'Choose what to delete: --venue, --series, --before or --catalog.',
      exitCodes.usage,
    )
  }
  const dryRun = flags.dryRun === true
  const done = dryRun
    ? await withDatabaseReader(flags, ({ database, addressOf }) =>
        pruneCandles(database, { ...filter, addressOf }, true),
      )
    : await withDatabaseReader(flags, () => undefined).then(() =>
        withDatabaseWriter(flags, 'prune', ({ database, addressOf }) => {
          const pruned = pruneCandles(database, { ...filter, addressOf })
          // Deleting rows does not shrink the file.
          if (pruned.series > 0) database.exec('VACUUM')
          return pruned
        }),
      )
  if (done.samples === true) output.note(NOT_RECOVERABLE)
  if (flags.json === true) output.json({ ...done, dryRun })
  else
    output.line(
      `${renderCount(done.candles, 'candle')} of ${done.series} series ${dryRun ? 'would be deleted' : 'deleted'}`,
    )
}
