import type { Context } from 'hono'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ROWS, MAX_ROWS } from '../../../src/core/cross-venue/catalog/catalog-query.js'
import { clusterParameters, readClusterQuery } from '../../../src/http/routes/clusters.js'

const read = (query: string, kind: 'market' | 'event' = 'market') =>
  readClusterQuery({ req: { url: `http://localhost/v0/matched-${kind}-clusters?${query}` } } as Context, kind)

const unasked = {
  relations: ['identity'],
  minConfidence: 0,
  minVenues: 2,
  withOrderbook: false,
  includeRawMatches: false,
  sort: 'volume',
  limit: DEFAULT_ROWS,
  offset: 0,
  edgeLimit: MAX_ROWS,
}

describe('a question for clusters', () => {
  test.each([
    [''],
    // What is said without a value says nothing.
    [clusterParameters.map((name) => `${name}=`).join('&')],
    ['marketId=&slug=&venues=,&excludeVenues=%20'],
  ])('has its defaults where it says nothing: %s', (query) => {
    expect(read(query)).toEqual(unasked)
  })

  test.each([
    ['marketId=M', { name: 'M' }],
    ['slug=S&marketId=', { name: 'S' }],
    ['url=U', { name: 'U' }],
    ['marketId=M&slug=S&url=U', { name: 'M' }],
    ['query=rain', { text: 'rain' }],
    ['relations=subset,identity', { relations: ['subset', 'identity'] }],
    ['relations=subset&relations=identity', { relations: ['subset', 'identity'] }],
    ['relation=superset', { relations: ['superset'] }],
    ['relations=subset&relation=superset', { relations: ['subset'] }],
    ['venues=kalshi,polymarket', { venues: ['kalshi', 'polymarket'] }],
    ['venues=kalshi&venues=polymarket', { venues: ['kalshi', 'polymarket'] }],
    ['excludeVenues=kalshi&excludeVenues=rain', { excludeVenues: ['kalshi', 'rain'] }],
    ['minConfidence=0.25', { minConfidence: 0.25 }],
    ['minConfidence=.5', { minConfidence: 0.5 }],
    ['minConfidence=.75', { minConfidence: 0.75 }],
    ['minConfidence=1.', { minConfidence: 1 }],
    ['minConfidence=1', { minConfidence: 1 }],
    ['minVenues=1', { minVenues: 1 }],
    ['withOrderbook=TRUE&includeRawMatches=1', { withOrderbook: true, includeRawMatches: true }],
    ['withOrderbook=0&includeRawMatches=false', {}],
    ['sort=volume', {}],
    ['sort=confidence', { sort: 'confidence' }],
    ['limit=7&offset=3&edgeLimit=2', { limit: 7, offset: 3, edgeLimit: 2 }],
    [`limit=${MAX_ROWS + 1}`, { limit: MAX_ROWS }],
  ])('%s', (query, said) => {
    expect(read(query)).toEqual({ ...unasked, ...said })
  })

  test('goes by the id of its own kind', () => {
    expect(read('eventId=E', 'event')).toEqual({ ...unasked, name: 'E' })
    expect(() => read('marketId=M', 'event')).toThrow(/not supported by clusters: marketId/)
  })

  test('names a category as the venues do', () => {
    expect(read('category=sports').category).toBeDefined()
  })

  test.each([
    ['minConfidence=2', 'minConfidence'],
    ['minConfidence=1e-1', 'minConfidence'],
    ['minConfidence=x.5', 'minConfidence'],
    ['minConfidence=0.5x', 'minConfidence'],
    ['minConfidence=.', 'minConfidence'],
    ['minVenues=0', 'minVenues'],
    ['limit=0', 'limit'],
    ['limit=1.5', 'limit'],
    ['offset=-1', 'offset'],
    ['edgeLimit=0', 'edgeLimit'],
    ['sort=price', 'sort'],
    ['withOrderbook=yes', 'withOrderbook'],
    ['venues=nowhere', 'venues'],
    ['excludeVenues=nowhere', 'excludeVenues'],
    ['limit=1&limit=2', 'limit'],
  ])('is refused by the name of what is wrong: %s', (query, field) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', field }))
  })
})
