import * as z from 'zod'
import { wordOf } from '../../../venue-kit/payload/native-words.js'
import { epochMillis, integer, maybe, text } from '../../../venue-kit/payload/schema.js'
import { wei, weiPrice } from '../schemas.js'

/** Frames of the socket, which speaks the JSON protocol of Centrifugo (../README.md, "Streams"). */

/** What a frame holds, one a line: answers to commands have an id, pushes have none, and a ping is empty. */
export const lineFrame = z.object({
  id: maybe(integer),
  connect: maybe(z.object({})),
  subscribe: maybe(z.object({})),
  error: maybe(z.object({ code: integer, message: maybe(text), temporary: maybe(z.boolean()) })),
  push: maybe(
    z.object({
      channel: maybe(text),
      pub: maybe(z.object({ data: z.unknown() })),
      unsubscribe: maybe(z.object({ reason: maybe(text) })),
      disconnect: maybe(z.object({ reason: maybe(text) })),
    }),
  ),
})
export type LineFrame = z.output<typeof lineFrame>

/** What is published of a book: levels with their new sizes, of both outcomes. */
export const bookPublication = z.object({
  ts: epochMillis,
  changes: z.array(
    z.object({
      outcome: integer,
      side: wordOf('myriad', 'publication.side', ['bid', 'ask']),
      price: weiPrice,
      amount: wei,
    }),
  ),
})
