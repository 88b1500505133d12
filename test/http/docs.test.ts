import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listNamedArguments } from '../../src/api/arguments/argument-schemas.js'
import { getMethodRow, methodNames } from '../../src/api/arguments/methods.js'
import type { readBuiltAsset } from '../../src/daemon/files/dashboard-assets.js'
import { repository } from '../support/daemon.js'
import { appOver } from './app-world.js'

/** What `npm run build` has made of the guide and the tables. */
const built: typeof readBuiltAsset = async (name) => readFileSync(join(repository, 'dist/assets', name))
const { get } = appOver({ readAsset: built, requireToken: true })
const pages = JSON.parse(readFileSync(join(repository, 'src/guide/pages.json'), 'utf8')) as {
  name: string
  title: string
}[]
const paths = ['/docs', ...pages.slice(1).map(({ name }) => `/docs/${name}`), '/docs/api']

describe.each(paths)('%s', (path) => {
  test('is a page that needs no script to be read, and runs nothing that stands in its text', async () => {
    const page = await get(path)
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
    expect(page.text.length).toBeGreaterThan(1_000)
    expect(page.text.match(/<h1/g)).toHaveLength(1)
  })

  test('links to pages and places that there are', async () => {
    const { text } = await get(path)
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)
    for (const link of links.filter((one) => one.startsWith('/docs') || one.startsWith('/assets'))) {
      const [target = '', place] = link.split('#')
      const page = await get(target)
      expect(page.status, link).toBe(200)
      if (place !== undefined) expect(page.text, link).toContain(`id="${place}"`)
    }
    for (const link of links.filter((one) => one.startsWith('#')))
      expect(text, link).toContain(`id="${link.slice(1)}"`)
    expect(links.filter((link) => !/^([#/]|https:\/\/)/.test(link))).toEqual([])
  })
})

test('a page that there is not is not found', async () => {
  for (const path of ['/docs/nothing', '/docs/..%2fmanifest'])
    expect((await get(path)).status, path).toBe(404)
})

describe('the reference', () => {
  const articleOf = (text: string, name: string): string =>
    new RegExp(`<article id="${name}">[\\s\\S]*?</article>`).exec(text)?.[0] ?? ''

  test('lists every method with a link to its article, below a search that a script shows', async () => {
    const { text } = await get('/docs/api')
    const [list = ''] = /<section id="methods">[\s\S]*?<\/section>/.exec(text) ?? []
    const linked = [...list.matchAll(/<a href="#(\w+)"><code>/g)].map(([, name]) => name)
    expect(linked.toSorted()).toEqual(methodNames.toSorted())
    for (const name of methodNames) expect(text, name).toContain(`<article id="${name}">`)
    expect(list).toMatch(
      /<div class="find" hidden><label for="find">[^<]+<\/label><input type="search" id="find"/,
    )
  })

  test('has an example of every method, with responses of the simulation where the example was sent', async () => {
    const { text } = await get('/docs/api')
    for (const name of methodNames) {
      const { group, verb } = getMethodRow(name)
      const place = group === 'router' ? 'router' : '\\w+'
      const how = verb === 'get' ? '' : '-X POST .*-d \'{"args":\\[.*\\]}\' '
      expect(articleOf(text, name), name).toMatch(
        new RegExp(`<code>curl -sS ${how}'http://localhost:3847/api/${place}/${name}[?']`),
      )
    }
    expect(text.match(/"success": true/g)?.length).toBeGreaterThan(12)
  })

  test('has a row for each parameter, with its default, its values and its meaning, and no empty cell', async () => {
    const { text } = await get('/docs/api')
    for (const name of methodNames) {
      const rows = [...articleOf(text, name).matchAll(/<tr[^>]*><td><code>(\w+)<\/code>/g)].map(
        ([, key]) => key,
      )
      const read = listNamedArguments(name).filter(({ isUnread }) => !isUnread)
      expect(rows, name).toEqual(read.map((argument) => argument.name))
    }
    expect(articleOf(text, 'fetchOHLCV')).toContain(
      '<tr data-type="integer" data-min="1" data-max="50000"><td><code>limit</code></td><td>integer</td><td>100 without <code>start</code></td><td>1 to 50,000</td>',
    )
    expect(articleOf(text, 'fetchMarkets')).toContain(
      '<td>active</td><td><code>active</code> <code>inactive</code> <code>closed</code> <code>all</code></td>',
    )
    for (const name of methodNames) expect(articleOf(text, name), name).not.toContain('<td></td>')
  })

  test('has a form where a GET calls the method, and otherwise the reason why there is none', async () => {
    const { text } = await get('/docs/api')
    for (const name of methodNames) {
      const { verb, group } = getMethodRow(name)
      const article = articleOf(text, name)
      expect(article.includes('class="try"'), name).toBe(verb === 'get')
      if (verb === 'get') continue
      expect(article, name).toContain(group === 'trading' ? 'this page never trades' : 'needs a POST')
    }
  })
})

test.each(paths)(
  '%s weighs less than 300 KB with its style and its script, without compression',
  async (path) => {
    const page = await get(path)
    const assets = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, name = '']) => name)
    expect(assets).toHaveLength(4)
    const all = [page, ...(await Promise.all(assets.map((name) => get(name))))]
    const bytes = all.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeLessThan(300_000)
  },
)

test('the script of the pages is a few KB', async () => {
  const { text } = await get('/docs/api')
  const [, script = ''] = /src="(\/assets\/docs-[^"]+\.js)"/.exec(text) ?? []
  expect(Buffer.byteLength((await get(script)).text)).toBeLessThan(8_000)
})
