import { describe, expect, test } from 'vitest'
import { isLoginEnded } from '../../../src/venue-kit/orders/ended-login.js'
import {
  accountOf,
  checkCredentials,
  funderIn,
  sendSigned,
  sendSignedOnce,
} from '../../../src/venues/polymarket/auth.js'
import { walletsOf } from '../../../src/venues/polymarket/native/wallets.js'
import { wallet } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { json, sentTo } from '../../support/wire.js'
import { apiKeys, owner, privateKey, setUp, signedIn } from './set-up.js'

const profile = `GET data/profiles/${owner}`
const keys = { apiKey: 'derived', secret: apiKeys.apiSecret, passphrase: 'derived-passphrase' }
const noKeys = { apiKey: '', apiSecret: '', passphrase: '' }
const at = String(Math.floor(now / 1000))

describe('a private call', () => {
  test('carries the headers of the keys that were given', async () => {
    const { ctx, wire } = signedIn({ 'DELETE clob/orders': {} })
    await sendSigned({ path: '/orders', method: 'DELETE', body: ['0xabc', '0xdef'] }, ctx)
    const { secretHeaders, headers } = present(wire.calls[0])
    expect(headers).toEqual({})
    expect(secretHeaders).toMatchObject({
      POLY_ADDRESS: owner,
      POLY_API_KEY: 'my-key',
      POLY_PASSPHRASE: 'my-passphrase',
      POLY_TIMESTAMP: at,
    })
    const { createHmac } = await import('node:crypto')
    const signature = createHmac('sha256', 'this is a test secret key not real')
      .update(`${at}DELETE/orders["0xabc","0xdef"]`)
      .digest('base64')
    expect(secretHeaders['POLY_SIGNATURE']).toBe(signature.replaceAll('+', '-').replaceAll('/', '_'))
  })

  test('signs the path without its query, and no body where there is none', async () => {
    const { ctx, wire } = signedIn({ 'GET clob/data/orders': {} })
    await sendSigned({ path: '/data/orders', query: { market: '0x1' } }, ctx)
    await sendSigned({ path: '/data/orders' }, ctx)
    const [one, other] = wire.calls.map(({ secretHeaders }) => secretHeaders['POLY_SIGNATURE'])
    expect(one).toBe(other)
  })

  test('asks for the keys that the private key has, once', async () => {
    const { ctx, wire } = signedIn(
      { 'GET clob/auth/derive-api-key': keys, 'GET clob/data/orders': {} },
      noKeys,
    )
    await sendSigned({ path: '/data/orders' }, ctx)
    await sendSigned({ path: '/data/orders' }, ctx)
    expect(sentTo(wire)).toEqual([
      'GET clob/auth/derive-api-key',
      'GET clob/data/orders',
      'GET clob/data/orders',
    ])
    expect(present(wire.calls[0]).secretHeaders).toMatchObject({
      POLY_ADDRESS: owner,
      POLY_TIMESTAMP: at,
      POLY_NONCE: '0',
    })
    expect(present(wire.calls[1]).secretHeaders).toMatchObject({ POLY_API_KEY: 'derived' })
  })

  test.each([400, 404])('makes keys where there are none yet (%s)', async (status) => {
    const answers = {
      'GET clob/auth/derive-api-key': json(status, { error: 'Could not derive api key' }),
      'POST clob/auth/api-key': keys,
      'GET clob/data/orders': {},
    }
    const { ctx, wire } = signedIn(answers, noKeys)
    await sendSigned({ path: '/data/orders' }, ctx)
    expect(sentTo(wire)).toEqual(Object.keys(answers))
  })

  test('a login that fails makes no new keys', async () => {
    const { ctx, wire } = signedIn({ 'GET clob/auth/derive-api-key': json(403, { error: 'no' }) }, noKeys)
    expect((await failureOf(() => sendSigned({ path: '/data/orders' }, ctx))).code).toBe('PERMISSION_DENIED')
    expect(sentTo(wire).every((call) => call === 'GET clob/auth/derive-api-key')).toBe(true)
  })

  test('keys that the venue forgot are asked for again, and the call is sent once more', async () => {
    let isForgotten = true
    const answers = {
      'GET clob/auth/derive-api-key': keys,
      'GET clob/data/orders': () => {
        if (!isForgotten) return {}
        isForgotten = false
        return json(401, { error: 'Unauthorized/Invalid api key' })
      },
    }
    const { ctx, wire } = signedIn(answers, noKeys)
    expect((await sendSigned({ path: '/data/orders' }, ctx)).status).toBe(200)
    const derive = 'GET clob/auth/derive-api-key'
    expect(sentTo(wire)).toEqual([derive, 'GET clob/data/orders', derive, 'GET clob/data/orders'])
  })

  test('other keys than before do not send what names the old ones', async () => {
    let count = 0
    const { ctx, wire } = signedIn(
      {
        'GET clob/auth/derive-api-key': () => ({ ...keys, apiKey: `key-${count++}` }),
        'POST clob/order': json(401, { error: 'Unauthorized/Invalid api key' }),
      },
      noKeys,
    )
    const order = () => sendSigned({ path: '/order', body: { owner: 'key-0' } }, ctx)
    expect((await failureOf(order)).code).toBe('AUTHENTICATION_ERROR')
    const once = await failureOf(() => sendSignedOnce({ path: '/order', body: { owner: 'key-1' } }, ctx))
    expect([once.code, isLoginEnded(once)]).toEqual(['AUTHENTICATION_ERROR', false])
    expect(sentTo(wire).filter((one) => one === 'POST clob/order')).toHaveLength(2)
  })

  test('an order is sent once: the core looks for it before the next try', async () => {
    const answers = {
      'GET clob/auth/derive-api-key': keys,
      'POST clob/order': json(401, { error: 'Unauthorized/Invalid api key' }),
    }
    const { ctx, wire } = signedIn(answers, noKeys)
    const failure = await failureOf(() => sendSignedOnce({ path: '/order', body: { owner: 'derived' } }, ctx))
    expect([failure.code, isLoginEnded(failure)]).toEqual(['AUTHENTICATION_ERROR', true])
    const derive = 'GET clob/auth/derive-api-key'
    expect(sentTo(wire)).toEqual([derive, 'POST clob/order', derive])
  })

  test('keys that were given are not asked for', async () => {
    const { ctx, wire } = signedIn({ 'GET clob/data/orders': json(401, { error: 'no' }) })
    expect((await failureOf(() => sendSigned({ path: '/data/orders' }, ctx))).code).toBe(
      'AUTHENTICATION_ERROR',
    )
    expect(sentTo(wire)).toEqual(['GET clob/data/orders'])
  })

  test('keys that were revoked are asked for anew by the call, and by the next one', async () => {
    const answers = {
      'GET clob/auth/derive-api-key': keys,
      'GET clob/data/orders': json(401, { error: 'Unauthorized/Invalid api key' }),
    }
    const { ctx, wire } = signedIn(answers, noKeys)
    const call = () => sendSigned({ path: '/data/orders' }, ctx)
    expect((await failureOf(call)).code).toBe('AUTHENTICATION_ERROR')
    await failureOf(call)
    expect(sentTo(wire).filter((one) => one === 'GET clob/auth/derive-api-key')).toHaveLength(3)
  })
})

