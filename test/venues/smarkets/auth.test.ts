import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { isLoginEnded } from '../../../src/venue-kit/orders/ended-login.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { failureOf, present } from '../../support/expect.js'
import { now, venueContext } from '../../support/venue.js'
import { json, sentTo } from '../../support/wire.js'
import { created, located, MINUTE, money, open, session, terms } from './account-payloads.js'

const orders = present(smarkets.orders)
const balance = present(smarkets.account?.balance)
const logins = ({ wire }: ReturnType<typeof open>) =>
  sentTo(wire).filter((call) => call === 'POST api/sessions/').length

/** The context of a call of the same holder, at another time. */
const later = ({ ctx, wire, clock }: ReturnType<typeof open>) => ({
  ...venueContext(smarkets, wire, clock, ctx.secrets),
  memo: ctx.memo,
})

describe('a session', () => {
  test('is opened once for calls that come together, and its token proves them', async () => {
    const set = open()
    await Promise.all([balance(set.ctx), balance(set.ctx), balance(set.ctx)])
    expect(logins(set)).toBe(1)
    const [login, call] = set.wire.calls
    expect(login?.body).toEqual({ username: 'a@b.example', password: 'pass word', remember: false })
    expect(login?.isUnrecorded).toBe(true)
    expect(call?.secretHeaders).toEqual({ authorization: 'Session-Token token-1' })
  })

  test('is renewed a minute before it ends, and not before that', async () => {
    const set = open()
    await balance(set.ctx)
    set.clock.set(now + 29 * MINUTE - 1)
    await balance(set.ctx)
    expect(logins(set)).toBe(1)
    set.clock.set(now + 29 * MINUTE)
    await balance(set.ctx)
    expect(logins(set)).toBe(2)
  })

  const ended = json(401, { error_type: 'AUTH_REQUIRED' })
  /** Each login has a token of its own, and each token lasts for some calls. */
  const numbered = (lasts: readonly number[]) => {
    const left = new Map<string, number>()
    const isOver = ({ secretHeaders }: VenueCall) => {
      const token = String(secretHeaders['authorization'])
      const calls = left.get(token) ?? 0
      left.set(token, calls - 1)
      return calls <= 0
    }
    const opens = () => {
      const token = `token-${left.size + 1}`
      left.set(`Session-Token ${token}`, lasts[left.size] ?? 99)
      return session({ token })
    }
    return { isOver, opens }
  }

  test('that the venue has ended is opened again, and the call repeated once', async () => {
    const { isOver, opens } = numbered([1])
    const set = open({
      'POST api/sessions/': opens,
      'GET api/accounts/': (call: VenueCall) => (isOver(call) ? ended : money()),
    })
    await balance(set.ctx)
    expect(await balance(set.ctx)).toHaveLength(1)
    expect(logins(set)).toBe(2)
    expect(set.wire.calls.at(-1)?.secretHeaders).toEqual({ authorization: 'Session-Token token-2' })
    await balance(set.ctx)
    expect(logins(set)).toBe(2)
  })

  test('that has ended for calls that come together is opened once for them all', async () => {
    const { isOver, opens } = numbered([1])
    const set = open({
      'POST api/sessions/': opens,
      'GET api/accounts/': (call: VenueCall) => (isOver(call) ? ended : money()),
    })
    await balance(set.ctx)
    await Promise.all([balance(set.ctx), balance(set.ctx), balance(set.ctx)])
    expect(logins(set)).toBe(2)
  })

  test('that is refused again is an error after one repetition, and no other is opened for a minute', async () => {
    let refusals = 5
    const set = open({
      'GET api/accounts/': () => (refusals-- > 0 ? ended : money()),
    })
    const refused = () => failureOf(() => balance(later(set)))
    expect(await refused()).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    const once = ['POST api/sessions/', 'GET api/accounts/']
    expect(sentTo(set.wire)).toEqual([...once, ...once])
    for (let call = 0; call < 2; call++) await refused()
    expect(sentTo(set.wire)).toEqual([...once, ...once, 'GET api/accounts/', 'GET api/accounts/'])
    await set.clock.advance(MINUTE)
    expect(await balance(later(set))).toHaveLength(1)
    expect(logins(set)).toBe(3)
  })

  test('that has ended does not place an order by itself: the core looks for it, and sends the same call', async () => {
    const { isOver, opens } = numbered([1])
    const set = open({
      'POST api/sessions/': opens,
      'GET api/accounts/': (call: VenueCall) => (isOver(call) ? ended : money()),
      'POST api/orders/': (call: VenueCall) => (isOver(call) ? ended : created),
    })
    const built = await orders.build(terms(), located, set.ctx)
    const sent = () => set.wire.calls.filter(({ method, path }) => method === 'POST' && path === '/orders/')
    expect(isLoginEnded(await failureOf(() => orders.submit(built, terms(), set.ctx)))).toBe(true)
    expect(sent()).toHaveLength(1)
    expect(await orders.submit(built, terms(), set.ctx)).toMatchObject({ id: '77', status: 'open' })
    expect(sent().map(({ body }) => body)).toEqual([built.call.body, built.call.body])
  })

  test('that is refused for orders twice is not the cause, and no other is opened for a minute', async () => {
    const set = open({ 'POST api/orders/': ended })
    const built = await orders.build(terms(), located, set.ctx)
    const marks: boolean[] = []
    for (let call = 0; call < 3; call++)
      marks.push(isLoginEnded(await failureOf(() => orders.submit(built, terms(), set.ctx))))
    expect([marks, logins(set)]).toEqual([[true, false, false], 2])
    await set.clock.advance(MINUTE)
    expect(isLoginEnded(await failureOf(() => orders.submit(built, terms(), later(set))))).toBe(true)
  })

  test('is not what a refused permission is about', async () => {
    const set = open({ 'GET api/accounts/': json(403, { error_type: 'FORBIDDEN' }) })
    expect(await failureOf(() => balance(set.ctx))).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(logins(set)).toBe(1)
  })

  test('that failed for one is tried by the other for himself', async () => {
    let failures = 1
    const set = open({ 'POST api/sessions/': () => (failures-- > 0 ? json(503, {}) : session()) })
    const [first, second] = await Promise.allSettled([balance(set.ctx), balance(set.ctx)])
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
  })

  test('that the venue refuses is not asked for again by each call: a minute later, then two, at most ten', async () => {
    const set = open({ 'POST api/sessions/': json(401, { error_type: 'AUTH_REQUIRED' }) })
    const refused = { code: 'AUTHENTICATION_ERROR' }
    const ask = () => failureOf(() => balance(later(set)))
    const all = await Promise.all(Array.from({ length: 20 }, ask))
    for (const error of all) expect(error).toMatchObject(refused)
    expect(logins(set)).toBe(1)
    const asked: number[] = []
    for (let minute = 1; minute <= 30; minute++) {
      await set.clock.advance(MINUTE)
      const before = logins(set)
      const error = await ask()
      expect(error).toMatchObject(refused)
      if (logins(set) > before) asked.push(minute)
      else expect(error.message).toMatch(/The next attempt is at 2026-11-2\dT[\d:.]+Z\.$/)
    }
    expect(asked).toEqual([1, 3, 7, 15, 25])
  })

  test('that was refused and is let in later begins anew', async () => {
    const replies = [json(401, {}), session(), json(401, {}), session()]
    const set = open({ 'POST api/sessions/': () => replies.shift() })
    await failureOf(() => balance(later(set)))
    await set.clock.advance(MINUTE)
    expect(await balance(later(set))).toHaveLength(1)
    await set.clock.advance(40 * MINUTE)
    expect(await failureOf(() => balance(later(set)))).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    await set.clock.advance(MINUTE)
    expect(await balance(later(set))).toHaveLength(1)
  })

  test.each([
    ['totp', /Turn off two-factor authentication/],
    ['nemid', /Sign in at smarkets\.com once/],
  ])('that wants %s is none, and the error says what to do', async (factor, message) => {
    const set = open({ 'POST api/sessions/': session({ factor }) })
    const error = await failureOf(() => balance(set.ctx))
    expect([error.code, error.message]).toEqual(['AUTHENTICATION_ERROR', expect.stringMatching(message)])
    expect(error.message).not.toContain('pass word')
    expect(sentTo(set.wire)).toEqual(['POST api/sessions/'])
  })
})
