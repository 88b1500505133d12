import { createLru } from '../../policy/lru.js'
import type { Reply } from '../http/reply.js'
import type { MockContext, MockRequest } from '../mock-kit/mock-venue.js'

/** Replies kept to be given again to the same request at the same instant. */
export interface ReplyMemory {
  /**
   * The kept reply, else the one that is made now. A face has no state, so that its reply depends on nothing but the
   * request and the context, paper accounts as of their revision included; where chance had a part in it, it is not
   * kept.
   * @param host tells the hosts of all venues apart
   */
  recall(
    host: string,
    request: MockRequest,
    context: MockContext,
    make: (context: MockContext) => Reply,
  ): Reply
}

/** @param maxBytes of keys and bodies together, counted as one byte a character; 0 keeps nothing */
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
