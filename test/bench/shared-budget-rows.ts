import { createSharedBudgets } from '../../src/candles/shared/shared-budgets.js'
import { systemClock } from '../../src/effects/clock.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { systemRandom } from '../../src/effects/random.js'
import { silentLogger } from '../../src/observe/logger.js'
import { startDeadline } from '../../src/policy/abort.js'
import { createPostgresTier } from '../../src/tiers/postgres/create-postgres-tier.js'
import { createBudgets, type ShareLimit } from '../../src/transport/budget.js'
import type { Wire } from '../../src/transport/call-types.js'
import { createTransport } from '../../src/transport/transport.js'
import type { Postgres } from '../support/postgres.js'
import { median } from './http-rows.js'
import type { Row } from './table.js'

const clock = systemClock
/** Response time of the simulated venue, ms. */
const LATENCY_MS = 20
const CALLS = 300
const DAEMONS = 10
const TOGETHER_MS = 10_000
/** Limits of Polymarket's order books, and of Kalshi without a key. */
const wide = { capacity: 150, perSecond: 60, source: 'bench' }
const narrow = { capacity: 5, perSecond: 5, source: 'bench' }

/** What shared rate limits cost a call, and how exactly ten daemons use one limit. */
export async function budgetRows(server: Postgres): Promise<Row[]> {
  const tiers = Array.from({ length: DAEMONS }, (_, at) =>
    createPostgresTier({
      ...{ url: server.address, daemonId: `budget-${at}`, version: '0.0.0', clock },
      ids: createSystemIds(),
    }),
  )
  const shares = tiers.map(({ takeBudget: take }) =>
    createSharedBudgets({
      ...{ take, egress: 'bench', share: 0.1, clock, random: systemRandom, log: silentLogger },
      isClockWrong: () => false,
    }),
  )
  try {
    await Promise.all(tiers.map((tier) => tier.access(new AbortController().signal)))
    return [
      await costRow(shares[0]?.shareLimit),
      await togetherRow(shares.map(({ shareLimit }) => shareLimit)),
    ]
  } finally {
    await Promise.all(tiers.map((tier) => tier.close()))
  }
}

async function costRow(shareLimit: ShareLimit | undefined): Promise<Row> {
  const times = { on: [] as number[], off: [] as number[] }
  const callers = { on: openCaller(wide, shareLimit), off: openCaller(wide) }
  await Promise.all([callers.on.send(), callers.off.send()])
  for (let call = 0; call < CALLS; call++)
    for (const kind of ['on', 'off'] as const) {
      const begun = performance.now()
      await callers[kind].send()
      times[kind].push(performance.now() - begun)
    }
  const [on, off] = [median(times.on), median(times.off)]
  const ratio = on / off
  return {
    name: 'shared: venue call with shared rate limits',
    value: ratio,
    shown: `${ratio.toFixed(2)} times`,
    note: `${on.toFixed(2)} ms with them, ${off.toFixed(2)} ms without; the venue takes ${LATENCY_MS} ms`,
    budget: 'at most 1.05 times without',
    ok: ratio <= 1.05,
  }
}

async function togetherRow(shares: readonly ShareLimit[]): Promise<Row> {
  const sent: number[] = []
  const until = performance.now() + TOGETHER_MS
  const counts = await Promise.all(
    shares.map(async (shareLimit) => {
      const caller = openCaller(narrow, shareLimit, () => sent.push(performance.now()))
      let own = 0
      while (performance.now() < until) {
        await caller.send()
        own++
      }
      return own
    }),
  )
  const allowed = narrow.capacity + (narrow.perSecond * ((sent.at(-1) ?? 0) - (sent[0] ?? 0))) / 1_000
  const isFair = Math.min(...counts) > 0
  return {
    name: `shared: ${DAEMONS} daemons that use one rate limit`,
    value: sent.length / allowed,
    shown: `${Math.round((100 * sent.length) / allowed)} % of it`,
    note: `${sent.length} calls where ${allowed.toFixed(1)} are allowed; ${Math.min(...counts)} to ${Math.max(...counts)} a daemon`,
    budget: 'at most 100 %, and calls of each daemon',
    ok: sent.length <= allowed && isFair,
  }
}

function openCaller(limit: typeof wide, shareLimit?: ShareLimit, onSend = (): unknown => undefined) {
  const hosts = { api: { url: 'https://venue.test', limit, maxInFlight: 100 } }
  const reply = { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' }
  const wire: Wire = {
    async send() {
      onSend()
      await clock.sleep(LATENCY_MS)
      return reply
    },
    close: async () => undefined,
  }
  let count = 0
  const transport = createTransport({
    ...{ wire, clock, random: systemRandom, wiringOf: () => ({ hosts }) },
    budgets: createBudgets(() => hosts.api, clock, shareLimit),
    maxBytes: 1_000_000,
    attemptTimeoutMs: 10_000,
  })
  return {
    async send(): Promise<void> {
      const deadline = startDeadline(clock, 60_000)
      await transport
        .bind('kalshi', deadline, 'interactive')
        .send({ host: 'api', path: `/${count++}` })
        .finally(() => deadline.release())
    },
  }
}
