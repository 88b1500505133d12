import { describe, expect, test } from 'vitest'
import type { LocateTerms } from '../../../src/candles/fetch/series-locator.js'
import { createJoinedSeek } from '../../../src/core/listings/outcome-resolver.js'
import type { Contexts } from '../../../src/core/request/request-context.js'
import { holderOf, noSecrets, type Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { renewMemo } from '../../../src/venue-kit/contract/memo.js'
import type { ResolvedName } from '../../../src/venue-kit/contract/outcome.js'
import type { OutcomeSource, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { json } from '../../support/wire.js'
import { coreOver, fakeVenue } from '../fake-venue.js'

const MOST = 4
const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const sought = (outcomeId: string): ResolvedName<unknown> => ({
  kind: 'outcome',
  outcome: { outcomeId, facts: {} },
})
/** A venue's seconds are over when it tells them. */
const TOLD_AT = Date.UTC(2026, 10, 21, 11, 59, 57, 999)

interface Call {
  readonly by: 'one' | 'many'
  readonly ids: readonly string[]
  readonly holder: string
  readonly memo: VenueContext['memo']
}

/** A venue that takes at most four ids a call, which begin with a capital; those in `hidden` it tells alone. */
function setUp({
  hidden = [],
  source = {},
}: {
  hidden?: readonly string[]
  source?: Partial<OutcomeSource> | 'no manyAt'
} = {}) {
  const calls: Call[] = []
  const ask = async (by: Call['by'], ids: readonly string[], ctx: VenueContext): Promise<void> => {
    calls.push({ by, ids, holder: holderOf(ctx.secrets), memo: ctx.memo })
    await ctx.http.send({ host: 'api', path: '/page', query: { ids: ids.join(',') } })
  }
  const venue = fakeVenue({
    rest: {
      outcomes: {
        hint: () => '',
        async locate(id, ctx) {
          await ask('one', [id], ctx)
          return names.includes(id) ? sought(id) : undefined
        },
        ...(source === 'no manyAt' ? {} : { manyAt: { host: 'api' } }),
        fitACall: (ids) => ids.length <= MOST && ids.every((id) => /^[A-Z]/.test(id)),
        async locateMany(ids, ctx) {
          await ask('many', ids, ctx)
          const told = ids.filter((id) => names.includes(id) && !hidden.includes(id))
          return new Map(told.map((id) => [id, sought(id)]))
        },
        ...(source === 'no manyAt' ? {} : source),
      },
    },
  })
  const clock = fakeClock()
  const { contexts, transport } = coreOver(venue, {
    clock,
    answers: { 'GET api/page': json(200, {}, { date: new Date(TOLD_AT).toUTCString() }) },
  })
  const seek = createJoinedSeek(contexts, clock, transport.reserve)
  const open = (secrets: Secrets = noSecrets, signal = new AbortController().signal) =>
    contexts.open(venue, { priority: 'interactive', allowedMs: 25_000, signal, secrets })
  /** What is found, and how many calls it cost its asker. */
  async function find(
    id: string,
    { ctx = open(), ...terms }: Partial<LocateTerms> & { ctx?: VenueContext } = {},
  ) {
    let sent = 0
    const onSent = (more: number): void => {
      sent += more
    }
    const told = await seek(venue, id, ctx, { priority: 'interactive', onSent, ...terms })
    return {
      ...told,
      sent,
      found: told.sought?.kind === 'outcome' ? told.sought.outcome.outcomeId : undefined,
    }
  }
  const asked = () => calls.map(({ by, ids }) => [by, ...ids])
  return { venue, calls, contexts, open, find, asked, idOf: async (id: string) => (await find(id)).found }
}

describe('ids that are looked up one by one at the same time', () => {
  test('cost as few calls as the venue takes ids, and each asker gets his own', async () => {
    const { idOf, asked } = setUp()
    expect(await Promise.all(names.map(idOf))).toEqual(names)
    expect(asked()).toEqual([
      ['many', 'A', 'B', 'C', 'D'],
      ['many', 'E', 'F', 'G', 'H'],
    ])
  })

  test('are the same as alone, with the time at which the venue told it, and say what each cost', async () => {
    const alone = await setUp().find('B')
    expect(alone).toMatchObject({ sought: sought('B'), venueTime: TOLD_AT, sent: 1 })
    const { find, asked } = setUp()
    const told = await Promise.all(['A', 'B', 'B'].map((id) => find(id)))
    expect(told.slice(1)).toEqual([
      { ...alone, sent: 0 },
      { ...alone, sent: 0 },
    ])
    expect([told[0]?.sent, asked()]).toEqual([1, [['many', 'A', 'B']]])
  })

  test('one that is not among the answers is looked up alone, and may be none', async () => {
    const { idOf, asked } = setUp({ hidden: ['B'] })
    expect(await Promise.all(['A', 'B', 'Nope'].map(idOf))).toEqual(['A', 'B', undefined])
    expect(asked()).toEqual([
      ['many', 'A', 'B', 'Nope'],
      ['one', 'B'],
      ['one', 'Nope'],
    ])
  })

  test('with credentials are never asked for with those of others', async () => {
    const { open, find, calls } = setUp()
    const mine: Secrets = { values: { apiKey: 'mine' }, withheld: false }
    await Promise.all(
      [noSecrets, mine].flatMap((secrets) => ['A', 'B'].map((id) => find(id, { ctx: open(secrets) }))),
    )
    expect(calls.map(({ ids }) => ids)).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ])
    expect(new Set(calls.map(({ holder }) => holder)).size).toBe(2)
  })
})