describe('the wallet', () => {
  const read = async (
    changes: Parameters<typeof signedIn>[1],
    answers: Parameters<typeof signedIn>[0] = {},
  ) => {
    const { ctx, wire } = signedIn(answers, { signatureType: '', ...changes })
    const { kind, funder } = await accountOf(ctx)
    return { kind, funder: funder.toLowerCase(), asked: wire.calls.length }
  }
  test('is the account, whether or not it is named, and whichever keys come with it', async () => {
    const of = async (
      changes: Parameters<typeof signedIn>[1],
      answers: Parameters<typeof signedIn>[0] = {},
    ) => (await funderIn(signedIn(answers, { signatureType: '', ...changes }).ctx)).toLowerCase()
    const [proxyWallet] = [walletsOf(owner)[1].toLowerCase()]
    expect(await of({ funderAddress: proxyWallet })).toBe(proxyWallet)
    expect(await of({ signatureType: '1' })).toBe(proxyWallet)
    expect(await of({}, { [profile]: { proxyAddress: proxyWallet } })).toBe(proxyWallet)
    expect(await of({ ...noKeys }, { [profile]: { proxyAddress: proxyWallet } })).toBe(proxyWallet)
    expect(await of({}, { [profile]: json(404, { error: 'not found' }) })).toBe(owner.toLowerCase())
  })

  test('is no account of a key whose wallet it is not', async () => {
    const { ctx } = signedIn({}, { signatureType: '', funderAddress: wallet })
    expect(await failureOf(() => funderIn(ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      detail: { part: 'funderAddress' },
    })
  })

  const none = { [profile]: json(404, { error: 'not found' }) }
  const proxy = (isGnosisSafe?: boolean) => ({ [profile]: { proxyAddress: wallet, isGnosisSafe } })
  const shown = (proxyAddress: string) => ({ [profile]: { proxyAddress, isGnosisSafe: true } })
  const self = owner.toLowerCase()
  const own = walletsOf(owner)

  test.each([
    ['0', 0],
    ['EOA', 0],
    ['1', 1],
    ['polyproxy', 1],
    ['2', 2],
    ['gnosis-safe', 2],
    ['gnosis_safe', 2],
    ['3', 3],
    ['deposit_wallet', 3],
  ])('of kind %s', async (signatureType, kind) => {
    const changes = kind === 0 ? { signatureType } : { signatureType, funderAddress: wallet }
    expect(await read(changes)).toEqual({ kind, funder: kind === 0 ? self : wallet, asked: 0 })
  })

  test.each([
    ['nothing given, no profile: the key itself', {}, none, 0, self],
    ['nothing given: that of the profile', {}, proxy(true), 2, wallet],
    ['nothing given: a proxy of the profile', {}, proxy(), 1, wallet],
    [
      'nothing given: the kind is that of the address, whatever else the profile says',
      {},
      shown(own[3]),
      3,
      own[3],
    ],
    ['the key as its own wallet', { funderAddress: owner }, {}, 0, self],
    ['the proxy of the key', { funderAddress: own[1] }, {}, 1, own[1]],
    ['the Safe of the key', { funderAddress: own[2] }, {}, 2, own[2]],
    ['the deposit wallet of the key', { funderAddress: own[3] }, {}, 3, own[3]],
    ['the deposit wallet of the first form', { funderAddress: own.older3 }, {}, 3, own.older3],
    ['the same with its kind', { funderAddress: own[3], signatureType: '3' }, {}, 3, own[3]],
    ['only the kind of a proxy', { signatureType: 'polyproxy' }, {}, 1, own[1]],
    ['only the kind of a Safe', { signatureType: 'gnosis-safe' }, {}, 2, own[2]],
  ])('%s', async (_what, changes, answers, kind, funder) => {
    expect(await read(changes, answers)).toMatchObject({ kind, funder: funder.toLowerCase() })
  })

  test('asks the venue for nothing where a funder or a kind is given', async () => {
    expect(await read({ funderAddress: own[3] })).toMatchObject({ asked: 0 })
    expect(await read({ signatureType: 'gnosis-safe' })).toMatchObject({ asked: 0 })
  })

  test('that is none of the key is refused, with the wallets that the key has', async () => {
    const error = await failureOf(() => read({ funderAddress: wallet }))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'funderAddress' } })
    for (const address of Object.values(own)) expect(error.message).toContain(address)
    for (const kind of ['(1, proxy)', '(2, Safe)', '(3, deposit wallet)'])
      expect(error.message).toContain(kind)
  })

  test.each([
    [own[3], '2', 3],
    [own[1], '3', 1],
    [own[2], '1', 2],
    [owner, '3', 0],
  ])('%s with the kind %s of another is refused', async (funderAddress, signatureType, kind) => {
    const error = await failureOf(() => read({ funderAddress, signatureType }))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'signatureType' } })
    expect(error.message).toContain(`signatureType ${kind}`)
  })

  test('of the kind that has two addresses is asked for, with both', async () => {
    const error = await failureOf(() => read({ signatureType: 'deposit_wallet' }))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'funderAddress' } })
    expect(error.message).toContain(own[3])
    expect(error.message).toContain(own.older3)
  })

  test('a profile that cannot be read is no wallet', async () => {
    const error = await failureOf(() => read({}, { [profile]: json(403, { error: 'no' }) }))
    expect(error.code).toBe('PERMISSION_DENIED')
  })

  test('of a key itself is no other', async () => {
    const error = await failureOf(() => read({ signatureType: '0', funderAddress: wallet }))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'signatureType' } })
  })
})

describe('credentials', () => {
  test('without a private key are refused, and nobody is asked', async () => {
    const { ctx } = setUp({})
    expect(await failureOf(() => checkCredentials(ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      detail: { part: 'privateKey' },
    })
  })

  test.each([
    ['privateKey', privateKey.slice(0, -2)],
    ['funderAddress', wallet.slice(0, -2)],
    ['signatureType', 'metamask-7'],
  ])('%s of another shape is named and not repeated', async (part, value) => {
    const { ctx } = signedIn({}, { [part]: value })
    const error = await failureOf(() => checkCredentials(ctx))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part } })
    expect(JSON.stringify(error)).not.toContain(value)
    expect(error.message).not.toContain(value)
  })
})
