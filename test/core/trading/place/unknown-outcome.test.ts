import { describe, expect, test } from 'vitest'
import { type ErrorCode, PmxError } from '../../../../src/api/envelope/errors.js'
import { toOrderOutcome, watchOrder } from '../../../../src/core/trading/place/unknown-outcome.js'
import type { VenueRequest } from '../../../../src/transport/call-types.js'
import { readReply, toStatusError } from '../../../../src/transport/errors.js'
import type { VenueHttp } from '../../../../src/transport/transport.js'

const stateOf = (code: ErrorCode, upstreamStatus: number, begun = true) =>
  toOrderOutcome(new PmxError(code, 'said', { detail: { upstreamStatus } }), begun).state

test.each(['NOT_FOUND', 'INVALID_ORDER', 'BAD_REQUEST', 'EXCHANGE_NOT_AVAILABLE'] as const)(
  'a failure of the venue’s own that is read as %s refuses no order: it may have been placed before',
  (code) => {
    expect(stateOf(code, 500)).toBe('unknown')
    expect(stateOf(code, 503)).toBe('unknown')
    expect(stateOf(code, 500, false)).toBe('refused')
  },
)

test('a venue that says that it takes no orders at the moment has taken none', () => {
  const paused = new PmxError('EXCHANGE_NOT_AVAILABLE', 'said', { detail: { kind: 'orders_paused' } })
  expect(toOrderOutcome(paused, true).state).toBe('refused')
})

test.each(['NOT_FOUND', 'INVALID_ORDER', 'BAD_REQUEST'] as const)(
  '%s with a status of the caller’s is a refusal',
  (code) => {
    expect(stateOf(code, 404)).toBe('refused')
    expect(stateOf(code, 400)).toBe('refused')
  },
)

test.each([200, 301, 399, 408, 425])(
  'a page for people with status %d refuses no order',
  (upstreamStatus) => {
    const page = new PmxError('BAD_REQUEST', 'a page', { detail: { upstreamStatus, body: 'html' } })
    expect(toOrderOutcome(page, true).state).toBe('unknown')
    const json = new PmxError('BAD_REQUEST', 'no page', { detail: { upstreamStatus } })
    expect(toOrderOutcome(json, true).state).toBe('refused')
  },
)

test.each([400, 403, undefined])('a page with status %s is a refusal like any other', (upstreamStatus) => {
  const page = new PmxError('BAD_REQUEST', 'a page', { detail: { upstreamStatus, body: 'html' } })
  expect(toOrderOutcome(page, true).state).toBe('refused')
})

test.each([404, 409, 422, 499])(
  'a body that is not the venue’s with status %d refuses no order',
  (status) => {
    for (const json of ['404 page not found', { request_id: 7 }, ''])
      expect(toOrderOutcome(toStatusError({ status, headers: {}, json }), true).state).toBe('unknown')
    const said = { status, headers: {}, json: { error: { message: 'order not found' } } }
    expect(
      toOrderOutcome(toStatusError(said, { codeIn: () => 'order_not_found' }, { isWrite: true }), true).state,
    ).toBe('refused')
    // Any gateway may have errors of such a form.
    expect(toOrderOutcome(toStatusError(said, undefined, { isWrite: true }), true).state).toBe('unknown')
    expect(toOrderOutcome(toStatusError(said, { isOwn: () => true }, { isWrite: true }), true).state).toBe(
      'unknown',
    )
    const refusal = toStatusError({ status: 400, headers: {}, json: 'invalid order' })
    expect(toOrderOutcome(refusal, true).state).toBe('refused')
  },
)

test.each([404, 409, 422, 499])('nor does a page for people with status %d', (status) => {
  const text = '<html><body><h1>Not here</h1><hr>nginx</body></html>'
  const read = readReply({ status, headers: { 'content-type': 'text/html' }, text }, [], undefined)
  expect(toOrderOutcome('error' in read ? read.error : read.ok, true).state).toBe('unknown')
  const limited = readReply({ status, headers: {}, text: '<html>You are being rate limited' }, [], undefined)
  expect(toOrderOutcome('error' in limited ? limited.error : limited.ok, true).state).toBe('unknown')
})

describe('a way to the venue', () => {
  function wayOf() {
    const state = { sent: 3, venueTime: 7, leaves: true }
    const http = {
      get sent() {
        return state.sent
      },
      get venueTime() {
        return state.venueTime
      },
      async send() {
        if (state.leaves) state.sent++
        return {}
      },
    } as unknown as VenueHttp
    const call = { host: 'api', path: '/order', method: 'GET' } as const
    return { ...watchOrder(http, { call }), state }
  }

  test.each<[string, VenueRequest]>([
    ['a POST', { host: 'api', path: '/other', method: 'POST' }],
    ['a DELETE', { host: 'api', path: '/other', method: 'DELETE' }],
    ['what has a body', { host: 'api', path: '/other', body: {} }],
    ['the order’s own call, whatever its method', { host: 'api', path: '/order' }],
    [
      'the order’s own call, though it is told to only read',
      { host: 'api', path: '/order', body: {}, read: true },
    ],
  ])('notes %s as the order’s beginning', async (_what, request) => {
    const way = wayOf()
    await way.http.send(request)
    expect(way.begun()).toBe(true)
  })

  test.each<[string, VenueRequest]>([
    ['a GET', { host: 'api', path: '/other' }],
    ['a GET by its name', { host: 'api', path: '/other', method: 'GET' }],
    ['a POST that only reads', { host: 'api', path: '/other', body: {}, read: true }],
    ['the order’s path at another host', { host: 'chain', path: '/order' }],
  ])('takes %s for none', async (_what, request) => {
    const way = wayOf()
    await way.http.send(request)
    expect(way.begun()).toBe(false)
  })

  test('has begun nothing while what changes something waits for its turn, nor by reads that left before', async () => {
    const way = wayOf()
    await way.http.send({ host: 'api', path: '/other' })
    way.state.leaves = false
    await way.http.send({ host: 'api', path: '/order', body: {} })
    expect(way.begun()).toBe(false)
    way.state.leaves = true
    await way.http.send({ host: 'api', path: '/order', body: {} })
    expect(way.begun()).toBe(true)
  })

  test('tells what the way underneath tells', () => {
    const { http } = wayOf()
    expect([http.sent, http.venueTime]).toEqual([3, 7])
  })
})
