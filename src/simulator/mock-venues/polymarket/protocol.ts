import { hideInHex, numberHiddenIn } from '../../mock-kit/native-ids.js'
import type { Side, WorldMarket } from '../../world/common/types.js'

/**
 * Protocol V2: ids of the PositionManager (README.md in this folder, "Protocol V2"). A position id is 32 bytes: module,
 * base hash (16 bytes), arity (2), eight zeros, resolution chain (2), condition index (2), outcome (1).
 */

export type ProtocolVersion = 'v1' | 'v2'

/** The series whose markets trade by Protocol V2; all others trade by the Gnosis CTF. */
const v2Series = new Set(['tessel-updown-1d-v2', 'streaming-hours', 'islaverde-election', 'top-employer'])

/** Series whose Gamma rows also have CTF tokens, which have no book. */
const seriesWithBothLists = new Set(['streaming-hours'])

/** Share of v1 markets that also have position ids, which have no book: about a third in October 2026. */
const V1_WITH_POSITIONS = { some: 7, outOf: 20 } as const

function seriesKeyOf({ eventKey }: WorldMarket): string {
  return eventKey.slice(0, eventKey.lastIndexOf('.'))
}

export function versionOf(market: WorldMarket): ProtocolVersion {
  return v2Series.has(seriesKeyOf(market)) ? 'v2' : 'v1'
}

/** Whether the Gamma row of a market also has the ids of the other protocol. */
export function hasBothLists(market: WorldMarket): boolean {
  if (versionOf(market) === 'v2') return seriesWithBothLists.has(seriesKeyOf(market))
  return market.seed % V1_WITH_POSITIONS.outOf < V1_WITH_POSITIONS.some
}

/** The modules of market ids. Combos, the third module, are not implemented. */
type Module = 'binary' | 'neg_risk'

const moduleBytes: Readonly<Record<Module, string>> = { binary: '01', neg_risk: '02' }
const kinds: Readonly<Record<Module, number>> = { binary: 0xb1a, neg_risk: 0x4e6d }
/** Bytes that are zero in every id: reserved, then the resolution chain (Polygon). */
const RESERVED = '0'.repeat(16)
const CHAIN = '0000'

/** The structure that a position id encodes. */
interface Structure {
  readonly module: Module
  /** The number of a binary market, or of the event of a neg-risk market. */
  readonly number: number
  /** 0 for a binary market. */
  readonly arity: number
  readonly index: number
}

/** Returns the first 29 bytes of all ids of a structure, without `0x`. */
function baseOf(seed: number, { module, number, arity }: Structure): string {
  const hash = hideInHex(seed, kinds[module], number).slice(-32)
  return `${moduleBytes[module]}${hash}${hex(arity, 2)}${RESERVED}${CHAIN}`
}

function hex(value: number, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0')
}

/** Returns the structure of the ids of a Protocol V2 market. @param event the number of its event and of its markets */
export function structureOf(
  market: WorldMarket,
  event: { readonly exclusive: boolean; readonly number: number; readonly markets: readonly unknown[] },
): Structure {
  return event.exclusive
    ? { module: 'neg_risk', number: event.number, arity: event.markets.length, index: market.index }
    : { module: 'binary', number: market.number, arity: 0, index: 0 }
}

/** Returns the condition id of Gamma: 31 bytes, `0x` and 62 hex digits. */
export function structuralConditionOf(seed: number, structure: Structure): string {
  return `0x${baseOf(seed, structure)}${hex(structure.index, 2)}`
}

/** Returns the parent of the conditions of a market: 29 bytes, padded to 32. */
export function onchainEventIdOf(seed: number, structure: Structure): string {
  return `0x${baseOf(seed, structure)}000000`
}

/** Returns a position id: a uint256 as decimal text. */
export function positionIdOf(seed: number, structure: Structure, side: Side): string {
  return BigInt(`${structuralConditionOf(seed, structure)}${side === 'yes' ? '00' : '01'}`).toString()
}

/** Returns the structure in the hex digits of a condition or position id, or undefined if the id is not of this world. */
function structureIn(seed: number, digits: string): Structure | undefined {
  const module = (['binary', 'neg_risk'] as const).find((one) => digits.startsWith(moduleBytes[one]))
  if (module === undefined) return undefined
  const structure = {
    module,
    number: numberHiddenIn(seed, kinds[module], digits.slice(2, 34)),
    arity: Number.parseInt(digits.slice(34, 38), 16),
    index: Number.parseInt(digits.slice(58, 62), 16),
  }
  return structuralConditionOf(seed, structure).slice(2) === digits.slice(0, 62) ? structure : undefined
}

/** The market of an id, in terms of the world. */
export interface PositionFacts {
  readonly structure: Structure
  readonly side: Side
}

/** Decodes a position id. @returns undefined when the text is not a position id of this world */
export function positionIn(seed: number, id: string): PositionFacts | undefined {
  if (!/^[1-9]\d{70,77}$/.test(id)) return undefined
  const digits = BigInt(id).toString(16).padStart(64, '0')
  const structure = digits.length === 64 ? structureIn(seed, digits) : undefined
  const outcome = digits.slice(62)
  if (structure === undefined || (outcome !== '00' && outcome !== '01')) return undefined
  return { structure, side: outcome === '00' ? 'yes' : 'no' }
}

/** Returns the structure of a condition of 31 or 32 bytes, or undefined for any other text. */
export function structureOfCondition(seed: number, id: string): Structure | undefined {
  const digits = /^0x([0-9a-f]{62})(?:00)?$/.exec(id)?.[1]
  return digits === undefined ? undefined : structureIn(seed, digits)
}
