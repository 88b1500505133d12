import { spawnSync } from 'node:child_process'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pages from '../../src/guide/pages.json' with { type: 'json' }
import { type RunningDaemon, startDaemonProcess, type TestHome, testHome, until } from '../support/daemon.js'
import { type Looker, launch, look } from './browser.js'
import { chromiumHere } from './chromium.js'

const paths = ['docs', ...pages.slice(1).map(({ name }) => `docs/${name}`), 'docs/api']
const articles = '[...document.querySelectorAll(".group article")]'

describe.skipIf(chromiumHere() === undefined)('the documentation in Chromium', () => {
  let home: TestHome
  let daemon: RunningDaemon
  let browser: Browser
  let looker: Looker

  beforeAll(async () => {
    home = testHome()
    ;[daemon, browser] = await Promise.all([startDaemonProcess(home), launch()])
    looker = await look(browser, daemon.address)
  })

  afterAll(async () => {
    await browser?.close()
    await daemon?.stop()
    home?.remove()
  })

  const openForm = (method: string): Promise<void> =>
    looker.value(`document.querySelector("#${method} .try summary").click()`)
  const inForm = (method: string, expression: string): string =>
    `((form) => ${expression})(document.querySelector("#${method} .try form"))`
  /** Returns an expression for the input whose label begins with a name. */
  const input = (name: string): string =>
    `[...form.querySelectorAll("label")].find((label) => label.innerText.startsWith("${name}")).querySelector("input, select")`
  const fill = (method: string, name: string, value: string): Promise<void> =>
    looker.value(
      inForm(
        method,
        `{ const field = ${input(name)}; field.value = "${value}"; field.dispatchEvent(new Event("input", { bubbles: true })) }`,
      ),
    )
  const visible = () =>
    looker.value<string[]>(`${articles}.filter((one) => one.checkVisibility()).map(({ id }) => id)`)

  test('is linked from the dashboard', async () => {
    await looker.go('#/')
    const link = looker.page.locator('aria/Docs')
    await Promise.all([looker.page.waitForNavigation(), link.click()])
    expect(await looker.value('location.pathname')).toBe('/docs')
  })

  test.each(paths)('/%s has the address of this daemon in its examples', async (path) => {
    await looker.go(path)
    await looker.shows('pmx-local')
    const code = await looker.value<string[]>(
      '[...document.querySelectorAll("main code")].map(({ textContent }) => textContent)',
    )
    // The Python page names the default address itself, which is the same for every daemon.
    const allowed = path === 'docs/python' ? ['http://localhost:3847'] : []
    expect(code.filter((text) => text.includes('localhost:3847'))).toEqual(allowed)
    if (path !== 'docs/api') return
    const calls = code.filter((text) => text.startsWith('curl'))
    for (const call of calls) expect(call).toContain(daemon.address)
    expect(calls.length).toBeGreaterThan(70)
  })

  test('searches methods by name, parameter and text, by the keyboard alone', async () => {
    const { page } = looker
    await looker.go('docs/api')
    await looker.shows('API reference')
    const all = await visible()
    expect(all.length).toBeGreaterThan(70)
    await page.keyboard.press('/')
    await page.keyboard.type('FETCHohlcv')
    expect(await visible()).toEqual(expect.arrayContaining(['fetchOHLCV']))
    expect((await visible()).length).toBeLessThan(5)
    await page.keyboard.press('Escape')
    await page.keyboard.type('minSpread')
    expect(await visible()).toEqual(['fetchArbitrage'])
    await looker.shows(`1 of ${all.length} methods`)
    const listed = `[...document.querySelectorAll(".methods a")].filter((one) => one.checkVisibility()).length`
    expect(await looker.value(listed)).toBe(2)
    await page.keyboard.press('Enter')
    expect(await looker.value('location.hash')).toBe('#fetchArbitrage')
    // The text is selected, so that typing replaces it.
    await page.keyboard.press('/')
    await page.keyboard.type('switch dead')
    expect(await visible()).toEqual(['cancelAllOrdersAfter'])
    await page.keyboard.press('Escape')
    expect(await visible()).toEqual(all)
  })

  test('shows the target of a link that the search has hidden', async () => {
    await looker.go('docs/api')
    await looker.page.keyboard.press('/')
    await looker.page.keyboard.type('minSpread')
    await looker.value('void (location.hash = "#fetchTrades")')
    await until('the method', async () => (await visible()).includes('fetchTrades'))
    expect(await looker.value('document.querySelector("#find").value')).toBe('')
  })

  test('sends a GET from a form with an input for each parameter, and shows the curl line of the same call', async () => {
    await looker.go('docs/api')
    await openForm('fetchMarkets')
    const rows = await looker.value<number>('document.querySelectorAll("#fetchMarkets tbody tr").length')
    await until('the form', () => looker.value<boolean>(inForm('fetchMarkets', 'form !== null')))
    expect(await looker.value(inForm('fetchMarkets', 'form.querySelectorAll("label").length'))).toBe(rows + 1)
    await fill('fetchMarkets', 'Exchange', 'kalshi')
    await fill('fetchMarkets', 'limit', '2')
    await fill('fetchMarkets', 'status', 'active')
    await fill('fetchMarkets', 'query', "the o'clock & more")
    const line = () => looker.value<string>(inForm('fetchMarkets', 'form.querySelector("pre").innerText'))
    expect(await line()).toBe(
      `curl -sS '${daemon.address}/api/kalshi/fetchMarkets?query=the%20o'\\''clock%20%26%20more&limit=2&status=active'`,
    )
    await fill('fetchMarkets', 'query', '')
    await looker.value(inForm('fetchMarkets', 'form.querySelector("button").click()'))
    await until('a response', () =>
      looker.value<boolean>(
        inForm('fetchMarkets', 'form.querySelector("[role=status]").innerText === "HTTP 200"'),
      ),
    )
    const shown = await looker.value<string>(
      inForm('fetchMarkets', 'form.querySelector("pre[aria-label]").innerText'),
    )
    expect(shown).toContain('x-pmx-mode: demo')
    expect(shown.match(/"sourceExchange": "kalshi"/g)).toHaveLength(2)
    if (spawnSync('curl', ['--version']).error !== undefined) return
    const { stdout } = spawnSync('sh', ['-c', await line()], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { length: 2 } })
  })

  test('has the type, default and bounds of the table at each input, and sends nothing that breaks them', async () => {
    await looker.go('docs/api')
    await openForm('fetchOHLCV')
    await until('the form', () => looker.value<boolean>(inForm('fetchOHLCV', 'form !== null')))
    const facts = (name: string) =>
      looker.value(
        inForm(
          'fetchOHLCV',
          `(({ type, placeholder, min, max, step, required }) => ({ type, placeholder, min, max, step, required }))(${input(name)})`,
        ),
      )
    expect(await facts('limit')).toEqual({
      ...{ type: 'number', placeholder: 'default: 100 without start', required: false },
      ...{ min: '1', max: '50000', step: '1' },
    })
    expect(await facts('outcomeId')).toMatchObject({ type: 'text', required: true })
    expect(await facts('partial')).toMatchObject({ type: 'select-one' })
    expect(
      await looker.value(inForm('fetchOHLCV', `[...${input('partial')}.options].map(({ text }) => text)`)),
    ).toEqual(['default: true', 'true', 'false'])
    await fill('fetchOHLCV', 'limit', '50001')
    await looker.value(inForm('fetchOHLCV', 'form.querySelector("button").click()'))
    expect(await looker.value(inForm('fetchOHLCV', 'form.querySelector("[role=status]").innerText'))).toBe('')
    expect(await looker.value(inForm('fetchOHLCV', `${input('limit')}.validity.rangeOverflow`))).toBe(true)
  })

  test.each(['docs', 'docs/api', 'docs/trading'])(
    '/%s can be read by everybody, in the dark and on a phone',
    async (place) => {
      const { page } = looker
      await looker.go(place)
      await looker.shows('pmx-local')
      if (place === 'docs/api') {
        await openForm('fetchMarkets')
        await until('the form', () => looker.value<boolean>(inForm('fetchMarkets', 'form !== null')))
      }
      expect(await looker.axe()).toEqual([])
      await looker.picture(`${place.replace('/', '-')}-light`)
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
      expect(await looker.axe(['color-contrast'])).toEqual([])
      await looker.picture(`${place.replace('/', '-')}-dark`)
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
      await page.setViewport({ width: 390, height: 844 })
      expect(await looker.value('document.documentElement.scrollWidth')).toBe(390)
      await page.setViewport({ width: 1280, height: 900 })
    },
  )

  test('never complained, and called nothing but the daemon', () => {
    expect(looker.watched).toEqual({ complaints: [], strayed: [] })
  })

  test('can be read without scripts, and then shows no search and no forms', async () => {
    await looker.page.setJavaScriptEnabled(false)
    await looker.go('docs/api')
    const text = await looker.text()
    expect(text).toContain('fetchArbitrage')
    expect(text).not.toContain('Search methods')
    expect(text).not.toContain('Try it')
  })
})
