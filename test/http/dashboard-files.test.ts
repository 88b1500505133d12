import { expect, test } from 'vitest'
import { builtFiles } from '../support/assets.js'
import { appOver } from './app-world.js'

const manifest = {
  'index.html': { type: 'text/html; charset=utf-8', etag: 'p1', immutable: false, encodings: [] },
  'main-AAAA.js': {
    type: 'text/javascript; charset=utf-8',
    etag: 'm1',
    immutable: true,
    encodings: ['br', 'gzip'],
  },
}
const folder = {
  'manifest.json': JSON.stringify(manifest),
  'index.html': '<!doctype html>',
  'main-AAAA.js': 'plain',
  'main-AAAA.js.br': 'brotli',
  'main-AAAA.js.gz': 'gzip',
  'secret.txt': 'secret',
}
const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

function built(options: Parameters<typeof appOver>[0] = {}) {
  const files = builtFiles(folder)
  return { ...appOver({ readAsset: files, ...options }), files }
}

test('a browser gets the page at /, and everybody else what was there before', async () => {
  const { get } = built()
  const page = await get('/', html)
  expect(page).toMatchObject({
    status: 200,
    text: '<!doctype html>',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  for (const accept of ['*/*', 'application/json', 'text/htmlish', '']) {
    const other = await get('/', accept === '' ? {} : { accept })
    expect(other.json).toMatchObject({ name: 'pmx-local' })
    expect(other.headers['vary']).toBe('accept')
  }
  expect(page.headers['vary']).toContain('accept')
})

test('a page may load from here and run what was built, and nothing else', async () => {
  const { headers } = await built().get('/', html)
  const policy = new Map(
    headers['content-security-policy']?.split('; ').map((rule) => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  })
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('what is named by its content may be kept for ever, the page is asked for again', async () => {
  const { get } = built()
  expect((await get('/assets/main-AAAA.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await get('/', html)).headers['cache-control']).toBe('no-cache')
})

test.each([
  ['gzip, deflate, br, zstd', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
  ['identity', undefined, 'plain'],
  ['', undefined, 'plain'],
])('to a caller who takes %j it is sent as %s', async (accepted, encoding, text) => {
  const reply = await built().get('/assets/main-AAAA.js', { 'accept-encoding': accepted })
  expect(reply.text).toBe(text)
  expect(reply.headers['content-encoding']).toBe(encoding)
  expect(reply.headers['content-length']).toBe(String(text.length))
  expect(reply.headers['vary']).toContain('accept-encoding')
})

test('whoever has it already is told so, without a look at the file', async () => {
  const { get, files } = built()
  const { etag = '' } = (await get('/', html)).headers
  const readBefore = files.read.length
  const again = await get('/', { ...html, 'if-none-match': `"other", W/${etag}` })
  expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
  expect(files.read.length).toBe(readBefore)
  expect((await get('/', { ...html, 'if-none-match': '"other"' })).status).toBe(200)
  const packed = await get('/assets/main-AAAA.js', { 'accept-encoding': 'br', 'if-none-match': '"m1"' })
  expect(packed.status).toBe(200)
})

test('HEAD tells the same without the body', async () => {
  const { raw } = built()
  const reply = await raw('/assets/main-AAAA.js', { method: 'HEAD' })
  expect(reply).toMatchObject({ status: 200, text: '', headers: { 'content-length': '5', etag: '"m1"' } })
})

test.each([
  '/assets/secret.txt',
  '/assets/manifest.json',
  '/assets/main-AAAA.js.br',
  '/assets/../package.json',
  '/assets/..%2fpackage.json',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/constructor',
  '/assets/__proto__',
  '/assets/',
  '/assets/deeper/main-AAAA.js',
])('%s, which was not built, is not found, whatever lies there', async (path) => {
  const { get, files } = built()
  const reply = await get(path)
  expect(reply).toMatchObject({ status: 404, json: { success: false, error: { code: 'NOT_FOUND' } } })
  expect(files.read.filter((name) => name !== 'manifest.json')).toEqual([])
})

test('nothing is read before somebody asks, and the list once', async () => {
  const { get, files } = built()
  expect(files.read).toEqual([])
  await get('/', html)
  await get('/', html)
  expect(files.read).toEqual(['manifest.json', 'index.html', 'index.html'])
})

test('where nothing is built that is said, and looked at again the next time', async () => {
  const { get } = appOver()
  expect((await get('/', html)).json).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('npm run build') },
  })
  let isThere = false
  const late = appOver({
    readAsset: async (name) => {
      if (!isThere) throw new Error('not yet')
      return builtFiles(folder)(name)
    },
  })
  expect((await late.get('/', html)).status).toBe(404)
  isThere = true
  expect((await late.get('/', html)).status).toBe(200)
})

test('where a token is asked for the page is served, and tells a stranger nothing', async () => {
  const { get } = built({ requireToken: true })
  const page = await get('/', html)
  expect(page.status).toBe(200)
  expect(page.headers).not.toHaveProperty('x-pmx-version')
  expect((await get('/assets/main-AAAA.js')).status).toBe(200)
  expect((await get('/')).status).toBe(401)
})

test.each(['/docs/nothing', '/assets/nothing'])('nor does the failure of %s', async (path) => {
  const { get } = built({ requireToken: true })
  const failed = await get(path)
  expect(failed.status).toBe(404)
  expect(failed.headers).not.toHaveProperty('x-pmx-version')
})
