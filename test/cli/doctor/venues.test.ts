import { describe, expect, test } from 'vitest'
import { checkClock, probeHost } from '../../../src/cli/doctor/venues.js'
import { WireError } from '../../../src/transport/errors.js'
import { fakeClock } from '../../support/clock.js'
import { fakeWire, json, raw } from '../../support/wire.js'

const NOW = Date.UTC(2026, 10, 21, 12, 0, 30, 400)
const place = { venue: 'kalshi', host: 'api', url: new URL('https://venue.test/v2/') } as const

async function probe(answer: unknown, more: Partial<Parameters<typeof probeHost>[1]> = {}) {
  const clock = fakeClock(NOW)
  const wire = fakeWire({ 'GET api/': answer })
  const { signal } = new AbortController()
  return probeHost(place, { wire, clock, proxy: undefined, daemonFacts: [], signal, ...more })
}

const dated = (date: string, more: Record<string, string> = {}) => json(404, {}, { date, ...more })
const page = (words: string) => `<!doctype html><html><body>${words}</body></html>`

describe('a host', () => {
  test.each([
    ['answers with data', json(200, {}), 'ok', ''],
    ['does not know the path', json(404, { error: 'no' }), 'ok', ''],
    ['wants another method', raw(405, 'no'), 'ok', ''],
    ['shows a page', raw(404, page('Not found'), { 'content-type': 'text/html' }), 'ok', ''],
    ['is behind a bot wall', raw(403, page('Just a moment...')), 'bad', 'blocked \\(bot\\)'],
    ['is shut for this place', raw(403, page('not available in your region')), 'bad', 'blocked \\(geo\\)'],
    ['is behind an edge', raw(403, 'error code: 1010'), 'bad', 'blocked \\(bot\\)'],
    ['is shut by law', json(451, {}), 'bad', 'blocked \\(geo\\)'],
    ['has enough of us', json(429, {}), 'note', '429'],
    ['is down', raw(503, page('maintenance')), 'bad', 'HTTP 503'],
  ])('that %s', async (_what, answer, state, said) => {
    const { finding } = await probe(answer)
    expect(finding).toMatchObject({ state, check: 'kalshi api', group: 'venues' })
    expect(finding.message).toMatch(new RegExp(said))
    expect(finding.message).toContain('venue.test')
    if (state !== 'ok') expect(finding.fix).toBeDefined()
  })

  test.each([
    ['dns', 'getent hosts venue.test'],
    ['tls', expect.stringContaining('NODE_EXTRA_CA_CERTS')],
    ['refused', expect.stringContaining('proxies')],
  ] as const)('that is lost on the way (%s) has its mend', async (kind, mend) => {
    const { finding } = await probe(new WireError(kind, 'venue.test is lost.'))
    expect(finding).toMatchObject({
      state: 'bad',
      message: 'venue.test is lost.',
      fix: mend,
      facts: { kind },
    })
  })

  const socks = { address: 'socks5://p.test:1', setting: 'ALL_PROXY' }
  const web = { address: 'http://p.test:1', setting: 'proxy' }
  test.each([
    ['dns', web, 'getent hosts p.test'],
    ['refused', web, expect.stringContaining('p.test')],
    ['dns', socks, 'correct or unset ALL_PROXY'],
    ['refused', socks, 'correct or unset ALL_PROXY'],
    ['other', socks, 'correct or unset ALL_PROXY'],
  ] as const)('lost (%s) behind a proxy is a matter of the proxy', async (kind, proxy, mend) => {
    const { finding } = await probe(new WireError(kind, 'venue.test is lost.'), { proxy })
    expect(finding).toMatchObject({ state: 'bad', fix: mend })
  })

  test('that is lost or too slow is shown with what the daemon knows', async () => {
    const told = ['no calls for now (breaker open)']
    const lost = await probe(new WireError('refused', 'venue.test is lost.'), { daemonFacts: told })
    expect(lost.finding.message).toBe(`venue.test is lost. · ${told[0]}`)
    const slow = await probe(new Error('aborted'), { signal: AbortSignal.abort(), daemonFacts: told })
    expect(slow.finding.message).toBe(`venue.test did not respond within 5 s · ${told[0]}`)
    const down = await probe(json(503, {}), { daemonFacts: told })
    expect(down.finding.message).toContain(told[0])
  })

  test('that takes too long is told so', async () => {
    const { finding } = await probe(new Error('aborted'), { signal: AbortSignal.abort() })
    expect(finding.message).toBe('venue.test did not respond within 5 s')
  })

  test('is shown with its proxy and with what the daemon knows', async () => {
    const proxy = { address: 'http://secret@p', setting: 'HTTPS_PROXY' }
    const { finding } = await probe(json(200, {}), { proxy, daemonFacts: ['budget 3 of 5 left'] })
    expect(finding.message).toBe('venue.test through HTTPS_PROXY · 0 ms · budget 3 of 5 left')
  })
})

describe('the clock of a venue', () => {
  test.each([
    ['Sat, 21 Nov 2026 12:00:30 GMT', 0],
    ['Sat, 21 Nov 2026 12:00:29 GMT', -NOW + Date.UTC(2026, 10, 21, 12, 0, 29, 999)],
    ['Sat, 21 Nov 2026 12:00:31 GMT', 600],
    ['Sun, 22 Nov 2026 12:00:31 GMT', 86_400_600],
    ['no date', undefined],
  ])('%s is off by %s', async (date, skew) => {
    expect((await probe(dated(date))).skewMs).toBe(skew)
  })

  test('that a cache has kept tells nothing', async () => {
    expect((await probe(dated('Sat, 21 Nov 2026 11:00:30 GMT', { age: '3600' }))).skewMs).toBeUndefined()
  })

  test.each([
    [[0, 1, 90_000], 'ok', undefined],
    [[5_000], 'ok', undefined],
    [[-5_001], 'note', 'ahead of'],
    [[60_000, 60_001, 60_002], 'bad', 'behind'],
    [[-86_400_000], 'bad', 'ahead of'],
  ])('%j together are %s', (skews, state, said) => {
    const finding = checkClock(skews, 'linux')
    expect(finding?.state).toBe(state)
    if (said !== undefined) expect(finding?.message).toContain(said)
    if (state !== 'ok') expect(finding?.fix).toBe('sudo timedatectl set-ntp true')
  })

  test('cannot be judged by nobody', () => {
    expect(checkClock([], 'linux')).toBeUndefined()
  })
})
