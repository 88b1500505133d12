import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../../src/api/values/base58.js'
import { PROGRAM } from '../../../src/venues/baozi/schemas.js'

/** Accounts after the documented layouts (src/venues/baozi/README.md); questions and people are invented. */

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const u8 = (value: number): Buffer => Buffer.from([value])
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const i64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes
}
const key = (name: string): Buffer => createHash('sha256').update(name).digest()
const option = (value: Buffer | undefined): Buffer =>
  value === undefined ? u8(0) : Buffer.concat([u8(1), value])
const filled = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes], length)
const times = (count: number, make: (place: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_unused, place) => make(place)))

/** The first eight bytes of an account of the program. */
export const discriminator = (name: string): Buffer => key(`account:${name}`).subarray(0, 8)

/** 2026-12-01T12:00:00Z */
export const CLOSES = 1_796_126_400n

const common = {
  number: 4n,
  question: 'Will the comet be seen from Harbour Point? (Source: gazette.example)',
  closing: CLOSES,
  resolution: CLOSES + 3_600n,
  status: 0,
  currency: 0,
  lastBet: CLOSES - 86_400n,
  layer: 1,
  accessGate: 0,
  creator: 'creator',
  /** Optional members of the account, here or not. */
  withOptions: false,
  creatorFeeBps: 50,
  platformFeeBps: 300,
  freeze: 300n,
  tail: Buffer.alloc(17),
}

const binary = { ...common, yes: 30_000_000n, no: 10_000_000n, winner: undefined as boolean | undefined }
export type Binary = typeof binary

type Common = typeof common
const beginning = (name: string, fields: Common): Buffer =>
  Buffer.concat([
    discriminator(name),
    u64(fields.number),
    u32(utf8(fields.question).length),
    utf8(fields.question),
    i64(fields.closing),
    i64(fields.resolution),
    i64(0n),
  ])
const origin = ({ lastBet, layer, accessGate, creator, withOptions }: Common): Buffer =>
  Buffer.concat([
    i64(lastBet),
    u8(254),
    u8(layer),
    u8(1),
    u8(accessGate),
    key(creator),
    option(withOptions ? key('oracle') : undefined),
    times(5, (place) => key(`council ${place}`)),
  ])

/** A binary market. */
export function marketBytes(given: Partial<Binary> = {}): Buffer {
  const fields = { ...binary, ...given }
  const { withOptions, winner } = fields
  return Buffer.concat([
    beginning('Market', fields),
    u64(fields.yes),
    u64(fields.no),
    u64(1n),
    u64(2n),
    u8(fields.status),
    option(winner === undefined ? undefined : u8(winner ? 1 : 0)),
    u8(fields.currency),
    times(33, () => u8(7)),
    u64(3n),
    u64(4n),
    u64(5n),
    origin(fields),
    Buffer.from([3, 1, 0, 2]),
    u64(6n),
    option(withOptions ? key('invitation') : undefined),
    u16(fields.creatorFeeBps),
    u64(7n),
    option(withOptions ? key('profile') : undefined),
    u16(fields.platformFeeBps),
    u16(100),
    i64(fields.freeze),
    u8(fields.yes + fields.no > 0n ? 1 : 0),
    fields.tail,
  ])
}

const race = {
  ...common,
  number: 5n,
  question: 'Who wins the Lantern Cup?',
  labels: ['Kestrels', 'Otters', 'Herons'] as readonly string[],
  pools: [33_000_000n, 30_000_000n, 10_000_000n] as readonly bigint[],
  winner: undefined as number | undefined,
  total: undefined as bigint | undefined,
  count: undefined as number | undefined,
}
export type Race = typeof race

/** A market of several outcomes. */
export function raceBytes(given: Partial<Race> = {}): Buffer {
  const fields = { ...race, ...given }
  const { labels, pools, winner, withOptions } = fields
  const sum = pools.reduce((all, pool) => all + pool, 0n)
  return Buffer.concat([
    beginning('RaceMarket', fields),
    u8(fields.count ?? labels.length),
    times(10, (place) => filled(utf8(labels[place] ?? ''), 32)),
    times(10, (place) => u64(pools[place] ?? 0n)),
    u64(fields.total ?? sum),
    times(11, () => u64(9n)),
    u8(fields.status),
    option(winner === undefined ? undefined : u8(winner)),
    u8(fields.currency),
    u64(3n),
    u64(4n),
    u64(5n),
    origin(fields),
    u8(3),
    times(10, u8),
    u8(2),
    u16(fields.creatorFeeBps),
    option(withOptions ? key('profile') : undefined),
    u16(fields.platformFeeBps),
    fields.tail,
  ])
}

/** A wallet's stakes in a binary market. */
export function positionBytes(
  user: Buffer,
  number: bigint,
  [yes, no]: readonly bigint[],
  claimed = false,
): Buffer {
  const end = [u8(255), option(undefined), u64(0n), Buffer.alloc(16)]
  return Buffer.concat([
    discriminator('UserPosition'),
    user,
    u64(number),
    u64(yes ?? 0n),
    u64(no ?? 0n),
    u8(claimed ? 1 : 0),
    ...end,
  ])
}

/** A wallet's stakes in a race. */
export function racePositionBytes(
  user: Buffer,
  number: bigint,
  bets: readonly bigint[],
  claimed = false,
): Buffer {
  const total = bets.reduce((all, bet) => all + bet, 0n)
  return Buffer.concat([
    discriminator('RacePosition'),
    user,
    u64(number),
    times(10, (place) => u64(bets[place] ?? 0n)),
    u64(total),
    u8(claimed ? 1 : 0),
    u8(255),
  ])
}

export const wallet = key('wallet')
/** An address that nothing but its name leads to. */
export const addressOf = (name: string): string => encodeBase58(key(name))

/** An account as a node shows it. */
export function shown(data: Uint8Array, owner = PROGRAM) {
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    executable: false,
    lamports: 5_616_720,
    owner,
    rentEpoch: 18_446_744_073_709_552_000,
    space: data.length,
  }
}

/** A row of a scan. */
export function row(name: string, data: Uint8Array) {
  return { account: shown(data), pubkey: addressOf(name) }
}

export const result = (value: unknown) => ({ jsonrpc: '2.0', result: value, id: 1 })
export const inContext = (value: unknown) =>
  result({ context: { apiVersion: '2.2.16', slot: 402_117_311 }, value })
export const failure = (code: number, message: string) => ({
  jsonrpc: '2.0',
  error: { code, message },
  id: 1,
})
