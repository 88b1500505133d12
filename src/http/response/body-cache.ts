import { ReadyPieces } from '../../core/request/api-call.js'
import { createLru } from '../../policy/lru.js'
import { createSuccessBody, type ResponseBody } from './respond.js'

/** Caches bodies of repeatedly requested pages, so that they are not rendered each time. */
export interface BodyCache {
  /** Returns the same as {@link createSuccessBody}. Data with a `sameAs` key is cached from its second request on. */
  of(data: unknown): ResponseBody
}

interface Kept {
  readonly sameAs: string
  readonly body?: Buffer
}

const MAX_BYTES = 8_000_000
/** The size of an entry, without its name and body. */
const ENTRY_OVERHEAD_BYTES = 500

export function createBodyCache(maxBytes = MAX_BYTES): BodyCache {
  const kept = createLru<Kept>(
    maxBytes,
    ({ sameAs, body }) => ENTRY_OVERHEAD_BYTES + sameAs.length + (body?.length ?? 0),
  )
  return {
    of(data) {
      if (!(data instanceof ReadyPieces) || data.sameAs === undefined) return createSuccessBody(data)
      const { sameAs } = data
      const before = kept.get(sameAs)
      if (before?.body !== undefined) return before.body
      const body = createSuccessBody(data)
      // Most pages are requested once.
      if (before === undefined) kept.set(sameAs, { sameAs })
      else if (Buffer.isBuffer(body)) kept.set(sameAs, { sameAs, body })
      return body
    },
  }
}
