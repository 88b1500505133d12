import { encodeBase58 } from '../../../api/values/base58.js'
import { createWordTable, describeUnknownWord } from '../../../venue-kit/payload/native-enums.js'
import { MILLIS_FROM } from '../../../venue-kit/payload/schema.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { LayoutFault, type Reader, readerOf } from './reader.js'

/** The accounts of the program in their binary layout (../README.md). Bytes after the last field are ignored. */

/** The first eight bytes of an account, which identify its kind. */
export const discriminators = {
  Market: Uint8Array.of(219, 190, 213, 55, 0, 227, 198, 154),
  RaceMarket: Uint8Array.of(235, 196, 111, 75, 230, 113, 118, 238),
  UserPosition: Uint8Array.of(251, 248, 209, 245, 83, 234, 17, 27),
  RacePosition: Uint8Array.of(44, 182, 16, 1, 230, 14, 174, 46),
} as const
export type AccountKind = keyof typeof discriminators

/** A market of either kind. Amounts are in the smallest unit of its currency, times epoch ms. */
export interface NativeMarket {
  readonly kind: 'binary' | 'race'
  /** The program's own number; a binary market and a race may have the same. */
  readonly number: bigint
  readonly question: string
  /** One per pool; Yes before No. */
  readonly labels: readonly string[]
  readonly pools: readonly bigint[]
  readonly closesAt: number
  /** Bets end this many ms before it closes. */
  readonly freezeMs: number
  /** Absent in older accounts without this instant. */
  readonly resolvesAt?: number
  readonly lastBetAt?: number
  readonly status: number
  /** Index of the winning or proposed outcome. */
  readonly winner?: number
  readonly currency: number
  /** Absent for an unknown code. */
  readonly layer?: string
  readonly accessGate?: string
  readonly creator: string
  readonly creatorFeeBps?: number
  readonly platformFeeBps?: number
}

/** Stakes of a wallet in a market, by index of the outcome. */
export interface NativePosition {
  readonly kind: NativeMarket['kind']
  readonly user: string
  readonly number: bigint
  readonly stakes: readonly bigint[]
  readonly isClaimed: boolean
}

/** Maximum number of outcomes of a race. */
const PLACES = 10
const LABEL_BYTES = 32
const COUNCIL_BYTES = 5 * 32
/** The program's constant, which the venue's own tools use for races and for accounts without the member. */
const FREEZE_MS = 300_000
/** Longer than any market may be open. */
const MAX_FREEZE_S_LENGTH = 366n * 86_400n

/** The program's words for its codes. */
export const statusNameOf = createWordTable('baozi', 'market.status', {
  0: 'Active',
  1: 'Closed',
  2: 'Resolved',
  3: 'Cancelled',
  4: 'Paused',
  5: 'ResolvedPending',
  6: 'Disputed',
})
/** Amounts in another currency are unknown, because its unit is. */
const currencyOf = createWordTable('baozi', 'market.currency_type', { 0: 'SOL' })
const layerOf = createWordTable('baozi', 'market.layer', { 0: 'Official', 1: 'Lab', 2: 'Private' })
const accessGateOf = createWordTable('baozi', 'market.access_gate', {
  0: 'Public',
  1: 'Whitelist',
  2: 'InviteHash',
})

const kinds = Object.keys(discriminators) as AccountKind[]

/** Returns the kind of an account, or undefined for another one. */
function kindOf(bytes: Uint8Array): AccountKind | undefined {
  return kinds.find((kind) => discriminators[kind].every((byte, index) => bytes[index] === byte))
}

/**
 * Reads the market in an account, or undefined for an account of another kind.
 * @throws LayoutFault
 */
export function readMarket(bytes: Uint8Array): NativeMarket | undefined {
  const kind = kindOf(bytes)
  if (kind !== 'Market' && kind !== 'RaceMarket') return undefined
  const reader = readerOf(bytes)
  reader.take(8, 'discriminator')
  const number = reader.u64('market_id')
  const question = reader.text('question')
  const closesAt = instant(reader.i64('closing_time'))
  if (closesAt === undefined) throw new LayoutFault('closing_time', 'expected epoch seconds')
  const resolvesAt = instant(reader.i64('resolution_time'))
  reader.i64('auto_stop_buffer')
  const body = kind === 'Market' ? readBinary(reader) : readRace(reader)
  return omitUndefined<NativeMarket>({ number, question, closesAt, resolvesAt, ...body })
}

type Body = Omit<NativeMarket, 'number' | 'question' | 'closesAt' | 'resolvesAt'>

function readBinary(reader: Reader): Body {
  const pools = [reader.u64('yes_pool'), reader.u64('no_pool')]
  reader.take(16, 'snapshot_yes_pool')
  const status = readStatus(reader)
  const winner = reader.option('winning_outcome', () => (reader.flag('winning_outcome') ? 0 : 1))
  const currency = readCurrency(reader)
  reader.take(33, 'reserved_usdc_vault')
  reader.take(24, 'creator_bond')
  const origin = readOrigin(reader)
  const terms = unlessOtherwise(() => {
    readCouncil(reader)
    reader.take(4, 'council_size')
    reader.u64('total_affiliate_fees')
    reader.option('invite_hash', () => reader.take(32, 'invite_hash'))
    const creatorFeeBps = reader.u16('creator_fee_bps')
    reader.u64('total_creator_fees')
    reader.option('creator_profile', () => reader.take(32, 'creator_profile'))
    const platformFeeBps = reader.u16('platform_fee_bps_at_creation')
    return { creatorFeeBps, platformFeeBps, freezeMs: readFreeze(reader) }
  })
  const labels = ['Yes', 'No']
  return omitUndefined<Body>({ kind: 'binary', labels, pools, status, winner, currency, ...origin, ...terms })
}

