import { describe, expect, test } from 'vitest'
import { type VenueId, venueIds } from '../../src/api/envelope/venue-ids.js'
import { loadVenue, servedVenueIds } from '../../src/venues/registry.js'
import { fakeVenue } from '../core/fake-venue.js'
import { fakeClock } from '../support/clock.js'
import { failure, NOW, openWorld, type Query, surfaceOver } from './support/candle-surface.js'
import { openRestarts } from './support/restarts.js'
import { stageVenue } from './support/staged-venue.js'

const MINUTE = 60_000

const invalid = (field: string, message: string) => failure(400, 'VALIDATION_ERROR', message, { field })

const notInRange = (got: string) =>
  invalid('limit', `limit must be a whole number from 1 to 50000; got ${got}`)
const noResolution = (got: string) =>
  invalid(
    'resolution',
    'resolution must be <n>m, <n>h, <n>d or 1w between 1m and 1w, such as 1m, 5m, 15m, 30m, 1h, 4h, 6h, 12h, 1d, 1w; ' +
      `got '${got}'`,
  )
const noTime = (field: string, got: string) =>
  invalid(field, `${field} must be ISO 8601 text, epoch milliseconds or epoch seconds; got "${got}"`)

describe('a question is refused, by GET and by POST, with its argument and what would do:', () => {
  const { get, post } = surfaceOver(openWorld().venue)

  test.each<[Query, object]>([
    [{ limit: '0' }, notInRange('0')],
    [{ limit: '-1' }, notInRange('-1')],
    [{ limit: '1.5' }, notInRange('1.5')],
    [{ limit: '50001' }, notInRange('50001')],
    [{ limit: 'abc' }, invalid('limit', 'limit must be a number; got "abc"')],
    [{ limit: 'NaN' }, invalid('limit', 'limit must be a number; got "NaN"')],
    [{ limit: 'Infinity' }, invalid('limit', 'limit must be a number; got "Infinity"')],
    [{ resolution: '30s' }, noResolution('30s')],
    [{ resolution: '2w' }, noResolution('2w')],
    [{ resolution: '8d' }, noResolution('8d')],
    [{ resolution: '0m' }, noResolution('0m')],
    [{ resolution: '1.5h' }, noResolution('1.5h')],
    [{ resolution: '1M' }, noResolution('1M')],
    [{ resolution: 'hourly' }, noResolution('hourly')],
    [{ start: 'yesterday' }, noTime('start', 'yesterday')],
    [{ start: '2026-02-30' }, noTime('start', '2026-02-30')],
    [{ end: '01/02/2026' }, noTime('end', '01/02/2026')],
    [{ end: '1969-12-31T23' }, noTime('end', '1969-12-31T23')],
    [{ end: '-5' }, invalid('end', 'end is not a time after 1970: -5')],
    [
      { start: '20260131' },
      invalid(
        'start',
        'start is neither epoch seconds nor milliseconds: 20260131. Dates have the form 2026-01-31',
      ),
    ],
    [
      { start: '2026-06-02', end: '2026-06-01' },
      invalid(
        'start',
        'start (2026-06-02T00:00:00.000Z) is after end (2026-06-01T00:00:00.000Z). Use an earlier start.',
      ),
    ],
    [
      { resolution: '1m', start: '2026-01-01' },
      invalid(
        'start',
        'The window has 86401 candles, and the maximum is 50000. Shorten it, use a coarser resolution, or ' +
          'pass a limit to get the newest ones.',
      ),
    ],
    [{ outcomeId: '' }, invalid('outcomeId', "fetchOHLCV needs a non-empty 'outcomeId'")],
    [
      { outcomeId: 'maybe' },
      failure(404, 'NOT_FOUND', "Kalshi has no outcome 'maybe'. Ask for one that is played.", {
        detail: { kind: 'unknown_outcome' },
      }),
    ],
  ])('%j', async (query, refused) => {
    const asked = { outcomeId: 'yes', ...query }
    expect(await get(asked)).toMatchObject(refused)
    expect(await post(asked)).toMatchObject(refused)
  })

  test('no outcome at all', async () => {
    const refused = invalid('outcomeId', "fetchOHLCV needs 'outcomeId' (string)")
    expect(await get({ resolution: '1h' })).toMatchObject(refused)
    expect(await post({ resolution: '1h' })).toMatchObject(refused)
  })

  test('two outcomes', async () => {
    const { getPath } = surfaceOver(openWorld().venue)
    expect(await getPath('/api/kalshi/fetchOHLCV?outcomeId=yes&outcomeId=no')).toMatchObject(
      invalid('outcomeId', 'outcomeId must be text; got ["yes","no"]'),
    )
  })
})

test('the most that may be asked is answered', async () => {
  const { get } = surfaceOver(openWorld().venue)
  for (const query of [{ limit: '1' }, { limit: '50000' }, { resolution: '90m', start: '2026-06-09' }]) {
    expect(await get({ outcomeId: 'yes', ...query })).toMatchObject({ status: 200, json: { success: true } })
  }
})

