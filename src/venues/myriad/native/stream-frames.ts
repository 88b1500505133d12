import * as z from 'zod'
import { enumOf } from '../../../venue-kit/payload/native-enums.js'
import { epochMillis, integer, optionalOf, text } from '../../../venue-kit/payload/schema.js'
import { wei, weiPrice } from '../schemas.js'

/** Frames of the socket, which uses the JSON protocol of Centrifugo (../README.md, "Streams"). */

/** A line of a frame: responses to commands have an id, pushes have none, and a ping is empty. */
export const socketFrame = z.object({
  id: optionalOf(integer),
  connect: optionalOf(z.object({})),
  subscribe: optionalOf(z.object({})),
  error: optionalOf(
    z.object({ code: integer, message: optionalOf(text), temporary: optionalOf(z.boolean()) }),
  ),
  push: optionalOf(
    z.object({
      channel: optionalOf(text),
      pub: optionalOf(z.object({ data: z.unknown() })),
      unsubscribe: optionalOf(z.object({ reason: optionalOf(text) })),
      disconnect: optionalOf(z.object({ reason: optionalOf(text) })),
    }),
  ),
})
export type SocketFrame = z.output<typeof socketFrame>

/** A published change of a book: levels with their new sizes, of both outcomes. */
export const bookPublication = z.object({
  ts: epochMillis,
  changes: z.array(
    z.object({
      outcome: integer,
      side: enumOf('myriad', 'publication.side', ['bid', 'ask']),
      price: weiPrice,
      amount: wei,
    }),
  ),
})
