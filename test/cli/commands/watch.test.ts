import { afterAll, describe, expect, test } from 'vitest'
import type { WatchedUpdate, WatchUntil } from '../../../src/cli/client/watch-types.js'
import { type WatchSubject, watchWith } from '../../../src/cli/commands/watch.js'
import { CommandFailed, createOutput } from '../../../src/cli/output/output.js'
import { fakeClock } from '../../support/clock.js'
import { cliHome, endOf } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const AT = Date.UTC(2026, 10, 21, 12)

function bookNews(bid: number): WatchedUpdate {
  const data = { bids: [{ price: bid, size: 300 }], asks: [{ price: 0.6, size: 1200 }], timestamp: AT }
  return { method: 'watchOrderBook', symbol: 'X', data }
}

const tradeNews: WatchedUpdate = {
  method: 'watchTrades',
  symbol: 'X',
  data: [{ id: '1', timestamp: AT, price: 0.6, amount: 25, side: 'buy' }],
}

/** A command that watches by a script, on a terminal or not. */
function watching(terminal: { columns: number; rows: number } | undefined, more: Partial<WatchSubject> = {}) {
  const clock = fakeClock(AT)
  const written: string[] = []
  const lost: (() => void)[] = []
  const stream = {
    isTTY: terminal !== undefined,
    ...terminal,
    columns: terminal?.columns ?? 80,
    write: (text: string) => written.push(text),
    once: (_event: 'error', listener: () => void) => lost.push(listener),
  }
  const output = createOutput(stream, stream, { NO_COLOR: '1', TERM: 'xterm' })
  const stop = new AbortController()
  let tell: (news: WatchedUpdate) => void = () => undefined
  let end: Parameters<ConstructorParameters<typeof Promise<Awaited<ReturnType<WatchUntil>>>>[0]>[0] = () =>
    undefined
  const asked: unknown[] = []
  const watch: WatchUntil = (venue, wishes, onNews, signal) => {
    asked.push(venue, wishes)
    tell = onNews
    return new Promise((resolve) => {
      end = resolve
      signal.addEventListener('abort', () => resolve(undefined))
    })
  }
  const subject: WatchSubject = {
    venue: 'kalshi',
    outcomeId: 'X',
    levels: 5,
    withTrades: false,
    asJson: false,
    ...more,
  }
  const done = watchWith({ watch }, subject, output, clock, stop.signal)
  return {
    clock,
    written,
    asked,
    done,
    stop: () => stop.abort(),
    tell: (news: WatchedUpdate) => tell(news),
    end: (failure: Awaited<ReturnType<WatchUntil>>) => end(failure),
    loseReader: () => lost[0]?.(),
  }
}

describe('without a terminal', () => {
  test('a line tells each book and each trade, until it is stopped', async () => {
    const { asked, written, done, tell, stop } = watching(undefined, { withTrades: true })
    tell(bookNews(0.55))
    tell(tradeNews)
    stop()
    await done
    expect(asked).toEqual([
      'kalshi',
      [
        { method: 'watchOrderBook', args: ['X', 5] },
        { method: 'watchTrades', args: ['X'] },
      ],
    ])
    expect(written).toEqual([
      '2026-11-21T12:00:00.000Z  bid 0.55 × 300  ask 0.60 × 1,200  spread 0.05\n',
      '2026-11-21T12:00:00.000Z  trade buy 0.60 × 25\n',
    ])
  })

  test('with --json a line is a frame', async () => {
    const { written, done, tell, stop } = watching(undefined, { asJson: true })
    tell(bookNews(0.55))
    stop()
    await done
    expect(written.map((line) => JSON.parse(line))).toEqual([bookNews(0.55)])
  })

  test('what ends it is the failure of the command, in words or as its envelope', async () => {
    const failure = { message: 'there is none', code: 'NOT_FOUND' }
    for (const asJson of [false, true]) {
      const { done, end } = watching(undefined, { asJson })
      end(failure)
      await expect(done).rejects.toThrow(CommandFailed)
      await expect(done).rejects.toThrow(/^there is none\n {2}[\s\S]*NOT_FOUND$/)
      await expect(done).rejects.toMatchObject({
        reply: { body: { success: false, error: failure }, alwaysJson: asJson },
      })
    }
  })

  test('nothing is watched for a reader who has left', async () => {
    const { done, tell, loseReader } = watching(undefined)
    loseReader()
    tell(bookNews(0.55))
    await done
  })

  test('a frame of another kind is a failure and no empty book', async () => {
    const { done, tell } = watching(undefined)
    tell({ ...bookNews(0.5), data: { bids: [] } })
    await expect(done).rejects.toThrow(/not an order book/)
  })
})

describe('on a terminal', () => {
  test('a book takes the place of the one before, the newest at intervals', async () => {
    const { written, clock, done, tell, stop } = watching({ columns: 80, rows: 24 })
    expect(written.join('')).toContain('waiting for the first book')
    for (const bid of [0.51, 0.52, 0.53]) tell(bookNews(bid))
    expect(written).toHaveLength(1)
    await clock.advance(100)
    expect(written).toHaveLength(2)
    expect(written[1]?.startsWith('\x1b[3A\r\x1b[J')).toBe(true)
    expect(written[1]).toContain('bid 0.53 × 300')
    expect(written[1]).not.toContain('0.52')
    await clock.advance(1_000)
    expect(written).toHaveLength(2)
    tell(bookNews(0.54))
    expect(written[2]).toContain('bid 0.54')
    tell(bookNews(0.56))
    stop()
    await done
    expect(written.at(-1)).toContain('bid 0.56')
    expect(clock.pendingTimers).toBe(0)
  })

  test('what is drawn has fewer lines than the screen, or going back would miss the first', async () => {
    const { written, clock, done, tell, stop } = watching({ columns: 60, rows: 9 }, { withTrades: true })
    const level = (price: number) => ({ price, size: 10 })
    const bids = [0.5, 0.4, 0.3, 0.2, 0.1].map(level)
    tell({ ...bookNews(0.5), data: { bids, asks: [] } })
    tell(tradeNews)
    await clock.advance(100)
    const lines = (written.at(-1) ?? '').split('\n')
    expect(lines.length).toBeLessThanOrEqual(9)
    expect(lines.every((line) => line.length < 60 + 12)).toBe(true)
    expect(written.at(-1)).toContain('trade buy')
    stop()
    await done
  })
})

test('the demo world is watched in this process, and Ctrl-C ends it with code 0', async () => {
  const listed = await home.runHere(['call', 'polymarket', 'fetchMarkets', 'limit=1', '--demo'])
  const [market] = JSON.parse(listed.stdout) as { outcomes: { outcomeId: string }[] }[]
  const { child, firstLine } = await home.start([
    ...['watch', 'polymarket', market?.outcomes[0]?.outcomeId ?? ''],
    ...['--demo', '--json', '-n', '2'],
  ])
  const frame = JSON.parse(firstLine) as { method: string; data: { bids: unknown[] } }
  expect(frame.method).toBe('watchOrderBook')
  expect(frame.data.bids.length).toBeLessThanOrEqual(2)
  expect(await endOf(child, 'SIGINT')).toBe(0)
})

test('an id that names nothing is the failure of the command', async () => {
  const { code, stderr, stdout } = await home.runHere(['watch', 'kalshi', 'NOPE', '--demo'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('NOT_FOUND')
})
