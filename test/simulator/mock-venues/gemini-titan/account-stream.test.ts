import { expect, test } from 'vitest'
import { hmacKeyOf } from '../../../../src/signing/hmac.js'
import type { MockRequest } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { accountOf } from '../../../../src/simulator/mock-venues/gemini-titan/paper.js'
import { getPaperCredentials } from '../../../../src/simulator/mock-venues/gemini-titan/signature.js'
import { streamHost } from '../../../../src/simulator/mock-venues/gemini-titan/stream.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { toAmount } from '../../../../src/simulator/paper-trading/state/amount.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

function openedWith({ apiKey = '', apiSecret = '' }, seconds = NOON / 1000): MockRequest {
  const nonce = String(Math.floor(seconds))
  const payload = Buffer.from(nonce).toString('base64')
  const headers = {
    'x-gemini-apikey': apiKey,
    'x-gemini-nonce': nonce,
    'x-gemini-payload': payload,
    'x-gemini-signature': hmacKeyOf(apiSecret, 'text').sign(payload, 'sha384', 'hex'),
  }
  return { method: 'GET', path: '/', search: '', body: undefined, headers }
}

const paper = createPaperTrading(world)
const context = () => contextOf(world, NOON, { paper })
const socket = streamHost.socket
if (socket === undefined) throw new Error('gemini-titan has no socket')

test.each([
  ['of the kind whose nonces are the time', openedWith(getPaperCredentials('time')), undefined],
  ['of the other kind', openedWith(getPaperCredentials('rising')), 401],
  ['with an old nonce', openedWith(getPaperCredentials('time'), NOON / 1000 - 60), 401],
  ['with another secret', openedWith({ ...getPaperCredentials('time'), apiSecret: 'another' }), 401],
])('a socket is opened with a key %s', (_what, request, status) => {
  expect(socket.refuse?.(request, context())).toBe(status)
})

const subscribe = JSON.stringify({ id: '1', method: 'subscribe', params: ['orders@account'] })

test('orders are for who opened the socket with a key', () => {
  const bare: MockRequest = { method: 'GET', path: '/', search: '', body: undefined, headers: {} }
  const [frame = ''] = socket.open(context, bare).hear(subscribe)
  expect(JSON.parse(frame)).toMatchObject({ id: '1', error: { code: -1002 } })
})

test('what happens to an order is told in the documented words, with its number as a number', () => {
  const { apiKey = '' } = getPaperCredentials('time')
  const talk = socket.open(context, openedWith(getPaperCredentials('time')))
  expect(talk.hear(subscribe).map((frame) => JSON.parse(frame))).toEqual([{ id: '1', status: 200 }])
  const account = accountOf(context(), apiKey)
  const wanted = { market: busy, side: 'yes', action: 'buy', amount: { size: toAmount(5) } } as const
  const made = account.place({ ...wanted, price: toAmount(0.01), timeInForce: 'gtc' })
  if (made.rejected !== undefined) throw new Error('it was to be placed')
  const { id } = made.order
  account.cancel(id)
  account.place({ ...wanted, timeInForce: 'ioc' })
  const frames = talk.tick()
  expect(frames[0]).toContain(`"i":${id},`)
  const words = frames.map((frame) => {
    const { X, q, z, Z } = JSON.parse(frame)
    return [X, q, z, Z]
  })
  expect(words.slice(0, 3)).toEqual([
    ['NEW', '5', '5', undefined],
    ['OPEN', '5', '5', undefined],
    ['CANCELED', '5', '0', '0'],
  ])
  expect(words.at(-1)?.slice(0, 3)).toEqual(['FILLED', '5', '0'])
  expect(talk.tick()).toEqual([])
})
