import * as z from 'zod'
import { enumOf, spelledEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  epochMillis,
  id,
  listOrNull,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { rowsOf } from '../../../venue-kit/requests/map-rows.js'

/**
 * Payloads of accounts and orders (../README.md, "Accounts and orders"). The lists contain orders and fills of all markets of the
 * exchange, with prices beyond 1. Those of outcomes have coins `#E`, and others are not read.
 */

const count = decimal.refine((value) => value >= 0, { error: 'expected a contract count >= 0' })
const side = enumOf('hyperliquid', 'order.side', ['A', 'B'])

/** `Limit`, `Market`, `Stop Market` and others: market orders contain that word. */
const orderType = spelledEnumOf('hyperliquid', 'order.orderType', ['limit', 'market'], (sent) =>
  /market/i.test(sent) ? 'market' : /limit/i.test(sent) ? 'limit' : sent,
)

/** Rows of other assets are undefined; a row without a coin is malformed. */
function ofOutcomes<Schema extends z.ZodType>(schema: Schema, ...path: readonly string[]) {
  return z.preprocess((row) => (isElse(row, path) ? undefined : (row ?? {})), schema.optional())
}

/** Reads the word that decides the form of a response first: a union would not name it. */
function headed<Answer extends z.ZodType>(head: z.ZodType<object>, answer: Answer) {
  return z.unknown().transform((body, ctx): z.output<Answer> => {
    const first = head.safeParse(body)
    const read = first.success ? answer.safeParse(body) : first
    if (read.success) return read.data as z.output<Answer>
    for (const { message, path } of read.error.issues)
      ctx.addIssue({ code: 'custom', message, path: [...path] })
    return z.NEVER
  })
}

function isElse(row: unknown, path: readonly string[]): boolean {
  const coin = [...path, 'coin'].reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), row)
  return typeof coin === 'string' && !coin.startsWith('#')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const order = z.object({
  coin: text,
  side,
  limitPx: probability,
  /** The remaining amount; for a rejected order all of it. */
  sz: count,
  origSz: count,
  oid: id,
  timestamp: epochMillis,
  orderType: optionalOf(orderType),
  cloid: optionalOf(text),
})
export type NativeOrder = z.output<typeof order>

/** The venue reports the reason in one word: `insufficientSpotBalanceRejected`. */
const status = spelledEnumOf(
  'hyperliquid',
  'order.status',
  ['open', 'filled', 'canceled', 'rejected'],
  (word) => {
    if (word === 'triggered') return 'open'
    if (/cancel(?:ed)?$/i.test(word)) return 'canceled'
    return /rejected$/i.test(word) ? 'rejected' : word
  },
)

const placed = z.object({ order, status, statusTimestamp: epochMillis })
/** An order at one time. */
export type PlacedOrder = z.output<typeof placed>

const placedOfOutcome = ofOutcomes(placed, 'order')

/** `orderUpdates` of the socket, or undefined for orders of other assets. */
export const orderUpdates = z.object({ data: z.array(placedOfOutcome) })

/** `frontendOpenOrders` */
export const openOrders = rowsOf(ofOutcomes(order), '')
/** `historicalOrders`: contains an order once for each of its statuses. */
export const historicalOrders = rowsOf(placedOfOutcome, '')
/** `orderStatus`, by number or by cloid; the order is undefined if it is not of an outcome. */
export const orderStatus = headed(
  z.looseObject({ status: enumOf('hyperliquid', 'orderStatus.status', ['order', 'unknownOid']) }),
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('order'), order: placedOfOutcome }),
    z.object({ status: z.literal('unknownOid') }),
  ]),
)

/** Purchases and sales, settlements, and other rows: split, merged or converted contracts. */
const direction = spelledEnumOf('hyperliquid', 'fill.dir', ['Buy', 'Sell', 'Settlement', 'none'], (sent) => {
  if (/settlement/i.test(sent)) return 'Settlement'
  return /outcome|question|dust/i.test(sent) ? 'none' : sent
})

const fill = z.object({
  coin: text,
  px: probability,
  sz: count,
  side,
  time: epochMillis,
  /** `Buy` and `Sell`; settlements, splits and merges are rows as well. */
  dir: direction,
  oid: id,
  tid: id,
  fee: optionalOf(decimal),
  feeToken: optionalOf(text),
  closedPnl: ornamentOf(decimal),
})
export type NativeFill = z.output<typeof fill>

/** `userFills` of the socket: earlier fills first, then each new fill. */
export const userFills = z.object({
  data: z.object({ isSnapshot: optionalOf(z.boolean()), fills: z.array(ofOutcomes(fill)) }),
})

/** `userFillsByTime`: pages follow the time, which is read from every row. */
export const fills = rowsOf(
  z.preprocess(
    (row) => ({ time: isObject(row) ? row['time'] : undefined, fill: row }),
    z.object({ time: epochMillis, fill: ofOutcomes(fill) }),
  ),
  '',
)

/** `userRole`: whether a key acts for itself or for another account. */
export const userRole = headed(
  z.looseObject({
    role: enumOf('hyperliquid', 'userRole.role', ['agent', 'user', 'vault', 'missing', 'subAccount']),
  }),
  z.union([
    z.object({ role: z.literal('agent'), data: z.object({ user: text }) }),
    z.object({ role: z.enum(['user', 'vault', 'missing', 'subAccount']) }),
  ]),
)

/** `spotClearinghouseState`: money, tokens of outcomes and other coins. */
export const spotBalances = z.object({
  balances: z.array(
    z.object({
      coin: text,
      total: decimal,
      hold: decimal,
      /** With portfolio margin the total includes lent money (recorded in October 2026). */
      borrowed: ornamentOf(decimal),
      supplied: ornamentOf(decimal),
    }),
  ),
  /** Money in transfer to or from the chain's EVM: owned, but not available. */
  evmEscrows: listOrNull(z.array(z.object({ coin: text, total: decimal }))).optional(),
})

const answerHead = z.looseObject({ status: enumOf('hyperliquid', 'answer.status', ['ok', 'err']) })
const refused = z.object({ status: z.literal('err'), response: z.string() })
const failed = z.object({ error: z.string() })

/** A response for one order, or for several: the result of each, or the reason why all were refused. */
function answerWith<Statuses extends z.ZodType>(statuses: Statuses) {
  const response = z.object({ data: z.object({ statuses }) })
  return headed(
    answerHead,
    z.discriminatedUnion('status', [refused, z.object({ status: z.literal('ok'), response })]),
  )
}

/** A response to an action without a single order. */
export const plainAnswer = headed(
  answerHead,
  z.discriminatedUnion('status', [refused, z.object({ status: z.literal('ok') })]),
)
const orderStatusOf = z.union([
  z.object({ resting: z.object({ oid: id }) }),
  z.object({ filled: z.object({ oid: id, totalSz: count, avgPx: optionalOf(decimal) }) }),
  enumOf('hyperliquid', 'placed.statuses', ['waitingForFill', 'waitingForTrigger']),
  failed,
])
export type AnsweredOrder = z.output<typeof orderStatusOf>
const cancelStatusOf = z.union([enumOf('hyperliquid', 'canceled.statuses', ['success']), failed])

/** The result of an order that was sent. */
export const orderAnswer = answerWith(z.tuple([orderStatusOf]))
/** Results of several orders, in the sequence of the action. */
export const ordersAnswer = answerWith(z.array(orderStatusOf))

/** The result of a cancel. */
export const cancelAnswer = answerWith(z.tuple([cancelStatusOf]))
export const cancelsAnswer = answerWith(z.array(cancelStatusOf))
