import { HOUR_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, narrowToListed } from '../../mock-kit/venue-view.js'
import { mix } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { addressOf, keyOf, kinds, numberAt } from './addresses.js'
import { encodeMarket, encodeRace, type MarketFields } from './layout.js'

/** An account: its address and its data. */
export interface Account {
  readonly address: string
  readonly data: Uint8Array
}

const VENUE = 'baozi'
const MAX_OUTCOMES = 10
const FREEZE_SECONDS = 300
/**
 * One dollar of the world is a thousandth of a SOL, so that the venue is as small as the real one. Every tick of a
 * price is an integer.
 */
const LAMPORTS_A_DOLLAR = 1_000_000n
const TICKS = 1_000n

const statuses = { active: 0, closed: 1, resolved: 2, cancelled: 3 } as const
/** By layer: Official, Lab, Private. */
const feesBps = [250, 300, 200] as const

/** Returns the kind of market for an event, or undefined if the venue does not list it. */
export function kindFor(event: WorldEvent): 'binary' | 'race' | undefined {
  if (event.shape === 'single') return 'binary'
  return event.shape === 'candidates' && event.markets.length <= MAX_OUTCOMES ? 'race' : undefined
}

/** Returns all markets of one kind, in the arbitrary order of a node. */
export function marketsOf(context: MockContext, kind: 'binary' | 'race'): readonly Account[] {
  return findListedEvents(context, VENUE)
    .filter((event) => kindFor(event) === kind)
    .map((event) => accountOf(context, event, kind))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
}

/** Returns the market at an address, of any age, or undefined without one. */
export function marketAt(context: MockContext, address: string): Account | undefined {
  for (const kind of ['binary', 'race'] as const) {
    const number = numberAt(context.world.seed, kinds[kind], address)
    const found = number === undefined ? undefined : context.world.eventByNumber(number)
    const event = narrowToListed(context, VENUE, found)
    if (event !== undefined && kindFor(event) === kind) return accountOf(context, event, kind)
  }
  return undefined
}

function accountOf(context: MockContext, event: WorldEvent, kind: 'binary' | 'race'): Account {
  const address = addressOf(context.world.seed, kinds[kind], event.number)
  const labels = event.markets.map(({ label, question }) => label ?? question)
  const fields = fieldsOf(context, event, kind)
  const data =
    kind === 'binary' ? encodeMarket(fields, FREEZE_SECONDS) : encodeRace(fields, labels, FREEZE_SECONDS)
  return { address, data }
}

function fieldsOf(context: MockContext, event: WorldEvent, kind: 'binary' | 'race'): MarketFields {
  const { world, now } = context
  const layer = mix(event.seed, 1) % 5 === 0 ? 0 : 1
  const last = event.markets.map(({ key }) => world.lastTrade(key, now)?.at ?? 0)
  const { status, winner } = endOf(event, kind, now)
  const [only] = event.markets
  return {
    number: event.number,
    question: kind === 'binary' && only !== undefined ? only.question : event.title,
    // Bets end when trading of the world ends.
    closingTime: event.endsAt / 1000 + FREEZE_SECONDS,
    resolutionTime: (event.endsAt + HOUR_MS) / 1000,
    pools: kind === 'binary' ? sidesOf(context, only) : racePools(context, event.markets),
    status,
    winner,
    lastBetTime: Math.floor(Math.max(...last) / 1000),
    layer,
    creator: keyOf(world.seed, kinds.creator, event.number % 7),
    platformFeeBps: feesBps[layer],
  }
}

/** Cancels a question that pays half, and a race without a winner. */
function endOf(event: WorldEvent, kind: 'binary' | 'race', now: number) {
  const state = stateAt(event, now)
  if (state !== 'resolved') {
    return { status: state === 'open' ? statuses.active : statuses.closed, winner: undefined }
  }
  const won = event.markets.findIndex(({ payout }) => payout === 1)
  const isHalf = event.markets.some(({ payout }) => payout === 0.5)
  if (isHalf || (kind === 'race' && won === -1)) return { status: statuses.cancelled, winner: undefined }
  return { status: statuses.resolved, winner: kind === 'binary' && won === -1 ? 1 : won }
}

/** Returns pools with the ratio of the last price. Empty before the first bet. */
function sidesOf({ world, now }: MockContext, market: WorldMarket | undefined): readonly bigint[] {
  const last = market === undefined ? undefined : world.lastTrade(market.key, now)
  if (market === undefined || last === undefined) return [0n, 0n]
  const dollars = BigInt(Math.ceil(world.stats(market.key, now).notional))
  const total = dollars * LAMPORTS_A_DOLLAR
  const yes = (total * ticksOf(last.price)) / TICKS
  return [yes, total - yes]
}

/** Returns one pool for each runner, sized by its last price and the total turnover. */
function racePools({ world, now }: MockContext, markets: readonly WorldMarket[]): readonly bigint[] {
  const money = markets.reduce((sum, { key }) => sum + world.stats(key, now).notional, 0)
  const dollars = BigInt(Math.ceil(money))
  return markets.map(({ key }) => {
    const last = world.lastTrade(key, now)
    return last === undefined ? 0n : (dollars * LAMPORTS_A_DOLLAR * ticksOf(last.price)) / TICKS
  })
}

function ticksOf(price: number): bigint {
  return BigInt(Math.round(price * Number(TICKS)))
}
