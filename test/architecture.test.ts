import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { methodNames } from '../src/api/arguments/methods.js'
import { feedIds } from '../src/api/envelope/source-ids.js'
import { mockVenueIds } from '../src/simulator/mock-venues/registry.js'
import { servedVenueIds } from '../src/venues/registry.js'

/**
 * Reads the sources and holds them to the rules of the house. A failing rule names the
 * files; a rule that is wrong is changed here, in the open.
 */

const root = fileURLToPath(new URL('../', import.meta.url))

interface Source {
  /** Path below `src`, such as `core/market-data/order-books.ts`. */
  readonly path: string
  /** First folder of the path; the file itself for those directly in `src`. */
  readonly part: string
  readonly lines: number
  readonly tree: ts.SourceFile
  /** Paths below `src` of the files it imports, types included. */
  readonly imports: readonly string[]
}

const sources: readonly Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8')
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
    return {
      path,
      part: path.split('/')[0] ?? path,
      lines: text.split('\n').length - 1,
      tree,
      imports: specifiersOf(tree)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => below(resolve(root, 'src', dirname(path), specifier))),
    }
  })

function below(absolute: string): string {
  const path = relative(join(root, 'src'), absolute).replaceAll('\\', '/')
  return (
    ['.ts', '.tsx']
      .map((end) => path.replace(/\.js$/, end))
      .find((one) => existsSync(join(root, 'src', one))) ?? path
  )
}

/** Every module a file names: imports, re-exports and late imports. */
function specifiersOf(tree: ts.SourceFile): string[] {
  const found: string[] = []
  visit(tree, (node) => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (named !== undefined && ts.isStringLiteral(named)) found.push(named.text)
  })
  return found
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild((child) => visit(child, look))
}

