import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const market = z.object({ id: z.string(), marketId: z.string(), title: z.string() })
const matches = z.object({
  matches: z.array(
    z.object({
      market: market.extend({ sourceExchange: z.string() }),
      relation: z.string(),
      reasons: z.array(z.string()).optional(),
      reasoning: z.string(),
    }),
  ),
})

test('what a command says of two markets is told by the daemon that runs meanwhile, and is taken back', async () => {
  const { firstLine } = await home.start(['start', '--demo', '--port', '0', '--json', '--no-lock'])
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(firstLine))

  async function dataOf<Data>(path: string, schema: z.ZodType<Data>): Promise<Data> {
    for (;;) {
      const reply = await fetch(`${address}${path}`)
      const body: unknown = await reply.json()
      // The first question begins to read the lists.
      const isReady = reply.status === 200 && !reply.headers.has('x-pmx-missing-venues')
      if (isReady) return z.object({ data: schema }).parse(body).data
      expect([200, 503]).toContain(reply.status)
    }
  }
  const named = async (venue: string, text: string) => {
    const [found] = await dataOf(
      `/v0/markets?exchange=${venue}&query=${encodeURIComponent(text)}`,
      z.array(market),
    )
    if (found === undefined) throw new Error(`${venue} has no market on ${text}`)
    return found
  }
  const denied = await named('limitless', 'Tolmere fail to pass its budget')
  // Of the same month: now and then two are open.
  const asked = await named('kalshi', denied.title.replace('fail to ', ''))
  const between = async () => {
    const told = await dataOf(
      `/v0/markets/${denied.id}/matches?limit=500&relation=identity,conflict`,
      matches,
    )
    return told.matches.find(({ market: { sourceExchange, marketId } }) => {
      return sourceExchange === 'kalshi' && marketId === asked.marketId
    })
  }
  const computed = await between()
  expect(computed).toMatchObject({ relation: 'conflict', reasons: ['reversed polarity'] })

  const say = (...words: string[]) => home.runHere(['match', denied.id, ...words, '--demo'])
  expect(await say('--link', asked.id, '--note', 'read both rules')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(' are the same.'),
  })
  const linked = await between()
  expect(linked).toMatchObject({
    relation: 'identity',
    reasoning: expect.stringContaining('read both rules'),
  })
  await say('--unlink', asked.id)
  expect(await between()).toMatchObject({ relation: 'conflict', reasons: ['your decision'] })
  await say('--forget', asked.id)
  expect(await between()).toEqual(computed)
})