function readRace(reader: Reader): Body {
  const count = reader.u8('outcome_count')
  if (count < 2 || count > PLACES)
    throw new LayoutFault('outcome_count', `expected 2 to ${PLACES}, got ${count}`)
  const labels = places((place) => readLabel(reader, place)).slice(0, count)
  const pools = places(() => reader.u64('outcome_pools')).slice(0, count)
  const total = reader.u64('total_pool')
  const sum = pools.reduce((all, pool) => all + pool, 0n)
  if (total !== sum)
    throw new LayoutFault('total_pool', `expected the sum of the pools, ${sum}, got ${total}`)
  reader.take(8 * PLACES + 8, 'snapshot_pools')
  const status = readStatus(reader)
  const winner = reader.option('winning_outcome', () => reader.u8('winning_outcome'))
  if (winner !== undefined && winner >= count)
    throw new LayoutFault('winning_outcome', `expected one of ${count} outcomes, got ${winner}`)
  const currency = readCurrency(reader)
  reader.take(24, 'platform_fee_collected')
  const origin = readOrigin(reader)
  const terms = unlessOtherwise(() => {
    readCouncil(reader)
    reader.take(1 + PLACES + 1, 'council_size')
    const creatorFeeBps = reader.u16('creator_fee_bps')
    reader.option('creator_profile', () => reader.take(32, 'creator_profile'))
    return { creatorFeeBps, platformFeeBps: reader.u16('platform_fee_bps_at_creation'), freezeMs: FREEZE_MS }
  })
  return omitUndefined<Body>({ kind: 'race', labels, pools, status, winner, currency, ...origin, ...terms })
}

/** Reads the status. A market in an unknown state may or may not accept bets or be decided. */
function readStatus(reader: Reader): number {
  const code = reader.u8('status')
  if (statusNameOf(String(code)) !== undefined) return code
  throw new LayoutFault('status', describeUnknownWord('market.status', String(code)))
}

function readCurrency(reader: Reader): number {
  const code = reader.u8('currency_type')
  currencyOf(String(code))
  return code
}

/** Reads the fields that both kinds share between the collected amounts and their council. */
function readOrigin(reader: Reader) {
  const lastBetAt = instant(reader.i64('last_bet_time'))
  reader.u8('bump')
  const layer = layerOf(String(reader.u8('layer')))
  reader.u8('resolution_mode')
  const accessGate = accessGateOf(String(reader.u8('access_gate')))
  const creator = encodeBase58(reader.take(32, 'creator'))
  return { lastBetAt, layer, accessGate, creator }
}

/** Reads terms that only decorate a market: a different ending of the account does not invalidate it. */
function unlessOtherwise<Terms extends object>(read: () => Terms): Terms | { readonly freezeMs: number } {
  try {
    return read()
  } catch (error) {
    if (error instanceof LayoutFault) return { freezeMs: FREEZE_MS }
    throw error
  }
}

function readCouncil(reader: Reader): void {
  reader.option('oracle_host', () => reader.take(32, 'oracle_host'))
  reader.take(COUNCIL_BYTES, 'council')
}

function readFreeze(reader: Reader): number {
  reader.u16('affiliate_fee_bps_at_creation')
  const seconds = reader.i64('betting_freeze_seconds_at_creation')
  if (seconds >= 0n && seconds <= MAX_FREEZE_S_LENGTH) return Number(seconds) * 1000
  throw new LayoutFault('betting_freeze_seconds_at_creation', `expected seconds, got ${seconds}`)
}

/** Reads a label, which is padded with zero bytes; a long one is cut at its 32nd byte, possibly inside a character. */
function readLabel(reader: Reader, place: number): string {
  const bytes = reader.take(LABEL_BYTES, 'outcome_labels')
  const end = bytes.indexOf(0)
  const text = new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end))
  return text.replace(/\uFFFD$/, '').trim() || `Outcome ${place + 1}`
}

/**
 * Reads the position in an account, or undefined for an account of another kind.
 * @throws LayoutFault
 */
export function readPosition(bytes: Uint8Array): NativePosition | undefined {
  const kind = kindOf(bytes)
  if (kind !== 'UserPosition' && kind !== 'RacePosition') return undefined
  const reader = readerOf(bytes)
  reader.take(8, 'discriminator')
  const user = encodeBase58(reader.take(32, 'user'))
  const number = reader.u64('market_id')
  if (kind === 'UserPosition') {
    const stakes = [reader.u64('yes_amount'), reader.u64('no_amount')]
    return { kind: 'binary', user, number, stakes, isClaimed: reader.flag('claimed') }
  }
  const stakes = places(() => reader.u64('bets'))
  const total = reader.u64('total_bet')
  const sum = stakes.reduce((all, stake) => all + stake, 0n)
  if (total !== sum) throw new LayoutFault('total_bet', `expected the sum of the bets, ${sum}, got ${total}`)
  return { kind: 'race', user, number, stakes, isClaimed: reader.flag('claimed') }
}

function places<Value>(read: (place: number) => Value): Value[] {
  return Array.from({ length: PLACES }, (_unused, place) => read(place))
}

/** Converts epoch seconds to epoch ms, or undefined for 0, which stands for "never", and for invalid times. */
function instant(seconds: bigint): number | undefined {
  return seconds > 0n && seconds < BigInt(MILLIS_FROM) ? Number(seconds) * 1000 : undefined
}
