import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRangedReply, parseRange } from '../../../src/http/response/byte-ranges.js'

const body = { bytes: Buffer.from('0123456789'), etag: '"a"', headers: { 'content-type': 'text/csv' } }
const whole = { method: 'GET', range: undefined, ifRange: undefined, ifNoneMatch: undefined }

async function reply(request: Partial<typeof whole> | object) {
  const response = createRangedReply(body, { ...whole, ...request })
  return {
    status: response.status,
    text: await response.text(),
    headers: Object.fromEntries(response.headers),
  }
}

describe('a body of which callers request ranges', () => {
  test('is sent whole, with its length, its tag and the sign that ranges are served', async () => {
    expect(await reply({})).toEqual({
      status: 200,
      text: '0123456789',
      headers: { 'content-type': 'text/csv', etag: '"a"', 'accept-ranges': 'bytes', 'content-length': '10' },
    })
  })

  test('has the length in the response to HEAD, and no bytes', async () => {
    const { status, text, headers } = await reply({ method: 'HEAD', range: 'bytes=0-1' })
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers['content-length']).toBe('10')
  })

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('is sent in part for %s', async (range, text, named) => {
    const part = await reply({ range })
    expect(part).toMatchObject({ status: 206, text, headers: { 'content-range': named } })
    expect(part.headers['content-length']).toBe(String(text.length))
  })

  test.each([['bytes=10-'], ['bytes=-0'], ['bytes=99-100']])('is refused for %s', async (range) => {
    expect(await reply({ range })).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } })
  })

  test.each([['bytes=3-1'], ['bytes=0-1,4-5'], ['lines=1-2'], ['bytes=-'], ['']])(
    'is sent whole for %s, which is ignored',
    async (range) => {
      expect((await reply({ range })).status).toBe(200)
    },
  )

  test('is sent whole to a caller with ranges of another version', async () => {
    expect((await reply({ range: 'bytes=0-1', ifRange: '"b"' })).status).toBe(200)
    expect((await reply({ range: 'bytes=0-1', ifRange: '"a"' })).status).toBe(206)
  })

  test('is not sent to a caller who has it', async () => {
    expect(await reply({ ifNoneMatch: 'W/"a"' })).toMatchObject({ status: 304, text: '' })
  })

  test('is the same when its ranges are put together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (length, size) => {
        const bytes = [...Array(length).keys()]
        const joined: number[] = []
        for (let from = 0; from < length; from += size) {
          const range = parseRange(`bytes=${from}-${from + size - 1}`, length)
          if (typeof range !== 'object') throw new Error('no range')
          joined.push(...bytes.slice(range.first, range.last + 1))
        }
        expect(joined).toEqual(bytes)
      }),
    )
  })
})
