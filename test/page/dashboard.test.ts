import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningDaemon, startDaemonProcess, type TestHome, testHome, until } from '../support/daemon.js'
import { type Looker, launch, look } from './browser.js'
import { chromiumHere } from './chromium.js'

const chromium = chromiumHere()
if (chromium === undefined)
  process.stderr.write(
    'No Chromium here: the tests of the page in a browser are skipped (PMX_CHROMIUM names one).\n',
  )

const views = ['#/', '#/search?q=election', 'market', '#/cache', '#/requests', '#/positions']

describe.skipIf(chromium === undefined)('the page in Chromium', () => {
  let home: TestHome
  let daemon: RunningDaemon
  let browser: Browser
  let looker: Looker
  let market: { marketId: string; title: string; outcomes: { outcomeId: string; label: string }[] }

  beforeAll(async () => {
    home = testHome()
    ;[daemon, browser] = await Promise.all([startDaemonProcess(home), launch()])
    looker = await look(browser, daemon.address)
    const [first] = await until('the lists of all venues', async () => {
      const reply = await fetch(`${daemon.address}/v0/markets?query=election&exchange=polymarket&limit=1`)
      const { data } = (await reply.json()) as { data?: (typeof market)[] }
      // One whose reading has failed is missing, and read again: a page that asks meanwhile is sent away with a 503, which
      // it copes with and the browser complains of.
      const areAllRead = reply.ok && !reply.headers.has('x-pmx-missing-venues')
      return areAllRead && data?.length === 1 ? data : undefined
    })
    if (first === undefined) throw new Error('no market was found')
    market = first
    // So is who asks for matches while what all markets ask is being read for them.
    const named = new URLSearchParams({ venue: 'polymarket', marketId: market.marketId })
    const { id } = (await (await fetch(`${daemon.address}/ui/catalog-id?${named}`)).json()) as { id: string }
    await until('matches', async () => (await fetch(`${daemon.address}/v0/markets/${id}/matches?limit=1`)).ok)
  })

  afterAll(async () => {
    await browser?.close()
    await daemon?.stop()
    home?.remove()
  })

  const hashOf = (view: string): string =>
    view === 'market' ? `#/market/polymarket/${market.marketId}` : view

  test('says at once what runs, that nothing of it is real, and how every venue does', async () => {
    await looker.go('#/')
    await looker.shows('Demo mode: all data is simulated.')
    await looker.shows(/of 16 venues in use, all up/)
    await looker.shows('/api/polymarket/fetchMarkets?limit=3')
    expect(await looker.value('document.querySelectorAll(".venues tbody tr").length')).toBe(16)
  })

  test('finds markets on all venues by the keyboard alone, and opens one', async () => {
    const { page } = looker
    await looker.go('#/')
    await looker.shows('Demo mode')
    await page.keyboard.press('/')
    const word = /(\w+) election/.exec(market.title)?.[1] ?? ''
    await page.keyboard.type(`${word} election`)
    await page.keyboard.press('Enter')
    await looker.shows(`Markets about “${word} election”`)
    await until('rows', () => looker.value<boolean>('document.querySelectorAll(".rows .row").length > 5'))
    const found = await looker.value<string[]>(
      '[...new Set([...document.querySelectorAll(".rows .chip")].map((chip) => chip.textContent))]',
    )
    expect(found.length).toBeGreaterThan(1)
    await looker.value('document.querySelector(".rows .row").focus()')
    await page.keyboard.press('Enter')
    await looker.shows('Candles')
    expect(await looker.value('location.hash')).toMatch(/^#\/market\//)
  })

  test('draws candles, the one that runs, and what is kept of them; keys move through them, a switch changes them', async () => {
    const { page } = looker
    await looker.go(hashOf('market'))
    await looker.shows(market.title)
    await looker.shows('open candle')
    await looker.shows('cached')
    const inked = `(() => {
      const canvas = document.querySelector('.chart canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const ink = new Set()
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) ink.add(data.slice(i, i + 3).join())
      return [...ink]
    })()`
    const ink = await looker.value<string[]>(inked)
    // Rising and falling candles, in the page's colours.
    expect(ink).toEqual(expect.arrayContaining(['11,114,104', '179,64,31']))
    const readout = () => looker.value<string>('document.querySelector(".readout").innerText')
    const last = await readout()
    expect(last).toContain('open')
    await looker.value('document.querySelector(".chart .plot").focus()')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await readout()).not.toBe(last)
    await page.locator('aria/6h').click()
    await until('another step', () => looker.value<boolean>('location.hash.includes("step=6h")'))
    await looker.shows('open candle')
  })

  test('shows the book with its depth, trades, all outcomes of the event and matches with their reasons', async () => {
    await looker.go(hashOf('market'))
    await until('both sides of the book', () =>
      looker.value<boolean>(
        'document.querySelectorAll(".ladder .ask").length > 2 && document.querySelectorAll(".ladder .bid").length > 2',
      ),
    )
    const prices = await looker.value<number[]>(
      '[...document.querySelectorAll(".ladder .ask, .ladder .bid")].map((row) => Number.parseFloat(row.cells[0].innerText))',
    )
    expect(prices).toEqual([...prices].sort((a, b) => b - a))
    const bars = await looker.value<number[]>(
      '[...document.querySelectorAll(".ladder .bid .depth-bar")].map((bar) => bar.offsetWidth)',
    )
    expect(bars).toEqual([...bars].sort((a, b) => a - b))
    expect(bars.at(-1)).toBeGreaterThan(0)
    await until('trades', () =>
      looker.value<boolean>('document.querySelectorAll(".trades tbody tr").length > 3'),
    )
    await until('the event', () =>
      looker.value<boolean>('document.querySelectorAll(".outcomes-table tbody tr").length > 1'),
    )
    await until('matches', () => looker.value<boolean>('document.querySelectorAll(".row-why").length > 1'))
    await looker.shows('same question')
  })

  test('shows what programs ask, and gives it back as a command that works', async () => {
    const outcomeId = market.outcomes[0]?.outcomeId ?? ''
    const target = `/api/polymarket/fetchOHLCV?outcomeId=${outcomeId}&resolution=1h&limit=7`
    await fetch(daemon.address + target, { headers: { 'user-agent': 'a-bot' } })
    await looker.go('#/requests')
    await looker.shows('limit=7')
    const { page } = looker
    for (const [language, expected] of [
      ['pmxtjs', `fetchOHLCV('${outcomeId}', { resolution: '1h', limit: 7 })`],
      ['Python', `fetch_ohlcv('${outcomeId}', resolution='1h', limit=7)`],
      ['curl', `'${daemon.address}${target}'`],
    ] as const) {
      await page.locator(`aria/Copy GET /api/polymarket/fetchOHLCV as ${language}`).click()
      const copied = await until('a copied text', async () => {
        const text = await looker.value<string>('navigator.clipboard.readText()')
        return text.includes(expected) ? text : undefined
      })
      if (language !== 'curl' || spawnSync('curl', ['--version']).error !== undefined) continue
      const { stdout } = spawnSync('sh', ['-c', copied], { encoding: 'utf8' })
      expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { length: 7 } })
    }
  })

  test('shows what is stored, with bars of what is known', async () => {
    await looker.go('#/cache')
    await looker.shows('Nothing is pinned')
    await until('a bar', () =>
      looker.value<boolean>('document.querySelectorAll(".coverage .data").length > 0'),
    )
  })

  test.each(views)('%s can be read by everybody, in the light, in the dark and on a phone', async (view) => {
    const { page } = looker
    const emulate = (scheme: string) =>
      page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await openWhole(view)
    expect(await looker.axe()).toEqual([])
    await looker.picture(`${nameOf(view)}-light`)
    await emulate('dark')
    const shade = 'getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)[0]'
    expect(Number(await looker.value(shade))).toBeLessThan(60)
    expect(await looker.axe(['color-contrast'])).toEqual([])
    await looker.picture(`${nameOf(view)}-dark`)
    await emulate('light')
    await page.setViewport({ width: 390, height: 844 })
    // Nothing but tables may be wider than the screen, and those scroll by themselves.
    expect(await looker.value('document.documentElement.scrollWidth')).toBe(390)
    await looker.picture(`${nameOf(view)}-phone`)
    await page.setViewport({ width: 1280, height: 900 })
  })

  test('never complained, and asked nobody but the daemon', () => {
    expect(looker.watched).toEqual({ complaints: [], strayed: [] })
  })

  test('what a venue tells is text, whatever stands in it', async () => {
    const { page } = looker
    await page.setRequestInterception(true)
    const evil = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
    const answer = (request: { url(): string }) => request.url().includes('/fetchMarket?')
    page.on('request', (request) => {
      if (!answer(request)) return void request.continue()
      const data = {
        marketId: evil,
        title: evil,
        description: evil,
        url: 'javascript:window.pwned=1',
        sourceExchange: 'polymarket',
        outcomes: [{ outcomeId: evil, marketId: evil, label: evil }],
      }
      void request.respond({ contentType: 'application/json', body: JSON.stringify({ success: true, data }) })
    })
    await looker.go(`#/market/polymarket/x`)
    await looker.shows(evil)
    expect(
      await looker.value(
        'window.pwned === undefined && document.querySelectorAll("main img, main script").length',
      ),
    ).toBe(0)
    expect(await looker.value('document.querySelectorAll("a[href^=javascript]").length')).toBe(0)
    page.removeAllListeners('request')
    await page.setRequestInterception(false)
  })

  test('where the daemon asks for its token, so does the page, once, and keeps it for the tab alone', async () => {
    const guarded = testHome()
    const token = 'guarded-guarded-guarded-guarded'
    mkdirSync(guarded.stateDir, { recursive: true })
    writeFileSync(
      join(guarded.stateDir, 'config.json'),
      JSON.stringify({ security: { requireToken: true, token } }),
    )
    const other = await startDaemonProcess(guarded)
    const stranger = await look(browser, other.address)
    try {
      await stranger.go('#/')
      await stranger.shows('Access token required')
      expect(await stranger.text()).not.toContain('Polymarket')
      await stranger.page.type('input[name=token]', token)
      await stranger.page.keyboard.press('Enter')
      await stranger.shows('Polymarket')
      expect(await stranger.value('Object.values(sessionStorage)')).toEqual([token])
      expect(await stranger.value('localStorage.length')).toBe(0)
      expect(await stranger.value('location.href')).not.toContain(token)
      await stranger.page.reload()
      await stranger.shows('Polymarket')
    } finally {
      await stranger.close()
      await other.stop()
      guarded.remove()
    }
  })

  test('says where the SDKs go while their lock file leads to another daemon, and no longer once it leads here', async () => {
    const shared = testHome()
    const first = await startDaemonProcess(shared)
    const second = await startDaemonProcess(shared, [
      '--demo',
      '--state-dir',
      join(shared.stateDir, 'second'),
    ])
    const other = await look(browser, second.address)
    try {
      await other.go('#/')
      await other.shows('SDK clients do not use this daemon.')
      await other.shows(
        `Their lock file points to process ${first.pid} on port ${first.port}, which receives their orders.`,
      )
      await first.stop()
      await other.shows('Demo mode: all data is simulated.')
      expect(await other.text()).not.toContain('SDK clients do not use this daemon.')
      expect(other.watched.complaints).toEqual([])
    } finally {
      await other.close()
      await Promise.all([first.stop(), second.stop()])
      shared.remove()
    }
  })

  /** A view when nothing of it is still being asked for. */
  async function openWhole(view: string): Promise<void> {
    await looker.go(hashOf(view))
    await until(`${view} to be there`, () =>
      looker.value<boolean>(
        'document.querySelector("main h1") !== null && document.querySelector(".loading") === null',
      ),
    )
  }
})

function nameOf(view: string): string {
  return /\w+/.exec(view)?.[0] ?? 'venues'
}
