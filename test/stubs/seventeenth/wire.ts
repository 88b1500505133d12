import * as z from 'zod'
import { decimal, epochMillis, optionalOf, probability, text } from '../../../src/venue-kit/payload/schema.js'
import { rowsOf } from '../../../src/venue-kit/requests/map-rows.js'

const contract = z.object({
  id: text,
  name: text,
  state: z.enum(['open', 'halted', 'settled']),
  opens: epochMillis,
  ends: epochMillis,
  /** There once it has closed. */
  closed: optionalOf(epochMillis),
  last: optionalOf(probability),
  turnover_day: decimal,
})
export type NativeContract = z.output<typeof contract>

const event = z.object({
  id: text,
  name: text,
  slug: text,
  rules: z.string(),
  state: z.enum(['open', 'over']),
  opens: epochMillis,
  contracts: rowsOf(contract, 'contracts'),
})
export type NativeEvent = z.output<typeof event>

export const eventReply = event
export const eventList = z.object({ events: rowsOf(event, 'events'), more: z.boolean() })
export const contractReply = z.object({ event, contract })
export type ContractReply = z.output<typeof contractReply>

const level = z.tuple([probability, decimal])
export const bookReply = z.object({ at: epochMillis, bids: z.array(level), asks: z.array(level) })

/** Open time, open, high, low, close, contracts. */
export const barList = z.array(
  z.tuple([epochMillis, probability, probability, probability, probability, decimal]),
)
