import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { isHere } from '../../../../src/simulator/mock-venues/suibets/offer.js'
import { POSTINGS } from '../../../../src/simulator/mock-venues/suibets/posting.js'
import { dig, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('suibets')
const list = (search: string) => rowsAt(stage.get('api', `/api/p2p/offers${search}`))
const valuesOf = (rows: readonly Row[], name: string) => new Set(rows.map((row) => textAt(row, name)))
const probe = (path: string) => stage.probe('api', `/api/p2p${path}`)

describe('the list of offers', () => {
  test('shows what can be taken unless told otherwise, the longest odds first, 500 at most', () => {
    const open = list('?limit=500')
    expect(open.length).toBeGreaterThan(20)
    expect(list('?status=open&limit=9999')).toEqual(open)
    expect(valuesOf(open, 'status')).toEqual(new Set(['open', 'partial']))
    for (const row of open) expect(Date.parse(textAt(row, 'expiresAt'))).toBeGreaterThan(NOON)
    const odds = open.map((row) => Number(row['odds']))
    expect(odds).toEqual(odds.toSorted((a, b) => b - a))
    expect(list('?status=all&limit=500')).toHaveLength(500)
    expect(list('?status=all')).toHaveLength(200)
  })

  test('compares any other status as it stands', () => {
    expect(list('?status=OPEN')).toEqual([])
    for (const status of ['settled', 'expired', 'cancelled', 'filled']) {
      const rows = list(`?status=${status}`)
      expect([status, rows.length > 0]).toEqual([status, true])
      expect(valuesOf(rows, 'status')).toEqual(new Set([status]))
    }
  })

  test('filters by event and currency', () => {
    const [row] = list('?limit=1')
    const event = textAt(row, 'eventId')
    expect(valuesOf(list(`?status=all&eventId=${event}`), 'eventId')).toEqual(new Set([event]))
    expect(valuesOf(list('?status=all&currency=LBTC'), 'currency')).toEqual(new Set(['LBTC']))
  })

  test('counts what is taken by the maker on the chain, and by the takers elsewhere', () => {
    const rows = list('?limit=500').filter((row) => row['status'] === 'partial')
    const chained = firstWhere(rows, (row) => row['onchainOfferId'] !== null)
    const unit = Number(dig(chained, 'onchainState.makerStakeTotal')) / Number(chained['creatorStake'])
    expect(Number(chained['filledStake']) * unit).toBeCloseTo(
      Number(dig(chained, 'onchainState.filledAmount')),
      3,
    )
    const kept = firstWhere(rows, (row) => row['onchainOfferId'] === null)
    expect(kept).not.toHaveProperty('onchainState')
    expect(Number(kept['filledStake'])).toBeLessThan(Number(kept['takerStake']))
  })
})

test('an offer by its number tells its matches, too; unknown ones are refused as the server does', () => {
  const row = firstWhere(list('?status=settled'), () => true)
  const whole = stage.get('api', `/api/p2p/offers/${row['id']}`)
  expect(whole).toMatchObject(row)
  expect(rowsAt(whole, 'matches')).toHaveLength(1)
  expect(probe('/offers/x')).toEqual({ status: 400, body: { message: 'Invalid offer ID' } })
  expect(probe('/offers/3')).toEqual({ status: 404, body: { message: 'Offer not found' } })
  expect(probe('/offers/999999999999').status).toBe(500)
})

test('a bet is won, lost, or given back where nobody has won', () => {
  const ended = stage.world
    .eventsAt(NOON)
    .filter(isHere)
    .flatMap(({ markets }) => markets)
    .filter(({ resolvesAt }) => resolvesAt < NOON)
  for (const [payout, told] of [
    [1, 'creator lost'],
    [0, 'taker won'],
    [0.5, 'push refunded'],
  ] as const) {
    const market = firstWhere(ended, (one) => one.payout === payout)
    const offers = Array.from({ length: POSTINGS }, (_, turn) => {
      return stage.get('api', `/api/p2p/offers/${market.number * POSTINGS + turn}`) as Row
    })
    const settled = firstWhere(offers, ({ status }) => status === 'settled')
    expect(`${settled['winner']} ${textAt(rowsAt(settled, 'matches')[0], 'status')}`).toBe(told)
  }
})

describe('what makers post', () => {
  const oddsOf = (row: Row) => Number(row['odds'])
  const worldKey = (row: Row) => {
    const market = stage.world.marketByNumber(Math.floor(Number(row['id']) / POSTINGS))
    if (market === undefined) throw new Error(`offer ${row['id']} is on no market of the world`)
    return market.key
  }

  test('follows the price with a margin, and is seldom worth more than the others ask', async () => {
    const own = await createStage('suibets')
    let [offers, dear] = [0, 0]
    for (let at = 0; at < 10; at++) {
      own.now = NOON + at * 7 * HOUR_MS
      for (const row of rowsAt(own.get('api', '/api/p2p/offers?limit=500'))) {
        const key = worldKey(row)
        const posted = own.world.fairPrice(key, Date.parse(textAt(row, 'createdAt')))
        // Odds have two decimals, and end at 100.
        if (posted > 0.02 && posted < 0.95) {
          expect(1 / oddsOf(row)).toBeGreaterThan(0.8 * posted)
          expect(1 / oddsOf(row)).toBeLessThan(1.1 * posted)
        }
        const [ask] = own.world.book(key, own.now).asks
        offers++
        if (ask !== undefined && 1 / oddsOf(row) > ask.price) dear++
      }
    }
    expect(offers).toBeGreaterThan(300)
    expect(dear).toBeGreaterThan(0)
    expect(dear / offers).toBeLessThan(0.15)
  })

  test('never changes its odds; it is taken, or withdrawn for another', async () => {
    const own = await createStage('suibets')
    const open = rowsAt(own.get('api', '/api/p2p/offers?limit=500'))
    // The last of the same maker's postings is still to come.
    const id = Number(firstWhere(open, (row) => Number(row['id']) % POSTINGS < POSTINGS - 1)['id'])
    expect(own.probe('api', `/api/p2p/offers/${id - (id % POSTINGS) + POSTINGS - 1}`).status).toBe(404)
    own.now = NOON + 60 * DAY_MS
    const later = open.map((row) => own.get('api', `/api/p2p/offers/${row['id']}`) as Row)
    for (const [at, { id, odds, createdAt, creatorStake }] of open.entries())
      expect(later[at]).toMatchObject({ id, odds, createdAt, creatorStake })
    const statuses = valuesOf(later, 'status')
    expect([...statuses]).toEqual(expect.arrayContaining(['cancelled', 'settled']))
    for (const row of later.filter(({ status }) => status === 'filled' || status === 'settled'))
      expect(Date.parse(textAt(rowsAt(row, 'matches')[0], 'matchedAt'))).toBeGreaterThan(
        Date.parse(textAt(row, 'createdAt')),
      )
  })
})

describe('what a wallet has', () => {
  const mineOf = (wallet: string) => stage.get('api', `/api/p2p/my?wallet=${wallet}`)

  test('is every offer it made, as the lists tell it but for the chain', () => {
    const [row] = list('?limit=1')
    const wallet = textAt(row, 'creatorWallet')
    const made = rowsAt(mineOf(wallet), 'myOffers')
    const shown = list('?status=all&limit=500').filter((one) => one['creatorWallet'] === wallet)
    for (const { onchainState: _asked, ...rest } of shown) expect(made).toContainEqual(rest)
    expect(valuesOf(made, 'creatorWallet')).toEqual(new Set([wallet]))
  })

  test('is every bet it took, with the offer; a stranger has nothing', () => {
    const taken = firstWhere(
      list('?status=filled'),
      ({ id }) => rowsAt(stage.get('api', `/api/p2p/offers/${id}`), 'matches').length > 0,
    )
    const [match] = rowsAt(stage.get('api', `/api/p2p/offers/${taken['id']}`), 'matches')
    const [mine] = rowsAt(mineOf(textAt(match, 'takerWallet')), 'myMatches')
    expect(mine).toMatchObject({ ...match, offer: { id: taken['id'] } })
    expect(mineOf(`0x${'ef'.repeat(32)}`)).toEqual({ myOffers: [], myMatches: [], myParlayOffers: [] })
    expect(probe('/my').status).toBe(400)
  })
})
