import { PmxError } from '../../../api/envelope/errors.js'

/**
 * The venue's two protocols and their ids (../README.md, "Protocols"): `v1` is the Gnosis CTF, `v2` the PositionManager.
 * Source: docs.polymarket.com, migrate/polymarket-v2/api-integrations and resources/onchain-position-data;
 * polymarket-client 0.14.0, `_internal/protocol.py` and `models/types.py`.
 */
export type Protocol = 'v1' | 'v2'

/** Bits 40 to 103 of a position id, which are always zero. */
const RESERVED_BITS = ((1n << 64n) - 1n) << 40n
/** Binary, negative risk, combinatorial: the highest byte of a position id. */
const MODULES: ReadonlySet<bigint> = new Set([1n, 2n, 3n])
const COMBINATORIAL = 3n
const WORD_BITS = 256

/**
 * Whether an outcome id has the form of a position of v2: its reserved bits are zero and its module is known. The official client
 * only checks the bits. For a CTF token, those bits are zero once in 2^64.
 */
export function isPositionId(outcomeId: string): boolean {
  if (!/^\d{60,78}$/.test(outcomeId)) return false
  const value = BigInt(outcomeId)
  return (value & RESERVED_BITS) === 0n && MODULES.has(value >> 248n)
}

/** Whether the id is a position in a combo, which no market list contains. */
export function isComboPosition(outcomeId: string): boolean {
  return isPositionId(outcomeId) && BigInt(outcomeId) >> 248n === COMBINATORIAL
}

/**
 * Returns the index of a position among its condition's two outcomes, where 0 is the first, Yes-like one, or undefined for any
 * other position.
 */
export function outcomeIndexOf(positionId: string): 0 | 1 | undefined {
  const index = BigInt.asUintN(8, BigInt(positionId))
  return index === 0n ? 0 : index === 1n ? 1 : undefined
}

/**
 * Returns a condition id in lower case, in the form that the order book and data hosts use. Gamma returns conditions of v2
 * without their last byte (62 hex digits), and the other hosts return 404, 400 or an empty list for those. The rule is the
 * official client's: 66 characters stay, 64 that begin with 0x01 or 0x02 are extended by `00`. Combos (0x03) have 62 digits.
 */
export function padCondition(conditionId: string): string {
  const id = conditionId.toLowerCase()
  return /^0x0[12][0-9a-f]{60}$/.test(id) ? `${id}00` : id
}

/** A padded condition of v2: module, hash, arity, eight zero bytes, chain, index, and no outcome. */
const STRUCTURAL = /^0x0[12][0-9a-f]{36}0{16}[0-9a-f]{8}00$/

/** Whether a condition of either width belongs to v2. A CTF condition is a hash, whose corresponding bits are zero once in 2^64. */
export function isStructuralCondition(conditionId: string): boolean {
  return STRUCTURAL.test(padCondition(conditionId))
}

/** Returns both widths of a v2 condition, the short one first. A CTF condition has only one width. */
export function conditionSpellingsOf(conditionId: string): readonly string[] {
  const padded = padCondition(conditionId)
  return isStructuralCondition(padded) ? [padded.slice(0, -2), padded] : [padded]
}

/** Returns the position of a v2 condition's first outcome, as a decimal number. */
export function firstPositionOf(conditionId: string): string {
  return String(BigInt.asUintN(WORD_BITS, BigInt(padCondition(conditionId))))
}

/** Members of a market list row that determine its protocol. */
export interface ProtocolFacts {
  readonly id: string
  /** Empty on a market that was never deployed. */
  readonly conditionId: string
  /** The venue's version; `null` as that text, or undefined if the row has no such member. */
  readonly version?: string | undefined
  readonly clobTokenIds?: readonly string[] | undefined
  readonly positionIds?: readonly string[] | undefined
}

/**
 * Returns the protocol of a market from its row alone. The documents require missing and unknown versions to be refused. Rows
 * recorded before autumn 2026 have no such member. They are read as v1 only if they have no v2 members, and no order is signed
 * for them.
 * @returns undefined for an unknown protocol
 */
export function protocolOf({ version, positionIds, conditionId }: ProtocolFacts): Protocol | undefined {
  if (version === 'v1' || version === 'v2') return version
  if (version !== undefined || positionIds !== undefined) return undefined
  return isStructuralCondition(conditionId) ? undefined : 'v1'
}

/**
 * Returns the outcome ids of a market in the order of its outcomes. The protocol selects the list, even if both are filled. An
 * empty text stands for an undeployed outcome. Returns undefined if it has no list yet.
 * @throws EXCHANGE_NOT_AVAILABLE (`unknown_protocol`)
 */
export function outcomeIdsOf(market: ProtocolFacts): readonly string[] | undefined {
  const protocol = protocolOf(market)
  if (protocol === undefined) throw createUnknownProtocolError(market)
  return protocol === 'v2' ? market.positionIds : market.clobTokenIds
}

/** Describes the protocol named in a market's row. */
export function describeProtocol({ version }: Pick<ProtocolFacts, 'version'>): string {
  return version === undefined
    ? 'has no protocol version'
    : `has the protocol version '${version.slice(0, 40)}'`
}

/** Creates the error for a market with an unknown protocol, because the data of its outcomes could belong to another asset. */
export function createUnknownProtocolError({ id, version }: Pick<ProtocolFacts, 'id' | 'version'>): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Polymarket's market ${id} ${describeProtocol({ version })}. This version knows only v1 and v2, so it cannot determine which of its ids are ` +
      'outcomes. Retrying does not help, but a newer pmx-local may.',
    {
      detail: { kind: 'unknown_protocol', marketId: id, version: version ?? null },
      retryable: false,
    },
  )
}
