import * as z from 'zod'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { integer, isoTime, text } from '../../../venue-kit/payload/schema.js'
import { bookReply } from '../schemas.js'

/** Events of the socket (../README.md, "Streams"). Others are not read. */

/** Known names; true for those that are read. */
export const isReadEvent = createWordTable('limitless', 'frame.event', {
  orderbookUpdate: true,
  marketResolved: true,
  exception: true,
  newPriceData: false,
  oraclePriceData: false,
  marketCreated: false,
  system: false,
})

/** A complete book of YES, as over HTTP but without the last price. */
export const bookEvent = z.object({
  marketSlug: text,
  orderbook: bookReply,
  /** Orders events on a connection; other markets increase it too. */
  version: integer,
  timestamp: isoTime,
})

export const resolvedEvent = z.object({ slug: text })
