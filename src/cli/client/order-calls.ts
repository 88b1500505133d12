import * as z from 'zod'
import { venueIds } from '../../api/envelope/venue-ids.js'
import type { Decided, Decision } from '../../core/trading/reconcile/owner-decisions.js'
import type { Reconciled } from '../../core/trading/reconcile/reconcile-accounts.js'
import type { Resolved } from '../../core/trading/reconcile/reconcile-pending.js'
import { CommandFailed } from '../output/output.js'
import { type DaemonAddress, exchange, parseReplyBody } from './http-client.js'
import { shapes } from './response-shapes.js'

/** Several accounts are read page by page, and each page may take as long as one request. */
const SILENCE_MS = 100_000

/**
 * Requests that a daemon look up orders with an unknown outcome at the venues.
 * @throws CommandFailed without a response, or with an error response
 */
export const requestResolve = (address: DaemonAddress): Promise<readonly Resolved[]> =>
  post(address, 'resolve', undefined, resolved)

/** Sends the user's decision about an order to a daemon, which records it. @throws as {@link requestResolve} */
export const sendOrderDecision = (address: DaemonAddress, decision: Decision): Promise<Decided> =>
  post(address, 'decide', decision, decided)

/** Requests that a daemon compare its accounts with its journal. @throws as {@link requestResolve} */
export const requestReconcile = (address: DaemonAddress): Promise<readonly Reconciled[]> =>
  post(address, 'reconcile', undefined, reconciled)

async function post<Data>(
  { url, token }: DaemonAddress,
  what: string,
  given: unknown,
  shape: z.ZodType<Data>,
): Promise<Data> {
  const target = new URL(url)
  target.pathname = `${url.pathname.replace(/\/$/, '')}/orders/${what}`
  const body = given === undefined ? '' : JSON.stringify(given)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(token === undefined ? {} : { 'x-pmxt-access-token': token }),
  }
  const { text } = await exchange(target, headers, body, undefined, SILENCE_MS)
  const told = z.object({ data: shape }).safeParse(parseReplyBody(text, url))
  if (told.success) return told.data.data
  const refusal = shapes.envelope.safeParse(parseReplyBody(text, url)).data
  throw new CommandFailed(
    refusal?.success === false
      ? refusal.error.message
      : `The daemon at ${url.origin} cannot look up orders, because it runs a different version.`,
  )
}

const candidate = z.object({
  from: z.enum(['open orders', 'closed orders', 'fills']),
  orderId: z.string().optional(),
  outcomeId: z.string().optional(),
  side: z.enum(['buy', 'sell', 'unknown']),
  price: z.number().optional(),
  amount: z.number(),
  filled: z.number().optional(),
  timestamp: z.number().optional(),
})

const resolved = z.array(
  z.object({
    id: z.string(),
    venue: z.enum(venueIds),
    state: z.enum(['placed', 'absent', 'unknown']),
    orderId: z.string().optional(),
    because: z.string().optional(),
    candidates: z.array(candidate).optional(),
  }),
)

const decided = z.object({
  id: z.string(),
  venue: z.enum(venueIds),
  state: z.enum(['placed', 'absent']),
  orderId: z.string().optional(),
  isUnchecked: z.literal(true).optional(),
})

const orderStatus = z.enum(['pending', 'open', 'filled', 'canceled', 'rejected'])

const rowBrief = z.object({
  id: z.string(),
  orderId: z.string(),
  outcomeId: z.string(),
  status: orderStatus,
  filled: z.number().optional(),
})

const reconciled = z.array(
  z.object({
    venue: z.enum(venueIds),
    unknownOrders: z.array(
      z.object({
        id: z.string(),
        marketId: z.string(),
        outcomeId: z.string(),
        side: z.enum(['buy', 'sell']),
        price: z.number().optional(),
        amount: z.number(),
        filled: z.number(),
        mayBe: z.array(z.string()).optional(),
      }),
    ),
    ended: z.array(rowBrief),
    missing: z.array(rowBrief),
    // A daemon of an earlier version does not look for them.
    copies: z
      .array(
        z.object({
          orderId: z.string(),
          copyOf: z.string(),
          outcomeId: z.string(),
          status: orderStatus,
          filled: z.number(),
        }),
      )
      .default([]),
    unchecked: z.number(),
    positions: z.array(
      z.object({
        marketId: z.string(),
        outcomeId: z.string(),
        size: z.number(),
        journal: z.number().optional(),
      }),
    ),
    because: z.string().optional(),
  }),
)
