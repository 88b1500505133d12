import { describe, expect, test } from 'vitest'
import { locateOutcome, resolveOutcome } from '../../../src/core/listings/outcome-resolver.js'
import { renewMemo } from '../../../src/venue-kit/contract/memo.js'
import type { Located, ResolvedName } from '../../../src/venue-kit/contract/outcome.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf } from '../../support/expect.js'
import { noMarkets, setUpVenue } from '../../support/venue.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = Date.UTC(2026, 10, 22, 12)

type Life = Pick<Located<unknown>, 'closedAt' | 'isSettled'>

/** A venue whose outcomes are the sides of one market; it counts what it is asked. */
function setUp(life: Life = {}) {
  const played = { asked: [] as string[], life, isGone: false }
  const side = (outcomeId: string): Located<{ side: string }> => ({
    outcomeId,
    ...played.life,
    facts: { side: outcomeId },
  })
  const venue: Venue = {
    id: 'limitless',
    hosts: {},
    markets: noMarkets,
    outcomes: {
      hint: (id) => `Look elsewhere for ${id}.`,
      async locate(id): Promise<ResolvedName<unknown> | undefined> {
        played.asked.push(id)
        if (played.isGone) return undefined
        const outcomes = [
          { outcomeId: 'yes-1', label: 'Yes' },
          { outcomeId: 'no-1', label: undefined },
        ]
        if (id === 'market') return { kind: 'market', marketId: 'm1', outcomes }
        if (id === 'unready') return { kind: 'market', marketId: 'm2', outcomes: [], note: 'It opens soon.' }
        if (!['yes', 'yes-1', 'no-1'].includes(id)) return undefined
        const [own, other] = id === 'no-1' ? ['no-1', 'yes-1'] : ['yes-1', 'no-1']
        return { kind: 'outcome', outcome: side(own as string), others: [side(other as string)] }
      },
    },
  }
  const clock = fakeClock(NOW)
  const { ctx } = setUpVenue(venue, {}, clock)
  return { played, venue, clock, ctx, locate: (id: string) => locateOutcome(venue, id, ctx) }
}

describe('an outcome that was found is remembered', () => {
  test('by every spelling that was asked for, by its own, and with the others of its market', async () => {
    const { played, locate } = setUp()
    for (const id of ['yes', ' yes ', 'yes-1', 'no-1', 'no-1'])
      expect((await locate(id)).located.outcomeId).toBe(id.trim() === 'no-1' ? 'no-1' : 'yes-1')
    expect(played.asked).toEqual(['yes'])
  })

  test('for ten minutes while it trades, with the time of its look', async () => {
    const { played, clock, locate } = setUp()
    await locate('yes-1')
    clock.passTo(NOW + 10 * MINUTE - 1)
    expect((await locate('yes-1')).checkedAt).toBe(NOW)
    expect(played.asked).toHaveLength(1)
    clock.passTo(NOW + 10 * MINUTE)
    expect((await locate('yes-1')).checkedAt).toBe(NOW + 10 * MINUTE)
    expect(played.asked).toHaveLength(2)
  })

  test('for a day once it has been closed for as long', async () => {
    const { played, clock, locate } = setUp({ closedAt: NOW - 2 * DAY })
    await locate('yes-1')
    // One look alone may be wrong.
    const confirmedAt = NOW + 10 * MINUTE
    clock.passTo(confirmedAt)
    await locate('yes-1')
    expect(played.asked).toHaveLength(2)
    clock.passTo(confirmedAt + DAY - 1)
    await locate('yes-1')
    expect(played.asked).toHaveLength(2)
    clock.passTo(confirmedAt + DAY)
    await locate('yes-1')
    expect(played.asked).toHaveLength(3)
  })

  test('not from a time that is still ahead once the clock has been set back', async () => {
    const { played, clock, locate } = setUp()
    await locate('yes-1')
    clock.set(NOW - DAY)
    await locate('yes-1')
    expect(played.asked).toHaveLength(2)
  })

  test('also where our clock is hours ahead of the venue', async () => {
    const { played, venue, ctx } = setUp()
    const behind = { ...ctx, http: { ...ctx.http, venueTime: NOW - 3_600_000 } }
    const found = await locateOutcome(venue, 'yes-1', behind)
    expect(found.checkedAt).toBe(NOW - 3_600_000)
    expect(await locateOutcome(venue, 'yes-1', behind)).toEqual(found)
    expect(played.asked).toHaveLength(1)
  })

  test('unless it is asked for as it is now', async () => {
    const { played, venue, ctx, locate } = setUp()
    await locate('yes-1')
    played.life = { closedAt: NOW }
    expect(
      (await locateOutcome(venue, 'yes-1', { ...ctx, memo: renewMemo(ctx.memo) })).located.closedAt,
    ).toBe(NOW)
    expect((await locate('yes-1')).located.closedAt).toBe(NOW)
    expect(played.asked).toHaveLength(2)
  })

  test('and forgotten when the venue turns out not to know it any more', async () => {
    const { played, venue, ctx, locate } = setUp()
    await locate('yes-1')
    played.isGone = true
    await failureOf(() => locateOutcome(venue, 'yes-1', { ...ctx, memo: renewMemo(ctx.memo) }))
    expect((await failureOf(() => locate('yes-1'))).code).toBe('NOT_FOUND')
  })
})

