import { createInterface } from 'node:readline'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { toIso } from '../../api/times/instant.js'
import { defaultResolution, parseResolution } from '../../api/times/resolution.js'
import { type Clock, systemClock } from '../../effects/clock.js'
import { createContact } from '../backfill/contact.js'
import {
  renderBackfillProgress,
  renderIdFailure,
  renderOutcomeLine,
  renderSummary,
  renderUnconfirmed,
  sumUp,
  toIdJson,
  toOutcomeJson,
} from '../backfill/describe.js'
import {
  type BackfillWindow,
  createBackfillProgress,
  type FilledId,
  fillMany,
  type RequestedId,
} from '../backfill/fill-many.js'
import type { BackfillDeps } from '../backfill/run-backfill.js'
import { collectIds, type MarketSelection, readTypedIds, selectMarkets } from '../backfill/select-ids.js'
import { printHeaders } from '../client/call-method.js'
import type { ApiCaller, StoreTrouble } from '../client/caller.js'
import type { RequestFlags } from '../client/open-caller.js'
import { openKeepingCaller } from '../client/temporary-daemon.js'
import { reportNotOnDisk, waitUntilOnDisk } from '../import-export/on-disk.js'
import { addRequestFlags, type Register, resolutionHelp } from '../options/command.js'
import { parseWholeNumber } from '../options/settings.js'
import { endHelp, readTime, timeForms } from '../options/time-options.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import { listenForStops, Stopped } from '../process/stop-signals.js'

interface BackfillFlags extends RequestFlags {
  readonly resolution?: string
  readonly start?: string
  readonly end?: string
  readonly wait?: boolean
  readonly query?: string
  readonly category?: string
  readonly event?: string
  readonly closedSince?: string
  readonly limit?: string
}

/** What the command stores. */
interface Job {
  readonly window: BackfillWindow
  /** Absent if ids are given. */
  readonly selection: MarketSelection | undefined
}

const STOPPED_BY_SIGNAL = 130
/** An arbitrarily long time. The timer only prevents the process from exiting while it waits for the next try. */
const KEEP_ALIVE_MS = 60_000

export const backfillCommand: Register = (program, output) => {
  addRequestFlags(
    program
      .command('backfill [venue] [id...]')
      .description('Store the history of outcomes, markets or events; - reads <venue>:<id> lines from stdin'),
  )
    .option('-r, --resolution <resolution>', resolutionHelp)
    .requiredOption('--since, --start <time>', `Start time: ${timeForms}`)
    .option('--end <time>', endHelp)
    .option('--wait', 'Wait until every candle is final')
    .option('--query <words>', 'Select markets that match these words, instead of listing ids')
    .option('--category <name>', 'Select markets in this category')
    .option('--event <id>', 'Select markets in this event')
    .option('--closed-since <time>', `Select markets that closed after this time: ${timeForms}`)
    .option('-n, --limit <n>', 'Maximum number of selected markets')
    .action((venue, ids, flags) => backfill(venue === undefined ? ids : [venue, ...ids], flags, output))
}

/** `pmx-local backfill <venue> <id...>`: stores the history of outcomes, markets or events. */
async function backfill(words: readonly string[], flags: BackfillFlags, output: Output): Promise<void> {
  const job = readJob(flags, systemClock)
  const typed = readTypedIds(words)
  assertNamed(typed.ids, job)
  if (job.selection !== undefined && typed.venue === undefined)
    throw new CommandFailed(
      'No venue was given. Put one before the flags: backfill kalshi --query words',
      exitCodes.usage,
    )
  const given = await collectIds(typed, readStdin)
  const stop = listenForStops()
  const keepAlive = setInterval(() => {}, KEEP_ALIVE_MS)
  let caller: ApiCaller | undefined
  try {
    caller = await openKeepingCaller(flags, output)
    if (flags.verbose === true) output.note(`called: ${caller.where}`)
    const { venue } = typed
    const ids =
      job.selection === undefined || venue === undefined
        ? given
        : await selectAndReport(caller, venue, job.selection, flags, output)
    const isMany = ids.length !== 1 || typed.ids.includes('-') || job.selection !== undefined
    const filled: FilledId[] = []
    const deps = depsOf(caller, stop.signal, output)
    const ended = await fillAll(ids, job.window, deps, flags, output, filled)
    const trouble = await waitUntilOnDisk(caller)
    const [only] = filled
    if (only !== undefined && !isMany) tellOne(only, job, ended, trouble, flags, output)
    else tellMany(filled, ids, job, ended, trouble, flags, output)
  } finally {
    clearInterval(keepAlive)
    stop.release()
    await caller?.close()
  }
}

/** Selects markets, and prints the warnings in the responses. */
async function selectAndReport(
  caller: ApiCaller,
  venue: VenueId,
  selection: MarketSelection,
  flags: BackfillFlags,
  output: Output,
): Promise<readonly RequestedId[]> {
  const { ids, headers, warning } = await selectMarkets(caller, venue, selection)
  printHeaders(headers, flags, output)
  if (warning !== undefined) output.note(`Warning: ${warning}.`)
  return ids
}

