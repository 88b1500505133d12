import { createNotImplemented, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../paper-trading/state/venue-notes.js'
import { toSecondIso } from '../../world/common/dates.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { type Amount, toDollars } from './amounts.js'
import { comboKeyOf, isCombo, type Leg, legsOf, paidBy, toComboMarket, worthOf } from './combo-market.js'
import { marketOf, marketSlugOf } from './ids.js'
import { type Native, toNanoIso } from './native-market.js'
import { accountOf } from './paper.js'
import { createRefusal } from './replies.js'

/** Routes of combos: instruments of several legs that traders create (README.md, "Combos"). */
export const comboRoutes: readonly Route[] = [
  route('POST', '/v1/combos', create),
  route('GET', '/v1/combos', (call) => {
    accountOf(call)
    const symbol = requireOrRefuse(call.query.text('symbol'), () => createRefusal(400, 'symbol is required'))
    const found = findComboBySlug(call, symbol)
    return toJsonReply({ combos: found === undefined ? [] : [comboRow(call, found)] })
  }),
]

const PREFIX = 'caoc-'

interface Made {
  readonly key: string
  readonly createdAt: number
}

/** Created combos, by their slugs. */
const notes: NotesOf<Made> = { name: 'polymarket_us: combos' }
const ANYBODY = ''

export function findComboBySlug({ paper, world }: MockContext, slug: string): WorldMarket | undefined {
  const made = paper.notes(notes).get(ANYBODY, slug)
  return made && toComboMarket(world, made.key, made.createdAt)
}

/**
 * Rejects a combo on a public route, since no document specifies those responses.
 * @throws 501 for the slug of a combo
 */
export function refuseCombo(slug: string): void {
  if (slug.startsWith(PREFIX)) throw createNotImplemented(`public market data of ${PREFIX}...`)
}

/** Creates a combo. A set of legs has one combo: a repeated request returns the first. */
function create(call: MockCall): Reply {
  accountOf(call)
  const key = comboKeyOf(legsIn(call))
  const market = toComboMarket(call.world, key, call.now)
  const known = findComboBySlug(call, market.slug)
  if (known !== undefined) return toJsonReply({ combo: comboRow(call, known) })
  call.paper.notes(notes).set(ANYBODY, market.slug, { key, createdAt: call.now })
  return toJsonReply({ combo: comboRow(call, market) })
}

const [FEWEST_LEGS, MAX_LEGS] = [2, 10]

function legsIn(call: MockCall): readonly Leg[] {
  const given = bodyMemberOf(call.request, 'legs')
  if (!Array.isArray(given) || given.length < FEWEST_LEGS || given.length > MAX_LEGS)
    throw createRefusal(400, `legs must have ${FEWEST_LEGS} to ${MAX_LEGS} entries`)
  const legs = given.map((body) => legIn(call, body))
  const events = new Set(legs.map(({ market }) => market.eventKey))
  if (events.size < legs.length) throw createRefusal(400, 'legs must be of different events')
  return legs
}

function legIn(call: MockCall, body: unknown): Leg {
  const side = bodyTextOf({ body }, 'side')
  if (side !== 'SIDE_BUY' && side !== 'SIDE_SELL') throw createRefusal(400, 'invalid leg side')
  const listed = marketOf(call, bodyTextOf({ body }, 'symbol') ?? '')
  const isFit = listed?.event.teams !== undefined && stateAt(listed.market, call.now) === 'open'
  if (listed === undefined || !isFit) throw createRefusal(400, 'leg is not open or not supported in combos')
  return { market: listed.market, side: side === 'SIDE_BUY' ? 'yes' : 'no' }
}

function comboRow({ world, now }: MockContext, market: WorldMarket): Native {
  const state = { open: 'OPEN', closed: 'CLOSED', resolved: 'EXPIRED', unlisted: 'PENDING' } as const
  return {
    id: market.slug,
    legs: legsOf(world, market.key).map((leg) => ({
      symbol: legSlug(world, leg),
      side: leg.side === 'yes' ? 'SIDE_BUY' : 'SIDE_SELL',
    })),
    state: `INSTRUMENT_STATE_${state[stateAt(market, now)]}`,
    createdTime: toSecondIso(market.opensAt),
    tickSize: market.tick,
  }
}

function legSlug(world: MockContext['world'], { market }: Leg): string {
  return marketSlugOf({ event: world.eventOf(market), market })
}

/** Returns the legs of a held or traded market. None if it is not a combo. */
export function detailsOfLegs(context: MockContext, market: WorldMarket): readonly Native[] {
  if (!isCombo(market)) return []
  return legsOf(context.world, market.key).map((leg) => legDetail(context, leg))
}

function legDetail({ world, now }: MockContext, leg: Leg): Native {
  const { market, side } = leg
  const event = world.eventOf(market)
  const isOver = stateAt(market, now) === 'resolved'
  const startsAt = event.startsAt ?? event.opensAt
  return {
    slug: legSlug(world, leg),
    title: event.title,
    outcome: market.label ?? market.yesLabel,
    eventSlug: event.slug,
    eventId: String(event.number),
    outcomeSide: side === 'yes' ? 'OUTCOME_SIDE_YES' : 'OUTCOME_SIDE_NO',
    eventStartTime: toSecondIso(startsAt),
    live: now >= startsAt && stateAt(market, now) === 'open',
    indicativePrice: isOver ? null : toDollars(worthOf(world, leg, now)),
    ...(isOver ? { settlement: settlementOf(leg) } : {}),
    state: `COMBO_LEG_STATE_${isOver ? (won[paidBy(leg)] ?? 'INDETERMINATE') : 'PENDING'}`,
  }
}

const won: Readonly<Record<number, string>> = { 1: 'WON', 0: 'LOST' }

function settlementOf({ market }: Leg): { settlementPrice: Amount; settlementSetTime: string } {
  return { settlementPrice: toDollars(market.payout), settlementSetTime: toNanoIso(market.resolvesAt) }
}
