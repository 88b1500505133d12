import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLines } from '../../../src/cassette/format/line-file.js'
import { temporaryFolder } from '../support/cassettes.js'

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', 'é', '🎲', ' ') }), { maxLength: 6 })

test.each(['x.jsonl', 'x.jsonl.gz'])('%s gives the same lines whatever the pieces are', (name) => {
  const path = join(temporaryFolder(), name)
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (parts, pieceBytes) => {
      const text = parts.join('')
      writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
      let most = 0
      let sum = 0
      const file = openLines(
        path,
        (bytes) => {
          most = Math.max(most, bytes)
          sum += bytes
        },
        pieceBytes,
      )
      const lines = [...file.lines()]
      const expected = text.split('\n')
      const rest = expected.pop()
      expect(lines.filter(({ isWhole }) => isWhole).map((line) => line.text)).toEqual(expected)
      expect(lines.filter(({ isWhole }) => !isWhole).map((line) => line.text)).toEqual(
        rest === '' ? [] : [rest],
      )
      expect(lines.map(({ number }) => number)).toEqual(lines.map((_line, index) => index + 1))
      for (const line of lines) expect(file.read(line.offset, line.length)).toBe(line.text)
      expect(most).toBeLessThanOrEqual(pieceBytes)
      expect(sum).toBe(Buffer.byteLength(text))
      file.close()
    }),
    { numRuns: 60 },
  )
})
