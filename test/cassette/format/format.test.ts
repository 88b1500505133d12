import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderBody, toStoredBody } from '../../../src/cassette/format/body-text.js'
import {
  type Cassette,
  failureKinds,
  parseCassette,
  type RecordedEntry,
  type RequestTime,
  renderCassette,
} from '../../../src/cassette/format/format.js'
import type { RecordedStream, StreamEvent } from '../../../src/cassette/format/recorded-stream.js'
import { mergeCassettes } from '../../../src/cassette/maintenance/merge.js'
import { callKey } from '../../../src/transport/call-types.js'
import { cassette, entry, identity, NOON, tape } from '../support/cassettes.js'

const word = fc.string({ maxLength: 12 })
const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })
const callOf = fc.record({
  venue: fc.constantFrom('kalshi' as const, 'polymarket' as const),
  host: word,
  method: fc.constantFrom('GET', 'POST'),
  path: word,
  query: fc.array(fc.tuple(word, word), { maxLength: 3 }),
})
const answerOf = fc.oneof(
  fc
    .record({ status: fc.integer({ min: 100, max: 599 }), text: fc.oneof(fc.json(), fc.string()) })
    .map(({ status, text }) => ({
      reply: { status, headers: { 'content-type': 'x' }, body: toStoredBody(text) },
    })),
  fc.record({ kind: fc.constantFrom(...failureKinds), message: word }).map((failure) => ({ failure })),
)
const entries = fc
  .array(fc.record({ call: callOf, n: fc.nat(5), at: moment, answer: answerOf }), { maxLength: 12 })
  .map((all): RecordedEntry[] => [
    ...new Map(all.map((one) => [`${one.n} ${callKey(one.call)}`, one])).values(),
  ])
const asks = fc
  .uniqueArray(fc.record({ hash: word, at: fc.array(moment, { minLength: 1, maxLength: 3 }) }), {
    selector: ({ hash }) => hash,
    maxLength: 4,
  })
  .map((all): RequestTime[] =>
    all.map(({ hash, at }) => ({ question: { exchange: 'kalshi', method: 'm', hash }, at })),
  )
const frameBody = fc.oneof(fc.json(), fc.string()).map(toStoredBody)
const eventOf: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.record({ kind: fc.constant('opened' as const), ms: fc.nat() }),
  fc.record({ kind: fc.constant('said' as const), ms: fc.nat(), body: frameBody }),
  fc.record({
    kind: fc.constant('heard' as const),
    ms: fc.nat(),
    body: frameBody,
    joined: fc.constantFrom(true as const, undefined),
  }),
  fc.record({ kind: fc.constant('ended' as const), ms: fc.nat(), code: fc.nat(4999), reason: word }),
)
const tapes = fc
  .array(fc.record({ path: word, n: fc.nat(3), at: moment, events: fc.array(eventOf, { maxLength: 6 }) }), {
    maxLength: 4,
  })
  .map((all): RecordedStream[] =>
    [...new Map(all.map((one) => [`${one.n} ${one.path}`, one])).values()].map(({ path, n, at, events }) =>
      tape(events, { socket: { venue: 'kalshi', host: 'stream', path, query: [] }, n, at }),
    ),
  )
const cassettes: fc.Arbitrary<Cassette> = fc.record({
  madeBy: fc.constant('pmx-local test'),
  sessions: fc.constant([{ from: NOON, to: NOON + 1 }]),
  asks,
  entries,
  tapes,
})

describe('a cassette', () => {
  test('read back is what was written, and written again is the same bytes', () => {
    fc.assert(
      fc.property(cassettes, (made) => {
        const text = renderCassette(made)
        expect(renderCassette(parseCassette(text, 'x'))).toBe(text)
        expect(parseCassette(text, 'x').entries.length).toBe(made.entries.length)
        expect(parseCassette(text, 'x').tapes.length).toBe(made.tapes.length)
      }),
    )
  })

  test('has the same bytes whatever the order in which its entries came', () => {
    fc.assert(
      fc.property(cassettes, (made) => {
        const turned = { ...made, entries: [...made.entries].reverse(), asks: [...made.asks].reverse() }
        expect(renderCassette(turned)).toBe(renderCassette(made))
      }),
    )
  })

  test('merged with itself is itself', () => {
    fc.assert(
      fc.property(cassettes, (made) => {
        const once = mergeCassettes(made, made)
        expect(renderCassette(mergeCassettes(once, made))).toBe(renderCassette(once))
      }),
    )
  })

  test('is one line an entry, with names a reader understands', () => {
    const text = renderCassette(
      cassette([entry('/markets', { ok: true }, { by: 'kalshi fetchMarkets 0f 0' })]),
    )
    expect(text.split('\n')).toEqual([
      '{"pmxCassette":1,"madeBy":"pmx-local test","sessions":[{"from":"2026-11-21T12:00:00.000Z","to":"2026-11-21T12:01:00.000Z"}]}',
      '{"venue":"kalshi","host":"api","method":"GET","path":"/markets","query":[],"n":0,"by":"kalshi fetchMarkets 0f 0","at":"2026-11-21T12:00:00.000Z","status":200,"headers":{},"json":{"ok":true}}',
      '',
    ])
  })
})

