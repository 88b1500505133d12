import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningDaemon, startDaemonProcess, type TestHome, testHome } from '../support/daemon.js'

/** What a browser is served by the built daemon, over real HTTP. */

let home: TestHome
let daemon: RunningDaemon
beforeAll(async () => {
  home = testHome()
  daemon = await startDaemonProcess(home)
})
afterAll(async () => {
  await daemon?.stop()
  home?.remove()
})

interface Reply {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** By Node's own client, which neither unpacks nor tidies an address. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port } = daemon
    request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const html = { accept: 'text/html' }

async function assetsOfPage(): Promise<string[]> {
  const { body } = await ask('/', html)
  return [...body.toString().matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

describe('the page', () => {
  test('loads what it names and nothing else, all of it small, packed and kept for ever', async () => {
    const { headers, body } = await ask('/', html)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    // No script and no style stands in the text, where the policy would not let it run.
    expect(body.toString()).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/)
    const paths = await assetsOfPage()
    expect(paths.map((path) => path.replace(/-\w{8}\./, '.')).sort()).toEqual([
      '/assets/base.css',
      '/assets/icon.svg',
      '/assets/main.css',
      '/assets/main.js',
    ])
    let bytes = 0
    for (const path of paths) {
      const packed = await ask(path, { 'accept-encoding': 'gzip, br' })
      expect(packed).toMatchObject({
        status: 200,
        headers: {
          'content-encoding': 'br',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': String(packed.body.length),
        },
      })
      const plain = await ask(path)
      expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true)
      const older = await ask(path, { 'accept-encoding': 'gzip' })
      expect(gunzipSync(older.body).equals(plain.body)).toBe(true)
      bytes += packed.body.length
    }
    expect(bytes).toBeLessThan(80_000)
  })

  test('is told as one by HEAD, and not sent again to who has it', async () => {
    const whole = await ask('/', html)
    const head = await ask('/', html, 'HEAD')
    expect(head.body).toHaveLength(0)
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': String(whole.body.length), etag: whole.headers['etag'] },
    })
    const again = await ask('/', { ...html, 'if-none-match': String(whole.headers['etag']) })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
  })

  test.each([
    '/assets/../main.js',
    '/assets/%2e%2e/main.js',
    '/assets/..%5cmain.js',
    '/assets/manifest.json',
    '/assets/main.js',
  ])('does not lead to %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  test('is kept from other sites as everything else is', async () => {
    expect((await ask('/', { ...html, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask('/', { ...html, host: 'evil.example' })).status).toBe(421)
  })
})

describe('what the page asks for', () => {
  async function json(path: string): Promise<Record<string, unknown>> {
    return JSON.parse((await ask(path)).body.toString()) as Record<string, unknown>
  }

  test('is told of this daemon', async () => {
    expect(await json('/ui/about')).toMatchObject({ searchesAll: true, venues: { length: 16 } })
    expect(await json('/ui/pins')).toEqual({ kind: 'kept', pins: [] })
    expect(await json('/ui/cassette')).toEqual({ kind: 'none' })
  })

  test('follows what programs ask: candles are stored, and known by their outcome', async () => {
    expect(await json('/ui/stored')).toMatchObject({ kind: 'file', series: [] })
    const markets = (await json('/api/kalshi/fetchMarkets?limit=1')) as {
      data: [{ outcomes: [{ outcomeId: string }] }]
    }
    const { outcomeId } = markets.data[0].outcomes[0]
    await ask(`/api/kalshi/fetchOHLCV?outcomeId=${outcomeId}&resolution=1h&limit=24`, {
      'x-pmx-priority': 'background',
    })
    expect(await json('/ui/stored')).toMatchObject({
      kind: 'file',
      venues: { kalshi: 1 },
      series: [{ venue: 'kalshi', resolution: '1h' }],
    })
    expect(await json(`/ui/coverage?venue=kalshi&outcomeId=${outcomeId}`)).toMatchObject({
      kind: 'file',
      steps: [{ resolution: '1h', spans: [[expect.any(Number), expect.any(Number), 'data']] }],
    })
    expect(await json('/ui/requests')).toMatchObject({
      requests: [{ background: true, cache: 'miss' }, {}],
      served: { kalshi: { answers: 2, withoutCall: 0 } },
    })
  })
})
