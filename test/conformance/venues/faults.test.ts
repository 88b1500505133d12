import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { ErrorCode } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { FaultRule } from '../../../src/simulator/faults/faults.js'
import { failureOf } from '../../support/expect.js'
import { exceptions } from './exceptions.js'
import { type House, NOON, openHouse, playable } from './house.js'
import { type Twin, twinsOf } from './rows.js'

const HOUR = 3_600_000

type Fault = Omit<FaultRule, 'venue' | 'path'>
/** What goes wrong, and the codes that say so. */
const matrix: readonly (readonly [string, Fault, readonly ErrorCode[]])[] = [
  ['500', { kind: 'server-error' }, ['EXCHANGE_NOT_AVAILABLE']],
  ['503', { kind: 'server-error', status: 503 }, ['EXCHANGE_NOT_AVAILABLE']],
  ['a wall', { kind: 'html-wall' }, ['PERMISSION_DENIED']],
  ['a wall with status 200', { kind: 'html-wall', status: 200 }, ['PERMISSION_DENIED']],
  ['null', { kind: 'null-body' }, ['EXCHANGE_NOT_AVAILABLE']],
  ['an empty object', { kind: 'empty-object' }, ['EXCHANGE_NOT_AVAILABLE']],
  ['a cut body', { kind: 'cut-body' }, ['EXCHANGE_NOT_AVAILABLE', 'NETWORK_ERROR']],
  ['a reset', { kind: 'reset' }, ['NETWORK_ERROR']],
]

/** Lists do without what only decorates them, and say so; everything else is whole or an error. */
const mayLack: readonly MethodName[] = ['fetchMarkets', 'fetchEvents']

/** So do lookups where a venue has a call that is worth no failure (`exceptions.ts`). */
const lookups: readonly MethodName[] = ['fetchMarket', 'fetchEvent']

interface Question {
  readonly method: MethodName
  readonly args: readonly unknown[]
}

/** A question with its whole answer, and some of the native calls that it takes. */
interface Answer extends Question {
  readonly whole: string
  readonly targets: readonly string[]
}

function questionsOf({ market, yes }: Twin): readonly Question[] {
  const { marketId, eventId } = market
  return [
    { method: 'fetchMarkets', args: [{ limit: 15 }] },
    { method: 'fetchMarkets', args: [{ status: 'closed', limit: 15 }] },
    { method: 'fetchEvents', args: [{ limit: 5 }] },
    { method: 'fetchMarket', args: [{ marketId }] },
    { method: 'fetchMarket', args: [{ outcomeId: yes }] },
    ...(eventId === undefined ? [] : [{ method: 'fetchEvent', args: [{ eventId }] } as const]),
    { method: 'fetchOrderBook', args: [yes] },
    { method: 'fetchTrades', args: [yes, { limit: 5 }] },
    { method: 'fetchOHLCV', args: [yes, { resolution: '1h', limit: 24 }] },
  ]
}

