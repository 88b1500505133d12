import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openHouse } from './support.js'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const address = (): string => `ws://127.0.0.1:${house.door.port}/ws`

/** What a handshake of a client is answered with, once it is over. */
function handshake(path: string, lines: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(house.door.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('close', () => resolve(text.toLowerCase()))
    socket.on('error', reject)
    const head = [
      `GET ${path} HTTP/1.1`,
      `host: 127.0.0.1:${house.door.port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      ...lines,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
  })
}

describe('the handshake', () => {
  // Clients that offer subprotocols, browsers and `ws` among them, fail when none of them is confirmed.
  test('confirms the first subprotocol that is offered, as upstream does, and none where none is', async () => {
    const socket = new WebSocket(address(), ['json', 'other'])
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    expect(socket.protocol).toBe('json')
    socket.close()
    expect(await handshake('/ws')).not.toContain('sec-websocket-protocol')
  })

  test('never agrees to compression', async () => {
    const reply = await handshake('/ws', [
      'sec-websocket-extensions: permessage-deflate; client_max_window_bits',
    ])
    expect(reply).toMatch(/^http\/1\.1 101/)
    expect(reply).not.toContain('sec-websocket-extensions')
  })

  test('of another path is answered with 404', async () => {
    expect(await handshake('/ws/')).toMatch(/^http\/1\.1 404/)
  })
})
