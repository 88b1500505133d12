import { objectIn } from '../../http/parse-frame.js'
import { compareLevels } from '../../mock-kit/book-diff.js'
import type { MockContext, MockHost, SocketTalk } from '../../mock-kit/mock-venue.js'
import type { WorldBook } from '../../world/common/types.js'
import { bookOf } from './book-routes.js'
import { byToken, type Token } from './ids.js'
import { PREFIX } from './market-routes.js'
import { sidesOf } from './quote.js'
import { createBookError } from './replies.js'

/** The public socket (README.md, "Streams"): full books, sent only on changes. */
export const streamHost: MockHost = {
  prefix: PREFIX,
  routes: [],
  notFound: () => createBookError(404, 'PAS-4040', 'route not found').reply,
  socket: { path: `${PREFIX}/ws`, tickMs: 100, open: createTalk },
}

const STREAM = 'book:'
/** Maximum names of a command. */
const MAX_NAMES = 50

function createTalk(context: () => MockContext): SocketTalk {
  /** The last sent book of each token. */
  const tokens = new Map<string, { readonly token: Token; sides: WorldBook }>()

  function subscribe(names: readonly string[]): number {
    const now = context()
    const found = names.flatMap((name) => {
      const token = name.startsWith(STREAM) ? byToken(now, name.slice(STREAM.length)) : undefined
      return token ?? []
    })
    // The status is a guess.
    if (names.length > MAX_NAMES || found.length < names.length) return 400
    for (const token of found) tokens.set(token.id, { token, sides: sidesOf(now, token) })
    return 200
  }

  return {
    hear(frame) {
      const command = objectIn(frame)
      const { id, method, params } = command ?? {}
      const answer = (status: number): string[] => [JSON.stringify({ id, status, result: null })]
      if (typeof id !== 'number') return []
      if (method === 'ping') return answer(200)
      const names = Array.isArray(params) ? params.map(String) : []
      if (method === 'SUBSCRIBE') return answer(subscribe(names))
      if (method !== 'UNSUBSCRIBE') return answer(400)
      for (const name of names) tokens.delete(name.slice(STREAM.length))
      return answer(200)
    },
    tick() {
      const now = context()
      return [...tokens.values()].flatMap((told) => {
        const { token, sides: before } = told
        told.sides = sidesOf(now, token)
        const isSame = (['bids', 'asks'] as const).every(
          (side) => compareLevels(before[side], told.sides[side]).length === 0,
        )
        return isSame ? [] : [JSON.stringify({ stream: STREAM + token.id, data: bookOf(now, token) })]
      })
    },
  }
}
