import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { createCurrentRows } from '../../../../src/core/listings/cache/row-refresh.js'
import { createContexts } from '../../../../src/core/request/request-context.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import { createTransport } from '../../../../src/transport/transport.js'
import type { MarketRow, MarketSource, Venue } from '../../../../src/venue-kit/contract/venue.js'
import { createOmissions } from '../../../../src/venue-kit/payload/response-notes.js'
import { fakeClock, settle } from '../../../support/clock.js'
import { failureOf } from '../../../support/expect.js'
import { fakeWire } from '../../../support/wire.js'
import { fakeVenue, market } from '../../fake-venue.js'

type Read = NonNullable<MarketSource['readMany']>

/** A venue that reads many markets in one call; `read` answers in its place. */
function setUp(options: { readonly most?: number; readonly read?: Read } = {}) {
  const clock = fakeClock()
  const asked: (readonly string[])[] = []
  const read: Read = async (ids, ctx) => {
    asked.push(ids)
    await ctx.http.send({ host: 'api', path: '/page' })
    return options.read === undefined ? ids.map((id) => market(id)) : options.read(ids, ctx)
  }
  const venue = fakeVenue({ sources: { mostIdsARead: options.most ?? 100, readMany: read } })
  const transport = createTransport({
    wire: fakeWire({ 'GET api/page': {} }),
    clock,
    random: () => 0,
    wiringOf: () => ({
      hosts: {
        api: { url: 'https://venue.test', limit: { capacity: 1e9, perSecond: 1e9, source: 'test' } },
      },
    }),
    maxBytes: 1_000,
    attemptTimeoutMs: 5_000,
  })
  const rows = createCurrentRows(createContexts({ transport, clock, log: silentLogger }), clock)
  const omissions = createOmissions(silentLogger, () => {})
  const hangUp = new AbortController()
  const told = { sent: 0 }
  const asker = {
    signal: hangUp.signal,
    priority: 'interactive' as const,
    omissions,
    noteSent: (calls: number) => {
      told.sent += calls
    },
  }
  const ask = async (ids: readonly string[], of: Venue = venue) => [
    ...(await rows.read(of, ids, asker)).keys(),
  ]
  return { clock, asked, ask, omissions, hangUp, told }
}

const numbered = (count: number) => Array.from({ length: count }, (_unused, index) => `M${index}`)
/** Rows that come only when told. */
function held() {
  let give: (rows: readonly MarketRow[]) => void = () => undefined
  const rows = new Promise<readonly MarketRow[]>((resolve) => {
    give = resolve
  })
  return { read: () => rows, give: (...ids: string[]) => give(ids.map((id) => market(id))) }
}

describe('current rows', () => {
  test('are read in one call, which is counted', async () => {
    const { ask, asked, omissions, told } = setUp()
    expect(await ask(['A', 'B'])).toEqual(['A', 'B'])
    expect(asked).toEqual([['A', 'B']])
    expect(told.sent).toBe(1)
    expect(omissions.isWhole).toBe(true)
  })

  test('are those of a hundred markets, as many a call as the venue takes', async () => {
    const { ask, asked } = setUp({ most: 40 })
    expect(await ask(numbered(101))).toEqual(numbered(100))
    expect(asked.map((ids) => ids.length)).toEqual([40, 40, 20])
  })

  test('lack what the venue does not know, and all where it reads one at a time', async () => {
    const { ask } = setUp({ read: async () => [market('B')] })
    expect(await ask(['A', 'B'])).toEqual(['B'])
    expect(await ask(['A'], fakeVenue())).toEqual([])
  })

  test('of the last second are not read again', async () => {
    const { ask, asked, clock } = setUp()
    await ask(['A', 'B'])
    expect(await ask(['B'])).toEqual(['B'])
    await clock.advance(1_000)
    expect(await ask(['B'])).toEqual(['B'])
    expect(asked).toEqual([['A', 'B'], ['B']])
  })

  test('are read once a second, so that the budget is left to others', async () => {
    const { ask, asked, clock } = setUp()
    await ask(['A'])
    expect(await ask(['A', 'B'])).toEqual(['A'])
    await clock.advance(1_000)
    expect(await ask(['A', 'B'])).toEqual(['A', 'B'])
    expect(asked).toEqual([['A'], ['A', 'B']])
  })

  test('that fail are noted, and cost nobody his answer', async () => {
    const { ask, omissions, told } = setUp({
      read: async () => {
        throw new PmxError('PERMISSION_DENIED', 'The venue refuses.')
      },
    })
    expect(await ask(['A'])).toEqual([])
    expect(omissions.warnings).toEqual(['returned without current prices: PERMISSION_DENIED'])
    expect(told.sent).toBe(1)
  })

  test('that take longer than two seconds are noted, and help who asks next', async () => {
    const { read, give } = held()
    const { ask, asked, clock, omissions } = setUp({ read })
    const first = ask(['A'])
    await settle()
    await clock.advance(2_000)
    expect(await first).toEqual([])
    expect(omissions.warnings).toEqual(['returned without current prices: NETWORK_ERROR'])
    expect(await ask(['A'])).toEqual([])
    give('A')
    await settle()
    expect(await ask(['A'])).toEqual(['A'])
    expect(asked).toEqual([['A']])
  })

  test('are not waited for by who has hung up', async () => {
    const { ask, hangUp, omissions } = setUp({ read: held().read })
    const reading = ask(['A'])
    await settle()
    hangUp.abort(new PmxError('BAD_REQUEST', 'The caller is gone.'))
    expect((await failureOf(() => reading)).code).toBe('BAD_REQUEST')
    expect(omissions.isWhole).toBe(true)
  })
})
