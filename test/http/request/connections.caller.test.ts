import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { openRaw } from '../../support/raw-http.js'
import { appOver } from '../app-world.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The routes behind a server, over a core that never answers. */
async function setUp() {
  let tell = (_signal: AbortSignal): void => undefined
  const asked = new Promise<AbortSignal>((resolve) => {
    tell = resolve
  })
  const app = appOver({
    run: (_method, _args, { signal }) => {
      tell(signal)
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      )
    },
  })
  const server = createServer(getRequestListener((request, { outgoing }) => app.fetch(request, { outgoing })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const caller = await openRaw((server.address() as AddressInfo).port)
  return { app, asked, caller }
}

const paths = ['/api/kalshi/fetchMarkets', '/v0/markets/KX-1/matches']

test.each(paths)('who hangs up ends the call that %s began, and that is no failure', async (path) => {
  const { app, asked, caller } = await setUp()
  caller.send(`GET ${path} HTTP/1.1\r\nHost: localhost:3847\r\n\r\n`)
  const signal = await asked
  expect(signal.aborted).toBe(false)
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
  caller.hangUp()
  await ended
  expect(signal.reason).toMatchObject({ message: 'the client closed the connection' })
  while (app.logged.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(app.logged).toMatchObject([['debug', { path }]])
})

test.each(paths)('%s is refused when the daemon stops meanwhile', async (path) => {
  const { app, asked, caller } = await setUp()
  caller.send(`GET ${path} HTTP/1.1\r\nHost: localhost:3847\r\n\r\n`)
  await asked
  app.stop(new PmxError('EXCHANGE_NOT_AVAILABLE', 'shutting down'))
  expect((await caller.reply()).status).toBe(503)
})
