import { createServer, get, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createBufferPool, type LendBuffer } from '../../../src/http/response/buffer-pool.js'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed))
})

/** More than a connection takes at once. */
const PAGE = 500_000

function unsent(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

/** A server whose answers are what `write` puts together; and who asks it. */
async function serving(write: (lend: LendBuffer, path: string, response: ServerResponse) => Buffer) {
  const rooms = createBufferPool()
  const server = createServer((request, response) =>
    response.end(write(rooms.lentTo(response), request.url ?? '', response)),
  )
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return (path: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = get({ port, path, host: '127.0.0.1', agent: false }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => resolve(Buffer.concat(chunks).toString()))
      })
      sent.on('error', reject)
    })
}

describe('room for answers', () => {
  test('is used again once what was made in it has left, and not before', () => {
    const rooms = createBufferPool()
    const [first, second, third] = [unsent(), unsent(), unsent()]
    const one = rooms.lentTo(first)(PAGE)
    first.emit('finish')
    const two = rooms.lentTo(second)(PAGE)
    expect([one?.length, two?.length]).toEqual([PAGE, PAGE])
    expect(two?.buffer).not.toBe(one?.buffer)
    first.emit('close')
    expect(rooms.lentTo(third)(PAGE - 1)?.buffer).toBe(one?.buffer)
  })

  test('holds one answer at a time, however many are made and however slowly they are read', async () => {
    const ask = await serving((lend, path) => (lend(PAGE) ?? Buffer.alloc(PAGE)).fill(path))
    const letters = Array.from({ length: 60 }, (_, at) => `/${at}-`)
    for (let round = 0; round < 3; round++) {
      const told = await Promise.all(letters.map(ask))
      expect(told).toEqual(letters.map((path) => path.repeat(PAGE).slice(0, PAGE)))
    }
  })

  test('two rooms of one answer are two', () => {
    const lend = createBufferPool().lentTo(unsent())
    expect(lend(PAGE)?.buffer).not.toBe(lend(PAGE)?.buffer)
  })

  test('is not lent for what is small or long, nor to who writes nothing, nor after the end', async () => {
    const rooms = createBufferPool()
    expect(rooms.lentTo(undefined)(PAGE)).toBeUndefined()
    let of: ServerResponse | undefined
    const ask = await serving((lend, _path, response) => {
      expect([lend(8_191), lend(524_289)]).toEqual([undefined, undefined])
      of = response
      return Buffer.from('x')
    })
    await ask('/')
    expect(of).toBeInstanceOf(ServerResponse)
    await new Promise(setImmediate)
    expect(rooms.lentTo(of)(PAGE)).toBeUndefined()
  })
})