function readJob(flags: BackfillFlags, clock: Clock): Job {
  const { resolution = defaultResolution, start, end, query, category, event, closedSince, limit } = flags
  if (start === undefined)
    throw new CommandFailed(
      '--start is missing. Pass the time of the first candle, such as --start 2026-01-31',
      exitCodes.usage,
    )
  const now = clock.now()
  const window = {
    resolution,
    stepMs: parseResolution(resolution),
    start: readTime(start, '--start', now),
    end: Math.min(now, end === undefined ? now : readTime(end, '--end', now)),
  }
  if (window.start > window.end) {
    throw new CommandFailed(
      `--start (${toIso(window.start)}) is after the end (${toIso(window.end)}). Use an earlier --start.`,
      exitCodes.usage,
    )
  }
  const selection = {
    ...(query === undefined ? {} : { query }),
    ...(category === undefined ? {} : { category }),
    ...(event === undefined ? {} : { event }),
    ...(closedSince === undefined ? {} : { closedSince: readTime(closedSince, '--closed-since', now) }),
    ...(limit === undefined ? {} : { limit: parseWholeNumber(limit, '--limit') }),
  }
  return { window, selection: Object.keys(selection).length === 0 ? undefined : selection }
}

function assertNamed(ids: readonly string[], { selection }: Job): void {
  if ((ids.length === 0) !== (selection === undefined)) return
  throw new CommandFailed(
    selection === undefined
      ? 'No ids were given. Pass ids of outcomes, markets or events, or - to read ids from stdin. To select markets instead, use --query, --category, --event or --closed-since.'
      : 'Ids and --query, --category, --event or --closed-since cannot be combined. Use one of them.',
    exitCodes.usage,
  )
}

async function readStdin(): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: process.stdin })) lines.push(line)
  return lines
}

/** Fills all ids. If there is only one, it prints its outcomes. @returns whether the backfill was completed or stopped */
async function fillAll(
  ids: readonly RequestedId[],
  window: BackfillWindow,
  deps: BackfillDeps,
  flags: BackfillFlags,
  output: Output,
  filled: FilledId[],
): Promise<'done' | 'stopped'> {
  const progress = createBackfillProgress(ids, window)
  const startedAt = systemClock.now()
  const words = (): string => renderBackfillProgress(progress, systemClock.now() - startedAt)
  const onId = (one: FilledId): void => {
    if (one.failure !== undefined && ids.length > 1) output.note(renderIdFailure(one))
  }
  try {
    await withProgress(
      output,
      words,
      () => undefined,
      () => fillMany(ids, { window, waits: flags.wait === true, deps, progress, onId }, filled),
      { notesEveryMs: NOTE_EVERY_MS },
    )
    return 'done'
  } catch (error) {
    if (error instanceof Stopped) return 'stopped'
    throw error
  }
}

/** How often a progress line is printed without a terminal, ms. */
const NOTE_EVERY_MS = 60_000

function depsOf(caller: ApiCaller, signal: AbortSignal, output: Output): BackfillDeps {
  return {
    caller,
    clock: systemClock,
    signal,
    contact: createContact(),
    onWait(ms, why) {
      output.note(`waiting ${Math.ceil(ms / 1000)} s: ${toPrintable(why)}`)
    },
  }
}

type Ended = 'done' | 'stopped'

/** Reports the result of one id. */
function tellOne(
  one: FilledId,
  { window }: Job,
  ended: Ended,
  trouble: StoreTrouble | undefined,
  flags: BackfillFlags,
  output: Output,
): void {
  if (one.failure !== undefined) throw one.failure.error
  const { venue, id, outcomes } = one
  if (flags.json === true) {
    const all = outcomes.map(toOutcomeJson)
    output.json({ venue, id, ...spanOf(window), ended, outcomes: all, ...notStored(trouble) })
  } else for (const outcome of outcomes) output.line(renderOutcomeLine(one, outcome, window))
  finish([one], ended, trouble, flags, output)
}

/** Reports the results of many ids. */
function tellMany(
  filled: readonly FilledId[],
  ids: readonly RequestedId[],
  { window }: Job,
  ended: Ended,
  trouble: StoreTrouble | undefined,
  flags: BackfillFlags,
  output: Output,
): void {
  const failed = filled.filter(({ failure }) => failure !== undefined)
  if (flags.json === true) {
    output.json({
      ...spanOf(window),
      ended,
      ids: filled.map(toIdJson),
      failed: failed.map(({ venue, id }) => `${venue}:${id}`),
      ...notStored(trouble),
    })
  } else {
    if (flags.verbose === true)
      for (const one of filled)
        for (const outcome of one.outcomes) output.line(renderOutcomeLine(one, outcome, window))
    output.line(renderSummary(filled, ids.length, window))
  }
  finish(filled, ended, trouble, flags, output)
  if (failed.length > 0 && ended === 'done') process.exitCode = exitCodes.failed
}

function spanOf({ resolution, start, end }: BackfillWindow) {
  return { resolution, start: toIso(start), end: toIso(end) }
}

/** Prints notes about what is not final or not stored, and sets the exit code. */
function finish(
  filled: readonly FilledId[],
  ended: Ended,
  trouble: StoreTrouble | undefined,
  flags: BackfillFlags,
  output: Output,
): void {
  const { provisional, isFinal } = sumUp(filled)
  const unconfirmed = renderUnconfirmed(filled)
  if (!isFinal) process.exitCode = exitCodes.notFinal
  if (flags.json !== true && ended === 'stopped')
    output.note('Stopped. To continue, run the same command again: stored candles are not fetched again.')
  if (flags.json !== true && provisional > 0)
    output.note(
      'Exports leave out provisional candles. Run the same command again after that time, or use --wait.',
    )
  if (flags.json !== true && unconfirmed !== undefined) output.note(unconfirmed)
  if (trouble !== undefined) reportNotOnDisk(trouble, output)
  if (ended === 'stopped') process.exitCode = STOPPED_BY_SIGNAL
}

function notStored(trouble: StoreTrouble | undefined): object {
  return trouble === undefined ? {} : { notStored: trouble }
}
