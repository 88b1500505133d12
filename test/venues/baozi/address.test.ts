import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCall } from '../../../src/transport/call-types.js'
import { toPmxError } from '../../../src/transport/errors.js'
import { createLiveWire } from '../../../src/transport/live-http.js'
import { baozi } from '../../../src/venues/baozi/index.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import { now, venueContext } from '../../support/venue.js'
import { addressOf, failure, inContext, marketBytes, shown } from './payloads.js'

/** Nodes that are rented carry their key in the address: over the wire it is called as it is configured. */
const seen: string[] = []
const server = createServer((request, reply) => {
  seen.push(`${request.method} ${request.url}`)
  const isKnown = request.url?.includes('s3cret') === true
  reply.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  reply.end(
    JSON.stringify(isKnown ? inContext(shown(marketBytes())) : failure(-32401, 'invalid api key provided')),
  )
})
let base: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

function askAt(url: string) {
  const wire = createLiveWire({ userAgent: 'test', mayFollow: () => false })
  const venue = { ...baozi, hosts: { rpc: { ...present(baozi.hosts['rpc']), url } } }
  return baozi.markets.getMarket(addressOf('market'), venueContext(venue, wire, fakeClock(now)))
}

test.each(['', '/', '/?api-key=s3cret', '/v2/s3cret', '/s3cret/'])('a node at %s', async (end) => {
  seen.length = 0
  const row = askAt(base + end)
  if (end.includes('s3cret')) expect((await row)?.market.marketId).toBe(addressOf('market'))
  else expect((await failureOf(() => row)).code).toBe('AUTHENTICATION_ERROR')
  expect(seen).toEqual([`POST ${end === '' ? '/' : end}`])
})

test.each(['/v2/s3cret', '/?api-key=s3cret'])('a failure on the way to %s names no key', async (end) => {
  const wire = createLiveWire({ userAgent: 'test', mayFollow: () => false })
  const call = toCall('baozi', { host: 'rpc', path: '', body: {} })
  const signal = new AbortController().signal
  const options = { signal, proxy: undefined, maxBytes: 1_000, timeoutMs: 1_000 }
  const sent = wire.send(call, new URL(`http://127.0.0.1:1${end}`), options)
  const error = await sent.then(() => undefined, toPmxError)
  expect(error?.code).toBe('NETWORK_ERROR')
  expect(JSON.stringify({ ...error, message: error?.message })).not.toContain('s3cret')
  await wire.close()
})
