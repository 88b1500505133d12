import { beforeAll, describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { planOf } from '../../conformance/books/plants.js'
import type { Step } from '../../conformance/books/steps.js'
import { playPlan } from '../../conformance/books/table.js'
import { haveSamples, sample } from '../../support/samples.js'
import { dig } from '../support/json.js'
import { differences, learnShape } from '../support/shape.js'
import { recordedRows } from './recorded-accounts.js'

/** An order that fills, one that rests and is canceled, and a sale. */
const steps: readonly Step[] = [
  order({ place: 'across' }),
  order({ place: 'behind' }),
  { kind: 'cancel', back: 0 },
  order({ side: 'sell', place: 'across', lots: 1 }),
]

function order(terms: Partial<Extract<Step, { kind: 'order' }>>): Step {
  return {
    kind: 'order',
    market: 2,
    isNo: false,
    side: 'buy',
    type: 'limit',
    place: 'across',
    lots: 2,
    isDeep: false,
    ...terms,
  }
}

/** What a mock venue returned, by method, path and the kind that the body names. */
interface Seen {
  readonly call: string
  readonly body: unknown
}

const seen = new Map<VenueId, readonly Seen[]>()
const venues = [...new Set(recordedRows.map(({ venue }) => venue))]

beforeAll(async () => {
  for (const venue of venues) {
    const replies: Seen[] = []
    await playPlan(venue, planOf(steps), {
      changeReply(call, reply) {
        const kind = dig(call.body, 'type') ?? ''
        replies.push({ call: `${call.method} ${call.path} ${kind}`.trim(), body: JSON.parse(reply.text) })
        return reply
      },
    })
    seen.set(venue, replies)
  }
})

const typesOf = (members: Readonly<Record<string, string>>): Map<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(members).flatMap(([types, paths]) =>
      paths.split(' ').map((path) => [path, new Set(types.split('|'))] as const),
    ),
  )

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

describe.each(recordedRows)('$venue $recording', (recorded) => {
  const { venue, route, rows, members, documented = {}, leftOut = [], recording, within } = recorded
  const types = typesOf(members)

  test('the mock writes what was recorded, and what is documented beyond it', () => {
    const replies = (seen.get(venue) ?? []).filter(({ call }) => route.test(call))
    const written = replies.flatMap(({ body }) => listOf(rows === undefined ? body : dig(body, rows)))
    expect(written.length).toBeGreaterThan(0)
    const shape = { types: new Map([['', new Set(['object'])], ...types]) }
    const known = { documented: Object.keys(documented) }
    expect(written.flatMap((row) => differences(row, shape, known))).toEqual([])
    const own = learnShape(written).types
    expect([...types.keys()].filter((path) => !own.has(path) && !leftOut.includes(path))).toEqual([])
  })

  test.runIf(haveSamples)('the members are those of the recording', () => {
    const whole = sample(venue, recording)
    const shape = learnShape(listOf(within === undefined ? whole : dig(whole, within))).types
    const isApart = (path: string): boolean =>
      path === '' || Object.keys(documented).some((name) => path === name || path.startsWith(`${name}.`))
    const inRecording = [...shape].filter(([path]) => !isApart(path))
    const here = [...types].filter(([path]) => !isApart(path))
    expect(Object.fromEntries(here)).toEqual(Object.fromEntries(inRecording))
  })
})
