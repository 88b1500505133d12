import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { getMethodRow, methodNames } from '../src/api/arguments/methods.js'
import { errorTable } from '../src/api/envelope/errors.js'
import {
  describeScope,
  listPmxHeaders,
  PRIORITY_HEADER,
  titleHeader,
} from '../src/api/envelope/pmx-headers.js'
import { encodeBase58 } from '../src/api/values/base58.js'
import { anchorOf } from '../src/guide/html.js'
import { walletOf } from '../src/simulator/mock-venues/baozi/addresses.js'
import { demoWallets } from '../src/simulator/world/wallets.js'
import { servedVenueIds } from '../src/venues/registry.js'
import { holdsTable } from './support/written-tables.js'

/** Holds what is written for people to what is there: folders, commands, tables, headers, links. */

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test.each(servedVenueIds)('%s has a page about its venue: facts with sources, and what is inferred', (id) => {
  const page = read(`src/venues/${id}/README.md`)
  expect(page).toMatch(/\| source\s+\|/)
  expect(page).toMatch(/inferred/i)
})

describe('CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md')
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))

  test('names commands that exist', () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test('names every command that is run by hand', () => {
    const steps = /^(pretest|prepack|bundle|build:(types|page|guide)|start|test)$/
    const byHand = Object.keys(scripts).filter((name) => !steps.test(name))
    expect(byHand.filter((name) => !text.includes(`npm run ${name}`))).toEqual([])
  })

  test('names files and folders that exist', () => {
    const named = [...text.matchAll(/(?:src|test|\.ci)(?:\/[\w.<>-]+)+/g)].map(([path]) => path)
    const missing = named.filter((path) => !existsSync(join(root, path.replaceAll('<id>', 'kalshi'))))
    expect(missing).toEqual([])
  })
})