describe('who wants to know what the venue says now', () => {
  test('does not join one who takes what is remembered of the same id', async () => {
    const { open, find, asked } = setUp()
    const now = open()
    const asking = { ...now, memo: renewMemo(now.memo) }
    const both = [find('A'), find('A', { ctx: asking })]
    expect((await Promise.all(both)).map(({ found }) => found)).toEqual(['A', 'A'])
    expect(asked()).toEqual([['many', 'A']])
  })

  test('is believed alone: what he asks is looked up over what he believes', async () => {
    const { open, find, calls } = setUp()
    const now = open()
    const memo = renewMemo(now.memo)
    await find('A', { ctx: { ...now, memo } })
    await find('A')
    expect(calls.map((call) => call.memo === memo)).toEqual([true, false])
  })
})

describe('an id is looked up at once, and by itself', () => {
  test.each<[string, string, Partial<OutcomeSource> | 'no manyAt']>([
    ['that no call for many takes', 'x', {}],
    ['of a venue whose calls take no ids', 'A', { fitACall: () => false }],
    ['of a venue that does not tell what a call for many spends', 'A', 'no manyAt'],
  ])('%s', async (_what, id, source) => {
    const { venue, open } = setUp({ source })
    const contexts = { open: () => expect.unreachable() } as unknown as Contexts
    const seek = createJoinedSeek(contexts, fakeClock(), () => expect.unreachable())
    const terms = { priority: 'interactive', onSent: () => {} } as const
    const told = await seek(venue, id, open(), terms)
    expect(told).toEqual({ sought: id === 'A' ? sought('A') : undefined, venueTime: TOLD_AT })
  })

  test('for whom nobody says who asks', async () => {
    const { venue, open } = setUp()
    const contexts = { open: () => expect.unreachable() } as unknown as Contexts
    const seek = createJoinedSeek(contexts, fakeClock(), () => expect.unreachable())
    expect((await seek(venue, 'A', open())).sought).toEqual(sought('A'))
  })

  test('of a venue that has no outcomes, which says so', async () => {
    const { open } = setUp()
    const contexts = { open: () => expect.unreachable() } as unknown as Contexts
    const seek = createJoinedSeek(contexts, fakeClock(), () => expect.unreachable())
    const { outcomes: _none, ...venue } = fakeVenue()
    await expect(
      seek(venue, 'A', open(), { priority: 'interactive', onSent: () => {} }),
    ).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
  })

  test('that is alone when its turn comes', async () => {
    const { idOf, asked } = setUp()
    expect([await idOf('A'), await idOf('B')]).toEqual(['A', 'B'])
    expect(asked()).toEqual([
      ['one', 'A'],
      ['one', 'B'],
    ])
  })
})

test('who leaves is told why, and is not asked for', async () => {
  const { open, find, asked } = setUp()
  const leaver = new AbortController()
  const left = find('A', { ctx: open(noSecrets, leaver.signal) })
  leaver.abort(new Error('he has left'))
  await expect(left).rejects.toThrow('he has left')
  await find('B')
  expect(asked()).toEqual([['one', 'B']])
})
