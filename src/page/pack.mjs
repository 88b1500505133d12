// Puts files for browsers into a folder: also compressed, and listed with the facts that the daemon serves them by.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** @param manifest gets an entry for each file */
export function createPacker(target, manifest) {
  return function keep(name, bytes, immutable) {
    const packed = [
      ['br', '.br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
      ['gzip', '.gz', gzipSync(bytes, { level: 9 })],
    ].filter(([, , made]) => made.length < bytes.length * 0.9)
    writeFileSync(join(target, name), bytes)
    for (const [, suffix, made] of packed) writeFileSync(join(target, name + suffix), made)
    manifest[name] = {
      type: types[extname(name)],
      etag: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
      immutable,
      encodings: packed.map(([encoding]) => encoding),
    }
  }
}