test('the pages link to files that exist', () => {
  const guide = readdirSync(join(root, 'src/guide')).filter((name) => name.endsWith('.md'))
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'src/README.md', 'src/api/README.md']
  for (const page of [...pages, ...guide.map((name) => `src/guide/${name}`)]) {
    // A link to a page that the daemon serves begins with a slash.
    const links = [...read(page).matchAll(/\]\((?!https?:|#|\/docs)([^)#]+)/g)].map(([, link = '']) => link)
    const missing = links.filter((link) => !existsSync(join(root, dirname(page), link)))
    expect(missing, page).toEqual([])
  }
})

test('the pages link to headings that exist', () => {
  const guide = readdirSync(join(root, 'src/guide')).filter((name) => name.endsWith('.md'))
  for (const page of [
    'README.md',
    'CONTRIBUTING.md',
    'src/api/README.md',
    ...guide.map((name) => `src/guide/${name}`),
  ]) {
    const links = [...read(page).matchAll(/\]\((?!https?:|\/docs)([^)#]*)#([^)]+)\)/g)]
    const missing = links.filter(([, file = '', anchor = '']) => {
      const target = file === '' ? page : join(dirname(page), file)
      return ![...read(target).matchAll(/^#+ (.*)$/gm)].some(
        ([, heading = '']) => anchorOf(heading) === anchor,
      )
    })
    expect(
      missing.map(([link]) => link),
      page,
    ).toEqual([])
  }
})

test('the map of the house has every folder of it, and no other', () => {
  const [, table = ''] = /\n\| folder.*\n([\s\S]*?)\n\n/.exec(read('src/README.md')) ?? []
  const told = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[\w/-]*[a-z][\w/-]*/g) ?? [])
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect([...new Set(told.map((path) => path.split('/')[0]))].sort()).toEqual(folders.sort())
  expect(told.filter((path) => !existsSync(join(root, 'src', path)))).toEqual([])
})

test('the guide names a wallet of the demo world, and what it is called on Baozi', () => {
  const [{ address }] = demoWallets
  const page = read('src/guide/bots.md')
  expect(page).toContain(`\`${address}\``)
  expect(page).toContain(`\`${encodeBase58(walletOf(address))}\``)
})

test('dist is emptied before it is made, so that nothing old is packed', () => {
  const { build = '', prepack = '' } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json'))).scripts
  expect(build).toMatch(/^node -e .*rmSync\('dist'.* && npm run --silent bundle/)
  expect(prepack).toBe('npm run --silent build')
})

/** `npm run readme` writes the tables anew. */
describe('the page of the HTTP API', () => {
  const path = 'src/api/README.md'

  test('the tables of the README of the wire are those of the source: methods', () => {
    const rows = methodNames.map((name) => {
      const { verb, group, args, returns } = getMethodRow(name)
      const taken = args.map((arg) => `${arg.name}${arg.optional === true ? '?' : ''}`).join(', ') || '-'
      return `| \`${name}\` | ${verb === 'get' ? 'GET, POST' : 'POST'} | ${group} | ${taken} | \`${returns.replaceAll('|', '\\|')}\` |`
    })
    holds('methods', ['| method | verb | group | arguments | data |', '|---|---|---|---|---|', ...rows])
  })

  test('the tables of the README of the wire are those of the source: errors', () => {
    const rows = Object.entries(errorTable).map(
      ([code, { status, retryable, meaning }]) =>
        `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
    )
    holds('errors', ['| code | status | retryable | meaning |', '|---|---|---|---|', ...rows])
  })

  const headers = [
    '| header | responses | meaning |',
    '|---|---|---|',
    ...listPmxHeaders().map(
      ({ title, on, meaning }) =>
        `| \`${title}\` | ${describeScope(on)} | ${meaning.replaceAll('|', '\\|')} |`,
    ),
  ]

  test('the tables of the README of the wire are those of the source: headers', () => {
    holds('headers', headers)
  })

  test('the tables of the README of the wire are those of the source: headers in the guide', () => {
    expect(holdsTable(join(root, 'src/guide/candles.md'), 'headers', headers)).toBe(true)
  })

  test('no page names a header that the source does not have', () => {
    const known = new Set([...listPmxHeaders().map(({ title }) => title), titleHeader(PRIORITY_HEADER)])
    const guide = readdirSync(join(root, 'src/guide')).filter((name) => name.endsWith('.md'))
    const venues = servedVenueIds.map((id) => `src/venues/${id}/README.md`)
    const pages = ['README.md', path, ...guide.map((name) => `src/guide/${name}`), ...venues]
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/x-pmx-[a-z]+(?:-[a-z]+)*/gi)].map(([name]) => `${page} ${titleHeader(name)}`),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((one) => !known.has(one.split(' ')[1] ?? ''))).toEqual([])
  })

  function holds(name: string, lines: readonly string[]): void {
    expect(holdsTable(join(root, path), name, lines)).toBe(true)
  }
})

describe('comments', () => {
  const comments = ['src', 'test', 'bin'].flatMap(sources).flatMap((file) =>
    read(file)
      .split('\n')
      .map((line, index) => ({ file, line, at: `${file}:${index + 1}` }))
      .filter(
        ({ line, file: of }) =>
          /^\s*(\/\/|\/?\*)|\s\/\/ |why:|source:/.test(line) && of !== 'test/documents.test.ts',
      ),
  )

  test('point at no page outside the repository', () => {
    const outside =
      /\b(docs|design|engineering): |\(docs:|contract: (http|methods|models)|\bsections? \d|(?<!v0|candles)\/shared\/|\b(design|http|models|engineering|methods)\.md\b/
    expect(comments.filter(({ line }) => outside.test(line)).map(({ at }) => at)).toEqual([])
  })

  test('point at pages that exist, and at headings that the page has', () => {
    const broken = comments.flatMap(({ file, line, at }) =>
      [...line.matchAll(/((?:[\w.-]+\/)*README\.md)(?:, "([^"]+)")?/g)].flatMap(([, page = '', heading]) => {
        const path = [dirname(file), 'src', '.']
          .map((folder) => join(folder, page))
          .find((each) => existsSync(join(root, each)))
        const isThere =
          path !== undefined && (heading === undefined || new RegExp(`^#+ ${heading}$`, 'm').test(read(path)))
        return isThere ? [] : [`${at} ${page} ${heading ?? ''}`]
      }),
    )
    expect(broken).toEqual([])
  })
})

/** Files below a folder that hold source, with `/` between folders. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('/node_modules/'))
}
