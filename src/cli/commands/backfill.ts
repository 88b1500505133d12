import type { VenueId } from '../../api/envelope/venue-ids.js'
import { toIso } from '../../api/times/instant.js'
import { defaultResolution, parseResolution } from '../../api/times/resolution.js'
import { type Clock, systemClock } from '../../effects/clock.js'
import { countVenueCalls, createContact } from '../backfill/contact.js'
import { type BackfillDeps, CHUNK_CANDLES, runBackfill, stepsIn } from '../backfill/run-backfill.js'
import type { ApiCaller, StoreTrouble } from '../client/caller.js'
import type { RequestFlags } from '../client/open-caller.js'
import { type NamedOutcome, resolveOutcomes } from '../client/resolve-outcomes.js'
import { openKeepingCaller } from '../client/temporary-daemon.js'
import { reportNotOnDisk, waitUntilOnDisk } from '../import-export/on-disk.js'
import { addRequestFlags, type Register, resolutionHelp } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { endHelp, readTime, timeForms } from '../options/time-options.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import { renderProgressBar } from '../output/progress-bar.js'
import { formatMinute } from '../output/times.js'
import { listenForStops, Stopped } from '../process/stop-signals.js'

interface BackfillFlags extends RequestFlags {
  readonly resolution?: string
  readonly start?: string
  readonly end?: string
}

/** A series with its progress. */
interface Filled extends NamedOutcome {
  candles: number
  venueCalls: number
  /** Epoch ms: everything from the start up to here is complete. */
  upTo: number
  /** Whether a part was reported by one response only. */
  provisional?: true
}

interface Job {
  readonly venue: VenueId
  readonly id: string
  readonly resolution: string
  readonly stepMs: number
  readonly start: number
  readonly end: number
}

/** Progress of the whole command, for the progress bar. */
interface Tally {
  count: number
  total: number
  readonly startedAt: number
}

const STOPPED_BY_SIGNAL = 130
/** Any long time: the timer only prevents the process from exiting while it waits for the next try. */
const KEEP_ALIVE_MS = 60_000

export const backfillCommand: Register = (program, output) => {
  addRequestFlags(
    program.command('backfill <venue> <id>').description('store the history of an outcome, market or event'),
  )
    .option('-r, --resolution <step>', resolutionHelp)
    .requiredOption('--since, --start <time>', timeForms)
    .option('--end <time>', endHelp)
    .action((venue, id, flags) => backfill(venue, id, flags, output))
}

/** `pmx-local backfill <venue> <id>`: stores the history of an outcome, a market or an event. */
async function backfill(venueText: string, id: string, flags: BackfillFlags, output: Output): Promise<void> {
  const job = readJob(parseVenue(venueText), id, flags, systemClock)
  const stop = listenForStops()
  const keepAlive = setInterval(() => {}, KEEP_ALIVE_MS)
  let caller: ApiCaller | undefined
  try {
    caller = await openKeepingCaller(flags, output)
    if (flags.verbose === true) output.note(`asked: ${caller.where}`)
    const filled: Filled[] = []
    const ended = await fillAll(job, caller, stop.signal, flags, output, filled)
    const trouble = await waitUntilOnDisk(caller)
    tell(job, filled, ended, trouble, flags, output)
  } finally {
    clearInterval(keepAlive)
    stop.release()
    await caller?.close()
  }
}

function readJob(venue: VenueId, id: string, flags: BackfillFlags, clock: Clock): Job {
  const { resolution = defaultResolution, start, end } = flags
  if (start === undefined) {
    throw new CommandFailed('Say from when on: --start 2026-01-31', exitCodes.usage)
  }
  const now = clock.now()
  const job = {
    venue,
    id,
    resolution,
    stepMs: parseResolution(resolution),
    start: readTime(start, '--start', now),
    end: Math.min(now, end === undefined ? now : readTime(end, '--end', now)),
  }
  if (job.start <= job.end) return job
  throw new CommandFailed(
    `--start (${toIso(job.start)}) lies after the end (${toIso(job.end)}). Give an earlier --start.`,
    exitCodes.usage,
  )
}

