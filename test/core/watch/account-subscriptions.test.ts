import { expect, test } from 'vitest'
import { methodOf } from '../../../src/api/arguments/methods.js'
import type { OpenContext } from '../../../src/core/request/request-context.js'
import { type AccountUpdate, watchOwn } from '../../../src/core/watch/account-subscriptions.js'
import type { OwnStreams } from '../../../src/streams/account/own-streams.js'
import { accountOf } from '../../../src/venue-kit/contract/account-secrets.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { orderOf } from '../../streams/support/own-streams.js'
import { event, fakeVenue, market } from '../fake-venue.js'

const secrets = { values: { apiKey: 'mine' }, withheld: false }
const ctx = { secrets } as unknown as OpenContext
const account = { openOrders: () => expect.unreachable() } as unknown as NonNullable<Venue['account']>
const venue = fakeVenue({ events: [event('e', [market('m'), market('n')])], rest: { account } })

function watched() {
  const asked: unknown[] = []
  const news: AccountUpdate[] = []
  let tell: (one: { rows: readonly unknown[]; missed?: string }) => void = () => undefined
  const own = {
    watch: async (target: { account: string }, kind: string, listener: { next: typeof tell }) => {
      asked.push([target.account, kind])
      tell = (one) => listener.next(one)
      return {
        isStreamed: true,
        current: [orderOf('1'), orderOf('2', { marketId: 'n' })],
        stop: () => undefined,
      }
    },
  } as unknown as OwnStreams
  const begin = (marketId?: string, on: Venue = venue) =>
    watchOwn(
      own,
      methodOf.watchOrders,
      [marketId],
      { venue: on, ctx },
      {
        update: (one) => void news.push(one),
        ended: () => expect.unreachable(),
      },
    )
  return { asked, news, begin, tell: (one: Parameters<typeof tell>[0]) => tell(one) }
}

test('the account of the credentials is watched, on all markets or on one', async () => {
  const all = watched()
  const watching = await all.begin()
  expect(all.asked).toEqual([[accountOf(venue, secrets), 'orders']])
  expect(watching.current()).toMatchObject([{ symbol: '', rows: [{ id: '1' }, { id: '2' }] }])
  const one = watched()
  expect((await one.begin('m')).current()).toMatchObject([{ symbol: 'm', rows: [{ id: '1' }] }])
  one.tell({ rows: [orderOf('3', { marketId: 'n' })] })
  one.tell({ rows: [orderOf('4'), orderOf('5', { marketId: 'n' })] })
  expect(one.news).toEqual([{ kind: 'own', symbol: 'm', rows: [orderOf('4')] }])
})

test('a row that names its market otherwise is known by its outcome', async () => {
  const { begin, tell, news } = watched()
  await begin('m')
  const [outcome] = market('m').market.outcomes
  // As Polymarket tells it while its market list does not answer.
  const row = orderOf('1', { marketId: '0xcondition', outcomeId: outcome?.outcomeId ?? '' })
  tell({ rows: [row] })
  expect(news).toEqual([{ kind: 'own', symbol: 'm', rows: [row] }])
})

test.each([{ marketId: 'unknown', outcomeId: 'unknown' }, { marketId: undefined }])(
  'rows of a market that nobody knows are not dropped without a word: %j',
  async (members) => {
    const { begin, tell, news } = watched()
    await begin('m')
    tell({ rows: [{ ...orderOf('1'), ...members }], missed: 'some changes' })
    expect(news).toEqual([
      {
        kind: 'own',
        symbol: 'm',
        rows: [],
        missed: 'some changes; rows of unknown markets (1): to get them, watch without marketId',
      },
    ])
  },
)

test('what cannot be read is told whatever market is watched', async () => {
  const { begin, tell, news } = watched()
  await begin('m')
  tell({ rows: [], missed: 'some changes' })
  expect(news).toEqual([{ kind: 'own', symbol: 'm', rows: [], missed: 'some changes' }])
})

test('a market that the venue does not know, and a venue without orders, are errors at once', async () => {
  const { begin, asked } = watched()
  await expect(begin('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(begin(undefined, fakeVenue())).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
  expect(asked).toEqual([])
})
