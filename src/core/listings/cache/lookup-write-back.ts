import { messageOf } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { StoredSingleRows } from '../../../catalog/file/page-writer.js'
import type { Syncer } from '../../../catalog/sync/sync-client.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import { createLru } from '../../../policy/lru.js'
import type { EventRow, MarketRow, Venue } from '../../../venue-kit/contract/venue.js'

/** Maximum number of rows that wait to be written. Further rows are dropped, since they are copies of the venue's rows. */
const MAX_WAITING = 500
/** Time in which rows are gathered: each write may have to start a thread. */
const GATHER_MS = 10_000
/** Delay before a failed write is tried again. */
const BROKEN_MS = 60_000
/** Maximum number of markets held in memory as they were last read. */
const MAX_HELD = 1_000

/** Rows that were read by their ids, and markets that a search found. */
type ReadRows = StoredSingleRows

/** A market as its venue last returned it outside of its lists. */
interface HeldMarket {
  readonly row: MarketRow
  /** Epoch ms. */
  readonly readAt: number
}

/** Writes what lookups and native searches read into the cached data of the venue. */
export interface LookupWriteBack {
  /** Accepts public rows. Never waits, and never fails. */
  take(venue: Venue, rows: ReadRows): void
  /** Whether any market of a venue was read after the instant, epoch ms. */
  hasSince(venue: VenueId, since: number): boolean
  /** Returns the market as it was last read, if that was after the instant, epoch ms. */
  market(venue: VenueId, marketId: string, since: number): MarketRow | undefined
  close(): void
}

interface FedRowsDeps {
  readonly syncer: Pick<Syncer, 'keepSingles'>
  readonly clock: Clock
  readonly log: Logger
  /** Address override of a venue; '' for the venue's own addresses. */
  addressOf(venue: VenueId): string
}

interface Waiting {
  readonly venue: Venue
  readonly events: Map<string, EventRow>
  readonly markets: Map<string, MarketRow>
  readonly found: Map<string, MarketRow>
}

export function createLookupWriteBack({ syncer, clock, log, addressOf }: FedRowsDeps): LookupWriteBack {
  const held = createLru<HeldMarket>(MAX_HELD)
  const latest = new Map<VenueId, number>()
  const waiting = new Map<VenueId, Waiting>()
  let count = 0
  let isWriting = false
  let brokenUntil = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined

  function waitingOf(venue: Venue): Waiting {
    const known = waiting.get(venue.id)
    if (known !== undefined) return known
    const none: Waiting = { venue, events: new Map(), markets: new Map(), found: new Map() }
    waiting.set(venue.id, none)
    return none
  }

  function put<Row>(rows: Map<string, Row>, id: string, row: Row, size: number): void {
    if (!rows.has(id)) {
      if (count + size > MAX_WAITING) return
      count += size
    }
    rows.set(id, row)
  }

  async function write(): Promise<void> {
    cancel = undefined
    const all = [...waiting.values()]
    waiting.clear()
    count = 0
    isWriting = true
    try {
      for (const { venue, events, markets, found } of all)
        await syncer.keepSingles({
          venue: venue.id,
          address: addressOf(venue.id),
          listsMarkets: venue.markets.listMarkets !== undefined,
          events: [...events.values()],
          markets: [...markets.values()],
          found: [...found.values()],
        })
    } catch (error) {
      brokenUntil = clock.monotonic() + BROKEN_MS
      log.debug({ reason: messageOf(error) }, 'rows of a lookup could not be stored')
    } finally {
      isWriting = false
    }
  }

  return {
    take(venue, { events, markets, found }) {
      if (events.length + markets.length + found.length === 0) return
      const readAt = clock.now()
      for (const row of markets) held.set(`${venue.id} ${row.market.marketId}`, { row, readAt })
      if (markets.length > 0) latest.set(venue.id, readAt)
      if (isWriting || clock.monotonic() < brokenUntil) return
      const of = waitingOf(venue)
      for (const row of events) put(of.events, row.event.id, row, 1 + row.markets.length)
      for (const row of markets) put(of.markets, row.market.marketId, row, 1)
      for (const row of found) put(of.found, row.market.marketId, row, 1)
      cancel ??= clock.setTimer(GATHER_MS, () => void write())
    },
    hasSince: (venue, since) => (latest.get(venue) ?? Number.NEGATIVE_INFINITY) > since,
    market(venue, marketId, since) {
      const known = held.get(`${venue} ${marketId}`)
      return known !== undefined && known.readAt > since ? known.row : undefined
    },
    close() {
      cancel?.()
      waiting.clear()
    },
  }
}
