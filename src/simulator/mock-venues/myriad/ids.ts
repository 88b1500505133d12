import type { MockContext } from '../../mock-kit/mock-venue.js'
import { hexOf, mixWide } from '../../world/common/hash.js'
import type { WorldEvent } from '../../world/common/types.js'

/**
 * Numbers of markets count within a network, so that those of different networks repeat (README.md).
 * Pools have even and order books odd ones: whether they share numbers on one network is not known.
 */

/** Room for the markets of an event. */
const LEGS = 32
const SERIES = 512
const POOL_NETWORKS = 3
const SERIES_A_NETWORK = Math.ceil(SERIES / POOL_NETWORKS)

/** The number of a pool on its network, which is the one of its series' position among three. */
export function idInPools({ series, cycle }: WorldEvent, leg: number): number {
  const place = cycle * SERIES_A_NETWORK + Math.floor(series.index / POOL_NETWORKS)
  return 2 * (place * LEGS + leg) + 2
}

export function idInBooks({ series, cycle }: WorldEvent, leg: number): number {
  return 2 * ((cycle * SERIES + series.index) * LEGS + leg) + 1
}

/** An event with the position of one of its questions. */
interface Place {
  readonly event: WorldEvent
  readonly leg: number
}

/**
 * What a number on one network stands for, whether or not it is told there. @param position of the network among
 * pools
 */
export function resolveNumber({ world }: MockContext, id: number, position: number): Place | undefined {
  const isPool = id % 2 === 0
  const rest = isPool ? (id - 2) / 2 : (id - 1) / 2
  const place = Math.floor(rest / LEGS)
  const span = isPool ? SERIES_A_NETWORK : SERIES
  const row = place % span
  const index = isPool ? row * POOL_NETWORKS + position : row
  const series = world.series[index]
  const event = series === undefined ? undefined : world.event(`${series.key}.${Math.floor(place / span)}`)
  return event === undefined ? undefined : { event, leg: rest % LEGS }
}

const NUMBER_DIGITS = 12

/** The id of an order-book event: a UUID whose last group is the event's number. */
export function eventUuid({ number }: WorldEvent, seed: number): string {
  return uuidWith(seed, number)
}

function uuidWith(seed: number, number: number): string {
  const hex = hexOf(mixWide(seed, number), 10)
  const tail = number.toString(16).padStart(NUMBER_DIGITS, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${tail}`
}

/** The event of a UUID; undefined when there is none. */
export function eventByUuid({ world }: MockContext, uuid: string): WorldEvent | undefined {
  const digits = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-([0-9a-f]{12})$/.exec(uuid.toLowerCase())?.[1]
  if (digits === undefined) return undefined
  const number = Number.parseInt(digits, 16)
  return uuidWith(world.seed, number) === uuid.toLowerCase() ? world.eventByNumber(number) : undefined
}

/** The event that a slug names, or that a market with this slug belongs to: slugs hold the opening time. */
export function eventBySlug({ world }: MockContext, slug: string): WorldEvent | undefined {
  const match = /^(.+?)-(\d{9,10})(?:-.+)?$/.exec(slug)
  return match === null ? undefined : world.openedAt(match[1] ?? '', Number(match[2]) * 1000)
}

/** The token of an outcome. Not unique inside markets of many outcomes: recorded (README.md). */
export function tokenIdOf(marketId: number, outcome: number): string {
  return String((BigInt(marketId) * 2n) | BigInt(outcome))
}

/** A wallet, contract or transaction that some number stands for. */
export function hexAddress(seed: number, bytes: 20 | 32): string {
  return `0x${hexOf(seed, bytes)}`
}
