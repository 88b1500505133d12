import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { Database } from '../../storage/driver.js'
import { noSecrets } from '../../venue-kit/contract/account-secrets.js'
import { createMemo, type Memo } from '../../venue-kit/contract/memo.js'
import type { Status, Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { takeUnknownWords } from '../../venue-kit/payload/native-enums.js'
import { createOmissions } from '../../venue-kit/payload/response-notes.js'
import { listOwnMarkets } from '../../venue-kit/requests/row-lists.js'
import { createCatalogReader, INDEPENDENT_AFTER_MS } from '../file/catalog-reader.js'
import { type CatalogSync, createCatalogWriter } from '../file/catalog-writer.js'
import {
  countLostMarkets,
  hasLostMany,
  isPassing,
  lacksSame,
  lookUpMissing,
  sampleMissing,
} from './missing-markets.js'
import { syncList } from './read-list.js'
import { serializeError } from './serialized-error.js'
import type { FromThread, Jobs, Port, ToThread } from './sync-messages.js'
import { buffersOf } from './transfer.js'
import { createVenueProxy } from './venue-proxy.js'

/** Maximum number of facts that an adapter caches between calls, per venue. */
const MEMO_ENTRIES = 20_000

interface ThreadDeps {
  readonly port: Port<FromThread, ToThread>
  /** The catalog's file; there is no other writer. */
  readonly database: Database
  readonly clock: Clock
  readonly turn: EventLoopYield
  loadVenue(id: VenueId): Promise<Venue> | undefined
}

/** Runs the jobs of the thread that writes the catalog: syncs lists, builds columns, deletes old lists. */
export function serveCatalog({ port, database, clock, turn, loadVenue }: ThreadDeps): void {
  const addresses = new Map<VenueId, string>()
  const writer = createCatalogWriter(database, clock, (venue) => addresses.get(venue) ?? '')
  const reader = createCatalogReader(database, (venue) => addresses.get(venue) ?? '')
  const post = (message: FromThread): void => port.postMessage(message)
  const asking = createVenueProxy(post)
  const memos = new Map<VenueId, Memo>()
  /** Finished syncs that are not published yet. */
  const read = new Map<number, CatalogSync>()
  const running = new Map<number, AbortController>()

  function memoOf(venue: VenueId): Memo {
    const memo = memos.get(venue) ?? createMemo(MEMO_ENTRIES, clock)
    memos.set(venue, memo)
    return memo
  }

  async function walk(
    { venue: id, status, address, youngest, takenAt }: Jobs['walk']['asked'],
    job: number,
    signal: AbortSignal,
  ): Promise<Jobs['walk']['done']> {
    const venue = await loadVenue(id)
    if (venue === undefined) throw new Error(`the venue ${id} does not exist`)
    addresses.set(id, address)
    const log = loggerOver(post)
    const omissions = createOmissions(log, () => {})
    const ctx: VenueContext = {
      http: asking.httpFor(job, venue),
      clock,
      signal,
      log,
      memo: memoOf(id),
      secrets: noSecrets,
      omissions,
    }
    const listsMarkets = listOwnMarkets(venue, { status }, ctx) !== undefined
    const isTaken = takenAt !== undefined
    // Pages of two daemons are not mixed.
    const terms = isTaken ? { youngest: Number.POSITIVE_INFINITY, beganAt: takenAt } : { youngest }
    const begun = writer.begin(id, status, { listsMarkets, ...terms })
    // A list that was doubted may have been this one, or one of the same outage: it confirms nothing, also after a restart.
    if (
      takenAt !== undefined &&
      begun.doubt !== undefined &&
      takenAt < begun.doubt.since + INDEPENDENT_AFTER_MS
    ) {
      begun.abandon()
      throw new Error('it is not newer than the list that it would confirm')
    }
    const isContinued = begun.pages > 0
    let rows = 0
    const isWhole = await syncList(venue, status, begun, ctx, (added) => {
      rows += added
      post({ kind: 'progress', job, rows })
      signal.throwIfAborted()
    })
      .catch((error: unknown) => {
        // A malformed list, or a cursor loop, would fail again from the same position. What continues does not know how many rows
        // of the stored pages are missing.
        const isWrong = !signal.aborted && !isPassing(error)
        if (isTaken || isWrong || omissions.rows > 0) begun.abandon()
        throw error
      })
      .finally(handOverWords)
    const omitted = { rows: omissions.rows, warnings: omissions.warnings, cut: omissions.cut }
    read.set(begun.id, begun)
    const { id: walk } = begun
    const columns = begun.columns() ?? {
      event: await reader.columns(walk, 'event', turn),
      market: await reader.columns(walk, 'market', turn),
    }
    const generation = reader.state(id).find((list) => list.status === status)?.generation
    const missing =
      status === 'active' && generation !== undefined
        ? reader.missing(generation.walk, walk, clock.now())
        : []
    const sizes = sizesOf(walk, status, generation?.walk, missing.length)
    const lostMany =
      status === 'active' &&
      sizes.before !== undefined &&
      hasLostMany(sizes.now, sizes.before, missing.length)
    if (lostMany && isTaken) {
      read.delete(walk)
      begun.abandon()
      throw new Error('it lacks many markets of the previous list')
    }
    const state = lostMany ? await lookUpMissing(missing, venue.markets, ctx) : 'closed'
    const lacksOpen = state === 'open'
    const lost = countLostMarkets(missing.length, sizes.before?.market ?? 0, state)
    const { doubt } = begun
    return {
      ...{ walk, isWhole, omitted, columns, sizes, lost, lacksOpen, isContinued },
      missing: sampleMissing(missing),
      lacksSame: lacksSame(missing, doubt?.missing),
      ...(doubt === undefined ? {} : { doubt }),
    }
  }

  /** Rows that have closed by now count on neither side, since they do not make an open list shorter. */
  function sizesOf(
    walk: number,
    status: Status,
    replaced: number | undefined,
    missing: number,
  ): Jobs['walk']['done']['sizes'] {
    const now = reader.sizeOf(walk)
    if (replaced === undefined) return { now }
    const before = reader.sizeOf(replaced)
    const isShorter =
      now.event < before.event || now.market < before.market || hasLostMany(now, before, missing)
    if (status === 'closed' || !isShorter) return { now, before }
    const at = clock.now()
    return { now: reader.sizeOf(walk, at), before: reader.sizeOf(replaced, at) }
  }

  /** Sends unknown words to the main thread, also after a failed sync, since an unknown word may be the reason. */
  function handOverWords(): void {
    const words = takeUnknownWords()
    if (words.length > 0) post({ kind: 'words', words })
  }

  function run(
    message: Extract<ToThread, { kind: 'start' }>,
    signal: AbortSignal,
  ): Promise<Jobs[keyof Jobs]['done']> {
    switch (message.name) {
      case 'walk':
        return walk(message.asked, message.job, signal)
      case 'publish':
        return publish(message.asked)
      case 'drop':
        return drop(message.asked)
      case 'columns':
        return reader.columns(message.asked.walk, message.asked.kind, turn)
      case 'singles':
        return singles(message.asked)
      case 'prune':
        return prune(message.asked)
    }
  }

  async function publish({ walk, isWhole, omitted }: Jobs['publish']['asked']): Promise<null> {
    read.get(walk)?.end(isWhole, omitted)
    read.delete(walk)
    return null
  }

  async function drop({ walk, doubt }: Jobs['drop']['asked']): Promise<null> {
    read.get(walk)?.dropDoubted(doubt)
    read.delete(walk)
    return null
  }

  async function singles({ venue, address, listsMarkets, ...rows }: Jobs['singles']['asked']): Promise<null> {
    addresses.set(venue, address)
    writer.singles(venue, rows, listsMarkets)
    // Without list requests nothing else would checkpoint these rows; syncs are checkpointed at their end.
    if (running.size === 1) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    return null
  }

  async function prune({ before, isClockRight }: Jobs['prune']['asked']): Promise<null> {
    for (const _left of writer.prune(before, isClockRight)) await turn(true)
    return null
  }

  function start(message: Extract<ToThread, { kind: 'start' }>): void {
    const { job } = message
    const controller = new AbortController()
    running.set(job, controller)
    run(message, controller.signal)
      .then(
        (result) => port.postMessage({ kind: 'done', job, result }, buffersOf(result)),
        (error: unknown) => post({ kind: 'failed', job, error: serializeError(error) }),
      )
      .finally(() => running.delete(job))
  }

  port.on('message', (message) => {
    if (message.kind === 'start') start(message)
    else if (message.kind === 'stop') running.get(message.job)?.abort(new Error('the job was stopped'))
    else asking.take(message)
  })
}

function loggerOver(post: (message: FromThread) => void): Logger {
  const at =
    (level: Extract<FromThread, { kind: 'log' }>['level']): Logger['info'] =>
    (fields, message) =>
      post({ kind: 'log', level, fields, message })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
