import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Database, SqlValue } from '../../storage/driver.js'
import { NEXT } from '../rows/packed-rows.js'
import { createRemovedRowsError } from './removed-rows.js'

/**
 * `sourceMetadata` of rows is as long as the rest of a row, and needed only for rows that are returned. The texts of rows that
 * were read in sequence, such as the markets of an event, are similar and are compressed together. A block holds the versions
 * whose numbers differ only in the last three bits.
 */
const BLOCK_BITS = 3
export const BLOCK_SIZE = 1 << BLOCK_BITS
const blockOf = (version: number): number => Math.floor(version / BLOCK_SIZE)

/** The fastest level: every level reduces similar texts to about a tenth. */
const LEVEL = 1

/** Separates two texts; JSON does not contain this character. */
const BETWEEN = String.fromCharCode(NEXT)

const NAME = Buffer.from(',"sourceMetadata":')
const END = 0x7d

/** Returns the first version of the next empty block, since blocks are not written twice. */
export function findFirstVersion(version: number): number {
  return Math.ceil(version / BLOCK_SIZE) * BLOCK_SIZE
}

/** Writes the texts of new versions, which come in ascending order. */
export function createMetadataWriter(database: Database) {
  const add = database.prepare('INSERT OR REPLACE INTO metadata (block, packed) VALUES (?, ?)')
  let block = Number.NaN
  let texts: string[] = []

  function flush(): void {
    if (texts.some((text) => text !== '')) {
      const packed = deflateRawSync(Buffer.from(texts.join(BETWEEN)), { level: LEVEL })
      add.run([block, packed])
    }
    texts = []
    block = Number.NaN
  }

  return {
    /** @param text '' for a row without metadata */
    add(version: number, text: string): void {
      if (blockOf(version) !== block) {
        flush()
        block = blockOf(version)
      }
      texts[version % BLOCK_SIZE] = text
    },
    /** Writes the remaining texts: whole pages are written in one transaction. */
    flush,
    /** Discards the pending texts of a transaction that was rolled back. */
    reset(): void {
      texts = []
      block = Number.NaN
    },
  }
}

/** Texts by version. Absent for rows without metadata. */
type Texts = ReadonlyMap<number, Uint8Array>

/** Returns a function that reads the texts of some versions. */
export function createMetadataReader(database: Database): (versions: readonly number[]) => Texts {
  const sql = database.prepare(
    'SELECT m.block, m.packed FROM json_each(?) j CROSS JOIN metadata m ON m.block = j.value',
  )
  return (versions) => {
    const wanted = new Map<number, number[]>()
    for (const version of versions) {
      const block = blockOf(version)
      const others = wanted.get(block)
      if (others === undefined) wanted.set(block, [version])
      else others.push(version)
    }
    const texts = new Map<number, Uint8Array>()
    for (const [block, packed] of sql.rows(JSON.stringify([...wanted.keys()])))
      addTexts(texts, wanted.get(Number(block)) ?? [], packed)
    return texts
  }
}

function addTexts(texts: Map<number, Uint8Array>, versions: readonly number[], packed: SqlValue | undefined) {
  if (!(packed instanceof Uint8Array)) throw createRemovedRowsError()
  const all = inflateRawSync(packed)
  const ends: number[] = []
  for (let at = all.indexOf(NEXT); at >= 0; at = all.indexOf(NEXT, at + 1)) ends.push(at)
  ends.push(all.length)
  for (const version of versions) {
    const place = version % BLOCK_SIZE
    const from = place === 0 ? 0 : (ends[place - 1] ?? all.length) + 1
    const end = ends[place] ?? from
    if (end > from) texts.set(version, all.subarray(from, end))
  }
}

/**
 * Returns packed rows (`rows/packed-rows.ts`), separated by {@link NEXT}, with `sourceMetadata` as their last member.
 * @param versions of the rows, in their order
 */
export function withMetadata(rows: Uint8Array, versions: readonly number[], texts: Texts): Uint8Array {
  if (texts.size === 0) return rows
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  let length = bytes.length
  for (const version of versions) {
    const text = texts.get(version)
    if (text !== undefined) length += NAME.length + text.length
  }
  const whole = Buffer.allocUnsafe(length)
  let [from, end] = [0, 0]
  for (const version of versions) {
    const next = bytes.indexOf(NEXT, from)
    const until = next < 0 ? bytes.length : next
    const text = texts.get(version)
    if (text === undefined) end += bytes.copy(whole, end, from, until)
    else {
      // Every row ends with its brace.
      end += bytes.copy(whole, end, from, until - 1)
      end += NAME.copy(whole, end)
      whole.set(text, end)
      end += text.length
      whole[end++] = END
    }
    if (next < 0) break
    whole[end++] = NEXT
    from = next + 1
  }
  return whole
}
