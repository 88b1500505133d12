import type { Context } from 'hono'
import * as z from 'zod'
import { PmxError } from '../api/envelope/errors.js'
import type { BaseHeaders } from './response/respond.js'

/** Reads a file of the folder of built pages by its plain name. @throws where there is none */
export type ReadAsset = (name: string) => Promise<Buffer>

/** The list of what was built, which `src/page/build.mjs` writes. Nothing that it does not name is read. */
const ASSET_LIST = 'manifest.json'

const assetList = z.record(
  z.string(),
  z.object({
    type: z.string(),
    /** Of its content. */
    etag: z.string(),
    /** Named by its content, so that it may be kept for ever under its name. */
    immutable: z.boolean(),
    /** Encodings in which it lies ready, as `<name>.br` and `<name>.gz`, best first. */
    encodings: z.array(z.enum(['br', 'gzip'])),
  }),
)

type AssetList = z.infer<typeof assetList>
type Encoding = AssetList[string]['encodings'][number]

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * A page may load what this daemon serves and nothing else, run nothing that stands in its text, and be framed by
 * nobody. Values set by script on an element's style are no text and stay allowed.
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

/** Pages and what they load, read when they are asked for and never held: browsers keep what is named by its content. */
export interface Assets {
  /**
   * A built file by its name, compressed as the caller takes it; 304 where he has it already.
   * @throws NOT_FOUND for a name that was not built
   */
  send(c: Context, name: string): Promise<Response>
}

/** @param base headers of every reply, without what a stranger may not be told */
export function createAssets(read: ReadAsset, base: BaseHeaders): Assets {
  let list: Promise<AssetList> | undefined

  function listed(): Promise<AssetList> {
    list ??= read(ASSET_LIST).then((bytes) => assetList.parse(JSON.parse(bytes.toString('utf8'))))
    // What is being built now may be there the next time.
    list.catch(() => {
      list = undefined
    })
    return list
  }

  return {
    async send(c, name) {
      const known = await listed().catch((cause: unknown) => {
        throw new PmxError('NOT_FOUND', 'The pages are not built here: npm run build makes them.', { cause })
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

/** The best encoding that the caller takes; undefined for none. One that he gives the weight 0 he does not take. */
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

/** Whether somebody at a browser asks, who wants a page to look at; programs name no HTML. */
export function acceptsHtml(c: Context): boolean {
  return /(^|,)\s*text\/html\s*(;|,|$)/i.test(c.req.header('accept') ?? '')
}
