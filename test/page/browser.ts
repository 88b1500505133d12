import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { until } from '../support/daemon.js'
import { limitMs } from '../support/limits.js'
import { chromiumHere } from './chromium.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where pictures of a run are kept, to be looked at; not part of the repository. */
const pictures = fileURLToPath(new URL('./screenshots/', import.meta.url))

/** What must never be seen, whatever is looked at. */
interface Watched {
  /** Errors and warnings of the console, and what scripts threw. */
  readonly complaints: string[]
  /** Addresses that were asked beyond the daemon. */
  readonly strayed: string[]
}

export interface Looker {
  readonly page: Page
  readonly watched: Watched
  go(hash: string): Promise<void>
  /** Text of the page as it is read. */
  text(): Promise<string>
  /** Waits until the page shows a text. */
  shows(text: string | RegExp): Promise<void>
  /** Evaluates an expression in the page. */
  value<Value>(expression: string): Promise<Value>
  /** What is wrong for who cannot see, or not well; by all rules, or by these. */
  axe(rules?: readonly string[]): Promise<string[]>
  picture(name: string): Promise<void>
  close(): Promise<void>
}

export async function launch(): Promise<Browser> {
  const executablePath = chromiumHere()
  if (executablePath === undefined) throw new Error('no Chromium here')
  // Containers have no sandbox for root, and little shared memory.
  return puppeteer.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: limitMs(30_000),
    protocolTimeout: limitMs(180_000),
  })
}

/** Opens a page of the daemon at this address in a context of its own. */
export async function look(browser: Browser, address: string): Promise<Looker> {
  const context = await browser.createBrowserContext()
  await context.overridePermissions(address, ['clipboard-read', 'clipboard-sanitized-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(limitMs(30_000))
  await page.setViewport({ width: 1280, height: 900 })
  const watched: Watched = { complaints: [], strayed: [] }
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) watched.complaints.push(message.text())
  })
  page.on('pageerror', (error) => watched.complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== address) watched.strayed.push(request.url())
  })
  const value = async <Value>(expression: string): Promise<Value> =>
    (await page.evaluate(expression)) as Value
  const text = () => value<string>('document.body.innerText')

  return {
    page,
    watched,
    text,
    value,
    async go(hash) {
      // The same page with another hash would not be loaded anew, and a view must come up by itself.
      await page.goto('about:blank')
      await page.goto(`${address}/${hash}`)
    },
    async shows(wanted) {
      await until(`the page to show ${wanted}`, async () => {
        const shown = await text()
        return typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown)
      })
    },
    async axe(rules) {
      // By the debugger's way: a script of another's is what the page's policy keeps out.
      await page.evaluate(axeSource)
      const violations = await value<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
        `axe.run(${rules === undefined ? '' : JSON.stringify({ runOnly: rules })}).then(({ violations }) => violations)`,
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      )
    },
    async picture(name) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `${name}.png`) as `${string}.png`, fullPage: true })
    },
    close: () => context.close(),
  }
}
