import * as z from 'zod'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { integer, isoTime, text } from '../../../venue-kit/payload/schema.js'
import { bookReply } from '../schemas.js'

/** Events of the socket (../README.md, "Streams"). Those that are not here are not read. */

/** Names that are known; true for those that are read. */
export const isReadEvent = createWordTable('limitless', 'frame.event', {
  orderbookUpdate: true,
  marketResolved: true,
  exception: true,
  newPriceData: false,
  oraclePriceData: false,
  marketCreated: false,
  system: false,
})

/** A whole book of YES, as over HTTP but for the last price, which is not in it. */
export const bookEvent = z.object({
  marketSlug: text,
  orderbook: bookReply,
  /** Tells old from new on a connection; other markets move it too. */
  version: integer,
  timestamp: isoTime,
})

export const resolvedEvent = z.object({ slug: text })
