import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Job } from '../../../src/core/request/api-call.js'
import { createLongPolls } from '../../../src/core/watch/long-poll.js'
import type { StartWatch, WatchUpdate } from '../../../src/core/watch/subscriptions.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { fakeClock } from '../../support/clock.js'

const job = {
  venue: { id: 'polymarket' },
  ctx: { caller: { client: 'test' }, secrets: noSecrets, signal: new AbortController().signal },
} as unknown as Job

test('what has ended while it was begun is told once, and begun anew by the next call', async () => {
  const trade = { id: '1', timestamp: 1, price: 0.5, amount: 1, side: 'buy' } as const
  let begun = 0
  const startWatch: StartWatch = async (_method, _args, _job, sink) => {
    begun++
    if (begun === 1) sink.ended(new PmxError('NETWORK_ERROR', 'the venue is away'))
    else queueMicrotask(() => sink.update({ kind: 'trades', symbol: 'a', trades: [trade] }))
    return { isStreamed: true, symbols: ['a'], current: () => [], stop: () => undefined }
  }
  const polls = createLongPolls(fakeClock(), startWatch)
  await expect(polls.trades('watchTrades', ['a', undefined, undefined, undefined], job)).rejects.toThrow(
    'the venue is away',
  )
  await expect(
    polls.trades('watchTrades', ['a', undefined, undefined, undefined], job),
  ).resolves.toMatchObject({ data: [trade] })
  expect(begun).toBe(2)
})

test('trades that were more than are kept between two calls are said to be missing, once', async () => {
  const cut: string[] = []
  const telling = {
    ...job,
    ctx: { ...job.ctx, omissions: { noteCut: (reason: string) => cut.push(reason) } },
  } as unknown as Job
  const tell = { more: (_count: number): void => undefined }
  let made = 0
  const startWatch: StartWatch = async (_method, _args, _job, sink) => {
    tell.more = (count) => {
      const trades = Array.from({ length: count }, () => {
        made++
        return { id: String(made), timestamp: made, price: 0.5, amount: 1, side: 'buy' } as const
      })
      sink.update({ kind: 'trades', symbol: 'a', trades })
    }
    queueMicrotask(() => tell.more(1))
    return { isStreamed: true, symbols: ['a'], current: () => [], stop: () => undefined }
  }
  const polls = createLongPolls(fakeClock(), startWatch)
  const ask = async () =>
    (await polls.trades('watchTrades', ['a', undefined, undefined, undefined], telling)).data
  expect(await ask()).toHaveLength(1)
  for (let turn = 0; turn < 3; turn++) tell.more(400)
  const rows = await ask()
  expect([rows.length, rows.at(-1)?.id, cut]).toEqual([
    1_000,
    '1201',
    ['200 older trades: between two calls, at most 1000 are stored for a caller'],
  ])
  tell.more(2)
  expect([await ask(), cut]).toMatchObject([[{ id: '1202' }, { id: '1203' }], { length: 1 }])
})

test('a book that is not believed any more is not told again: the call that waits in vain is an error', async () => {
  const clock = fakeClock()
  const book = { bids: [], asks: [], timestamp: 1, datetime: '' }
  const news: WatchUpdate = {
    kind: 'book',
    symbol: 'a',
    data: () => book,
    json: () => Buffer.from(JSON.stringify(book)),
  }
  let isBelieved = true
  const startWatch: StartWatch = async (_method, _args, _job, sink) => {
    queueMicrotask(() => sink.update(news))
    return {
      isStreamed: true,
      symbols: ['a'],
      current: () => (isBelieved ? [news] : []),
      stop: () => undefined,
    }
  }
  const polls = createLongPolls(clock, startWatch)
  const ask = () => polls.one('watchOrderBook', ['a', undefined, undefined], job)
  expect((await ask()).data).toBe(book)
  const silent = ask()
  await clock.advance(30_000)
  // Nothing has changed: what stands is told once more.
  expect((await silent).data).toBe(book)
  isBelieved = false
  const lost = ask().catch((error: unknown) => error)
  await clock.advance(30_000)
  expect(await lost).toMatchObject({ code: 'NETWORK_ERROR', detail: { kind: 'no_data' } })
})