/** Fills all series. @returns whether the backfill was completed or stopped */
async function fillAll(
  job: Job,
  caller: ApiCaller,
  signal: AbortSignal,
  flags: BackfillFlags,
  output: Output,
  filled: Filled[],
): Promise<'done' | 'stopped'> {
  const deps = depsOf(caller, signal, flags, output)
  const tally: Tally = { count: 0, total: 0, startedAt: systemClock.now() }
  const words = (): string =>
    tally.total === 0
      ? `asking ${job.venue}`
      : renderProgressBar({ ...tally, elapsedMs: systemClock.now() - tally.startedAt })
  try {
    await withProgress(
      output,
      words,
      () => undefined,
      async () => {
        let probed = 0
        const ask = async () => {
          const reply = await probe(job, caller)
          deps.contact.note(reply)
          probed = countVenueCalls(reply.headers)
          return reply
        }
        const outcomes = await resolveOutcomes(caller, job.venue, job.id, ask, deps)
        tally.total = stepsIn(job) * outcomes.length
        for (const outcome of outcomes) {
          filled.push({ ...outcome, candles: 0, venueCalls: probed, upTo: job.start })
          probed = 0
          await fillNext(job, deps, tally, filled, flags, output)
        }
      },
    )
    return 'done'
  } catch (error) {
    if (error instanceof Stopped) return 'stopped'
    throw error
  }
}

function depsOf(caller: ApiCaller, signal: AbortSignal, flags: BackfillFlags, output: Output): BackfillDeps {
  return {
    caller,
    clock: systemClock,
    signal,
    json: flags.json === true,
    contact: createContact(),
    onWait(ms, why) {
      output.note(`waiting ${Math.ceil(ms / 1000)} s: ${toPrintable(why)}`)
    },
  }
}

/** Requests the first chunk, which the backfill needs anyway: its repetition comes from the store. */
function probe({ venue, id, resolution, stepMs, start, end }: Job, caller: ApiCaller) {
  const to = Math.min(end, start + (CHUNK_CANDLES - 1) * stepMs)
  const query = { resolution, start: toIso(start), end: toIso(to) }
  return caller.call(venue, 'fetchOHLCV', [id, query], { priority: 'background' })
}

/** Fills the last series of the list. */
async function fillNext(
  job: Job,
  deps: BackfillDeps,
  tally: Tally,
  filled: readonly Filled[],
  flags: BackfillFlags,
  output: Output,
): Promise<void> {
  const series = filled.at(-1)
  if (series === undefined) return
  for await (const step of runBackfill({ ...job, outcomeId: series.outcomeId }, deps)) {
    tally.count += step.steps
    series.candles += step.candles
    series.venueCalls += step.venueCalls
    series.upTo = step.upTo
    if (step.provisional === true) series.provisional = true
  }
  if (flags.json !== true) output.line(seriesLine(job, series))
}

function seriesLine({ venue, resolution, start }: Job, series: Filled): string {
  const name =
    series.label === undefined ? '' : ` (${toPrintable(`${series.market ?? ''}: ${series.label}`)})`
  const span = `${formatMinute(start)} to ${formatMinute(series.upTo)}`
  return `${venue} ${toPrintable(series.outcomeId)}${name}: ${renderCount(series.candles, `${resolution} candle`)}, ${span}, ${renderCount(series.venueCalls, 'venue call')}`
}

function tell(
  job: Job,
  filled: readonly Filled[],
  ended: 'done' | 'stopped',
  trouble: StoreTrouble | undefined,
  flags: BackfillFlags,
  output: Output,
): void {
  const { venue, id, resolution, start, end } = job
  if (flags.json === true) {
    const outcomes = filled.map(({ upTo, ...series }) => ({ ...series, upTo: toIso(upTo) }))
    output.json({
      venue,
      id,
      resolution,
      start: toIso(start),
      end: toIso(end),
      ended,
      outcomes,
      ...notStored(trouble),
    })
  } else if (ended === 'stopped') {
    output.note(
      'Stopped. The same command goes on where this one ended: what is stored is not fetched again.',
    )
  }
  if (flags.json !== true && filled.some(({ provisional }) => provisional === true))
    output.note(
      'Parts without candles were reported by one response only, and are not final. Run the same command again in half an hour to confirm them.',
    )
  if (trouble !== undefined) reportNotOnDisk(trouble, output)
  if (ended === 'stopped') process.exitCode = STOPPED_BY_SIGNAL
}

function notStored(trouble: StoreTrouble | undefined): object {
  return trouble === undefined ? {} : { notStored: trouble }
}
