import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { changeLinks, createLinkReader, readLinks } from '../../../src/daemon/state/match-links-file.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { LinksDamaged } from '../../../src/matching/links.js'
import { fakeClock } from '../../support/clock.js'

const folder = mkdtempSync(join(tmpdir(), 'links-'))
afterAll(() => rmSync(folder, { recursive: true }))
const effects = { clock: fakeClock(), ids: createSystemIds() }
const [a, b] = [
  { venue: 'kalshi', marketId: 'A' },
  { venue: 'rain', marketId: 'B' },
]

test('what a command writes is read by who reads already', () => {
  const path = join(folder, 'links.json')
  const read = createLinkReader(path)
  expect(read().between(a, b)).toBeUndefined()
  const changed = changeLinks(path, effects, (links) => {
    links.put({ a, b, says: 'same', at: 1 })
    return 'done'
  })
  expect(changed).toEqual({ ok: true, result: 'done' })
  expect(read().between(b, a)).toMatchObject({ says: 'same' })
  expect(read()).toBe(read())
  expect(readLinks(path).all()).toHaveLength(1)
  changeLinks(path, effects, (links) => links.remove(a, b))
  expect(read().linkedTo(a)).toEqual([])
})

test('a damaged file is told, and left as it is', () => {
  const path = join(folder, 'damaged.json')
  writeFileSync(path, '{')
  expect(createLinkReader(path)).toThrow(
    expect.objectContaining({ code: 'CATALOG_UNAVAILABLE', retryable: false }),
  )
  expect(() => changeLinks(path, effects, () => undefined)).toThrow(LinksDamaged)
  expect(() => readLinks(path)).toThrow(LinksDamaged)
})

test('a file that cannot even be looked at is told as one that cannot be read', () => {
  const path = join(folder, 'loop.json')
  symlinkSync(path, path)
  expect(createLinkReader(path)).toThrow(expect.objectContaining({ code: 'CATALOG_UNAVAILABLE' }))
})
