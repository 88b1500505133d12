import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { maskError } from '../../../src/http/access/masked-error.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { secretWritings, writtenSecret } from '../../support/secret-writings.js'
import { appOver } from '../app-world.js'

const finder = createSecretSet()
finder.add({ name: 'key', value: writtenSecret })
const writings = [['as it is', (text: string) => text] as const, ...secretWritings]

function failingWith(error: () => Error, held: readonly string[] = []) {
  return appOver({
    held,
    run: async () => {
      throw error()
    },
  })
}

describe.each([
  ["the daemon's own", { held: [writtenSecret], credentials: undefined }],
  ["the caller's", { held: [], credentials: { apiKey: writtenSecret } }],
])('a failure tells no credential: %s', (_whose, { held, credentials }) => {
  test.each(writings)('%s', async (_how, write) => {
    const written = write(writtenSecret)
    const app = failingWith(
      () =>
        new PmxError('AUTHENTICATION_ERROR', `The venue returned HTTP 401: no such key ${written}`, {
          exchange: 'kalshi',
          detail: { upstreamStatus: 401, cause: { message: `key ${written}`, at: 5 } },
        }),
      held,
    )
    const reply = await app.post('/api/kalshi/fetchMarkets', { args: [], credentials })
    expect(reply).toMatchObject({
      status: 401,
      json: { error: { code: 'AUTHENTICATION_ERROR', detail: { upstreamStatus: 401, cause: { at: 5 } } } },
    })
    expect(finder.findIn(reply.text)).toBeUndefined()
    if (credentials !== undefined) expect(finder.findIn(JSON.stringify(app.logged))).toBeUndefined()
  })
})

test('what is told around a credential stays', async () => {
  const app = failingWith(
    () => new PmxError('BAD_REQUEST', `Key ${encodeURIComponent(writtenSecret)} is unknown`),
    [writtenSecret],
  )
  expect((await app.get('/api/kalshi/fetchMarkets')).json).toMatchObject({
    error: { message: 'Key *** is unknown', detail: null },
  })
})

test("a bug's stack tells the log no credential of the caller's", async () => {
  const app = failingWith(() => new TypeError(`cannot read ${encodeURIComponent(writtenSecret)}`))
  const credentials = { apiKey: writtenSecret }
  expect(await app.post('/api/kalshi/fetchMarkets', { args: [], credentials })).toMatchObject({ status: 500 })
  const [level, fields] = app.logged.at(-1) ?? []
  expect([level, String(fields?.['error']).split('\n')[0]]).toEqual(['error', 'TypeError: cannot read ***'])
})

describe('of what is thrown', () => {
  test('the name of the argument is told, without a credential in it', () => {
    const error = new PmxError('VALIDATION_ERROR', 'no', { field: `credentials.${writtenSecret}` })
    expect(maskError(error, finder)).toMatchObject({ field: 'credentials.***', detail: undefined })
  })

  test('a detail that cannot be told without a credential is withheld whole', () => {
    const pieces = writtenSecret.match(/.{1,7}/g) ?? []
    const detail = Object.fromEntries(pieces.map((piece, index) => [`piece ${index}`, piece]))
    const masked = maskError(new PmxError('BAD_REQUEST', 'no', { detail }), finder)
    expect(masked).toMatchObject({ detail: { withheld: expect.stringContaining('redacted') } })
  })

  test('a failure without a credential is the very same', () => {
    const bug = new TypeError('no such thing')
    expect(maskError(bug, finder)).toBe(bug)
  })

  test('what is no error is told as it is, a text without its credentials', () => {
    expect(maskError(`key ${writtenSecret}`, finder)).toBe('key ***')
    expect(maskError(7, finder)).toBe(7)
    expect(maskError(undefined, finder)).toBeUndefined()
  })
})
