import * as z from 'zod'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { text } from '../../../venue-kit/payload/schema.js'
import { book, recentTrades } from '../schemas.js'

/** Messages of the socket (../README.md, "Streams"). Other channels are not read. */

/** Known channels; true for those that are read. */
export const isReadChannel = createWordTable('hyperliquid', 'frame.channel', {
  l2Book: true,
  trades: true,
  subscriptionResponse: true,
  error: true,
  pong: false,
})

export const headMessage = z.object({ channel: text })

/** A complete book, as in the response of `POST /info`. */
export const bookMessage = z.object({ data: book })

/** Oldest first; the first message after a subscription contains earlier trades. */
export const tradesMessage = z.object({ data: recentTrades })

/** The error as text that ends with the sent message, as JSON. */
export const errorMessage = z.object({ data: z.string() })

/** A subscription as it is sent and as an error repeats it. */
export const subscription = z.object({ type: z.enum(['l2Book', 'trades']), coin: text })

export const answerMessage = z.object({ data: z.object({ method: text, subscription: z.unknown() }) })
