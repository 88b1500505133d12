import { drift } from '../../../venue-kit/payload.js'
import type { NativeMarket } from '../wire.js'

/** Words of the market, and of the instrument where older rows have that alone (../README.md). */
const overWords = new Set(['CLOSED', 'RESOLVING', 'RESOLVED', 'EXPIRED', 'TERMINATED'])
const decidedWords = new Set(['RESOLVED', 'EXPIRED', 'TERMINATED'])

/** `OPEN` of `MARKET_STATUS_OPEN`; the instrument's word where the market has none. */
function wordOf({ status, ep3Status }: NativeMarket): string | undefined {
  const own = status?.replace(/^MARKET_STATUS_/, '')
  return own === undefined || own === 'UNSPECIFIED' ? ep3Status : own
}

/** Whether nothing can be traded any more. A halt is taken back, and words that are new leave it to the flag. */
export function isOver(market: NativeMarket): boolean {
  const { closed, archived } = market
  return closed === true || archived === true || overWords.has(wordOf(market) ?? '')
}

/** Whether what the sides paid is told: `active` stays true after that. */
export function isDecided(market: NativeMarket): boolean {
  return isOver(market) && decidedWords.has(wordOf(market) ?? '')
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) for a market that does not say whether it is open */
export function assertState(market: NativeMarket, what: string): void {
  const { slug, status, ep3Status, closed } = market
  if (status === undefined && ep3Status === undefined && closed === undefined)
    throw drift(what, 'status', `market ${slug} does not say whether it is open`)
}

const closedStates = new Set(['CLOSED', 'EXPIRED', 'TERMINATED'])

/** `OPEN` of `MARKET_STATE_OPEN`. */
export function stateWord(state: string | undefined): string | undefined {
  return state?.replace(/^MARKET_STATE_/, '')
}

/** Whether a book is over: what is quoted in it is left over. */
export function isClosedBook(state: string | undefined): boolean {
  return closedStates.has(stateWord(state) ?? '')
}
