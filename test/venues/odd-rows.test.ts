import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { silentLogger } from '../../src/observe/logger.js'
import type { Wire } from '../../src/transport/call-types.js'
import { collect } from '../../src/venue-kit/contract/paging.js'
import type { VenueContext } from '../../src/venue-kit/contract/venue.js'
import { createOmissions } from '../../src/venue-kit/payload/response-notes.js'
import { fakeClock } from '../support/clock.js'
import { mutate } from '../support/mutations.js'
import { now, venueContext } from '../support/venue.js'
import { type Answers, fakeWire } from '../support/wire.js'
import { listings } from './listings/index.js'
import { idsIn, type Listing, type Row } from './listings/lists.js'
import { ornaments } from './listings/ornaments.js'

/**
 * Every member of the rows of every payload that lists are read from, broken in single rows and in all of them. In
 * single rows it costs nothing or those rows; in all rows it is an error that names the member, changes nothing, or is
 * an ornament.
 */

const secrets = { values: { apiToken: 'a-token-of-tests' }, withheld: false }
/** Rows that are broken, each in a way of its own: the others are whole. */
const ways = { 1: 'dropped', 3: 'nulled', 5: 'retyped' } as const
/** Members inside of members that are broken: every so many-th, so that it stays a matter of seconds. */
const MAX_NESTED = 8
const DEEPEST = 5

interface Read {
  readonly rows: readonly unknown[]
  readonly ids: readonly string[]
  readonly ctx: VenueContext
}

async function read({ venue, answers, list }: Listing, rows: readonly unknown[]): Promise<Read> {
  const told = answers(rows)
  const wire = isWire(told) ? told : fakeWire(told)
  const plain = venueContext(venue, wire, fakeClock(now), secrets)
  const ctx = { ...plain, omissions: createOmissions(silentLogger, () => {}) }
  const found = await collect(list(venue, ctx))
  return { rows: found, ids: idsIn(found), ctx }
}

function isWire(told: Answers | Wire): told is Wire {
  return typeof told['send'] === 'function'
}

/** Paths of all members, the first element standing for those of a list. */
function membersOf(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return []
  const entries = Array.isArray(value) ? Object.entries(value.slice(0, 1)) : Object.entries(value)
  return entries.flatMap(([name, inner]) => {
    const isElement = Array.isArray(value)
    return [...(isElement ? [] : [name]), ...membersOf(inner, depth + 1).map((path) => `${name}.${path}`)]
  })
}

function chosen(row: Row): string[] {
  const all = membersOf(row)
  const top = all.filter((path) => !path.includes('.'))
  const nested = all.filter((path) => path.includes('.'))
  const every = Math.max(1, Math.ceil(nested.length / MAX_NESTED))
  return [...top, ...nested.filter((_path, index) => index % every === 0)]
}

/** Texts that are not read as anything else: addresses, numbers, times and words of a closed set have no spaces. */
function withHalfLetters<Value>(value: Value): Value {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    typeof inner === 'string' && (/\s/.test(inner) || /slug|(?<!series_)ticker/i.test(name))
      ? `${inner}\ud83d`
      : inner,
  )
  return JSON.parse(text) as Value
}

/** What rows promise: best prices, the venue's word and `sourceMetadata` are whatever the venue says beside that. */
const beside: ReadonlySet<string> = new Set(['sourceMetadata', 'nativeStatus', 'bestBid', 'bestAsk'])
const promised = (found: readonly unknown[]): string =>
  JSON.stringify(found, (name, value: unknown) => (beside.has(name) ? undefined : value))
const has = (row: unknown, path: string): boolean =>
  path.split('.').reduce((node, name) => Object(node)[name], row) !== undefined
const broken = (row: Row, how: 'dropped' | 'nulled' | 'retyped', path: string): Row =>
  has(row, path) ? mutate(row, { how, path }) : row

/** Whether a reading says of its answer that it lacks what that of the whole rows did not. */
const isCut = ({ omissions }: VenueContext, whole: VenueContext): boolean =>
  omissions.cut.some((reason) => !whole.omissions.cut.includes(reason))

const table = Object.entries(listings).flatMap(([venue, all]) =>
  Object.entries(all).map(([what, listing]) => [venue, what, listing] as const),
)

describe.each(table)('%s: %s', (venue, what, listing) => {
  const isOrnament = (path: string): boolean =>
    [venue, `${venue}: ${what}`].some((where) => ornaments[where]?.has(path))
  const { rows } = listing
  const members = chosen(Object.assign({}, ...rows.toReversed()))

  test('one odd row costs at most itself', async () => {
    const whole = await read(listing, rows)
    expect(whole.ids.length).toBeGreaterThan(0)
    const wrong: string[] = []
    for (const path of members) {
      const odd = rows.map((row, index) => {
        const how = ways[index as keyof typeof ways]
        return how === undefined ? row : broken(row, how, path)
      })
      try {
        const { ids, ctx } = await read(listing, odd)
        const lost = whole.ids.filter((id) => !ids.includes(id))
        const more = ids.filter((id) => !whole.ids.includes(id))
        const most = Math.ceil((Object.keys(ways).length * whole.ids.length) / rows.length)
        if (more.length > 0) wrong.push(`${path}: ${more.join(', ')} came out of nothing`)
        if (lost.length > Math.max(most, ctx.omissions.rows))
          wrong.push(`${path}: ${lost.join(', ')} are lost`)
        const isTold = ctx.omissions.rows > 0 || ctx.omissions.warnings.length > 0 || isCut(ctx, whole.ctx)
        if (lost.length > 0 && !isTold && !isOrnament(path))
          wrong.push(`${path}: ${lost.join(', ')} are lost without a word`)
      } catch (error) {
        wrong.push(`${path}: ${String(error)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('half a letter in the texts of one row costs at most that row', async () => {
    const whole = await read(listing, rows)
    const { ids, ctx } = await read(
      listing,
      rows.map((row, index) => (index === 0 ? withHalfLetters(row) : row)),
    )
    const least = whole.ids.length - Math.max(Math.ceil(whole.ids.length / rows.length), ctx.omissions.rows)
    expect(ids.length).toBeGreaterThanOrEqual(least)
  })

  test('what all rows lack is an error that names it, unless it is an ornament', async () => {
    const whole = await read(listing, rows)
    const wrong: string[] = []
    for (const path of members) {
      const name = path.split('.').at(-1) ?? path
      try {
        const { rows: found, ctx } = await read(
          listing,
          rows.map((row) => broken(row, 'dropped', path.replaceAll('.0.', '.*.'))),
        )
        ctx.omissions.assertFew()
        const isSame = promised(found) === promised(whole.rows)
        const isTold =
          ctx.omissions.warnings.some((warning) => warning.includes(name)) || isCut(ctx, whole.ctx)
        if (!isSame && !isTold && !isOrnament(path)) wrong.push(path)
      } catch (error) {
        if (!(error instanceof PmxError)) throw error
        if (!path.split('.').some((part) => part !== '0' && JSON.stringify(error.detail).includes(part)))
          wrong.push(`${path}: ${error.message}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