/** `path:line what` of every node that the rule names. */
function findings(files: readonly Source[], rule: (node: ts.Node) => string | undefined): string[] {
  return files.flatMap(({ path, tree }) => {
    const found: string[] = []
    visit(tree, (node) => {
      const what = rule(node)
      if (what === undefined) return
      found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`)
    })
    return found
  })
}

test('the sources are found and can be read', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(({ imports }) => imports.length > 0).length).toBeGreaterThan(50)
})

describe('imports', () => {
  /** From the ground up; each part may use what lies below it, and everything may use `api`. */
  const floors = [
    ['effects'],
    ['policy'],
    ['transport'],
    ['observe'],
    ['venue-kit', 'storage'],
    ['candles', 'catalog', 'feeds', 'orders', 'streams'],
    ['tiers'],
    ['core'],
    ['http', 'pins'],
    ['daemon'],
    ['cli'],
    ['guide'],
  ]
  /** Parts that stand beside the floors, with what they may use. */
  const beside: Readonly<Record<string, readonly string[]>> = {
    api: [],
    config: ['api'],
    'version.ts': [],
    // Pure functions of key, time and request, for venues and for the simulator, which checks what they signed.
    signing: [],
    simulator: ['api', 'effects', 'policy', 'observe'],
    cassette: ['api', 'effects', 'policy', 'observe', 'transport'],
    // What venues are built with lies in the kit; nothing but the daemon knows which there are.
    venues: ['api', 'effects', 'policy', 'transport', 'observe', 'venue-kit'],
    // Reads unified rows that it is handed, and knows no store and no venue.
    matching: ['api', 'effects', 'policy'],
    // Runs in the processes of others, and starts the program as one of its own.
    testing: [],
    // Renders rows that it is handed, for files, pipes and HTTP.
    'candle-table': ['api', 'effects'],
    // Tools and resources for assistants, over calls that it is handed.
    mcp: ['api', 'effects', 'policy'],
    // Runs in browsers, and knows the daemon by the wire alone.
    page: [],
  }
  /** Who may use those. */
  const usersOf: Readonly<Record<string, readonly string[]>> = {
    config: ['daemon', 'cli'],
    'version.ts': ['daemon', 'cli'],
    simulator: ['daemon', 'cli'],
    cassette: ['daemon', 'cli'],
    venues: ['daemon', 'cli'],
    signing: ['venue-kit', 'venues', 'simulator', 'daemon'],
    matching: ['catalog', 'core', 'http', 'daemon', 'cli'],
    mcp: ['http', 'daemon', 'cli'],
    'candle-table': ['http', 'daemon', 'cli'],
    page: [],
  }

  function mayUse(user: string, used: string): boolean {
    if (user === used || used === 'api') return true
    const users = usersOf[used]
    if (users !== undefined) return users.includes(user)
    const allowed = beside[user]
    if (allowed !== undefined) return allowed.includes(used)
    const floorOf = (part: string): number => floors.findIndex((floor) => floor.includes(part))
    return floorOf(used) >= 0 && floorOf(used) < floorOf(user)
  }

  test.each([
    ['core', 'venue-kit', true],
    ['core', 'venues', false],
    ['daemon', 'venues', true],
    ['cli', 'effects', true],
    ['policy', 'api', true],
    ['daemon', 'simulator', true],
    ['policy', 'transport', false],
    ['effects', 'policy', false],
    ['api', 'effects', false],
    ['core', 'http', false],
    ['venues', 'storage', false],
    ['candles', 'catalog', false],
    ['http', 'simulator', false],
    ['core', 'config', false],
    ['simulator', 'venues', false],
    ['simulator', 'feeds', false],
    ['http', 'feeds', true],
    ['cassette', 'core', false],
    ['core', 'matching', true],
    ['matching', 'catalog', false],
    ['venues', 'signing', true],
    ['simulator', 'signing', true],
    ['transport', 'signing', false],
    ['signing', 'venue-kit', false],
    ['http', 'mcp', true],
    ['mcp', 'http', false],
    ['page', 'api', true],
    ['page', 'http', false],
    ['http', 'page', false],
    ['cli', 'page', false],
  ])('%s may use %s: %s', (user, used, may) => {
    expect(mayUse(user, used)).toBe(may)
  })

  test('every part of the tree has its place', () => {
    const known = new Set([...floors.flat(), ...Object.keys(beside)])
    expect([...new Set(sources.map(({ part }) => part))].filter((part) => !known.has(part))).toEqual([])
  })

  test('point downwards only', () => {
    const forbidden = sources.flatMap(({ path, part, imports }) =>
      imports
        .filter((used) => used !== '../package.json')
        .filter((used) => !mayUse(part, used.split('/')[0] ?? used))
        .map((used) => `${path} -> ${used}`),
    )
    expect(forbidden).toEqual([])
  })

  test('of the effects and the wire are none of ours', () => {
    const ground = sources.filter(({ part }) => part === 'effects' || part === 'api')
    const outside = ground.filter(({ part, imports }) => imports.some((used) => !used.startsWith(`${part}/`)))
    expect(outside.map(({ path }) => path)).toEqual([])
  })

  test('never take the simulator to an adapter or a feed: two readings of a source stay two', () => {
    const reached = sources
      .filter(({ part }) => part === 'simulator')
      .flatMap(({ path, imports }) =>
        imports.filter((used) => /^(venues|feeds)\//.test(used)).map((used) => `${path} -> ${used}`),
      )
    expect(reached).toEqual([])
  })

  test('of the page bring nothing of Node into browsers', () => {
    const needed = new Set(['main.tsx', 'docs.ts'].map((name) => `page/${name}`))
    for (const path of needed)
      for (const used of sources.find((source) => source.path === path)?.imports ?? []) needed.add(used)
    const ofNode = sources
      .filter(({ path }) => needed.has(path))
      .flatMap(({ path, tree }) =>
        specifiersOf(tree)
          .filter((name) => /^node:/.test(name))
          .map((name) => `${path} -> ${name}`),
      )
    expect(needed.size).toBeGreaterThan(20)
    expect(ofNode).toEqual([])
  })

  test('lead to files that exist', () => {
    const missing = sources.flatMap(({ path, imports }) =>
      imports.filter((used) => !existsSync(join(root, 'src', used))).map((used) => `${path} -> ${used}`),
    )
    expect(missing).toEqual([])
  })

  test('make no circles', () => {
    const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]))
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      if (done.has(path) || trail.includes(path)) return
      for (const used of importsOf.get(path) ?? []) walk(used, [...trail, path])
      done.add(path)
    }
    for (const { path } of sources) walk(path, [])
    expect(circles).toEqual([])
  })
})

/** Modules that a file has loaded once it is loaded: no types, and nothing that is imported when it is used. */
function loadedBy(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((node) => {
    const isImport =
      ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword
    const isExport = ts.isExportDeclaration(node) && !node.isTypeOnly
    const named = isImport || isExport ? node.moduleSpecifier : undefined
    return named !== undefined && ts.isStringLiteral(named) ? [named.text] : []
  })
}

test('candles are at most six files deep when they are loaded, and their folders five', () => {
  const inside = sources.filter(({ part }) => part === 'candles')
  const files = inside.map(({ path, tree }) => {
    const loaded = loadedBy(tree).map((used) => below(resolve(root, 'src', dirname(path), used)))
    return [path, loaded] as const
  })
  expect(longestChain(new Map(files)).length).toBeLessThanOrEqual(6)
  const folders = new Map<string, readonly string[]>()
  for (const { path, imports } of inside) {
    const used = imports.map((each) => dirname(each)).filter((each) => each !== dirname(path))
    folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), ...used])
  }
  expect(longestChain(folders).length).toBeLessThanOrEqual(5)
})

test('the longest chain is found', () => {
  const graph = { a: ['b', 'c', 'outside'], b: ['c'], c: ['d'], d: [], e: ['d'] }
  expect(longestChain(new Map(Object.entries(graph)))).toEqual(['a', 'b', 'c', 'd'])
})

/** The longest path through a graph without circles; what it does not have as a key is left out. */
function longestChain(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const known = new Map<string, readonly string[]>()
  const longer = (a: readonly string[], b: readonly string[]) => (b.length > a.length ? b : a)
  const from = (node: string): readonly string[] => {
    const uses = graph.get(node)
    if (uses === undefined) return []
    const chain = known.get(node) ?? [node, ...uses.map(from).reduce(longer, [])]
    known.set(node, chain)
    return chain
  }
  return [...graph.keys()].map(from).reduce(longer, [])
}

describe('the curve that signs', () => {
  test('is loaded with the first order, and by no program, thread or venue that starts', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]))
    const starts = sources.filter(
      ({ path }) =>
        /^(cli|daemon\/catalog-worker|storage\/check-worker|testing\/index)\b/.test(path) ||
        /^(venues|feeds|simulator\/faces)\/[^/]+\/index\.ts$/.test(path),
    )
    expect(starts.length).toBeGreaterThan(servedVenueIds.length * 2)
    const loading = new Map<string, string>()
    const follow = (path: string, from: string): void => {
      if (loading.has(path)) return
      loading.set(path, from)
      for (const used of loadedBy(byPath.get(path)?.tree ?? expect.unreachable(path))) {
        if (used.startsWith('@noble/curves')) found.push(trail(path))
        const target = below(resolve(root, 'src', dirname(path), used))
        if (used.startsWith('.') && byPath.has(target)) follow(target, path)
      }
    }
    const trail = (path: string): string => {
      const from = loading.get(path)
      return from === undefined || from === '' ? path : `${trail(from)} -> ${path}`
    }
    const found: string[] = []
    for (const { path } of starts) follow(path, '')
    expect(found).toEqual([])
    expect(loading.size).toBeGreaterThan(sources.length / 2)
  })

  test('is seen where it is loaded, and not where a type is named or it is loaded late', () => {
    const text = [
      "import { a } from './a.js'",
      "import type { b } from './b.js'",
      "export type { c } from './c.js'",
      "export { d } from './d.js'",
      "const e = await import('./e.js')",
    ].join('\n')
    expect(loadedBy(ts.createSourceFile('x.ts', text, ts.ScriptTarget.ESNext, true))).toEqual([
      './a.js',
      './d.js',
    ])
  })
})

/** Clock, chance, environment or network taken from the platform instead of from the arguments. */
function takesAnEffect(node: ts.Node): string | undefined {
  const members = ['Date.now', 'Math.random', 'process.env']
  const functions = ['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'Date']
  if (ts.isPropertyAccessExpression(node) && members.includes(node.getText())) return node.getText()
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments ?? []).length === 0)
    return 'new Date()'
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  const name = node.expression.text
  return functions.includes(name) && !isParameter(name, node) ? `${name}()` : undefined
}

/** Whether a name was handed in by a function around the node, as effects should be. */
function isParameter(name: string, node: ts.Node): boolean {
  const binds = (pattern: ts.BindingName): boolean =>
    ts.isIdentifier(pattern)
      ? pattern.text === name
      : pattern.elements.some((element) => ts.isBindingElement(element) && binds(element.name))
  const here = ts.isFunctionLike(node) && node.parameters.some((parameter) => binds(parameter.name))
  return here || (node.parent !== undefined && isParameter(name, node.parent))
}

describe('effects', () => {
  test('are passed in: nothing inside reads the clock, chance, the environment or the network by itself', () => {
    const inner = sources.filter(
      ({ part }) => !['effects', 'config', 'daemon', 'cli', 'page', 'guide'].includes(part),
    )
    expect(findings(inner, takesAnEffect)).toEqual([])
  })

  test('are seen where they are taken, and nowhere else', () => {
    const text = [
      'Date.now(); new Date(); Date(); Math.random(); process.env; setTimeout(f); fetch(u)',
      'new Date(5); clock.now(); x.fetch(u); const fetch = 1; // Date.now()',
      '"Math.random()"; leg.setTimeout(5); Math.max()',
      'function make({ fetch }) { return () => fetch(u) }; function other(f) { return f(u) }',
    ].join('\n')
    const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ESNext, true)
    const found = findings([{ path: 'x.ts', part: 'x', lines: 4, tree, imports: [] }], takesAnEffect)
    expect(found).toEqual([
      'x.ts:1 Date.now',
      'x.ts:1 new Date()',
      'x.ts:1 Date()',
      'x.ts:1 Math.random',
      'x.ts:1 process.env',
      'x.ts:1 setTimeout()',
      'x.ts:1 fetch()',
    ])
  })
})

describe('folders', () => {
  /** Tables of files, and folders whose files have the same names everywhere. */
  const isTable = (folder: string): boolean =>
    /^(venues|simulator\/mock-venues)\//.test(folder) || folder === 'cli/commands' || folder === 'guide'

  test('have at most 15 files', () => {
    const counts = new Map<string, number>()
    for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const folder = below(entry.parentPath)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const large = [...counts].filter(([folder, count]) => count > 15 && !isTable(folder))
    expect(large).toEqual([])
  })

  test('import each other in one direction', () => {
    const uses = new Map<string, Set<string>>()
    for (const { path, imports } of sources) {
      const folder = dirname(path)
      if (isTable(folder)) continue
      const used = uses.get(folder) ?? new Set()
      for (const other of imports.map((used) => dirname(used)))
        if (other !== folder && !isTable(other)) used.add(other)
      uses.set(folder, used)
    }
    // What imports nothing of the rest is taken away until only circles are left.
    for (let before = -1; before !== uses.size; ) {
      before = uses.size
      for (const [folder, used] of uses) if (![...used].some((other) => uses.has(other))) uses.delete(folder)
    }
    expect([...uses.keys()]).toEqual([])
  })
})

test('nothing is exported by default', () => {
  const found = findings(sources, (node) => {
    if (ts.isExportAssignment(node)) return 'export default'
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
    return modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ? 'export default' : undefined
  })
  expect(found).toEqual([])
})

test('names of methods are written in the table and where methods are made, nowhere else', () => {
  const home = [
    /^api\/arguments\/(methods|legacy)\.ts$/,
    /^core\/(method-handlers|market-data\/local-calculations|capabilities\/capabilities)\.ts$/,
    /^core\/trading\/(accounts\/account-handlers|order-service)\.ts$/,
    /^venues\/[^/]+\/index\.ts$/,
    /^(cli|page|guide)\//,
  ]
  // Two methods have the names of ordinary words.
  const names = new Set<string>(methodNames.filter((name) => name !== 'has' && name !== 'close'))
  const elsewhere = sources.filter(({ path }) => !home.some((pattern) => pattern.test(path)))
  const found = findings(elsewhere, (node) => {
    const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
    // In a type the name is checked by the compiler.
    return isText && names.has(node.text) && !ts.isLiteralTypeNode(node.parent) ? node.text : undefined
  })
  expect(found).toEqual([])
})

test('headers of ours are spelled in their table, nowhere else', () => {
  const elsewhere = sources.filter(({ path }) => path !== 'api/envelope/pmx-headers.ts')
  expect(findings(elsewhere, spelledHeader)).toEqual([])
  const text = "x['x-pmx-a']; `X-Pmx-B`; `$".concat('{y} x-pmx-c`; // x-pmx-d\nx(pmxHeaders.cache)')
  const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ESNext, true)
  expect(findings([{ path: 'x.ts', part: 'x', lines: 2, tree, imports: [] }], spelledHeader)).toHaveLength(3)
})

function spelledHeader(node: ts.Node): string | undefined {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)
  return isText && /x-pmx-/i.test(node.text) ? node.text : undefined
}

test('files stay short enough to be read in one go', () => {
  // The one table of methods is one table.
  const table = 'api/arguments/methods.ts'
  const long = sources.filter(({ path, lines }) => lines > 400 && path !== table)
  expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([])
})

test('the page puts nothing into a document but text and attributes that it made itself', () => {
  const risky = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc', 'write']
  const found = findings(
    sources.filter(({ part }) => part === 'page'),
    (node) => {
      const isNamed =
        ts.isPropertyAccessExpression(node) || ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)
      return isNamed && risky.includes(node.name.getText()) ? node.name.getText() : undefined
    },
  )
  expect(found).toEqual([])
})

