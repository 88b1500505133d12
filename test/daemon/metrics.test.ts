import { readFileSync } from 'node:fs'
import parse from 'parse-prometheus-text-format'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startDemoDaemon } from './demo-daemon.js'

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
beforeAll(async () => {
  daemon = await startDemoDaemon(['kalshi'])
})
afterAll(() => daemon.stop())

async function told() {
  const reply = await fetch(`${daemon.address}/metrics`)
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await reply.text()
  const families = parse(text) ?? []
  // The parser joins the histograms of one name: as samples of no type it reads them one by one.
  const samples = parse(text.replace(/^# .*\n/gm, '')) ?? []
  return {
    names: families.map(({ name }) => name),
    /** The value of the one sample with these labels. */
    value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
      const named = samples.flatMap((family) => (family.name === name ? family.metrics : []))
      const sample = named.find((metric) =>
        Object.entries(labels).every(([key, value]) => metric.labels?.[key] === value),
      )
      return sample === undefined ? undefined : Number(sample.value)
    },
  }
}

test('metrics tell what a cache owes: what it answered, from where, and what it holds', async () => {
  const ask = async (path: string): Promise<Response> => {
    const reply = await fetch(`${daemon.address}${path}`)
    await reply.arrayBuffer()
    return reply
  }
  const before = await told()
  const markets = (await (await fetch(`${daemon.address}/api/kalshi/fetchMarkets?limit=1`)).json()) as {
    data: { outcomes: { outcomeId: string }[] }[]
  }
  const id = markets.data[0]?.outcomes[0]?.outcomeId ?? ''
  const candles = `/api/kalshi/fetchOHLCV?outcomeId=${id}&resolution=1h&start=2026-11-19&end=2026-11-20`
  for (let count = 0; count < 3; count++) await ask(candles)
  await ask(`${candles}&limit=0`)
  const after = await told()
  const labels = { venue: 'kalshi', what: 'candles' }
  expect(after.value('pmx_cache_responses_total', { ...labels, result: 'miss' })).toBe(1)
  expect(after.value('pmx_cache_responses_total', { ...labels, result: 'hit' })).toBeUndefined()
  expect(after.value('pmx_ready_responses_total')).toBe(2)
  expect(after.value('pmx_request_duration_seconds_count', { route: 'ready' })).toBe(2)
  expect(after.value('pmx_request_duration_seconds_count', { route: 'candles' })).toBe(2)
  expect(after.value('pmx_requests_failed_total', { route: 'candles', code: 'VALIDATION_ERROR' })).toBe(1)
  expect(before.value('pmx_candles_stored_total')).toBe(0)
  expect(after.value('pmx_candles_stored_total')).toBeGreaterThan(10)
  expect(after.value('pmx_candle_series')).toBeGreaterThan(0)
  expect(after.value('pmx_candle_store_ok')).toBe(1)
  expect(after.value('pmx_file_bytes', { file: 'candles' })).toBeGreaterThan(1_000)
  expect(after.value('pmx_ready_bytes')).toBeGreaterThan(500)
  expect(after.value('pmx_venue_calls_total', { venue: 'kalshi', what: 'ok' })).toBeGreaterThan(0)
  expect(after.value('pmx_budget_waiting', { venue: 'kalshi' })).toBe(0)
  expect(after.value('pmx_bytes_total', { direction: 'out' })).toBeGreaterThan(1_000)
  expect(after.value('pmx_info', { mode: 'demo' })).toBe(1)
})

test('the dashboard for Grafana asks for metrics that there are', async () => {
  const panels = z.object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() }),
    ),
  })
  const text = readFileSync(new URL('../../src/packaging/grafana.json', import.meta.url), 'utf8')
  const asked = panels
    .parse(JSON.parse(text))
    .panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr.match(/pmx_\w+/g) ?? []))
  expect(asked.length).toBeGreaterThan(15)
  const source = ['metrics', 'traffic'].map((name) =>
    readFileSync(new URL(`../../src/observe/${name}.ts`, import.meta.url), 'utf8'),
  )
  const names = new Set(
    source.flatMap((code) => code.match(/'pmx_\w+'/g) ?? []).map((name) => name.slice(1, -1)),
  )
  const known = (name: string): boolean =>
    names.has(name) || names.has(name.replace(/_(bucket|sum|count)$/, ''))
  expect([...new Set(asked)].filter((name) => !known(name))).toEqual([])
  const served = (await told()).names
  expect(served.filter((name) => !names.has(name))).toEqual([])
})
