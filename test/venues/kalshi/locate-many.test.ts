import { expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { type Members, nativeEvent, nativeMarket } from './payloads.js'
import { setUp } from './set-up.js'

const source = present(kalshi.outcomes)
const locateMany = present(source.locateMany)
const event = 'KXORBMAYOR-26'
const named = (ticker: string, members: Members = {}): Members => nativeMarket({ ticker, ...members })

/** Answers of a venue with these markets in its tiers. */
function tiersOf(live: readonly Members[], archived: readonly Members[] = []) {
  const listed = (markets: readonly Members[]) => (call: VenueCall) => {
    const asked = String(queryOf(call)['tickers']).split(',')
    return { markets: markets.filter(({ ticker }) => asked.includes(String(ticker))), cursor: '' }
  }
  return {
    'GET api/markets': listed(live),
    'GET api/historical/markets': listed(archived),
    'GET api/events': { events: [nativeEvent()], cursor: '' },
    [`GET api/events/${event}`]: { event: nativeEvent() },
    ...Object.fromEntries(live.map((market) => [`GET api/markets/${market['ticker']}`, { market }])),
  }
}

/** What each id names, short. */
async function toldOf(ids: readonly string[], answers: Parameters<typeof setUp>[0]) {
  const { ctx, wire } = setUp(answers)
  const told = await locateMany(ids, tolerant(ctx))
  const short = [...told].map(([id, sought]) => {
    if (sought.kind !== 'outcome') return [id, sought.kind]
    const { ticker, side, tier, seriesTicker } = sought.outcome.facts
    return [id, [ticker, side, tier, seriesTicker].join(' ')]
  })
  return { told: Object.fromEntries(short), sent: sentTo(wire), wire, ctx }
}

test('ids are read as they are alone: -NO is the other side unless a market has that very ticker', async () => {
  const live = [named('KXA-NO'), named('KXA'), named('KXB'), named('KXC')]
  const ids = ['KXA-NO', 'KXA', 'KXB-NO', 'kxc', 'KXGONE', 'KXGONE-NO']
  const { told, sent, wire } = await toldOf(ids, tiersOf(live))
  expect(told).toEqual({
    'KXA-NO': 'KXA-NO yes live KXORBMAYOR',
    KXA: 'KXA yes live KXORBMAYOR',
    'KXB-NO': 'KXB no live KXORBMAYOR',
    kxc: 'KXC yes live KXORBMAYOR',
  })
  expect(sent).toEqual(['GET api/markets', 'GET api/historical/markets', 'GET api/events'])
  const [first, second] = wire.calls.map((call) => String(queryOf(call)['tickers']).split(','))
  expect(first?.sort()).toEqual(['KXA', 'KXA-NO', 'KXB', 'KXB-NO', 'KXC', 'KXGONE', 'KXGONE-NO'])
  // Those that the live tier has are not looked for in the archive.
  expect(second?.sort()).toEqual(['KXGONE', 'KXGONE-NO'])
})

test('each is told as it is alone, with the series of its event', async () => {
  const answers = tiersOf([named('KXA'), named('KXB', { status: 'finalized' })])
  const { ctx } = setUp(answers)
  const told = await locateMany(['KXA', 'KXB-NO'], ctx)
  for (const id of ['KXA', 'KXB-NO']) {
    const alone = await source.locate(id, setUp(answers).ctx)
    const cut = JSON.stringify(told.get(id)).replaceAll(',"seriesTicker":"KXORBMAYOR"', '')
    expect(JSON.parse(cut)).toEqual(alone)
  }
})

test('what the archive has is found there', async () => {
  const { told } = await toldOf(['KXA', 'KXOLD'], tiersOf([named('KXA')], [named('KXOLD')]))
  expect(told).toEqual({ KXA: 'KXA yes live KXORBMAYOR', KXOLD: 'KXOLD yes historical KXORBMAYOR' })
})

test('a malformed row is left out, and one that nobody asked for is an error', async () => {
  const odd = tiersOf([named('KXA', { status: 7 }), named('KXB')])
  expect((await toldOf(['KXA', 'KXB'], odd)).told).toEqual({ KXB: 'KXB yes live KXORBMAYOR' })
  const wrong = { 'GET api/markets': { markets: [named('KXC')], cursor: '' } }
  await expect(toldOf(['KXA', 'KXB'], wrong)).rejects.toThrow(/markets\[0\]\.ticker/)
})

test('events that are not told cost no outcome', async () => {
  const answers = { ...tiersOf([named('KXA')]), 'GET api/events': json(400, {}) }
  expect((await toldOf(['KXA'], answers)).told).toEqual({ KXA: 'KXA yes live ' })
})

test('a call takes a hundred tickers, two of each id that may mean two, and nothing that is none', () => {
  const fits = present(source.fitACall)
  const ids = Array.from({ length: 101 }, (_, index) => `KX${index}`)
  expect(fits(ids.slice(0, 100))).toBe(true)
  expect(fits(ids)).toBe(false)
  const sides = ids.slice(0, 50).map((id) => `${id}-NO`)
  expect(fits(sides)).toBe(true)
  expect(fits([...sides, 'KX99'])).toBe(false)
  expect(fits(['no ticker'])).toBe(false)
})
