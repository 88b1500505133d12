import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ApiCaller } from '../../../src/cli/client/caller.js'
import { decideLink, parseLinkDecision } from '../../../src/cli/match-links/link-decision.js'
import { readStoredLinks } from '../../../src/cli/match-links/stored-links.js'
import { createOutput, type Output } from '../../../src/cli/output/output.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())
const folder = mkdtempSync(join(tmpdir(), 'pmx-links-'))

/** Markets by the names that they are asked by. */
const known: Record<string, object> = {
  k: { marketId: 'K-1', title: 'A', sourceExchange: 'kalshi' },
  r: { marketId: 'r:1', title: 'B', sourceExchange: 'rain' },
}
const match = { market: known['r'], relation: 'identity', confidence: 0.9, bestBid: null, bestAsk: null }

function answerTo(method: string, [query]: { marketId?: string }[]) {
  if (method === 'fetchMarketMatches') return { success: true, data: query?.marketId === 'k' ? [match] : [] }
  if (method === 'fetchArbitrage') return { success: true, data: [] }
  const data = known[query?.marketId ?? '']
  const error = { code: 'MARKET_NOT_FOUND', message: 'No market of any venue is named so.' }
  return data === undefined ? { success: false, error } : { success: true, data }
}

function printing() {
  const lines: string[] = []
  const stream = {
    isTTY: false,
    columns: 100,
    write: (text: string) => lines.push(text),
    once: () => undefined,
  }
  return { lines, output: createOutput(stream, stream, {}) }
}

const caller = {
  where: 'here',
  venueCalls: () => undefined,
  async call(_venue, method, args) {
    const body = answerTo(method, args as { marketId?: string }[])
    return { status: body.success ? 200 : 404, headers: {}, body }
  },
} as Partial<ApiCaller> as ApiCaller

describe('what the user says of two markets', () => {
  const flags = { stateDir: folder }
  const saying = (
    id: string,
    said: { link?: string; unlink?: string; forget?: string; note?: string },
    output: Output,
  ) =>
    decideLink(
      id,
      parseLinkDecision(said) ?? { other: '', says: undefined },
      { ...flags, ...said },
      caller,
      output,
    )

  test('is kept under the ids of the venues, and may be taken back', async () => {
    const { lines, output } = printing()
    await saying('k', { link: 'r', note: 'read both rules' }, output)
    expect(readStoredLinks(flags).all()).toMatchObject([
      {
        a: { venue: 'kalshi', marketId: 'K-1' },
        b: { venue: 'rain', marketId: 'r:1' },
        says: 'same',
        note: 'read both rules',
      },
    ])
    await saying('r', { unlink: 'k' }, output)
    expect(readStoredLinks(flags).all()).toMatchObject([{ says: 'other' }])
    await saying('k', { forget: 'r' }, output)
    await saying('k', { forget: 'r' }, output)
    expect(readStoredLinks(flags).all()).toEqual([])
    expect(lines.map((line) => line.trim())).toEqual([
      'kalshi K-1 and rain r:1 are the same.',
      'rain r:1 and kalshi K-1 are not the same.',
      'kalshi K-1 and rain r:1: forgotten.',
      'There is no decision about kalshi K-1 and rain r:1.',
    ])
  })

  test('is refused for a market that is not there, and of a market with itself', async () => {
    const { output } = printing()
    await expect(saying('k', { link: 'none' }, output)).rejects.toThrow('No market of any venue')
    await expect(saying('k', { link: 'k' }, output)).rejects.toThrow('cannot be linked with itself')
  })

  test('is one thing at a time, in the state folder of who is asked', () => {
    expect(() => parseLinkDecision({ link: 'a', unlink: 'b' })).toThrow('cannot be combined')
    expect(() => parseLinkDecision({ note: 'x' })).toThrow('--note needs')
    expect(() => parseLinkDecision({ link: 'a', url: 'localhost:1' })).toThrow('Leave out --url')
  })
})

test('links are listed, carried away as JSON, and read back', async () => {
  expect((await home.runHere(['links'])).stderr).toContain('There are no links')
  const [a, b] = [
    { venue: 'kalshi', marketId: 'K-1' },
    { venue: 'rain', marketId: 'r:1' },
  ]
  const file = join(folder, 'carried.json')
  writeFileSync(file, JSON.stringify({ version: 1, links: [{ a, b, says: 'other', at: 0 }] }))
  expect((await home.runHere(['links', '--import', file])).stdout).toMatch(/^1 decision/)
  expect((await home.runHere(['links'])).lines[1]).toMatch(
    /^kalshi K-1 +rain r:1 +not the same +1970-01-01 00:00$/,
  )
  expect(JSON.parse((await home.runHere(['links', '--json'])).stdout)).toEqual({
    version: 1,
    links: [{ a, b, says: 'other', at: 0 }],
  })
  writeFileSync(file, '{}')
  const refused = await home.runHere(['links', '--import', file])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('cannot be read')])
})

test('match and arbitrage print what a daemon answers', async () => {
  const server = createServer((request, reply) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString()
    })
    request.on('end', () => {
      const { args } = JSON.parse(text) as { args: { marketId?: string }[] }
      const method = request.url?.split('/').at(-1) ?? ''
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(method, args)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `localhost:${(server.address() as AddressInfo).port}`
  try {
    const found = await home.runHere(['match', 'k', '--url', url])
    expect(found.lines.slice(1)).toEqual([
      expect.stringMatching(/^B +rain +identity +90 % +– +–$/),
      '  market r:1',
    ])
    expect((await home.runHere(['match', 'r', '--url', url])).stderr).toContain(
      'No markets on other venues match',
    )
    expect(JSON.parse((await home.runHere(['match', 'k', '--json', '--url', url])).stdout)).toEqual([match])
    expect((await home.runHere(['arbitrage', '--url', url])).stderr).toContain('At current order book prices')
  } finally {
    server.close()
  }
})
