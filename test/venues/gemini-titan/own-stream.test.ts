import { expect, test } from 'vitest'
import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { present } from '../../support/expect.js'

const { protocol } = await present(geminiTitan.ownStream).open({
  secrets: { values: { apiKey: 'account-key', apiSecret: 'secret' }, withheld: false },
  clock: { now: () => 0 },
} as unknown as VenueContext)

async function orderIn(members: object) {
  const frame = { s: 'GEMI-BTC-UP', i: '8', S: 'BUY', O: 'YES', p: '0.18', q: '13', ...members }
  const [message] = protocol.read(JSON.stringify(frame), 0)
  if (message?.kind !== 'own') throw new Error('no rows')
  return present((await message.read({} as VenueContext)).orders)[0]
}

const untold = { filled: 0, remaining: 0, metadata: { unknown: ['timestamp', 'filled', 'remaining'] } }
const told = (filled: number) => ({ filled, remaining: 13 - filled, metadata: { unknown: ['timestamp'] } })

test.each<[string, object, object]>([
  ['all of it left', { z: '13' }, told(0)],
  ['nothing executed', { z: '0', Z: '0' }, told(0)],
  ['as much executed as is gone', { z: '9', Z: '4' }, told(4)],
  ['a part gone, and nothing of what was executed', { z: '9' }, untold],
  ['nothing left', { z: '0' }, untold],
  ['less executed than is gone', { z: '0', Z: '4' }, untold],
])('a rejected order whose frame has %s is told with what that says', async (_what, members, filled) => {
  expect(await orderIn({ X: 'REJECTED', ...members })).toMatchObject({ status: 'rejected', ...filled })
})

test('a canceled order is told with what was executed in all', async () => {
  expect(await orderIn({ X: 'CANCELED', z: '0', Z: '4' })).toMatchObject({ status: 'canceled', ...told(4) })
  expect(await orderIn({ X: 'CANCELED', z: '0' })).toMatchObject({ status: 'canceled', ...untold })
})
