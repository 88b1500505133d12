import { ReadyPieces } from '../../core/request/api-call.js'
import { createLru } from '../../policy/lru.js'
import { createSuccessBody, type ResponseBody } from './respond.js'

/** Bodies of pages that are asked for again, so that they are not put together each time. */
export interface BodyCache {
  /** As {@link createSuccessBody}; kept from the second time on, of what says by what it is known again. */
  of(data: unknown): ResponseBody
}

interface Kept {
  readonly sameAs: string
  readonly body?: Buffer
}

const MAX_BYTES = 8_000_000
/** What an entry costs beside its name and its body. */
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
      // Most pages come once.
      if (before === undefined) kept.set(sameAs, { sameAs })
      else if (Buffer.isBuffer(body)) kept.set(sameAs, { sameAs, body })
      return body
    },
  }
}
