import * as z from 'zod'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { systemClock } from '../../effects/clock.js'
import { servedVenueIds } from '../../venues/registry.js'
import { printMode } from '../client/call-method.js'
import type { ApiCaller, ApiReply } from '../client/caller.js'
import type { RequestFlags } from '../client/open-caller.js'
import { openKeepingCaller } from '../client/temporary-daemon.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { renderJson } from '../output/json.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'

/** Result of syncing a venue's list. */
type Synced = { readonly venue: VenueId } & (
  | { readonly kind: 'read'; readonly rows: number; readonly seconds: number }
  | { readonly kind: 'not_kept' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
)

/** Interval of progress checks, ms. */
const LOOK_MS = 1_000

export const syncCommand: Register = (program, output) => {
  addRequestFlags(
    program.command('sync [venues...]').description('Sync the market catalog of venues now'),
  ).action((names, flags) => sync(names, flags, output))
}

/** `pmx-local sync [venues]`: reads the lists of all or some venues, so that they are ready for later queries. */
async function sync(names: readonly string[], flags: RequestFlags, output: Output): Promise<void> {
  if (flags.demo === true)
    throw new CommandFailed('The simulation stores no lists. It reads them on request.', exitCodes.usage)
  const venues = names.length === 0 ? servedVenueIds : [...new Set(names.map(parseVenue))]
  const caller = await openKeepingCaller(flags, output)
  try {
    if (flags.verbose === true) output.note(`called: ${caller.where}`)
    const reading = new Map<VenueId, number>()
    const words = () => [...reading].map(([venue, rows]) => `${venue} ${renderCount(rows, 'row')}`).join(', ')
    const ends = await withProgress(
      output,
      () => words() || 'reading lists',
      () => undefined,
      () => Promise.all(venues.map((venue) => syncOne(venue, caller, flags, output, reading))),
    )
    if (flags.json === true) output.line(renderJson(ends, output.isTerminal))
    if (ends.some(({ kind }) => kind === 'failed'))
      throw new CommandFailed('Some lists could not be synced. Their stored rows were not changed.')
  } finally {
    await caller.close()
  }
}

async function syncOne(
  venue: VenueId,
  caller: ApiCaller,
  flags: RequestFlags,
  output: Output,
  reading: Map<VenueId, number>,
): Promise<Synced> {
  const startedAt = systemClock.now()
  const stop = new AbortController()
  const watched = watch(venue, caller, stop.signal, (rows) => reading.set(venue, rows))
  const end = await readAnew(venue, caller, startedAt, output).finally(() => stop.abort())
  await watched
  reading.delete(venue)
  if (flags.json !== true) output.line(lineOf(end))
  return end
}

/**
 * Repeats the request until the list is newer than before. Each request waits for the sync as long as a request may take.
 * The sync may have started earlier, by another client or an interrupted run.
 */
async function readAnew(
  venue: VenueId,
  caller: ApiCaller,
  startedAt: number,
  output: Output,
): Promise<Synced> {
  const before = await activeList(venue, caller)
  for (let isFirst = true; ; isFirst = false) {
    const reply = await caller.call(venue, 'fetchMarkets', [{ limit: 1 }], { renews: true })
    if (isFirst) printMode(reply.headers, output)
    const active = await activeList(venue, caller)
    if (active?.readAt !== undefined && active.readAt !== before?.readAt) {
      const seconds = (systemClock.now() - startedAt) / 1_000
      return { venue, kind: 'read', rows: active.rows ?? 0, seconds }
    }
    if (reply.status === 200) {
      if (active?.readAt === undefined && active?.lastFailure === undefined)
        return { venue, kind: 'not_kept' }
      // The response was the older list, as where stale responses are allowed.
      return { venue, kind: 'failed', ...(active.lastFailure ?? notRead) }
    }
    const failure = failureIn(reply)
    if (failure.detail?.kind !== 'still_listing')
      return { venue, kind: 'failed', code: failure.code, message: failure.message }
  }
}

async function activeList(venue: VenueId, caller: ApiCaller) {
  const lists = await caller.lists(venue)
  return lists.find(({ status }) => status === 'active')
}

const notRead = { code: 'UNKNOWN', message: 'it was not synced, and the daemon did not give a reason' }

/** Polls the progress of the sync. */
async function watch(
  venue: VenueId,
  caller: ApiCaller,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(LOOK_MS, signal).catch(() => undefined)
    if (signal.aborted) return
    const lists = await caller.lists(venue).catch(() => undefined)
    const rows = lists?.find(({ status }) => status === 'active')?.reading
    if (rows !== undefined) onRows(rows)
  }
}

function lineOf(end: Synced): string {
  switch (end.kind) {
    case 'read':
      return `${end.venue}: ${renderCount(end.rows, 'row')} in ${end.seconds.toFixed(1)} s`
    case 'not_kept':
      return `${end.venue}: its lists are loaded on request and not stored`
    case 'failed':
      return `${end.venue}: ${end.code}: ${toPrintable(end.message)}`
  }
}

const failureShape = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    detail: z.object({ kind: z.string().optional() }).nullish(),
  }),
})

function failureIn({ body }: ApiReply): z.output<typeof failureShape>['error'] {
  const told = failureShape.safeParse(body)
  return told.data?.error ?? { code: 'UNKNOWN', message: 'the daemon did not give a reason' }
}
