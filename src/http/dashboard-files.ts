import type { Context } from 'hono'
import * as z from 'zod'
import { PmxError } from '../api/envelope/errors.js'
import type { BaseHeaders } from './response/respond.js'

/** Reads a file from the folder of built pages by its plain name. @throws if the file does not exist */
export type ReadAsset = (name: string) => Promise<Buffer>

/** The list of built files, which `src/page/build.mjs` writes. Other files are not read. */
const ASSET_LIST = 'manifest.json'

const assetList = z.record(
  z.string(),
  z.object({
    type: z.string(),
    /** ETag of the content. */
    etag: z.string(),
    /** Whether the name contains a hash of the content, so that the file may be cached forever. */
    immutable: z.boolean(),
    /** Encodings that exist as `<name>.br` and `<name>.gz`, best first. */
    encodings: z.array(z.enum(['br', 'gzip'])),
  }),
)

type AssetList = z.infer<typeof assetList>
type Encoding = AssetList[string]['encodings'][number]

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * A page may load only what this daemon serves, runs no inline scripts, and cannot be framed. Element styles set by script are
 * not inline text and stay allowed.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Serves pages and their files. They are read on each request and never held in memory: browsers cache files with a hash in their
 * name.
 */
export interface Assets {
  /**
   * Sends a built file by its name, in an encoding that the caller accepts, or 304 if the caller has it already.
   * @throws NOT_FOUND for a file that was not built
   */
  send(c: Context, name: string): Promise<Response>
}

/** @param base headers of every response, without those that clients without access may not get */
export function createAssets(read: ReadAsset, base: BaseHeaders): Assets {
  let list: Promise<AssetList> | undefined

  function listed(): Promise<AssetList> {
    list ??= read(ASSET_LIST).then((bytes) => assetList.parse(JSON.parse(bytes.toString('utf8'))))
    // A file that is being built now may exist at the next request.
    list.catch(() => {
      list = undefined
    })
    return list
  }

  return {
    async send(c, name) {
      const known = await listed().catch((cause: unknown) => {
        throw new PmxError('NOT_FOUND', 'The pages are not built. Run: npm run build', { cause })
      })
      const asset = Object.hasOwn(known, name) ? known[name] : undefined
      if (asset === undefined)
        throw new PmxError('NOT_FOUND', `Nothing is served at ${c.req.method} ${c.req.path.slice(0, 120)}`)
      const encoding = encodingFor(c.req.header('accept-encoding'), asset.encodings)
      const etag = `"${asset.etag}${encoding === undefined ? '' : `-${encoding}`}"`
      const headers = {
        ...base,
        'content-security-policy': pagePolicy,
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept, accept-encoding',
        etag,
      }
      const held = c.req.header('if-none-match')?.split(',') ?? []
      if (held.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag))
        return new Response(null, { status: 304, headers })
      const body = await read(encoding === undefined ? name : name + suffixes[encoding])
      return new Response(new Uint8Array(body), {
        status: 200,
        headers: {
          ...headers,
          'content-type': asset.type,
          'content-length': String(body.length),
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        },
      })
    },
  }
}

/** Returns the best encoding that the caller accepts, or undefined. The weight 0 means not accepted. */
function encodingFor(accepted: string | undefined, ready: readonly Encoding[]): Encoding | undefined {
  const taken = (accepted ?? '')
    .split(',')
    .map((item) =>
      item
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/),
    )
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name)
  return ready.find((encoding) => taken.includes(encoding))
}

/** Whether the request comes from a browser that accepts a page. Programs do not accept HTML. */
export function acceptsHtml(c: Context): boolean {
  return /(^|,)\s*text\/html\s*(;|,|$)/i.test(c.req.header('accept') ?? '')
}
