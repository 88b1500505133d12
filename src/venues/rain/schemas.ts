import * as z from 'zod'
import { enumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  integer,
  integerSeconds,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'
import { POOL_ID } from './ids.js'
import { type State, stateWords } from './native/states.js'

/**
 * Native payloads, limited to the used members (README.md). The venue's documents sometimes use other member names than its
 * responses (`id`, `title`, `choices`). Both names are read, and numbers may be sent as numbers or text.
 */

const poolId = z
  .string()
  .transform((id) => id.toLowerCase())
  .refine((id) => POOL_ID.test(id), 'expected 24 hexadecimal digits')

/** A pool in another state may or may not be tradable: its row is set aside (README.md). */
const state = enumOf('rain', 'pool.status', stateWords as readonly [State, ...State[]])

const amount = requireNonNegative('expected a non-negative amount')

/** The venue's arithmetic may yield slightly more than the whole. */
const WHOLE = 100 + 1e-9
const percent = decimal
  .refine((value) => value >= 0 && value <= WHOLE, { error: 'expected a percentage from 0 to 100' })
  .transform((value) => Math.min(100, value))

const option = z.object({
  choiceIndex: optionalOf(
    integer.refine((value) => value >= 0 && value < 10_000, 'expected an option number'),
  ),
  optionName: text,
  percentage: optionalOf(percent),
  optionImage: ornamentOf(text),
})
/** A parsed option. */
export type NativeOption = z.output<typeof option>

const token = z.object({ tokenDecimals: optionalOf(integer), tokenSymbol: ornamentOf(text) })

const members = z.object({
  _id: optionalOf(poolId),
  id: optionalOf(poolId),
  question: optionalOf(text),
  title: optionalOf(text),
  poolDescription: ornamentOf(text),
  description: ornamentOf(text),
  options: optionalOf(z.array(option)),
  choices: optionalOf(z.array(option)),
  status: state,
  createdAt: optionalOf(isoTime),
  endDate: optionalOf(isoTime),
  contractAddress: optionalOf(z.string().regex(/^0x[0-9a-fA-F]{40}$/, { error: 'expected an address' })),
  token: optionalOf(token),
  /** Money, in the token's smallest unit. */
  totalVolume: optionalOf(amount),
  totalVolumeUSD: optionalOf(amount),
  tags: ornamentsOf(text),
  poolImage: ornamentOf(text),
  /** Sub-pools in the newer API, which are separate markets. */
  subPools: optionalOf(z.array(z.unknown())),
  isPrivate: ornamentOf(z.boolean()),
  isAiResolver: ornamentOf(z.boolean()),
  isDisputed: ornamentOf(z.boolean()),
  isAppealed: ornamentOf(z.boolean()),
  participantCount: ornamentOf(integer),
  poolOwnerWalletAddress: ornamentOf(text),
  winnerOption: ornamentOf(
    z.object({ choiceIndex: ornamentOf(integer), decidedBy: ornamentOf(text), createdAt: ornamentOf(text) }),
  ),
})

const pool = members.transform(({ _id, id, question, title, options, choices, ...rest }, ctx) => {
  const told = { _id: _id ?? id, question: question ?? title, options: options ?? choices }
  for (const [name, value] of Object.entries(told)) {
    if (value === undefined) ctx.addIssue({ code: 'custom', message: 'is missing', path: [name] })
  }
  if ((rest.subPools ?? []).length > 0) {
    const message = 'a pool with sub-pools (newer API) is not supported'
    ctx.addIssue({ code: 'custom', message, path: ['subPools'] })
  }
  return { ...rest, id: told._id ?? '', question: told.question ?? '', options: told.options ?? [] }
})
keepRaw(pool)
/** A parsed pool, with times in epoch ms and money in its token's smallest unit. */
export type NativePool = z.output<typeof pool>

/** The number of pages in the list, if they are counted. */
const counts = z.object({ count: optionalOf(integer), pages: optionalOf(integer) })

/** `GET /pools/public-pools` */
export const poolsReply = z.object({
  data: z.intersection(z.object({ pools: rowsOf(pool, 'data.pools') }), counts),
})

/** `GET /pools/pool/{id}`, with or without an envelope. */
export const poolReply = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'data' in value ? value.data : value),
  pool,
)

/** The envelope of an empty success, which means that there is no such pool. */
export const nothingReply = z.object({ statusCode: z.literal(200), data: z.null() })

/** An integer number of the smallest units, in digits. A JSON number of that size may have lost precision. */
const digits = z.union([
  z.string().regex(/^\d{1,78}$/, { error: 'expected an integer in decimal digits' }),
  z.number().int().nonnegative().transform(String),
])
const units = digits.transform(Number)
/** A price in 1e18 units. */
const price = digits.transform((told) => Number(BigInt(told)) / 1e18)

const fill = z.object({
  id: text,
  poolAddress: text,
  optionAmount: units,
  blockNumber: integer,
  blockTimestamp: integerSeconds,
  transactionHash: text,
})
const purchase = fill.extend({ option: integer, baseAmount: units })
const orderFill = fill
  .extend({ orderOption: integer, orderPrice: price })
  .transform(({ orderOption: option, ...rest }) => ({ ...rest, option }))

/** A parsed fill: an order with its price, or a pool purchase with its cost, in the smallest units. */
export interface NativeFill extends z.output<typeof fill> {
  readonly option: number
  readonly baseAmount?: number
  readonly orderPrice?: number
}

/** The index's response, in which all numbers are text. */
export const subgraphReply = z.object({
  data: z.object({
    enterOptions: z.array(purchase).optional(),
    executeBuyOrders: z.array(orderFill).optional(),
    executeSellOrders: z.array(orderFill).optional(),
  }),
})
