// A test file of somebody who uses the package: run with `node --test`.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startReplay } from 'pmx-local/testing'

let replay
before(async () => {
  replay = await startReplay({ cassette: process.env.CASSETTE })
})
after(() => replay.stop())

test('the recorded order book', async () => {
  const response = await fetch(`${replay.url}/api/kalshi/fetchOrderBook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args: ['KXCASSMARKELECTION-27MAY12-CAST'] }),
  })
  const { data } = await response.json()
  assert.equal(data.bids[0].price, 0.4)
})
