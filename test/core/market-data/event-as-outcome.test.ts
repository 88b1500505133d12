import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { explainEventId } from '../../../src/core/market-data/event-as-outcome.js'
import { fakeVenue } from '../fake-venue.js'

const eventOf = (markets: readonly string[]) => ({
  id: 'E',
  title: 'An event',
  markets: markets.map((marketId) => ({
    outcomes: ['YES', 'NO'].map((label) => ({ marketId, outcomeId: `${marketId}-${label}`, label })),
  })),
})
const venue = fakeVenue({ events: [] })
const unknown = new PmxError('NOT_FOUND', 'none', { detail: { kind: 'unknown_outcome' } })
const neverRead = () => Promise.reject(new Error('looked up'))

test('the id of an event is an error that names its outcomes, at most 20', async () => {
  const asked = eventOf(Array.from({ length: 15 }, (_, at) => `M${at}`))
  const error = await explainEventId(unknown, 'E', venue, async () => asked)
  expect(error).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringMatching(
      /^'E' is an event on .*, not an outcome\. Its outcome ids are M0-YES \(YES\), M0-NO .* and 10 more\. fetchEventOHLCV /,
    ),
    detail: {
      kind: 'event_not_outcome',
      eventId: 'E',
      outcomeIds: expect.toSatisfy((ids: string[]) => ids.length === 20 && ids[0] === 'M0-YES'),
    },
  })
})

test('an id that is not an event keeps its error, and other errors cost no lookup', async () => {
  expect(await explainEventId(unknown, 'E', venue, neverRead)).toBe(unknown)
  expect(await explainEventId(unknown, 'E', venue, async () => eventOf([]))).toBe(unknown)
  const other = new PmxError('NETWORK_ERROR', 'down')
  const read = () => {
    throw new Error('looked up')
  }
  expect(await explainEventId(other, 'E', venue, read)).toBe(other)
})
