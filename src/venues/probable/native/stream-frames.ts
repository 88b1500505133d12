import * as z from 'zod'
import { integer, optionalOf, text } from '../../../venue-kit/payload/schema.js'
import { book } from '../schemas.js'

/** Frames of the socket (../README.md, "Streams"). Other kinds are not read. */

/** Data frames name their stream. Responses have the number of their command and an HTTP-like status. */
export const headFrame = z.object({
  stream: optionalOf(text),
  id: optionalOf(integer),
  status: optionalOf(integer),
})

export const bookFrame = z.object({ data: book })