describe('a body', () => {
  test('gives back the very text that came, whatever it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => renderBody(toStoredBody(text)) === text),
    )
  })

  test.each([
    ['plain JSON', '{"a":[1,0.5,"x",null]}', 'json'],
    ['null', 'null', 'json'],
    ['a number beyond doubles', '{"id":12345678901234567890}', 'text'],
    ['a trailing zero', '{"price":0.50}', 'text'],
    ['spaces', '{ "a": 1 }', 'text'],
    ['a page', '<html></html>', 'text'],
    ['nothing', '', 'text'],
    ['a member of a strange name', '{"__proto__":{"a":1}}', 'json'],
  ])('%s is kept without loss', (_what, text, form) => {
    const body = toStoredBody(text)
    expect(Object.keys(body)).toEqual([form])
    const made = cassette([
      { call: identity('/x'), n: 0, at: NOON, answer: { reply: { status: 200, headers: {}, body } } },
    ])
    const read = parseCassette(renderCassette(made), 'x').entries[0]?.answer
    expect(read !== undefined && 'reply' in read && renderBody(read.reply.body)).toBe(text)
  })
})

describe('a file that is none', () => {
  const good = renderCassette(cassette([entry('/a', 1), entry('/b', 2)]))
  const [header = '', first = '', second = ''] = good.split('\n')

  test.each([
    ['an empty file', '', 'c: line 1 is not a cassette header: {"pmxCassette":1,...}.'],
    ['another file', 'hello\n', 'c: line 1 is not a cassette header: {"pmxCassette":1,...}.'],
    [
      'a cut last line',
      good.slice(0, -5),
      'c: line 3 is truncated: the file does not end with a complete line.',
    ],
    [
      'a line that is no JSON',
      `${header}\n${first.slice(0, -1)}\n${second}\n`,
      'c: line 2 is not a JSON object.',
    ],
    ['an empty line', `${header}\n\n${second}\n`, 'c: line 2 is not a JSON object.'],
    [
      'a missing status',
      `${header}\n${first.replace('"status":200,', '')}\n`,
      /^c: line 2 is broken at status/,
    ],
    ['an unknown venue', `${header}\n${first.replace('kalshi', 'kalsh')}\n`, /^c: line 2 is broken at venue/],
    ['an unknown member', `${header}\n${first.replace('"n":0', '"n":0,"m":0')}\n`, /^c: line 2 is broken/],
    ['no body', `${header}\n${first.replace(',"json":1', '')}\n`, 'c: line 2 needs either json or text.'],
    [
      'a time that is none',
      `${header}\n${first.replace('12:00:00.000Z', '25:00:00.000Z')}\n`,
      /^c: line 2 is broken at at/,
    ],
    ['an entry twice', `${header}\n${first}\n${first}\n`, 'c: line 3 repeats line 2: remove one of them.'],
    [
      'a newer format',
      good.replace('"pmxCassette":1', '"pmxCassette":5'),
      'c has cassette format 5, but this version reads formats up to 4. Update pmx-local.',
    ],
    [
      'two cassettes joined by cat',
      `${good}${good}`,
      /^c: line 4 is the header of a second cassette: .* `pmx-local cassette merge` instead\.$/,
    ],
    [
      'a merge that git has left to its user',
      `${header}\n<<<<<<< HEAD\n${first}\n=======\n${second}\n>>>>>>> other\n`,
      /^c: line 2 is a git conflict marker\. .*`pmx-local cassette merge`\.$/,
    ],
    ['one in its header', `<<<<<<< HEAD\n${good}`, /^c: line 1 is a git conflict marker/],
  ])('%s is an error that names the line', (_what, text, message) => {
    expect(() => parseCassette(text, 'c')).toThrow(message)
  })

  test('a byte order mark before it is no matter', () => {
    expect(parseCassette(`\ufeff${good}`, 'c')).toEqual(parseCassette(good, 'c'))
  })

  test('line ends of another system are no matter', () => {
    expect(parseCassette(good.replaceAll('\n', '\r\n'), 'c').entries).toHaveLength(2)
  })
})
