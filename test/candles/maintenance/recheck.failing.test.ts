import { afterAll, afterEach, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { barAt, EVER, NOON, rechecks, yes } from '../support/rechecked-venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Of two hours before the close. */
const minutes = Array.from({ length: 120 }, (_, at) => at - 60)
const market = { minutes, listedAt: NOON - 2 * HOUR, lacking: Number.NaN }

const { setUp, end, remove } = await rechecks()
afterEach(end)
afterAll(remove)

test('windows with which the venue always fails do not hold up the others', async () => {
  const set = await setUp(market)
  const { state, clock, store, venueBars } = set
  venueBars.set(-20, barAt(-20, 0.8)).set(-50, barAt(-50, 0.8)).set(50, barAt(50, 0.8))
  await clock.advance(HOUR + 5 * MINUTE)
  state.hold = ({ from, to }) =>
    from <= barAt(-60).timestamp && to > barAt(-20).timestamp
      ? Promise.reject(new PmxError('EXCHANGE_NOT_AVAILABLE', 'down'))
      : Promise.resolve()
  await clock.advance(3 * HOUR)
  const open = store.openDifferences(yes, EVER).flatMap(({ differing }) => differing)
  expect(open.map(({ openTime }) => openTime)).toEqual([barAt(-50).timestamp, barAt(-20).timestamp])
})
