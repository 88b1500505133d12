import * as z from 'zod'
import { venueIds } from '../../api/envelope/venue-ids.js'
import { CommandFailed } from '../output/output.js'

const outcome = z.object({ outcomeId: z.string(), label: z.string(), price: z.number().optional() })

/** The members that tables and plots read. A daemon of another version may send more. */
const market = z.object({
  marketId: z.string(),
  title: z.string(),
  outcomes: z.array(outcome),
  yes: outcome.optional(),
  volume24h: z.number().optional(),
  resolutionDate: z.string().optional(),
})

const event = z.object({ id: z.string(), title: z.string(), markets: z.array(market) })

/** An event of any venue. */
const found = event.extend({
  sourceExchange: z.string(),
  volume24h: z.number().optional(),
  questionId: z.string().optional(),
})

/** A market of any venue. */
const placed = z.object({ marketId: z.string(), title: z.string(), sourceExchange: z.string() })

const match = z.object({
  market: placed,
  relation: z.string(),
  confidence: z.number(),
  reasoning: z.string().nullish(),
  reasons: z.array(z.string()).optional(),
  bestBid: z.number().nullish(),
  bestAsk: z.number().nullish(),
})

const opportunity = z.object({
  marketA: placed,
  marketB: placed,
  outcomeA: z.string(),
  outcomeB: z.string(),
  buyPrice: z.number(),
  sellPrice: z.number(),
  netSpread: z.number().nullable(),
  netSpreadReason: z.string().exactOptional(),
  size: z.number(),
  profit: z.number().nullable(),
  confidence: z.number(),
  assumptions: z.array(z.string()),
  settlementRisks: z.array(z.string()),
})

/** State of a venue's list during the first read. */
const shelf = z.object({ reading: z.number().optional() })

const candle = z.object({
  timestamp: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number().exactOptional(),
})

const level = z.object({ price: z.number(), size: z.number() })

const book = z.object({
  bids: z.array(level),
  asks: z.array(level),
  timestamp: z.number().exactOptional(),
})

const trade = z.object({
  id: z.string(),
  timestamp: z.number(),
  price: z.number(),
  amount: z.number(),
  side: z.enum(['buy', 'sell', 'unknown']),
})

const envelope = z.union([
  z.object({ success: z.literal(true), data: z.unknown().optional() }),
  z.object({
    success: z.literal(false),
    error: z.object({
      message: z.string(),
      code: z.string().optional(),
      exchange: z.string().nullish(),
      field: z.string().nullish(),
      detail: z.unknown().optional(),
      retryAfter: z.number().optional(),
      retryable: z.boolean().optional(),
    }),
  }),
])

const lastError = z.object({ at: z.number(), code: z.string(), message: z.string() })
const venueState = z.object({
  sent: z.number(),
  lastOkAt: z.number().optional(),
  lastError: lastError.optional(),
})

/** Times in epoch ms. */
const listState = z.object({
  status: z.string(),
  rows: z.number().optional(),
  readAt: z.number().optional(),
  /** Number of rows read so far, during a sync. */
  reading: z.number().optional(),
  /** The earliest time of the next automatic sync. */
  nextAt: z.number().optional(),
  lastFailure: lastError.optional(),
})

/** State of a stored list in `/health?verbose`. */
export type ListState = z.output<typeof listState>

const budget = z.object({ capacity: z.number(), left: z.number(), waiting: z.number(), pausedMs: z.number() })

/** A host with an active failover. */
const failover = z.object({ address: z.string(), since: z.number(), because: z.string() })

/** The state of one of the daemon's files: `ok`, or the problem. */
const fileState = z.object({ kind: z.string(), reason: z.string().optional() })

/** A stop of all orders, with its time, user and reason. */
const orderStop = z.object({ at: z.number(), by: z.string(), reason: z.string().optional() })

const openStill = z.object({
  venue: z.enum(venueIds),
  orderId: z.string().optional(),
  id: z.string().optional(),
  because: z.string(),
})

/** Schemas of API responses that the commands read. */
const stopReport = z.object({
  stop: orderStop,
  canceled: z.array(z.object({ venue: z.enum(venueIds), orderId: z.string() })),
  left: z.array(openStill),
  dryRun: z.literal(true).optional(),
  unwritten: z.string().optional(),
  unread: z.string().optional(),
})

export const shapes = {
  venueStates: z.object({
    venues: z.record(z.string(), venueState),
    breakers: z.record(z.string(), z.unknown()),
    budgets: z.record(z.string(), budget).default({}),
    failovers: z.record(z.string(), failover).default({}),
  }),
  storeState: z.object({ candleStore: fileState.extend({ unsaved: z.number().optional() }) }),
  catalogState: z.object({ catalog: fileState }),
  orderState: z.object({
    orders: z.object({ inDoubt: z.number().optional(), stopped: orderStop.optional() }).optional(),
    orderJournal: z.object({ unusable: z.string() }).optional(),
  }),
  sdkLock: z.object({
    sdkLock: z
      .discriminatedUnion('leads', [
        z.object({ leads: z.literal('here') }),
        z.object({ leads: z.literal('elsewhere'), pid: z.number(), port: z.number() }),
        z.object({ leads: z.literal('nowhere'), reason: z.string() }),
      ])
      .optional(),
  }),
  listStates: z.object({
    catalog: z.object({ lists: z.record(z.string(), z.array(listState)) }).default({ lists: {} }),
    skippedRows: z.record(z.string(), z.number()).default({}),
  }),
  stopReport: z.object({ data: stopReport }),
  unwrittenStop: z.object({ error: z.object({ detail: stopReport.extend({ unwritten: z.string() }) }) }),
  orderResume: z.object({ data: z.object({ stop: orderStop.optional() }) }),
  envelope,
  market,
  markets: z.array(market),
  event,
  found: z.array(found),
  placed,
  matches: z.array(match),
  opportunities: z.array(opportunity),
  firstLists: z.object({
    error: z.object({
      detail: z.object({ kind: z.string(), venues: z.record(z.string(), shelf).optional() }),
    }),
  }),
  candles: z.array(candle),
  book,
  trades: z.array(trade),
  capabilities: z.record(z.string(), z.union([z.boolean(), z.enum(['emulated', 'sampled'])])),
} as const

/**
 * Parses a response by its schema.
 * @throws CommandFailed with the path of the mismatch
 */
export function readShape<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new CommandFailed(
    `The response is not ${what} in the format that this version expects, at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? ''}.\n` +
      '  The daemon may be running a different version. Check it with pmx-local status.',
  )
}
