import type { MockContext } from '../../mock-kit/mock-venue.js'
import {
  createSideTokens,
  findEventBySlug as eventWithSlug,
  findMarketByNumber,
  hideInHex,
  numberFromHex,
  type Token,
} from '../../mock-kit/native-ids.js'
import { type ListedMarket, narrowToListed } from '../../mock-kit/venue-view.js'
import { hexOf, mix, mixWide } from '../../world/common/hash.js'
import type { Side, WorldEvent, WorldMarket } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import { hostOf, offersSeries } from './catalogue.js'
import {
  onchainEventIdOf,
  positionIdOf,
  positionIn,
  structuralConditionOf,
  structureOf,
  structureOfCondition,
  versionOf,
} from './protocol.js'

/** Native ids (README.md in this folder, "Ids"). */

const CONDITION = 0xc0d1
const LEAD = 'a'
const ctfTokens = createSideTokens('polymarket', { yes: 0x7e5, no: 0x40 }, LEAD)

export type { Token }

/** Returns the condition id of the order book and the data API: `0x` and 64 hex digits. */
export function conditionIdOf(world: SimulatedWorld, market: WorldMarket): string {
  if (versionOf(market) === 'v2') return `${shownConditionOf(world, market)}00`
  return `0x${hideInHex(world.seed, CONDITION, market.number, LEAD)}`
}

/** Returns the condition id of Gamma: 62 hex digits for a market of Protocol V2, else 64. */
export function shownConditionOf(world: SimulatedWorld, market: WorldMarket): string {
  if (versionOf(market) === 'v1') return conditionIdOf(world, market)
  return structuralConditionOf(world.seed, structureOf(market, world.eventOf(market)))
}

/** Returns the on-chain parent event of a market of Protocol V2, 32 bytes. */
export function onchainEventOf(world: SimulatedWorld, market: WorldMarket): string {
  return onchainEventIdOf(world.seed, structureOf(market, world.eventOf(market)))
}

/** Returns the oracle request id, 32 bytes: the parent event of neg-risk markets, otherwise the condition. */
export function requestId(world: SimulatedWorld, market: WorldMarket): string {
  return world.eventOf(market).exclusive ? onchainEventOf(world, market) : conditionIdOf(world, market)
}

/** Returns the CTF tokens of a market, YES first; those of a Protocol V2 market do not trade. */
export function ctfTokenIdsOf(world: SimulatedWorld, market: WorldMarket): readonly [string, string] {
  return ctfTokens.pair(world.seed, market)
}

/** Returns the positions of a market, YES first; those of a v1 market do not trade. */
export function positionIdsOf(world: SimulatedWorld, market: WorldMarket): readonly [string, string] {
  const structure = structureOf(market, world.eventOf(market))
  return [positionIdOf(world.seed, structure, 'yes'), positionIdOf(world.seed, structure, 'no')]
}

/** Returns the ids that trade, YES first, by the protocol of the market. */
export function tokenIdsOf(world: SimulatedWorld, market: WorldMarket): readonly [string, string] {
  return versionOf(market) === 'v2' ? positionIdsOf(world, market) : ctfTokenIdsOf(world, market)
}

export function tokenOf(world: SimulatedWorld, market: WorldMarket, side: Side): string {
  return tokenIdsOf(world, market)[side === 'yes' ? 0 : 1]
}

/** Resolves an id that trades, or undefined for any other text, including ids of the other protocol. */
export function findByToken(context: MockContext, id: string): Token | undefined {
  const position = findByPosition(context, id)
  if (position !== undefined) return versionOf(position.market) === 'v2' ? position : undefined
  const token = ctfTokens.find(context, id)
  if (token === undefined || versionOf(token.market) === 'v2') return undefined
  return { ...token, event: hostOf(context, token.event) }
}

/** Resolves a position id, even if its market trades by the other protocol. */
export function findByPosition(context: MockContext, id: string): Token | undefined {
  const facts = positionIn(context.world.seed, id)
  const listed = facts && byStructure(context, facts.structure)
  return facts && listed && { ...listed, side: facts.side, id }
}

/** Resolves a CTF token, even if its market trades by the other protocol. */
export function findByCtfToken(context: MockContext, id: string): Token | undefined {
  const token = ctfTokens.find(context, id)
  return token && { ...token, event: hostOf(context, token.event) }
}

/** Returns the market of a condition id of 64 digits, case-insensitive, or undefined without one. */
export function findByCondition(context: MockContext, id: string): ListedMarket | undefined {
  const hex = /^0x(.{64})$/.exec(id.toLowerCase())?.[1] ?? ''
  const number = numberFromHex(context.world.seed, CONDITION, hex, LEAD)
  const found = number === undefined ? padded(context, `0x${hex}`) : findByNumber(context, number)
  return found !== undefined && conditionIdOf(context.world, found.market) === `0x${hex}` ? found : undefined
}

function padded(context: MockContext, id: string): ListedMarket | undefined {
  const structure = structureOfCondition(context.world.seed, id)
  return structure && byStructure(context, structure)
}

/** Returns the market with a condition id of Gamma, case-insensitive. */
export function findByShownCondition(context: MockContext, id: string): ListedMarket | undefined {
  const wanted = id.toLowerCase()
  const found = findByCondition(context, wanted) ?? padded(context, wanted)
  return found !== undefined && shownConditionOf(context.world, found.market) === wanted ? found : undefined
}

function byStructure(
  context: MockContext,
  { module, number, index }: NonNullable<ReturnType<typeof structureOfCondition>>,
): ListedMarket | undefined {
  if (module === 'binary') return findByNumber(context, number)
  const event = narrowToListed(context, 'polymarket', context.world.eventByNumber(number))
  const market = event?.markets[index]
  return event === undefined || market === undefined ? undefined : { event, market }
}

/** Returns the market with a numeric id. */
export function findByNumber(context: MockContext, number: number): ListedMarket | undefined {
  const found = findMarketByNumber(context, 'polymarket', number)
  return found && { ...found, event: hostOf(context, found.event) }
}

/** Returns the event with a slug; slugs end with the opening time. */
export function findEventBySlug(context: MockContext, slug: string): WorldEvent | undefined {
  const event = eventWithSlug(context, 'polymarket', slug)
  return event !== undefined && offersSeries(event.series) ? event : undefined
}

/** Returns the market with a slug, which is the slug of its event, with or without a suffix. */
export function findMarketBySlug(context: MockContext, slug: string): ListedMarket | undefined {
  const match = /^(.+?-\d{9,10})(?:-.+)?$/.exec(slug)
  const event = match?.[1] === undefined ? undefined : eventWithSlug(context, 'polymarket', match[1])
  const market = event?.markets.find((candidate) => candidate.slug === slug)
  return event === undefined || market === undefined ? undefined : { event: hostOf(context, event), market }
}

/** Returns the group id of a NegRisk event; the questions of its markets differ in the last byte. */
export function negRiskIdOf(world: SimulatedWorld, event: WorldEvent, last = 0): string {
  return `0x${hexOf(mixWide(mix(world.seed, 0x4e6), event.number), 31)}${last.toString(16).padStart(2, '0')}`
}

export function questionIdOf(world: SimulatedWorld, event: WorldEvent, market: WorldMarket): string {
  if (event.exclusive) return negRiskIdOf(world, event, market.index)
  return `0x${hexOf(mixWide(mix(world.seed, 0x9e5), market.number), 32)}`
}

/** Returns the wallet or transaction that a number identifies. */
export function createHexAddress(seed: number, bytes: 20 | 32): string {
  return `0x${hexOf(seed, bytes)}`
}
