import type { Context } from 'hono'
import { queryToArguments, readArguments } from '../../api/arguments.js'
import { methodOf } from '../../api/methods.js'
import { linkSignals } from '../../policy/deadline.js'
import type { Access } from '../access.js'
import { assertRight } from '../access.js'
import { assertKnownParams } from '../known-params.js'
import type { Responder } from '../respond.js'
import type { ApiDeps } from './api.js'

interface MatchesRouteDeps extends Pick<ApiDeps, 'dispatcher' | 'stopping'> {
  readonly access: Access
  readonly respond: Responder
}

const METHOD = methodOf.marketMatches
/** Parameters beside the market's name, which stands in the path. */
const known = ['relation', 'minConfidence', 'limit', 'includePrices']

/** `GET /v0/markets/{id, slug or address}/matches`: what `fetchMarketMatches` of the router answers, in its older envelope. */
export function createMatchesRoute({ dispatcher, access, respond, stopping }: MatchesRouteDeps) {
  return async (c: Context): Promise<Response> => {
    const caller = access.identify(c.req.header('x-pmxt-access-token'), c.req.header('authorization'))
    assertRight(caller, METHOD, () => [])
    const query = new URL(c.req.url).searchParams
    assertKnownParams(query, known, 'matches')
    query.set('marketId', c.req.param('name') ?? '')
    const { args } = readArguments(METHOD, queryToArguments(METHOD, query))
    const { signal, release } = linkSignals([c.req.raw.signal, stopping])
    try {
      const call = { venue: 'router', signal, credentials: undefined, trusted: caller.trusted } as const
      const { data, headers } = await dispatcher.run(METHOD, args, call)
      return respond.plain({ data: { matches: data } }, headers)
    } finally {
      release()
    }
  }
}
