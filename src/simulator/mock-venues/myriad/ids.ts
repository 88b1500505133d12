import type { MockContext } from '../../mock-kit/mock-venue.js'
import { hexOf, mixWide } from '../../world/common/hash.js'
import type { WorldEvent } from '../../world/common/types.js'

/**
 * Market numbers are unique within a network only (README.md). Pools have even numbers and order books odd ones;
 * whether they share numbers on one network is not known.
 */

/** Maximum number of markets of an event. */
const LEGS = 32
const SERIES = 512
const POOL_NETWORKS = 3
const SERIES_A_NETWORK = Math.ceil(SERIES / POOL_NETWORKS)

/** Returns the number of a pool on its network, which depends on its series' position among three. */
export function poolIdOf({ series, cycle }: WorldEvent, leg: number): number {
  const place = cycle * SERIES_A_NETWORK + Math.floor(series.index / POOL_NETWORKS)
  return 2 * (place * LEGS + leg) + 2
}

export function bookIdOf({ series, cycle }: WorldEvent, leg: number): number {
  return 2 * ((cycle * SERIES + series.index) * LEGS + leg) + 1
}

/** An event with the index of one of its questions. */
interface Place {
  readonly event: WorldEvent
  readonly leg: number
}

/** Resolves a number on one network, whether or not it is listed there. @param position of the network among pools */
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

/** Returns the id of an order-book event: a UUID whose last group is the event's number. */
export function eventUuidOf({ number }: WorldEvent, seed: number): string {
  return uuidWith(seed, number)
}

function uuidWith(seed: number, number: number): string {
  const hex = hexOf(mixWide(seed, number), 10)
  const tail = number.toString(16).padStart(NUMBER_DIGITS, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${tail}`
}

/** Returns the event of a UUID, or undefined without one. */
export function findEventByUuid({ world }: MockContext, uuid: string): WorldEvent | undefined {
  const digits = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-([0-9a-f]{12})$/.exec(uuid.toLowerCase())?.[1]
  if (digits === undefined) return undefined
  const number = Number.parseInt(digits, 16)
  return uuidWith(world.seed, number) === uuid.toLowerCase() ? world.eventByNumber(number) : undefined
}

/** Returns the event with a slug, or with a market of that slug; slugs contain the opening time. */
export function findEventBySlug({ world }: MockContext, slug: string): WorldEvent | undefined {
  const match = /^(.+?)-(\d{9,10})(?:-.+)?$/.exec(slug)
  return match === null ? undefined : world.openedAt(match[1] ?? '', Number(match[2]) * 1000)
}

/** Returns the token of an outcome. It is not unique within markets of many outcomes: recorded (README.md). */
export function tokenIdOf(marketId: number, outcome: number): string {
  return String((BigInt(marketId) * 2n) | BigInt(outcome))
}

/** Returns the wallet, contract or transaction that a number identifies. */
export function createHexAddress(seed: number, bytes: 20 | 32): string {
  return `0x${hexOf(seed, bytes)}`
}