test('`id` is another name of `outcomeId`, which wins', async () => {
  const { get } = surfaceOver(openWorld().venue)
  const query = { limit: '5', resolution: '1h' }
  const { json } = await get({ ...query, outcomeId: 'no' })
  expect(json).toMatchObject({ success: true, data: { length: 5 } })
  expect((await get({ ...query, id: 'no' })).json).toEqual(json)
  expect((await get({ ...query, id: 'maybe', outcomeId: 'no' })).json).toEqual(json)
})

describe('a resolution that a venue cannot give exactly is refused with those it can:', () => {
  /** All others have minutes, of which every resolution is made. */
  const coarse: Partial<Record<VenueId, string>> = { opinion: '1h, 4h, 6h, 12h, 1d, 1w' }

  test.each(['1m', '5m', '15m', '30m', '90m', '61m'])('%s', async (resolution) => {
    for (const id of servedVenueIds) {
      const venue = await loadVenue(id)
      if (venue?.candles === undefined) continue
      const works = coarse[id]
      if (works === undefined) {
        expect(
          venue.candles.steps.map(({ stepMs }) => stepMs),
          id,
        ).toContain(MINUTE)
      } else {
        const refused = `${resolution} candles cannot be computed exactly here. Available resolutions: ${works}`
        const reply = await surfaceOver(venue).get({ outcomeId: '1', resolution })
        expect(reply, id).toMatchObject(invalid('resolution', refused))
      }
    }
  })
})

describe('without candles', () => {
  test('is a venue that offers none', async () => {
    expect(await surfaceOver(fakeVenue()).get({ outcomeId: 'yes' })).toMatchObject(
      failure(
        501,
        'NOT_SUPPORTED',
        'kalshi has no price history. GET /api/kalshi/has lists what it supports.',
      ),
    )
  })

  test('is a venue that is not served', async () => {
    const { getPath } = surfaceOver(openWorld().venue)
    expect(await getPath('/api/baozi/fetchOHLCV?outcomeId=yes')).toMatchObject(
      failure(
        501,
        'NOT_SUPPORTED',
        "Method 'fetchOHLCV' is not supported by 'baozi' here; GET /api/baozi/has lists the supported methods.",
      ),
    )
  })

  test('is a venue that there is not', async () => {
    const { getPath } = surfaceOver(openWorld().venue)
    expect(await getPath('/api/nope/fetchOHLCV?outcomeId=yes')).toMatchObject(
      failure(404, 'NOT_FOUND', `Unknown exchange: nope. Known: ${venueIds.join(', ')}`, {
        detail: { kind: 'unknown_exchange' },
      }),
    )
  })
})

describe('an outcome that there is not is NOT_FOUND, with how an id looks:', () => {
  const longTokens = "An outcome id is the long decimal token id found as outcomeId in a market's outcomes."
  const tickers =
    "An outcome id is a market's ticker, followed by -NO for the other side. It is the outcomeId in a market's " +
    'outcomes.'
  const messages: Partial<Record<VenueId, string>> = {
    polymarket: `Polymarket has no outcome 'no-such-outcome'. ${longTokens}`,
    kalshi: `Kalshi has no outcome 'no-such-outcome'. ${tickers}`,
    'kalshi-demo': `KalshiDemo has no outcome 'no-such-outcome'. ${tickers}`,
    limitless:
      "Limitless has no outcome 'no-such-outcome'. An outcome id is the long decimal token id of one of a market's " +
      'outcomes.',
    probable: `Probable has no outcome 'no-such-outcome'. ${longTokens}`,
    myriad:
      "Myriad has no outcome 'no-such-outcome'. An outcome id is <network>:<market>:<outcome>, such as 2741:549:0, " +
      "found as outcomeId in a market's outcomes.",
    opinion: `Opinion has no outcome 'no-such-outcome'. ${longTokens}`,
    metaculus:
      "Metaculus has no outcome 'no-such-outcome'. An outcome id is <question id>-YES, -NO, -HIGHER, -LOWER or the " +
      'number of an option, as found in the outcomes of a market.',
    rain:
      "Rain has no outcome 'no-such-outcome'. An outcome id is rain:<pool>:<option>, found as outcomeId in a market's " +
      'outcomes.',
    polymarket_us:
      "PolymarketUS has no outcome 'no-such-outcome'. An outcome id is a market's slug followed by :long or :short. It is the " +
      "outcomeId in a market's outcomes.",
    'gemini-titan':
      "GeminiTitan has no outcome 'no-such-outcome'. An outcome id is GEMI:<instrument symbol>:yes or :no, as in the " +
      'outcomes of a market.',
    hunch:
      "Hunch has no outcome 'no-such-outcome'. An outcome id is <market id>:yes, <market id>:no or <market id>:<key of the " +
      'outcome>, as found in the outcomes of a market.',
    hyperliquid:
      "Hyperliquid has no outcome 'no-such-outcome'. An outcome id is the number of a side's asset, 100000000 or " +
      "higher, found as outcomeId in a market's outcomes.",
  }

  test.each(servedVenueIds)('%s', async (id) => {
    const venue = await loadVenue(id)
    expect(messages[id] === undefined).toBe(venue?.candles === undefined)
    if (venue?.candles === undefined) return
    const clock = fakeClock(NOW)
    const ask = openRestarts(venue, await stageVenue(id, clock, []), clock).start()
    await expect(ask('no-such-outcome', {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: messages[id],
    })
  })
})