describe('a venue', () => {
  test('is a folder and a line of the registry', () => {
    expect(foldersIn('src/venues')).toEqual([...servedVenueIds].sort())
  })

  test('has a file for each thing, by the same names everywhere; what only it has stands in its native folder', () => {
    const files = [
      'index.ts',
      'manifest.ts',
      'hosts.ts',
      'schemas.ts',
      'ids.ts',
      'listing.ts',
      'lookup.ts',
      'mapping.ts',
      'outcomes.ts',
      'book.ts',
      'promoted.ts',
      'trades.ts',
      'candles.ts',
      'account.ts',
      'auth.ts',
      'orders.ts',
      'stream.ts',
      'own-stream.ts',
      'series.ts',
      'fees.ts',
      'errors.ts',
      'README.md',
    ]
    const strangers = readdirSync(join(root, 'src/venues'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(root, 'src/venues'), join(entry.parentPath, entry.name)))
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/^[^/]+\/native\/[^/]+\.ts$/.test(path) && path !== 'registry.ts')
      .filter((path) => !files.includes(path.replace(/^[^/]+\//, '')))
    expect(strangers).toEqual([])
  })

  test('declares its names in a file that loads nothing of the rest', () => {
    const declaring = sources.filter(({ path }) => /^venues\/[^/]+\/manifest\.ts$/.test(path))
    expect(declaring).toHaveLength(servedVenueIds.length)
    const others = declaring.flatMap(({ path, imports }) =>
      imports
        .filter((used) => used !== 'venue-kit/contract/manifest.ts' && !used.endsWith('/manifest.ts'))
        .map((used) => `${path} -> ${used}`),
    )
    expect(others).toEqual([])
  })

  test('has a face in the simulator, which plays the feeds besides, and no other', () => {
    expect(foldersIn('src/simulator/mock-venues')).toEqual([...feedIds, ...servedVenueIds].sort())
    expect([...mockVenueIds].sort()).toEqual([...servedVenueIds].sort())
  })

  test('is named nowhere outside its folder, the registries and the wire', () => {
    const allowed = /^api\/envelope\/venue-ids\.ts$|^venues\/(registry\.ts|[^/]+\/)|^simulator\//
    expect(namesOf(servedVenueIds, allowed)).toEqual([])
  })
})

describe('a feed', () => {
  test('has a folder, and is named nowhere outside it, the registries and the wire', () => {
    expect(foldersIn('src/feeds').filter((name) => name !== 'contract')).toEqual([...feedIds].sort())
    const allowed = /^api\/envelope\/source-ids\.ts$|^feeds\/(registry\.ts|[^/]+\/)|^simulator\//
    expect(namesOf(feedIds, allowed)).toEqual([])
  })
})

function foldersIn(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Places outside the allowed files where one of these names stands by itself. */
function namesOf(names: readonly string[], allowed: RegExp): string[] {
  return findings(
    sources.filter(({ path }) => !allowed.test(path)),
    (node) => {
      const isName =
        ts.isStringLiteral(node) || (ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent))
      return isName && names.includes(node.text) ? node.text : undefined
    },
  )
}

describe('the package', () => {
  const manifest = z
    .object({
      type: z.string(),
      license: z.string(),
      engines: z.object({ node: z.string() }),
      bin: z.record(z.string(), z.string()),
      files: z.array(z.string()),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

  test('holds at its top only what the design lists', () => {
    const listed = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'biome.json',
      'knip.json',
      'vitest.config.ts',
      'config.example.json',
      'Containerfile',
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'LICENSE',
      'src',
      'bin',
      'test',
    ]
    // Made by tools, and not part of the repository.
    const made = ['node_modules', 'dist', 'coverage']
    const top = readdirSync(root).filter((name) => !name.startsWith('.') && !/\.(log|tgz)$/.test(name))
    expect(top.filter((name) => !listed.includes(name) && !made.includes(name))).toEqual([])
  })

  test('installs without any dependency; better-sqlite3 is 12, because 13 crashes on Node 20', () => {
    expect(manifest.dependencies).toEqual({})
    expect(manifest.optionalDependencies['better-sqlite3']).toMatch(/^[~^]?12\./)
    const installed = join(root, 'node_modules/better-sqlite3/package.json')
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(installed, 'utf8')))
    expect(version).toMatch(/^12\./)
  })

  test('ships the shims, the bundle and the example, and every command it names exists', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['bin', 'dist', 'config.example.json']))
    for (const [name, path] of Object.entries(manifest.bin))
      expect(existsSync(join(root, path)), name).toBe(true)
  })

  test('is for Node 20.18 and later, as ES modules', () => {
    expect(manifest.engines.node).toBe('>=20.18')
    expect(manifest.type).toBe('module')
  })
})
