import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import { getMethodRow, type MethodName, methodNames } from '../../src/api/arguments/methods.js'
import { CandleRows } from '../../src/core/request/api-call.js'
import { describeApi } from '../../src/http/openapi/document.js'
import { appOver } from '../http/app-world.js'
import { acrossWith, pageOf } from '../support/across.js'
import { startDemoDaemon } from './demo-daemon.js'

/**
 * What the document refuses of a query the server refuses, and the other way round: one parameter of a valid GET at a time
 * takes a value at or just beyond each bound that the document states, and each required one is left out once.
 */

type Schema = Readonly<Record<string, unknown>>
interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly example?: unknown
  readonly schema?: Schema
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

const api = describeApi({ version: '1', isOpen: true }) as { readonly paths: Record<string, Schema> }
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', ...api })

function resolved(part: Schema): Schema {
  const { $ref, ...rest } = part
  if (typeof $ref !== 'string') return part
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => Reflect.get(Object(at), key.replaceAll('~1', '/')), api)
  return { ...resolved(found as Schema), ...rest }
}

const within = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as Schema

interface Place {
  readonly path: string
  readonly parameters: readonly Parameter[]
}

/** These read the file of a daemon that is real; their own tests have one (test/http/routes). */
const readsFile = /^\/v0\/(sql|changes|shared)/

const places: readonly Place[] = Object.entries(api.paths).flatMap(([path, item]) => {
  const get = item['get'] as Schema | undefined
  if (get === undefined || !/^\/(api\/\{exchange\}|api\/feeds\/|v0\/)/.test(path)) return []
  if (readsFile.test(path)) return []
  const all = [item['parameters'], get['parameters']].flatMap((list) => (list ?? []) as Schema[])
  return [{ path, parameters: all.map((one) => resolved(one) as unknown as Parameter) }]
})

const NO_WORD = 'no such word'

/** Texts at the bounds of a parameter, and just beyond them. */
function edgesOf(parameter: Parameter): readonly string[] {
  const own = resolved(parameter.schema ?? {})
  const schema = own['type'] === 'array' ? resolved(own['items'] as Schema) : own
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((one) => one !== undefined)
  const isInteger = schema['type'] === 'integer'
  const isNumber = isInteger || schema['type'] === 'number'
  const step = isInteger ? 1 : 0.001
  const words = (schema['enum'] ?? []) as string[]
  return [
    ...bounds.flatMap((bound) => [bound - step, bound, bound + step]).map(String),
    ...words,
    ...(words.length > 0 || schema['pattern'] !== undefined || isNumber ? [NO_WORD] : []),
    ...(isInteger ? ['1.5'] : []),
    ...(schema['type'] === 'boolean' ? ['true', 'false', 'maybe'] : []),
    ...(Number(schema['minLength'] ?? 0) > 0 ? ['', 'x'] : []),
  ]
}

/** Whether the document takes a text in the place of a parameter. */
function takes(parameter: Parameter, text: string): boolean {
  const schema = parameter.schema ?? {}
  const own = resolved(schema)
  const one = typedText(text, String(resolved((own['items'] ?? own) as Schema)['type']))
  return ajv.validate(within(schema), own['type'] === 'array' ? [one] : one)
}

function typedText(text: string, type: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A valid request, with one parameter changed, or left out. */
function targetOf(
  { path, parameters }: Place,
  changed: string | undefined,
  text: string | undefined,
): string {
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of parameters) {
    const { name, example, required = false } = parameter
    const isChanged = name === changed && parameter.in === 'query'
    const value = isChanged ? text : example === undefined || !required ? undefined : textOf(example)
    if (parameter.in === 'path')
      filled = filled.replace(`{${name}}`, encodeURIComponent(exchangeOr(path, name, value)))
    if (parameter.in === 'query' && value !== undefined) query.set(name, value)
  }
  // Of these one must be there.
  if (!parameters.some(({ required, in: at }) => required === true && at === 'query'))
    for (const { name, example } of parameters)
      if (oneOfMany.test(name) && example !== undefined && name !== changed) query.set(name, textOf(example))
  return query.size === 0 ? filled : `${filled}?${query}`
}

const oneOfMany = /^(marketId|eventId|slug|outcomeId|query)$/

function exchangeOr(path: string, name: string, value: string | undefined): string {
  if (name !== 'exchange') return value ?? 'x'
  return getMethodRow(methodIn(path)).group === 'router' ? 'router' : 'polymarket'
}

function methodIn(path: string): MethodName {
  const name = path.split('/').at(-1)
  const found = methodNames.find((one) => one === name)
  if (found === undefined) throw new Error(`no method is called ${name}`)
  return found
}

/** The routes over a core that reads its arguments and does nothing. */
const across = acrossWith({ page: async () => pageOf([]), named: async () => [Buffer.from('{}')] })
const app = appOver({
  across,
  run: async (method, args, { table }) => {
    readArguments(method, args as unknown[])
    return { data: table === true ? new CandleRows([], 60_000, () => undefined) : [], headers: {} }
  },
})

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
beforeAll(async () => {
  daemon = await startDemoDaemon(['polymarket'])
  await daemon.listsRead()
})
afterAll(() => daemon.stop())

/** Why the server refuses a request, as far as the document tells of it; undefined where it takes it. */
async function refusal(target: string, isDescribed: boolean): Promise<string | undefined> {
  // Feeds read their queries themselves.
  if (!target.startsWith('/api/feeds/')) {
    const { status, text } = await app.get(target)
    if (status === 400) return text
    if (status !== 200) throw new Error(`${target}: ${status} ${text}`)
    if (isDescribed) return undefined
  }
  const reply = await fetch(daemon.address + target)
  const text = await reply.text()
  // What a venue or feed has not at all is refused before it is read.
  return reply.status === 400 || (reply.status === 501 && !isDescribed) ? text : undefined
}

/** Where the two differ: what leaves out nothing next to the id of a market is not read; `fill` needs `start`. */
const differences: readonly RegExp[] = [
  /fetch(RelatedMarkets|Hedges) category=no such word/,
  /candles fill=true.*fill=true needs start/,
]

describe('what the document says of the query of', () => {
  test.each(places.map((place) => [place.path, place] as const))(
    '%s is what the server does',
    async (_path, place) => {
      const differing: string[] = []
      const compare = async (name: string, text: string | undefined, isDescribed: boolean) => {
        const refused = await refusal(targetOf(place, name, text), isDescribed)
        if (isDescribed === (refused === undefined)) return
        const what = `${place.path} ${name}=${text}: described is ${isDescribed}, and the server says ${refused ?? 'nothing'}`
        if (!differences.some((known) => known.test(what))) differing.push(what)
      }
      for (const parameter of place.parameters) {
        if (parameter.in !== 'query' || parameter.content !== undefined) continue
        for (const text of edgesOf(parameter)) await compare(parameter.name, text, takes(parameter, text))
        if (parameter.required === true) await compare(parameter.name, undefined, false)
      }
      expect(differing).toEqual([])
    },
  )
})