describe('what no outcome has as its id is NOT_FOUND', () => {
  test('with how an id looks', async () => {
    expect(await failureOf(() => setUp().locate('nobody'))).toMatchObject({
      code: 'NOT_FOUND',
      message: "Limitless has no outcome 'nobody'. Look elsewhere for nobody.",
      detail: { kind: 'unknown_outcome' },
    })
  })

  test('repeating no more than the beginning of it', async () => {
    const error = await failureOf(() => setUp().locate('x'.repeat(5_000)))
    expect(error.message).toContain(`'${'x'.repeat(100)}'`)
    expect(error.message).not.toContain(`'${'x'.repeat(101)}`)
  })

  test('with the outcomes of the market that it names', async () => {
    expect(await failureOf(() => setUp().locate('market'))).toMatchObject({
      code: 'NOT_FOUND',
      message: "'market' is a Limitless market, not an outcome. Its outcome ids are yes-1 (Yes), no-1.",
      detail: { kind: 'market_not_outcome', marketId: 'm1', outcomeIds: ['yes-1', 'no-1'] },
    })
    expect((await failureOf(() => setUp().locate('unready'))).message).toBe(
      "'unready' is a Limitless market, not an outcome. It has no outcomes yet. Look elsewhere for unready. It opens soon.",
    )
  })

  test('and remembered of nobody: it may be listed in a minute', async () => {
    const { played, locate } = setUp()
    for (let round = 0; round < 2; round++) await failureOf(() => locate('nobody'))
    expect(played.asked).toHaveLength(2)
  })

  test('while what else stands in the way stays what it is', async () => {
    const { venue, ctx } = setUp()
    const down: Venue = {
      ...venue,
      outcomes: { hint: () => '', locate: () => Promise.reject(new Error('down')) },
    }
    await expect(locateOutcome(down, 'yes-1', ctx)).rejects.toThrow('down')
    const { outcomes: _none, ...without } = venue
    expect((await failureOf(() => locateOutcome(without, 'yes-1', ctx))).code).toBe('NOT_SUPPORTED')
  })
})

test('an outcome that a source is asked for is looked up only when the source wants it, and once', async () => {
  const { played, venue, ctx } = setUp()
  const asked = resolveOutcome(venue, ' yes ', ctx)
  expect([asked.id, played.asked]).toEqual(['yes', []])
  expect((await Promise.all([asked.located(), asked.located()])).map(({ outcomeId }) => outcomeId)).toEqual([
    'yes-1',
    'yes-1',
  ])
  expect(played.asked).toEqual(['yes'])
})