describe.each(playable)('%s', (venue) => {
  let house: House
  let asked: readonly Question[]
  beforeAll(async () => {
    house = await openHouse('metronome', venue)
    const [twin] = await twinsOf(house, venue, 48 * HOUR)
    if (twin === undefined) throw new Error('no market of the world was found again')
    const has = Object(await house.ask(venue, 'has', []))
    const { noClosedList, slowTape } = exceptions[venue] ?? {}
    const isOutOfReach = ({ method, args }: Question): boolean =>
      (noClosedList !== undefined && Object(args[0]).status === 'closed') ||
      (slowTape !== undefined && (method === 'fetchTrades' || method === 'fetchOHLCV'))
    // What is sampled is no question to the venue.
    const isAsked = ({ method }: Question): boolean => has[method] !== false && has[method] !== 'sampled'
    asked = questionsOf(twin).filter((question) => isAsked(question) && !isOutOfReach(question))
  })
  afterEach(() => house.simulator.faults.clear())
  afterAll(() => house.close())

  const play = (rule: Omit<FaultRule, 'venue'>) => house.simulator.faults.set([{ venue, ...rule }])

  test.each(matrix)('%s everywhere is that error in every method', async (_what, fault, codes) => {
    play(fault)
    const wrong: Record<string, string> = {}
    for (const { method, args } of asked) {
      const { code, message } = await failureOf(() => house.askAfresh(venue, method, args))
      if (!codes.includes(code)) wrong[`${method} ${JSON.stringify(args)}`] = `${code}: ${message}`
    }
    expect(wrong).toEqual({})
  })

  test('a rate limit says how long to wait', async () => {
    play({ kind: 'rate-limit', retryAfter: 7 })
    for (const { method, args } of asked) {
      const error = await failureOf(() => house.askAfresh(venue, method, args))
      expect([error.code, error.retryAfter], `${method}: ${error.message}`).toEqual([
        'RATE_LIMIT_EXCEEDED',
        7,
      ])
    }
  })

  describe('any one native call that fails is an error, makes no difference, or is told as missing in a list', () => {
    let answers: readonly Answer[]
    beforeAll(async () => {
      answers = await inTurn(asked, async (question) => {
        house.simulator.requests.reset()
        const whole = JSON.stringify(await house.askAfresh(venue, question.method, question.args))
        const targets = someOf(house.simulator.requests.recent.map(({ target }) => target))
        return { ...question, whole, targets }
      })
    })

    // One body without what is needed is like the other: they take turns over the calls.
    test.each([
      ['a failure', ['server-error']],
      ['a body without anything', ['null-body', 'empty-object']],
    ] as const)('%s', async (_what, kinds) => {
      const wrong: Record<string, string> = {}
      const calls = answers.flatMap(({ targets, ...asked }) =>
        targets.map((target) => ({ ...asked, target })),
      )
      for (const [index, { method, args, whole, target }] of calls.entries()) {
        if (isOf(target, exceptions[venue]?.emptyIsNone)) continue
        play({ kind: kinds[index % kinds.length] ?? kinds[0], path: target })
        const told = await house.tellAfresh(venue, method, args).catch(() => undefined)
        const answer = told === undefined ? whole : JSON.stringify(told.data)
        // What is told as missing may be members; the rows are those of the whole answer.
        const isTold = mayDoWithout(venue, method, target) && told?.headers['x-pmx-warning'] !== undefined
        if (isTold ? idsIn(told?.data) !== idsIn(JSON.parse(whole)) : answer !== whole)
          wrong[`${method} ${JSON.stringify(args)} without ${target}`] = answer.slice(0, 200)
      }
      expect(wrong).toEqual({})
    })
  })

  test('a cursor that comes back is an error', async () => {
    play({ kind: 'echo-cursor' })
    const now = new Date(NOON).toISOString()
    const answer = await house.askAfresh(venue, 'fetchMarkets', [closedOrAll(venue)]).then(
      (rows) => ({ rows }),
      (error: unknown) => ({ error }),
    )
    const isPaged = house.simulator.requests.recent.some(({ target }) => /[?&][a-z_]*cursor=./i.test(target))
    if (isPaged) expect(answer, now).toMatchObject({ error: { code: 'EXCHANGE_NOT_AVAILABLE' } })
    else expect(answer).toHaveProperty('rows')
  })
})

function isOf(target: string, rule: { readonly path: string | readonly string[] } | undefined): boolean {
  return rule !== undefined && [rule.path].flat().some((path) => target.includes(path))
}

/** Whether the answer may lack what the call tells, as long as it says so. */
function mayDoWithout(venue: VenueId, method: MethodName, target: string): boolean {
  return (
    mayLack.includes(method) ||
    (lookups.includes(method) && isOf(target, exceptions[venue]?.decoratesLookups))
  )
}

/** One after the other, for work that must not overlap. */
async function inTurn<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (const item of items) made.push(await work(item))
  return made
}

/** The longest list there is. */
function closedOrAll(venue: VenueId): object {
  return exceptions[venue]?.noClosedList === undefined ? { status: 'closed' } : {}
}

/** One target of each route and host, and the last one of all. */
function someOf(targets: readonly string[]): string[] {
  const byRoute = new Map(targets.map((target) => [target.split('?')[0] ?? '', target]))
  return [...new Set([...[...byRoute.values()].slice(0, 4), ...targets.slice(-1)])]
}

/** The rows of an answer by what identifies them, whatever their order: what they are sorted by may be missing. */
function idsIn(data: unknown): string {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [data]
  const ids = rows.map((row) => Object(row)).map((row) => row.marketId ?? row.id ?? row.timestamp)
  return JSON.stringify(ids.map(String).sort())
}
