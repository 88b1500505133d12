import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { findMarketByNumber } from '../../mock-kit/native-ids.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import type { Side, WorldEvent, WorldMarket } from '../../world/common/types.js'
import { createInvalidField, createTooLarge } from './errors.js'

/**
 * All objects of the venue share one sequence of numbers. The last two bits here encode the kind, so that no two
 * objects share a number.
 */
const kinds = { market: 0, yes: 1, no: 2, event: 3 } as const
const KINDS = 4

/** Number of ids before the events for roots and categories of the tree, which are older. */
const FIRST_CATEGORY = 100

export function eventIdOf(event: WorldEvent): string {
  return idOf(event.number, 'event')
}

export function rootIdOf(position: number): string {
  return idOf(1 + position, 'event')
}

export function categoryIdOf(seriesIndex: number): string {
  return idOf(FIRST_CATEGORY + seriesIndex, 'event')
}

/** Returns the id of a market, derived from its first world market. */
export function marketIdOf(first: WorldMarket): string {
  return idOf(first.number, 'market')
}

export function contractIdOf(market: WorldMarket, side: Side): string {
  return idOf(market.number, side)
}

function idOf(number: number, kind: keyof typeof kinds): string {
  return String(number * KINDS + kinds[kind])
}

function numberIn(id: number, kind: keyof typeof kinds): number | undefined {
  return id % KINDS === kinds[kind] ? Math.floor(id / KINDS) : undefined
}

/** Returns the event with this id, of any age, or undefined before it opens and for other objects. */
export function eventWith(context: MockContext, id: number): WorldEvent | undefined {
  const number = numberIn(id, 'event')
  const event = number === undefined ? undefined : context.world.eventByNumber(number)
  return narrowToListed(context, 'smarkets', event)
}

/** Returns the first world market of the market with this id, of any age. */
export function marketWith(context: MockContext, id: number): ListedMarket | undefined {
  return numbered(context, numberIn(id, 'market'))
}

function numbered(context: MockContext, number: number | undefined): ListedMarket | undefined {
  return number === undefined ? undefined : findMarketByNumber(context, 'smarkets', number)
}

/** Returns the side of a world market that is the contract with this id, of any age. */
export function contractWith(
  context: MockContext,
  id: number,
): (ListedMarket & { readonly side: Side }) | undefined {
  const side = (['yes', 'no'] as const).find((one) => numberIn(id, one) !== undefined)
  const listed = side && numbered(context, numberIn(id, side))
  return listed && { ...listed, side }
}

/**
 * Reads the ids in a path such as `/events/1,2,3/`, each once.
 * @throws 400 for an id that is not a number, `refusal` for more than `most`
 */
export function idsIn(
  { params }: MockCall,
  name: string,
  most: number,
  refusal = createTooLarge,
): readonly number[] {
  const ids = [...new Set((params[name] ?? '').split(','))].map((part) => {
    if (/^\d{1,15}$/.test(part)) return Number(part)
    throw createInvalidField(name, 'not a valid integer')
  })
  if (ids.length > most) throw refusal()
  return ids
}
