import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import { getMethodRow, type MethodName, methodNames } from '../../src/api/arguments/methods.js'
import { describeApi } from '../../src/http/openapi/document.js'
import { exampleArguments } from '../../src/http/openapi/examples.js'
import { startDemoDaemon } from './demo-daemon.js'

/**
 * What the document refuses the server refuses, and the other way round: one member of a valid request at a time takes a
 * value at or just beyond each bound that the document states.
 */

type Schema = Readonly<Record<string, unknown>>

const api = describeApi({ version: '1', isOpen: true })
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', ...api })

function at(pointer: string): Schema {
  const keys = pointer.replace(/^#\//, '').split('/')
  return keys.reduce<unknown>(
    (part, key) => Reflect.get(Object(part), key.replaceAll('~1', '/')),
    api,
  ) as Schema
}

function resolved(schema: Schema): Schema {
  return typeof schema['$ref'] === 'string' ? { ...at(schema['$ref']), ...schema, $ref: undefined } : schema
}

const bodyPointer = (name: MethodName): string =>
  `paths/${`/api/{exchange}/${name}`.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`

/** Where a value stands, by the names of members and the places in lists, with its schema. */
interface Place {
  readonly path: readonly (string | number)[]
  readonly schema: Schema
}

/** The members of a schema, to any depth. */
function placesIn(schema: Schema, path: readonly (string | number)[], depth = 0): readonly Place[] {
  const own = resolved(schema)
  const properties = Object.entries((own['properties'] ?? {}) as Record<string, Schema>)
  const items = ((own['prefixItems'] ?? []) as Schema[]).map((item, index) => [index, item] as const)
  const choices = ((own['anyOf'] ?? []) as Schema[]).map(resolved)
  return [
    { path, schema: own },
    ...choices.map((choice) => ({ path, schema: choice })),
    ...(depth > 4
      ? []
      : [...properties, ...items].flatMap(([key, member]) => placesIn(member, [...path, key], depth + 1))),
  ]
}

/** Values at the bounds of a schema, and just beyond them. */
function edgesOf(schema: Schema): readonly unknown[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength } = schema as Record<
    string,
    number | undefined
  >
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((one) => one !== undefined)
  const lengths = [minLength, maxLength].filter((one) => one !== undefined && one <= 4_096) as number[]
  const words = (schema['enum'] ?? []) as unknown[]
  const isInteger = schema['type'] === 'integer'
  const step = isInteger ? 1 : 0.001
  return [
    ...bounds.flatMap((bound) => [bound - step, bound, bound + step]),
    ...lengths
      .flatMap((length) => [length - 1, length, length + 1])
      .flatMap((n) => (n < 0 ? [] : ['x'.repeat(n)])),
    ...words,
    ...(words.length > 0 ? ['no such word'] : []),
    ...(isInteger ? [1.5] : []),
    true,
    { no: 1 },
    [],
    ['x', 'x'],
  ]
}

function placed(root: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list = Array.isArray(root) ? [...root] : []
    while (list.length < key) list.push(null)
    list[key] = placed(list[key], rest, value)
    return list
  }
  const members = typeof root === 'object' && root !== null ? root : {}
  return { ...members, [key]: placed(Reflect.get(members, key), rest, value) }
}

/** The key of the public development account. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/**
 * Where the two differ, with the reason: in the place of `since` a small number is the limit, as two clients send it, and
 * the document has no word for that; each order of a batch is answered for itself; what leaves out nothing beside the id
 * of a market is not read.
 */
const differences: Readonly<Partial<Record<MethodName, RegExp>>> = {
  watchTrades: /^2 = -?0/,
  createOrders: /^0 = \["x","x"\]/,
  compareMarketPrices: /^0\.category = "no such word"/,
  fetchRelatedMarkets: /^0\.category = "no such word"/,
  fetchHedges: /^0\.category = "no such word"/,
}

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
beforeAll(async () => {
  daemon = await startDemoDaemon(['polymarket'], { enabled: true })
  await daemon.listsRead()
})
afterAll(() => daemon.stop())

/**
 * Why the server refuses arguments, by its table or, of what the table lets through, by an answer to the request itself;
 * undefined where it takes them. Nothing that the document takes is sent: it would be done.
 */
async function refusal(
  name: MethodName,
  args: readonly unknown[],
  isDescribed: boolean,
): Promise<string | undefined> {
  try {
    readArguments(name, args)
  } catch (error) {
    return String(error)
  }
  if (isDescribed) return undefined
  const exchange = getMethodRow(name).group === 'router' ? 'router' : 'polymarket'
  const reply = await fetch(`${daemon.address}/api/${exchange}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pmxt-access-token': 'a-token-of-this-very-test' },
    body: JSON.stringify({ args, credentials: { privateKey } }),
  })
  const text = await reply.text()
  // What the venue has not at all is refused before it is read.
  return reply.status === 400 || reply.status === 501 ? text : undefined
}

describe('what the document says of the arguments of', () => {
  test.each(methodNames.map((name) => [name]))('%s is what the server does', async (name) => {
    const pointer = bodyPointer(name)
    const check = ajv.compile({ $ref: `api#/${pointer.split('/').map(encodeURIComponent).join('/')}` })
    const differing = new Set<string>()
    for (const { path, schema } of placesIn(at(pointer), []).filter(isArgument)) {
      for (const value of edgesOf(schema)) {
        const args = placed(exampleArguments[name], path.slice(1), value) as unknown[]
        const isDescribed = check({ args }) === true
        const refused = await refusal(name, args, isDescribed)
        if (isDescribed === (refused === undefined)) continue
        const what = `${path.slice(1).join('.')} = ${JSON.stringify(value).slice(0, 40)}`
        if (differences[name]?.test(what) !== true)
          differing.add(`${what}: described is ${isDescribed}, and the server says ${refused ?? 'nothing'}`)
      }
    }
    expect([...differing]).toEqual([])
  })
})

function isArgument({ path }: Place): boolean {
  return path[0] === 'args' && path.length > 1
}
