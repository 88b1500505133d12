import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const stillReading = {
  success: false,
  error: { message: 'lists are read', code: 'CATALOG_UNAVAILABLE', detail: { kind: 'still_reading' } },
}

test('a command without a terminal waits until the lists of a daemon lie ready', async () => {
  let asked = 0
  const server = createServer((_request, reply) => {
    asked++
    reply.writeHead(asked < 3 ? 503 : 200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(asked < 3 ? stillReading : { success: true, data: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    // A process of its own: one that ends too early is what could go wrong.
    const ended = await home.run([
      'search',
      'x',
      '--url',
      `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ])
    expect(ended).toMatchObject({ code: 0, stderr: 'No matching events on any venue.\n' })
    expect(asked).toBe(3)
  } finally {
    server.close()
  }
})
