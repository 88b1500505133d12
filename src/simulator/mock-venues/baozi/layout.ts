/** The accounts of the program in bytes, field by field (venues/baozi/README.md): little-endian, without padding. */

const UNUSED_KEY = new Uint8Array(32)
const PLACES = 10
const LABEL_BYTES = 32

export const discriminators = {
  Market: [219, 190, 213, 55, 0, 227, 198, 154],
  RaceMarket: [235, 196, 111, 75, 230, 113, 118, 238],
  UserPosition: [251, 248, 209, 245, 83, 234, 17, 27],
  RacePosition: [44, 182, 16, 1, 230, 14, 174, 46],
} as const

/** Bytes that the program reserves after the last field. */
const RESERVED = { Market: 15, RaceMarket: 19, UserPosition: 16 } as const

/** A market as on chain: amounts in lamports, times in epoch seconds. */
export interface MarketFields {
  readonly number: number
  readonly question: string
  readonly closingTime: number
  readonly resolutionTime: number
  /** Yes before No in a binary market. */
  readonly pools: readonly bigint[]
  readonly status: number
  /** Index of the winner. */
  readonly winner: number | undefined
  readonly lastBetTime: number
  readonly layer: number
  readonly creator: Uint8Array
  readonly platformFeeBps: number
}

const u8 = (value: number): Uint8Array => Uint8Array.of(value)
const u16 = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8)
const u64 = (value: bigint | number): Uint8Array => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt.asIntN(64, BigInt(value)))
  return bytes
}
const text = (value: string): Uint8Array => {
  const bytes = Buffer.from(value, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}
const option = (value: Uint8Array | undefined): Uint8Array =>
  value === undefined ? u8(0) : Buffer.concat([u8(1), value])
const zeros = (length: number): Uint8Array => new Uint8Array(length)

/** Encodes a label in 32 bytes: a longer one is cut at a byte, a shorter one is padded with zeros. */
function label(value: string): Uint8Array {
  const field = Buffer.alloc(LABEL_BYTES)
  Buffer.from(value, 'utf8').copy(field)
  return field
}

function ten<Value>(
  values: readonly Value[],
  write: (value: Value) => Uint8Array,
  empty: Uint8Array,
): Uint8Array {
  return Buffer.concat(
    Array.from({ length: PLACES }, (_unused, place) => {
      const value = values[place]
      return value === undefined ? empty : write(value)
    }),
  )
}

function head(kind: keyof typeof discriminators): Uint8Array {
  return Uint8Array.from(discriminators[kind])
}

function beginning({ number, question, closingTime, resolutionTime }: MarketFields): Uint8Array {
  return Buffer.concat([u64(number), text(question), u64(closingTime), u64(resolutionTime), u64(0)])
}

/** Returns the fields from the last bet to the council, which has no members. */
function origin({ lastBetTime, layer, creator }: MarketFields): Uint8Array {
  const modes = [u8(255), u8(layer), u8(0), u8(0)]
  const council = Buffer.concat(Array.from({ length: 5 }, () => UNUSED_KEY))
  return Buffer.concat([u64(lastBetTime), ...modes, creator, option(undefined), council])
}

/** Encodes a market of two sides. */
export function encodeMarket(fields: MarketFields, freezeSeconds: number): Uint8Array {
  const { pools, status, winner, platformFeeBps } = fields
  const sides = Buffer.concat([u64(pools[0] ?? 0n), u64(pools[1] ?? 0n)])
  return Buffer.concat([
    head('Market'),
    beginning(fields),
    sides,
    status === 0 ? zeros(16) : sides,
    u8(status),
    option(winner === undefined ? undefined : u8(winner === 0 ? 1 : 0)),
    u8(0),
    zeros(33),
    zeros(24),
    origin(fields),
    zeros(4),
    u64(0),
    option(undefined),
    u16(50),
    u64(0),
    option(undefined),
    u16(platformFeeBps),
    u16(100),
    u64(freezeSeconds),
    u8(pools.some((pool) => pool > 0n) ? 1 : 0),
    u8(0),
    zeros(RESERVED.Market),
  ])
}

/** Encodes a market of up to ten outcomes. */
export function encodeRace(
  fields: MarketFields,
  labels: readonly string[],
  freezeSeconds: number,
): Uint8Array {
  const { pools, status, winner, platformFeeBps } = fields
  const sums = Buffer.concat([ten(pools, u64, zeros(8)), u64(pools.reduce((all, pool) => all + pool, 0n))])
  return Buffer.concat([
    head('RaceMarket'),
    beginning(fields),
    u8(labels.length),
    ten(labels, label, zeros(LABEL_BYTES)),
    sums,
    status === 0 ? zeros(sums.length) : sums,
    u8(status),
    option(winner === undefined ? undefined : u8(winner)),
    u8(0),
    zeros(24),
    origin(fields),
    u8(0),
    zeros(PLACES),
    u8(0),
    u16(50),
    option(undefined),
    u16(platformFeeBps),
    u16(100),
    u64(freezeSeconds),
    u8(0),
    zeros(RESERVED.RaceMarket),
  ])
}

/** Encodes the stakes of a wallet on both sides of a market. */
export function encodePosition(user: Uint8Array, number: number, stakes: readonly bigint[]): Uint8Array {
  const sides = [u64(stakes[0] ?? 0n), u64(stakes[1] ?? 0n)]
  const end = [u8(0), u8(255), option(undefined), u64(0), zeros(RESERVED.UserPosition)]
  return Buffer.concat([head('UserPosition'), user, u64(number), ...sides, ...end])
}

/** Encodes the stakes of a wallet in a race. */
export function encodeRacePosition(user: Uint8Array, number: number, stakes: readonly bigint[]): Uint8Array {
  const total = stakes.reduce((all, stake) => all + stake, 0n)
  return Buffer.concat([
    head('RacePosition'),
    user,
    u64(number),
    ten(stakes, u64, zeros(8)),
    u64(total),
    u8(0),
    u8(255),
  ])
}
