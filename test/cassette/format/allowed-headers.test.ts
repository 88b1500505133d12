import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { allowHeaders, allowQuery, recordableWith } from '../../../src/cassette/format/allowed-headers.js'
import { recordableNames } from '../../../src/daemon/recording/recordable-names.js'
import { declaredOf, servedVenueIds } from '../../../src/venues/registry.js'

const venues = fileURLToPath(new URL('../../../src/venues/', import.meta.url))

/** Names of things that hold what is sent. */
const holders = /^(query|body|scope|filter|filters|params|req|flags|paging)$|(Query|Body|Params)$/
/** Types of functions and constants that make what is sent. */
const types = /\bQuery(Value)?\b|VenueRequest\['(query|body)'\]/
/** Members of such objects that are no parameters: of a request as a whole, and of our own types. */
const ours: ReadonlySet<string> = new Set(['host', 'path', 'group', 'what', 'accept', 'readonly'])

/** Every name that a venue's adapter may send, as far as its source shows it, with the file that shows it. */
function sentNames(venue: string): Map<string, string> {
  const found = new Map<string, string>()
  const folder = join(venues, venue)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('wire.ts'),
  )
  for (const path of files) {
    const tree = ts.createSourceFile(
      path,
      readFileSync(join(folder, path), 'utf8'),
      ts.ScriptTarget.ESNext,
      true,
    )
    const look = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node) && isData(node) && isSent(node)) {
        for (const property of node.properties) {
          const name = property.name !== undefined && 'text' in property.name ? property.name.text : undefined
          if (name !== undefined && !ours.has(name)) found.set(name, path)
        }
      }
      node.forEachChild(look)
    }
    look(tree)
  }
  return found
}

/** Nothing that holds a function is sent. */
function isData({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.every(
    (property) =>
      !ts.isMethodDeclaration(property) &&
      !(ts.isPropertyAssignment(property) && ts.isArrowFunction(property.initializer)),
  )
}

/** Whether an object literal is, or is spread or chosen into, a query or body. */
function isSent(node: ts.Node): boolean {
  const parent = node.parent
  if (ts.isPropertyAssignment(parent)) return ts.isIdentifier(parent.name) && holders.test(parent.name.text)
  if (ts.isVariableDeclaration(parent)) {
    return holders.test(parent.name.getText()) || types.test(parent.type?.getText() ?? '')
  }
  if (ts.isArrowFunction(parent) || ts.isReturnStatement(parent)) {
    const maker = ts.isArrowFunction(parent) ? parent : ts.findAncestor(parent, ts.isFunctionLike)
    return types.test(maker?.type?.getText() ?? '')
  }
  const passes =
    ts.isParenthesizedExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isSpreadAssignment(parent) ||
    (ts.isObjectLiteralExpression(parent) && ts.isSpreadAssignment(node))
  return passes && isSent(parent)
}

/** Of these names those whose values are withheld. */
function withheldOf(names: Iterable<string>, declared: Iterable<string>): string[] {
  const { withheld } = allowQuery(
    [...names].map((name) => [name, '']),
    recordableWith(declared),
  )
  return withheld.map((name) => name.slice('query.'.length))
}

/** Files of an adapter whose calls are made with somebody's credentials. */
const ofAccounts =
  /^(account|auth|orders)\.ts$|^native\/(find-order|funds|login|orders-info|own-fills|own-orders|account-session|quote-tokens|session|taken-orders)\.ts$/

test('what adapters send can be seen in their sources', () => {
  expect(servedVenueIds.reduce((sum, venue) => sum + sentNames(venue).size, 0)).toBeGreaterThan(80)
})

describe.each(servedVenueIds)('%s', (venue) => {
  const declared = declaredOf(venue)?.recordable ?? []

  test('declares every name that its adapter sends, unless all venues share it', () => {
    const sent = sentNames(venue)
    // What accounts and orders send is never shown in a recording (cassette/format/allowed-headers.ts).
    for (const [name, path] of sent) if (ofAccounts.test(path)) sent.delete(name)
    expect(
      withheldOf(sent.keys(), declared).map((name) => `${name} (${sent.get(name)})`),
      'A name whose values are public is declared in manifest.ts; one that carries a secret belongs into secretHeaders',
    ).toEqual([])
  })

  test('declares no name twice, and none that all venues share or that its folder does not know', () => {
    const home = venue === 'kalshi-demo' ? 'kalshi' : venue
    const texts = readdirSync(join(venues, home), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path !== 'manifest.ts')
      .map((path) => readFileSync(join(venues, home, path), 'utf8'))
    const unknown = declared.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
    expect(unknown).toEqual([])
    expect(withheldOf(declared, [])).toEqual([...new Set(declared)])
  })
})

test('names of secrets are not on the allow-list', () => {
  const secret = [
    'key',
    'apiKey',
    'api_key',
    'token',
    'access_token',
    'signature',
    'sig',
    'secret',
    'passphrase',
    'owner',
  ]
  expect(withheldOf(secret, recordableNames)).toEqual(secret)
})

test('of the headers only those that the transport reads are written', () => {
  const headers = { 'set-cookie': 'a', 'retry-after': '5', date: 'x', 'content-type': 'application/json' }
  expect(Object.entries(allowHeaders(headers))).toEqual([
    ['content-type', 'application/json'],
    ['retry-after', '5'],
  ])
})
