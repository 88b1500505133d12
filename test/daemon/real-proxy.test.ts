import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/effects/clock.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { cli, type Finished, run, testHome } from '../support/daemon.js'
import { privateAuthority } from '../support/tls.js'

const FIRST = 'external-api.kalshi.com'
const SECOND = 'api.elections.kalshi.com'

const home = testHome()
/** Who was asked to be connected to, through which proxy. */
const connects: string[] = []
/** Hosts to which the proxy opens no way. */
const shut = new Set<string>()
const open: { close(): unknown }[] = []
let simulator: Simulator
let proxy: string
let authorityFile: string
let ticker: string

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock: systemClock, venues: ['kalshi'] })
  const base = simulator.urls.kalshi?.['api'] ?? ''
  const listed = (await (await fetch(`${base}/markets?limit=1&status=open`)).json()) as {
    readonly markets: readonly { readonly ticker: string }[]
  }
  ticker = listed.markets[0]?.ticker ?? ''
  const { authority, certificate, key } = await privateAuthority([FIRST, SECOND])
  mkdirSync(home.path, { recursive: true })
  authorityFile = join(home.path, 'authority.pem')
  writeFileSync(authorityFile, authority)
  const kalshi = await tlsVenue(base, certificate, key)
  proxy = `http://127.0.0.1:${await connectProxy(kalshi)}`
})

afterAll(async () => {
  for (const one of open) one.close()
  await simulator.close()
  home.remove()
})

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  open.push({ close: () => [server.close(), ...[...sockets].map((socket) => socket.destroy())] })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The venue as the world knows it: behind TLS, with a certificate that only the private authority vouches for. */
function tlsVenue(base: string, cert: string, key: string): Promise<number> {
  const { hostname, port } = new URL(base)
  return listening(
    createTlsServer({ cert, key }, (asked, answer) => {
      const { method, url: path, headers } = asked
      const onward = request(
        { hostname, port, method, path: path ?? '/', headers: { ...headers, host: `${hostname}:${port}` } },
        (reply) => {
          answer.writeHead(reply.statusCode ?? 500, reply.headers)
          reply.pipe(answer)
        },
      )
      asked.pipe(onward)
    }) as unknown as Server,
  )
}

/** A proxy that knows CONNECT, and takes every name for the venue above. */
function connectProxy(venuePort: number): Promise<number> {
  const server = createServer((_asked, answer) => answer.writeHead(405).end())
  server.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
    connects.push(url)
    if (shut.has(url.replace(/:\d+$/, ''))) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const onward = connect(venuePort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    return undefined
  })
  return listening(server)
}

/** Asks the built program for one market; its environment names no proxy but what is given. */
async function askMarket(environment: NodeJS.ProcessEnv): Promise<Finished> {
  connects.length = 0
  const args = [cli, 'call', 'kalshi', 'fetchMarket', JSON.stringify({ marketId: ticker })]
  return run(process.execPath, args, { environment: { ...home.environment, ...environment } })
}

const trusted = (): NodeJS.ProcessEnv => ({ HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: authorityFile })

describe('live venues behind a proxy and a private authority', () => {
  test('are reached through HTTPS_PROXY, and believed by NODE_EXTRA_CA_CERTS', async () => {
    const ended = await askMarket(trusted())
    expect(ended.stderr).toBe('')
    expect(JSON.parse(ended.stdout)).toMatchObject({ marketId: ticker })
    expect(new Set(connects)).toEqual(new Set([`${FIRST}:443`]))
  })

  test('are reached through the setting for all, before the variable', async () => {
    const config = join(home.path, 'proxy.json')
    writeFileSync(config, JSON.stringify({ proxy }))
    const args = [cli, 'call', 'kalshi', 'fetchMarket', JSON.stringify({ marketId: ticker })]
    const environment = { ...home.environment, ...trusted(), HTTPS_PROXY: 'http://127.0.0.1:9' }
    const ended = await run(process.execPath, [...args, '--config', config], { environment })
    expect(JSON.parse(ended.stdout)).toMatchObject({ marketId: ticker })
  })

  test('are not believed without the authority, which the message tells', async () => {
    const { code, stderr } = await askMarket({ HTTPS_PROXY: proxy })
    expect(code).toBe(1)
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS')
  })

  test('are not asked through a proxy that is away, whose variable the message names', async () => {
    const { code, stderr } = await askMarket({ ...trusted(), HTTPS_PROXY: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(stderr).toContain('through its proxy (HTTPS_PROXY)')
  })

  test('are asked at their other address where the first lets nobody in', async () => {
    shut.add(FIRST)
    const ended = await askMarket(trusted()).finally(() => shut.clear())
    expect(JSON.parse(ended.stdout)).toMatchObject({ marketId: ticker })
    expect([connects[0], connects.at(-1)]).toEqual([`${FIRST}:443`, `${SECOND}:443`])
  })
})
