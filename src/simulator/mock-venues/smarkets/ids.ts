import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { marketByNumber } from '../../mock-kit/native-ids.js'
import { type ListedMarket, visible } from '../../mock-kit/venue-view.js'
import type { Side, WorldEvent, WorldMarket } from '../../world/common/types.js'
import { invalidField, tooLarge } from './errors.js'

/**
 * Every thing of the venue has a number of its own. Here the last two bits say what it numbers, so that no two things
 * of any kind share one.
 */
const kinds = { market: 0, yes: 1, no: 2, event: 3 } as const
const KINDS = 4

/** Roots and categories of the tree come before the events, as they are older. */
const FIRST_CATEGORY = 100

export function eventId(event: WorldEvent): string {
  return idOf(event.number, 'event')
}

export function rootId(position: number): string {
  return idOf(1 + position, 'event')
}

export function categoryId(seriesIndex: number): string {
  return idOf(FIRST_CATEGORY + seriesIndex, 'event')
}

/** A market is named by the first world market in it. */
export function marketId(first: WorldMarket): string {
  return idOf(first.number, 'market')
}

export function contractId(market: WorldMarket, side: Side): string {
  return idOf(market.number, side)
}

function idOf(number: number, kind: keyof typeof kinds): string {
  return String(number * KINDS + kinds[kind])
}

function numberIn(id: number, kind: keyof typeof kinds): number | undefined {
  return id % KINDS === kinds[kind] ? Math.floor(id / KINDS) : undefined
}

/** The event of any age with this id; undefined before it opens and for ids of something else. */
export function eventWith(context: MockContext, id: number): WorldEvent | undefined {
  const number = numberIn(id, 'event')
  const event = number === undefined ? undefined : context.world.eventByNumber(number)
  return visible(context, 'smarkets', event)
}

/** The first world market of the market of any age with this id. */
export function marketWith(context: MockContext, id: number): ListedMarket | undefined {
  return numbered(context, numberIn(id, 'market'))
}

function numbered(context: MockContext, number: number | undefined): ListedMarket | undefined {
  return number === undefined ? undefined : marketByNumber(context, 'smarkets', number)
}

/** The side of a world market of any age that the contract with this id is. */
export function contractWith(
  context: MockContext,
  id: number,
): (ListedMarket & { readonly side: Side }) | undefined {
  const side = (['yes', 'no'] as const).find((one) => numberIn(id, one) !== undefined)
  const listed = side && numbered(context, numberIn(id, side))
  return listed && { ...listed, side }
}

/**
 * The ids of a path such as `/events/1,2,3/`, each once.
 * @throws 400 for what is no number, `refusal` for more than `most`
 */
export function idsIn(
  { params }: MockCall,
  name: string,
  most: number,
  refusal = tooLarge,
): readonly number[] {
  const ids = [...new Set((params[name] ?? '').split(','))].map((part) => {
    if (/^\d{1,15}$/.test(part)) return Number(part)
    throw invalidField(name, 'not a valid integer')
  })
  if (ids.length > most) throw refusal()
  return ids
}
