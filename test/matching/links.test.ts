import { describe, expect, test } from 'vitest'
import { featuresOf } from '../../src/matching/compare/features.js'
import {
  compareLinked,
  type LinkFile,
  LinksDamaged,
  openLinks,
  type UserLink,
} from '../../src/matching/links.js'
import { readPairs } from './support/labelled.js'

function memoryFile(): LinkFile & { text: string | undefined } {
  const file = {
    text: undefined as string | undefined,
    read: () => file.text,
    write: (text: string) => {
      file.text = text
    },
  }
  return file
}

const [alike, other] = readPairs(`same polymarket: Kraken IPO by June 30, 2027? @2027-07-01
  opinion: Will Kraken go public by June 30, 2027? @2027-06-30
subject polymarket: Claude 5 released by June 30, 2026? @2026-06-30
  kalshi: Will Anthropic release Claude 6 before July 1, 2026? @2026-06-30`)
if (alike === undefined || other === undefined) throw new Error('no pairs')

const nameOf = ({ market }: (typeof alike)['a']) => ({
  venue: market.sourceExchange,
  marketId: market.marketId,
})
const link = (pair: typeof alike, says: UserLink['says'], at = 1): UserLink => ({
  a: nameOf(pair.a),
  b: nameOf(pair.b),
  says,
  at,
})
const compare = (pair: typeof alike, links: ReturnType<typeof openLinks>) =>
  compareLinked(featuresOf(pair.a.market), featuresOf(pair.b.market), links)

describe('what a user says', () => {
  test('wins over what was computed, both ways, and says so first', () => {
    const links = openLinks(memoryFile())
    expect(compare(alike, links).relation).toBe('identity')
    links.put(link(alike, 'other'))
    links.put({ ...link(other, 'same'), note: 'by hand' })
    expect(compare(alike, links)).toMatchObject({
      relation: 'conflict',
      confidence: 1,
      reasons: ['your decision'],
      outcomes: [],
    })
    const linked = compare(other, links)
    expect(linked).toMatchObject({ relation: 'identity', confidence: 1, reasons: [] })
    expect(linked.outcomes).toHaveLength(2)
    expect(linked.evidence.slice(0, 2)).toEqual([
      'you marked them as the same: by hand',
      'computed from their texts: related',
    ])
  })

  test('holds whichever market is named first, until it is taken back', () => {
    const links = openLinks(memoryFile())
    links.put(link(alike, 'other'))
    const { a, b } = link(alike, 'other')
    expect(links.between(b, a)?.says).toBe('other')
    expect(links.remove(b, a)).toBe(true)
    expect(links.remove(b, a)).toBe(false)
    expect(compare(alike, links).relation).toBe('identity')
  })

  test('is there again after a restart, once for each pair', () => {
    const file = memoryFile()
    openLinks(file).put(link(alike, 'other'))
    openLinks(file).put(link(alike, 'same', 2))
    expect(openLinks(file).all()).toEqual([link(alike, 'same', 2)])
    expect(openLinks(file).linkedTo(nameOf(alike.b))).toEqual([nameOf(alike.a)])
  })

  test('goes to another folder and comes back: of two on the same markets the later stays', () => {
    const [here, there] = [openLinks(memoryFile()), openLinks(memoryFile())]
    here.put(link(alike, 'other', 5))
    here.put(link(other, 'same', 5))
    there.put(link(alike, 'same', 6))
    expect(there.importText(here.exportText())).toBe(1)
    expect(there.between(nameOf(alike.a), nameOf(alike.b))?.says).toBe('same')
    expect(there.all()).toHaveLength(2)
    expect(there.importText(there.exportText())).toBe(0)
  })

  test('is not believed when it could not be written', () => {
    const file = memoryFile()
    const links = openLinks(file)
    file.write = () => {
      throw new Error('disk full')
    }
    expect(() => links.put(link(alike, 'other'))).toThrow('disk full')
    expect(links.all()).toEqual([])
  })
})

test.each([
  ['no JSON', '{'],
  ['another version', '{"version":2,"links":[]}'],
  [
    'a link without a side',
    '{"version":1,"links":[{"a":{"venue":"x","marketId":"1"},"says":"same","at":1}]}',
  ],
  [
    'a link with itself',
    JSON.stringify({ version: 1, links: [{ a: nameOf(alike.a), b: nameOf(alike.a), says: 'same', at: 1 }] }),
  ],
])('a text with %s is refused, and nothing is written', (_, text) => {
  const file = memoryFile()
  const links = openLinks(file)
  expect(() => links.importText(text)).toThrow(LinksDamaged)
  file.text = text
  expect(() => openLinks(file)).toThrow(LinksDamaged)
  expect(file.text).toBe(text)
  expect(() => links.put({ ...link(alike, 'same'), b: nameOf(alike.a) })).toThrow(RangeError)
})
