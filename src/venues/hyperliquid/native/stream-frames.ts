import * as z from 'zod'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { text } from '../../../venue-kit/payload/schema.js'
import { book, recentTrades } from '../schemas.js'

/** Messages of the socket (../README.md, "Streams"). Channels that are not here are not read. */

/** Channels that are known; true for those that are read. */
export const isReadChannel = createWordTable('hyperliquid', 'frame.channel', {
  l2Book: true,
  trades: true,
  subscriptionResponse: true,
  error: true,
  pong: false,
})

export const headMessage = z.object({ channel: text })

/** A whole book, as `POST /info` answers it. */
export const bookMessage = z.object({ data: book })

/** Oldest first; the first one after a subscription is of the time before it. */
export const tradesMessage = z.object({ data: recentTrades })

/** What was wrong, in words that end with what was said, as JSON. */
export const errorMessage = z.object({ data: z.string() })

/** A subscription as it is said and as an error repeats it. */
export const subscription = z.object({ type: z.enum(['l2Book', 'trades']), coin: text })

export const answerMessage = z.object({ data: z.object({ method: text, subscription: z.unknown() }) })
