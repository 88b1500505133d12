import { expect, test } from 'vitest'
import { kalshi } from '../../../../src/venues/kalshi/index.js'
import { fetchEventMetadata } from '../../../../src/venues/kalshi/native/event-metadata.js'
import { expectDriftAt } from '../../../support/expect.js'
import { venueContext } from '../../../support/venue.js'
import { fakeWire, json } from '../../../support/wire.js'
import { notFound } from '../payloads.js'

const path = 'GET api/events/KXORBMAYOR-26/metadata'

test('the payload is handed on as it came', async () => {
  const payload = {
    image_url: '',
    market_details: [{ market_ticker: 'KXORBMAYOR-26-VELA', color_code: '#AA00FF' }],
    extra: [1],
  }
  const ctx = venueContext(kalshi, fakeWire({ [path]: payload }))
  expect(await fetchEventMetadata('kxorbmayor-26', ctx)).toEqual(payload)
})

test('an unknown event is NOT_FOUND', async () => {
  const ctx = venueContext(kalshi, fakeWire({ [path]: json(404, notFound) }))
  for (const id of ['KXORBMAYOR-26', 'not a ticker']) {
    await expect(fetchEventMetadata(id, ctx)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test.each([[null], [[]], ['text']])('%j is no metadata', async (payload) => {
  const ctx = venueContext(kalshi, fakeWire({ [path]: json(200, payload) }))
  await expectDriftAt(() => fetchEventMetadata('KXORBMAYOR-26', ctx), '')
})
