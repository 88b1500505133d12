import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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

test('the reference has every method, with answers of the demo world where the examples ask for it', async () => {
  const { text } = await get('/docs/api')
  for (const name of methodNames) expect(text, name).toContain(`<article id="${name}">`)
  const examples = text.match(/<summary>Example<\/summary>/g) ?? []
  expect(examples.length).toBeGreaterThan(12)
  expect(text).toContain('&quot;success&quot;: true')
  const trading = methodNames.filter((name) => getMethodRow(name).group === 'trading')
  for (const name of trading) expect(text).not.toMatch(new RegExp(`data-target="[^"]*/${name}`))
})
