import { createLru } from '../../policy/lru.js'
import type { Reply } from '../http/reply.js'
import type { MockContext, MockRequest } from '../mock-kit/mock-venue.js'

/** A cache of replies for the same request at the same instant. */
export interface ReplyMemory {
  /**
   * Returns the cached reply, or otherwise the reply that `make` returns. A mock venue has no state, so its reply depends only on
   * the request and the context, including the revision of paper accounts. A reply that used randomness is not cached.
   * @param host unique name of the host across venues
   */
  recall(
    host: string,
    request: MockRequest,
    context: MockContext,
    make: (context: MockContext) => Reply,
  ): Reply
}

/**
 * Creates a cache of replies.
 * @param maxBytes of keys and bodies together, counted as one byte per character; 0 disables the cache
 */
export function createReplyMemory(maxBytes: number): ReplyMemory {
  if (maxBytes <= 0) return { recall: (_host, _request, context, make) => make(context) }
  interface Kept {
    readonly reply: Reply
    readonly bytes: number
  }
  const kept = createLru<Kept>(maxBytes, ({ bytes }) => bytes)
  return {
    recall(host, request, context, make) {
      const { now, switches, random, paper } = context
      const key = JSON.stringify([host, now, switches, paper.revision, request])
      const known = kept.get(key)
      if (known !== undefined) return known.reply
      let isDrawn = false
      const reply = make({
        ...context,
        random() {
          isDrawn = true
          return random()
        },
      })
      if (!isDrawn) kept.set(key, { reply, bytes: key.length + reply.body.length })
      return reply
    },
  }
}
