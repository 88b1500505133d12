import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { feedMethodNames } from '../../src/api/feed-methods.js'
import { methodNames, methodRow } from '../../src/api/methods.js'
import { modelSchemas } from '../../src/api/model-schemas.js'
import { returnedSchema } from '../../src/api/returned-schema.js'
import { describeApi } from '../../src/http/openapi/document.js'
import { appOver } from './app-world.js'

const document = describeApi({ version: '1.2.3', isOpen: true }) as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>
  security: object[]
}
const operations = Object.values(document.paths).flatMap(({ get, post }) =>
  [get, post].filter((one) => !!one),
)

test('a validator that is not ours finds it to be OpenAPI 3.1, with references that lead somewhere', async () => {
  const validator = new Validator()
  const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>
  expect(await validator.validate(copy)).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  const broken = { ...copy, paths: { '/x': { get: { responses: { 200: {} } } } } }
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  const refs = [...JSON.stringify(copy).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) =>
    path.split('/'),
  )
  const lost = refs.filter((path) => {
    const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], copy)
    return found === undefined
  })
  expect(lost).toEqual([])
})

describe('it has', () => {
  test('every method of the table, with its verb', () => {
    for (const name of methodNames) {
      const path = document.paths[`/api/{exchange}/${name}`]
      expect(path?.['post'], name).toBeDefined()
      expect(path?.['get'] !== undefined, name).toBe(methodRow(name).verb === 'get')
    }
  })

  test('every method of feeds, the catalog and the daemon itself', () => {
    for (const name of feedMethodNames)
      expect(document.paths).toHaveProperty([`/api/feeds/{feed}/${name}`, 'get'])
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/health',
        '/metrics',
        '/v0/events',
        '/v0/markets/{name}/matches',
        '/v0/matched-market-clusters',
      ]),
    )
  })

  test('a name of its own for every operation', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('the parameters of a GET by their names', () => {
    const { parameters = [] } = document.paths['/api/{exchange}/fetchOHLCV']?.['get'] ?? {}
    const named = parameters.flatMap(({ name }) => name ?? [])
    expect(named).toEqual(['outcomeId', 'resolution', 'start', 'end', 'limit'])
  })
})

test('every text that the table says of an answer is a schema, and others are errors', () => {
  for (const name of methodNames) expect(() => returnedSchema(methodRow(name).returns), name).not.toThrow()
  expect(returnedSchema('{ data: Trade[], total: integer, nextCursor?: string }')).toEqual({
    type: 'object',
    properties: {
      data: { type: 'array', items: { $ref: '#/components/schemas/Trade' } },
      total: { type: 'integer' },
      nextCursor: { type: 'string' },
    },
    required: ['data', 'total'],
  })
  expect(() => returnedSchema('Tarde[]')).toThrow("no schema is called 'Tarde'")
  expect(Object.keys(modelSchemas).length).toBeGreaterThan(20)
})

describe('the route', () => {
  test('tells it as JSON, the same text every time', async () => {
    const app = appOver()
    const [first, second] = [await app.get('/openapi.json'), await app.get('/openapi.json')]
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(first.json).toMatchObject({ openapi: '3.1.0', info: { version: '0.0.0-test' } })
    expect(second.text).toBe(first.text)
  })

  test('asks for the token where all of the daemon does, and the description says so', async () => {
    const app = appOver({ requireToken: true })
    expect((await app.get('/openapi.json')).status).toBe(401)
    const told = await app.get('/openapi.json', { 'x-pmxt-access-token': app.token })
    expect(told.json).toMatchObject({ security: [{ accessToken: [] }, { apiKey: [] }] })
    expect(document.security[0]).toEqual({})
  })
})
