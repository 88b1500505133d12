import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { rain } from '../../../src/venues/rain/index.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answer } from '../../support/wire.js'
import { enveloped, pairPool, poolId, racePool } from './payloads.js'

const INDEX = 'POST subgraph/poBixDnF3hyafnLs9i1qkCpFppAAgmmWYgtsXrfYAWQ'

/** The venue with a pool of two and a race, over an index that gives this answer. */
export function setUp(answer: Answer, secrets?: Secrets) {
  return setUpVenue(
    rain,
    {
      [`GET api/pools/pool/${poolId(1)}`]: enveloped(pairPool()),
      [`GET api/pools/pool/${poolId(2)}`]: enveloped(
        racePool(2, { contractAddress: pairPool().contractAddress }),
      ),
      [INDEX]: answer,
    },
    undefined,
    secrets,
  )
}

/** What was asked of the index: the text of each question. */
export function questionsOf(calls: readonly VenueCall[]): string[] {
  return calls.flatMap(({ host, body }) =>
    host === 'subgraph' ? [String(Reflect.get(Object(body), 'query'))] : [],
  )
}

/** The bound from which a selection of a question goes down, by kind. */
export function boundsOf(question: string): Record<string, number> {
  const found = question.matchAll(/(\w+)\(where: \{[^}]*blockTimestamp_lte: "(\d+)"/g)
  return Object.fromEntries([...found].map(([, kind = '', bound]) => [kind, Number(bound)]))
}
