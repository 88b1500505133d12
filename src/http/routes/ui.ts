import type { Context } from 'hono'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { catalogIdOf } from '../../api/values/catalog-id.js'
import { assertKnownParams } from '../request/query-parameters.js'
import type { RequestLog } from '../request/request-log.js'
import type { Responder } from '../response/respond.js'

/** Data for the page that is not part of the public API. Each response is plain JSON. */
export interface PageData {
  /** Returns the venues and the features of this daemon. */
  about(): object
  /** Returns stored series, newest first. */
  stored(query: { readonly venue: VenueId | undefined; readonly offset: number }): Promise<object>
  /** Returns the coverage of an outcome's candles, by their native resolutions. */
  coverage(venue: VenueId, outcomeId: string): Promise<object>
  /** Returns the pinned series and their progress. */
  pins(): object
  /** Returns the state of the recording or the replay, or undefined if there is none. */
  cassette(): object | undefined
}

interface UiDeps {
  readonly data: PageData
  readonly log: RequestLog
  readonly respond: Responder
}

/** Creates `GET /ui/{what}`: small responses for the page, which may change with it in every version. */
export function createUiRoute({ data, log, respond }: UiDeps) {
  const answers: Readonly<Record<string, (query: URLSearchParams) => object | Promise<object>>> = {
    about: () => data.about(),
    requests: () => ({ requests: log.recent(), served: Object.fromEntries(log.served()) }),
    stored: (query) => {
      assertKnownParams(query, ['venue', 'offset'], 'the stored series')
      const name = query.get('venue')
      const offset = Number(query.get('offset') ?? 0)
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw createValidationError('offset', 'offset is not a whole number')
      return data.stored({ venue: name === null ? undefined : venueNamed(name), offset })
    },
    coverage: (query) => {
      assertKnownParams(query, ['venue', 'outcomeId'], 'the coverage of a series')
      return data.coverage(venueNamed(textIn(query, 'venue')), textIn(query, 'outcomeId'))
    },
    pins: () => data.pins(),
    cassette: () => data.cassette() ?? { kind: 'none' },
    'catalog-id': (query) => {
      assertKnownParams(query, ['venue', 'marketId'], 'the id of a market in the catalog')
      const venue = venueNamed(textIn(query, 'venue'))
      return { id: catalogIdOf(venue, 'market', textIn(query, 'marketId')) }
    },
  }
  return async (c: Context): Promise<Response> => {
    const name = c.req.param('what') ?? ''
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
    if (answer === undefined)
      throw new PmxError('NOT_FOUND', `Nothing is served at GET ${c.req.path.slice(0, 120)}`)
    return respond.plain(await answer(new URL(c.req.url).searchParams))
  }
}

function textIn(query: URLSearchParams, name: string): string {
  const text = query.get(name)
  if (text === null || text === '') throw createValidationError(name, `${name} is missing`)
  return text
}

function venueNamed(name: string): VenueId {
  if (isVenueId(name)) return name
  throw createValidationError('venue', `Unknown venue '${name.slice(0, 80)}'`)
}
