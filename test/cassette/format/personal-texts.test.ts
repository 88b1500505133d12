import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPath } from '../../../src/cassette/format/personal-texts.js'
import { formsOf } from '../../../src/policy/secrets/secret-forms.js'
import { createSecretSet, secretsOf } from '../../../src/policy/secrets/secret-set.js'
import { secretWritings, writtenSecret } from '../../support/secret-writings.js'

const secret = writtenSecret

function holding(...values: string[]) {
  const set = createSecretSet()
  for (const [index, value] of values.entries()) set.add({ name: `secret ${index}`, value })
  return set
}

describe('a secret is found', () => {
  const bytes = Buffer.from(secret)
  const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQ'}\n${'EFAASCBKcwggSjAgEAAoIBAQ'}\n-----END PRIVATE KEY-----`
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGF5ZXItNDcxMSJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'

  test.each([
    ['as it is', secret, `x${secret}y`],
    ['in another case', 'abcdef0123456789', 'ABCDEF0123456789'],
    ['as base64', secret, bytes.toString('base64')],
    ['as base64url', secret, bytes.toString('base64url')],
    ['as hex', secret, bytes.toString('hex').toUpperCase()],
    ['URL-encoded', secret, encodeURIComponent(secret)],
    ['URL-encoded with small hex', secret, encodeURIComponent(secret).toLowerCase()],
    ['as a form field', 'two words and more', new URLSearchParams({ k: 'two words and more' }).toString()],
    ['inside JSON', secret, JSON.stringify({ k: secret })],
    ['inside JSON inside JSON', secret, JSON.stringify({ k: JSON.stringify({ k: secret }) })],
    ['after a scheme', 'Bearer abcdefgh12345678', 'abcdefgh12345678'],
    ['as a key without 0x', `0x${'ab'.repeat(32)}`, 'ab'.repeat(32)],
    ['as one line of a key file', pem, 'MIIEvQIBADANBgkqhkiG9w0BAQ'],
    ['as a key file on one line of JSON', pem, JSON.stringify(pem)],
    ['as the payload of a JWT', jwt, 'eyJzdWIiOiJwbGF5ZXItNDcxMSJ9'],
    ['as the signature of a JWT', jwt, 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'],
  ])('%s', (_how, value, text) => {
    expect(holding(value).findIn(`before ${text} after`)).toBe('secret 0')
  })

  test.each(secretWritings)('%s', (_how, write) => {
    expect(holding(secret).findIn(`{"owner":"${write(secret)}"}`)).toBe('secret 0')
    expect(holding(secret).findIn(`{"owner":"${write('Another/+value=of"somebody')}"}`)).toBeUndefined()
  })

  test('within the base64 of something longer, wherever it begins there', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), (before, after) => {
        const text = Buffer.from(`${before}${secret}${after}`).toString('base64')
        expect(holding(secret).findIn(text)).toBe('secret 0')
      }),
    )
  })

  test('whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 24, unit: 'binary' }), (value) => {
        fc.pre(value.trim().length >= 8)
        expect(holding(value).findIn(JSON.stringify({ value: value.trim() }))).toBe('secret 0')
      }),
      { numRuns: 30 },
    )
  })
})

describe('no secret is found', () => {
  test.each([
    ['in other text', secret, 'S3cr3t value'],
    [
      'in the header of somebody’s JWT',
      'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxMjM0NTY3OH0.c2lnbmF0dXJl',
      'eyJhbGciOiJIUzI1NiJ9',
    ],
  ])('%s', (_where, value, text) => {
    expect(holding(value).findIn(text)).toBeUndefined()
  })

  test('that is shorter than eight characters: it would be found everywhere', () => {
    expect(createSecretSet().add({ name: 'pin', value: '1234567' })).toBe(false)
    expect(formsOf('1234567')).toEqual([])
  })
})

test('the oldest secrets make room for new ones, so that a long-running daemon stays bounded', () => {
  const set = createSecretSet(2)
  for (const value of ['first-secret', 'second-secret', 'third-secret']) set.add({ name: value, value })
  expect([set.findIn('first-secret'), set.findIn('third-secret')]).toEqual([undefined, 'third-secret'])
})

test('credentials are secrets, wallet addresses and kinds of signature are none', () => {
  const address = `0x${'aB'.repeat(20)}`
  const given = {
    apiKey: 'k-1',
    privateKey: address,
    funderAddress: 'f',
    signatureType: 2,
    passphrase: 'p',
    apiToken: '',
  }
  expect(secretsOf('kalshi', given)).toEqual([
    { name: 'kalshi.apiKey', value: 'k-1' },
    { name: 'kalshi.passphrase', value: 'p' },
  ])
  expect(secretsOf('kalshi', undefined)).toEqual([])
})

describe('the place of a find', () => {
  const isHit = (text: string): boolean => text.includes('canary')

  test.each([
    [
      {
        query: [
          ['limit', '5'],
          ['k', 'canary'],
        ],
      },
      'query[1][1]',
    ],
    [{ json: { orders: [{ owner: 'x' }, { owner: 'a canary' }] } }, 'json.orders[1].owner'],
    [{ json: { 'canary-1': 1 } }, "json (a member's name)"],
    [{ json: 1, text: 'none' }, undefined],
  ])('in %j is %s', (value, place) => {
    expect(findPath(value, isHit)).toBe(place)
  })
})
