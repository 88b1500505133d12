import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchByDaemon } from '../../../src/cli/client/daemon-socket.js'
import type { WatchedUpdate } from '../../../src/cli/client/watch-types.js'
import { CommandFailed } from '../../../src/cli/output/output.js'
import type { SocketEvents } from '../../../src/transport/socket.js'
import { openHouse, outcomesOf } from '../../http/socket/support.js'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const addressOf = (port: number) => new URL(`http://127.0.0.1:${port}`)

/** Watches at the house's door while its clock moves. */
function watchThere(outcomeId: string) {
  const heard: WatchedUpdate[] = []
  const stop = new AbortController()
  let ended: { value?: unknown; error?: unknown } | undefined
  watchByDaemon({ url: addressOf(house.door.port) })(
    'polymarket',
    [{ method: 'watchOrderBook', args: [outcomeId, 3] }],
    (news) => heard.push(news),
    stop.signal,
  ).then(
    (value) => {
      ended = { value }
    },
    (error: unknown) => {
      ended = { error }
    },
  )
  return { heard, stop: () => stop.abort(), ended: () => house.until('the end', () => ended) }
}

describe('watching by the socket of a daemon', () => {
  test('brings books until it is stopped', async () => {
    const [[outcomeId = ''] = []] = await outcomesOf(house, 'polymarket', 1)
    const watching = watchThere(outcomeId)
    await house.until('a book', () => watching.heard.length > 0)
    expect(watching.heard[0]).toMatchObject({ method: 'watchOrderBook', symbol: outcomeId })
    watching.stop()
    expect(await watching.ended()).toEqual({ value: undefined })
    await house.until('the goodbye', () => house.counts.open === 0)
  })

  test('gives back why a subscription ended', async () => {
    const watching = watchThere('99999999999999999999')
    expect(await watching.ended()).toMatchObject({
      value: { message: expect.any(String), code: 'NOT_FOUND' },
    })
  })
})

test('what is no pmx-local, or goes away, is a failure', async () => {
  for (const [act, words] of [
    [(events: SocketEvents) => events.text('hello'), /is not pmx-local/],
    [(events: SocketEvents) => events.text('{"event":"data"}'), /is not pmx-local/],
    [(events: SocketEvents) => events.closed({ code: 1001, reason: 'shutting down' }), /shutting down/],
    [
      (events: SocketEvents) => events.closed({ code: 1006, reason: '', status: 401 }),
      /requires its access token/,
    ],
  ] as const) {
    const watch = watchByDaemon(
      { url: addressOf(1), token: 'secret' },
      {
        open({ url, secretHeaders }, events) {
          expect([url.href, secretHeaders]).toEqual([
            'ws://127.0.0.1:1/ws',
            { 'x-pmxt-access-token': 'secret' },
          ])
          queueMicrotask(() => act(events))
          return { send() {}, ping() {}, cut() {} }
        },
      },
    )
    const end = watch('kalshi', [], () => {}, new AbortController().signal)
    await expect(end).rejects.toThrow(CommandFailed)
    await expect(end).rejects.toThrow(words)
  }
})
