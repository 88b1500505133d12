import { expect, test } from 'vitest'
import { createSession, type SocketSessionDeps } from '../../../src/http/socket/session.js'
import { fakeClock } from '../../support/clock.js'

test('a client that goes is forgotten at once, however much waits for it, not once for each thing it watches', () => {
  const said: string[] = []
  const session = createSession({
    dispatcher: { watch: () => new Promise(() => undefined) },
    tickers: undefined,
    clock: fakeClock(),
    counts: { watched: 0 } as SocketSessionDeps['counts'],
    outbox: {
      put: (text) => expect.fail(text),
      putNewest: () => undefined,
      forget: (place) => said.push(`forget ${place}`),
      close: () => said.push('close'),
    },
    caller: { trusted: true } as SocketSessionDeps['caller'],
    client: 'test',
    explain: () => ({ message: '' }),
  })
  for (const id of ['a', 'b'])
    session.receive(
      JSON.stringify({
        id,
        action: 'subscribe',
        exchange: 'polymarket',
        method: 'watchOrderBook',
        args: [id],
      }),
    )
  session.close()
  expect(said[0]).toBe('close')
})
