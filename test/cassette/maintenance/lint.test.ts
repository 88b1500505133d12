import { describe, expect, test } from 'vitest'
import { renderCassette } from '../../../src/cassette/format/format.js'
import { splitLines } from '../../../src/cassette/format/line-file.js'
import { lintCassette } from '../../../src/cassette/maintenance/lint.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { cassette, entry, identity, recordable } from '../support/cassettes.js'

const nothingKnown = createSecretSet()

function lint(text: string, secrets: readonly string[] = []) {
  const known = createSecretSet()
  for (const value of secrets) known.add({ name: 'kalshi.apiKey', value })
  return lintCassette(splitLines(text), 'x.jsonl', known, recordable)
}

function lintJson(json: unknown) {
  return lint(renderCassette(cassette([entry('/a', json)])))
}

test('a cassette as it is recorded has no findings', () => {
  const text = renderCassette(cassette([entry('/a', { id: 1 }), entry('/b', [])]))
  expect(lintCassette(splitLines(text), 'x.jsonl', nothingKnown, recordable)).toEqual([])
})

describe('a known secret', () => {
  const key = 'fictional-key-4711'

  test.each([
    ['of a query', { call: identity('/a', { [key]: '1' }) }],
    ['of a body', { call: { ...identity('/a'), body: { [key]: 1 } } }],
    ['of an answer', { answer: { reply: { status: 200, headers: { [key]: '1' }, body: { json: [] } } } }],
  ])('is not told where it is a name %s', (_where, more) => {
    const found = lint(renderCassette(cassette([entry('/a', {}, more)])), [key])
    expect(found.map(({ kind }) => kind)).toEqual(['not_allowed', 'known_secret'])
    expect(JSON.stringify(found)).not.toContain(key)
  })

  test('is not told where it is a member that no line has', () => {
    const text = renderCassette(cassette([entry('/a', {})])).replace('"n":0', `"n":0,"${key}":1`)
    const found = lint(text, [key])
    expect(found.map(({ kind }) => kind)).toEqual(['format', 'known_secret'])
    expect(JSON.stringify(found)).not.toContain(key)
  })

  test.each([
    ['as it is', key],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in hex', Buffer.from(key).toString('hex')],
  ])('is found %s, told by its place and never by its value', (_how, text) => {
    const found = lint(renderCassette(cassette([entry('/a', { rows: [{ note: text }] })])), [key])
    expect(found).toEqual([
      {
        file: 'x.jsonl',
        line: 2,
        field: 'json.rows[0].note',
        kind: 'known_secret',
        message: 'holds kalshi.apiKey',
      },
    ])
    expect(JSON.stringify(found)).not.toContain(text)
  })

  test('is found in a body that was kept as text, behind its escapes', () => {
    const reply = { status: 200, headers: {}, body: { text: `{ "note": "fictional\\u002dkey-4711" }` } }
    const found = lint(renderCassette(cassette([entry('/a', 0, { answer: { reply } })])), [key])
    expect(found.map(({ field }) => field)).toEqual(['text.note'])
  })
})

describe('what looks like a secret', () => {
  const hex = `0x${'ab12'.repeat(16)}`
  test.each([
    ['a PEM block', { key: '-----BEGIN RSA PRIVATE KEY-----\nabc' }, 'json.key'],
    ['a JWT', { t: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJmaWN0aW9uIn0.c2lnbmF0dXJl' }, 'json.t'],
    ['a secret key', { t: `use sk_${'test'}_abcdefghijklmnop` }, 'json.t'],
    ['a private key under its name', { privateKey: hex }, 'json.privateKey'],
    ['an Authorization value', { said: 'Bearer abcdefghijklmnopqrst' }, 'json.said'],
    ['an Authorization member', { echo: { Authorization: 'abcdefghijklmnop' } }, 'json.echo.Authorization'],
  ])('is told: %s', (_what, json, field) => {
    expect(lintJson(json)).toMatchObject([{ line: 2, field, kind: 'looks_secret' }])
  })

  test.each([
    ['a hash of a transaction', { transactionHash: hex }],
    ['a condition id', { conditionId: hex }],
    ['a word under the name of a secret', { password: 'none' }],
    ['a text of somebody that was left out', { apiKey: '[withheld:0]', secretKey: '[withheld]' }],
  ])('is not told of %s', (_what, json) => {
    expect(lintJson(json)).toEqual([])
  })
})

test('names that are not on the allow-list are told, left-out values are not', () => {
  const query = [
    ['limit', '5'],
    ['session', '[withheld]'],
    ['sig', 'abc'],
  ] as const
  const answer = { reply: { status: 200, headers: { 'set-cookie': 'a=b' }, body: { json: 1 } } }
  const call = { ...identity('/a'), query, body: { owner: 'x', limit: 1 } }
  const found = lint(renderCassette(cassette([entry('/a', 1, { call, answer })])))
  expect(found.map(({ kind, field }) => [kind, field])).toEqual([
    ['not_allowed', 'query.sig'],
    ['not_allowed', 'body.owner'],
    ['not_allowed', 'headers.set-cookie'],
  ])
})

describe('damage', () => {
  const lines = renderCassette(cassette([entry('/a', 1), entry('/b', 1)])).split('\n')
  test.each([
    ['lines out of order', [lines[0], lines[2], lines[1], ''], 3, 'order'],
    ['a line said twice', [lines[0], lines[1], lines[1], ''], 3, 'order'],
    ['a broken line', [lines[0], '{"venue":', ''], 2, 'format'],
    ['a file cut off', [lines[0], lines[1]], 2, 'format'],
    ['no header', [lines[1], ''], 1, 'format'],
  ])('is told with its line: %s', (_what, text, line, kind) => {
    expect(lint(text.join('\n'))).toMatchObject([{ line, kind }])
  })
})
