import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import type { NativeBook, NativeMarket } from '../schemas.js'

type Stage = 'standing' | 'over' | 'decided'

/** Stages by the market's own status. For `UNSPECIFIED` or a new value, the instrument's status decides. A halt is temporary. */
const stages: ReadonlyMap<string | undefined, Stage> = new Map([
  ['MARKET_STATUS_OPEN', 'standing'],
  ['MARKET_STATUS_HALTED', 'standing'],
  ['MARKET_STATUS_CLOSED', 'over'],
  ['MARKET_STATUS_RESOLVING', 'over'],
  ['MARKET_STATUS_RESOLVED', 'decided'],
])

/** The instrument's statuses, which are the only ones in older rows (../README.md). */
const instrumentStage = createWordTable<Stage>('polymarket_us', 'market.ep3Status', {
  PENDING: 'standing',
  PREOPEN: 'standing',
  OPEN: 'standing',
  SUSPENDED: 'standing',
  HALTED: 'standing',
  MATCH_AND_CLOSE_AUCTION: 'standing',
  CLOSED: 'over',
  RESOLVING: 'over',
  RESOLVED: 'decided',
  EXPIRED: 'decided',
  TERMINATED: 'decided',
})

/** @throws EXCHANGE_NOT_AVAILABLE (drift) if only an unknown status of the instrument is present */
function stageOf({ slug, status, ep3Status }: NativeMarket): Stage | undefined {
  const own = stages.get(status)
  if (own !== undefined || ep3Status === undefined) return own
  // The exchange's own protocol has the words with a prefix (synpath 0.11.0, polymarket_us_exchange.py).
  const stage = instrumentStage(ep3Status.replace(/^INSTRUMENT_STATE_/, ''))
  if (stage !== undefined) return stage
  const word = ep3Status.slice(0, 40)
  throw createSchemaMismatch(`market ${slug}`, 'ep3Status', `unknown value '${word}' for market.ep3Status`)
}

/** Whether trading has ended. */
export function isOver(market: NativeMarket): boolean {
  const { closed, archived } = market
  const stage = stageOf(market)
  return closed === true || archived === true || stage === 'over' || stage === 'decided'
}

/** Whether the payouts of the sides are reported. `active` stays true afterwards. */
export function isDecided(market: NativeMarket): boolean {
  return stageOf(market) === 'decided'
}

/**
 * Asserts that a market reports whether it is open.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a market that does not report whether it is open
 */
export function assertState(market: NativeMarket, what: string): void {
  const { slug, status, ep3Status, closed } = market
  if (status === undefined && ep3Status === undefined && closed === undefined)
    throw createSchemaMismatch(what, 'status', `market ${slug} has no state that shows whether it is open`)
}

type BookState = NativeBook['state']

const closedStates: ReadonlySet<BookState> = new Set([
  'MARKET_STATE_CLOSED',
  'MARKET_STATE_EXPIRED',
  'MARKET_STATE_TERMINATED',
])

/** Returns `OPEN` for `MARKET_STATE_OPEN`. */
export function stateWordOf(state: BookState): string | undefined {
  return state?.replace(/^MARKET_STATE_/, '')
}

/** Whether a book has ended, so that its quotes are leftovers. */
export function isClosedBook(state: BookState): boolean {
  return closedStates.has(state)
}
