/** One option of a pool, or its other side. */
export interface OptionPosition {
  /** The venue's number for the option, `choiceIndex`. */
  readonly choice: number
  /** Whether it is the synthetic NO of an option in a pool of more than two. */
  readonly isNegative: boolean
}

/** The meaning of an id on Rain, by its form alone. */
export type NativeId =
  | { readonly kind: 'pool'; readonly pool: string }
  | { readonly kind: 'option'; readonly pool: string; readonly place: OptionPosition }
  /** Not a valid id on this venue. */
  | { readonly kind: 'none' }

const none: NativeId = { kind: 'none' }

/** Returns `rain:<pool>`, the id of an event, and of the market if the pool has two options. */
export function packPoolId(pool: string): string {
  return `rain:${pool}`
}

/** Returns `rain:<pool>:<choice>`, and `rain:<pool>:<choice>:no` for the synthetic NO. */
export function packOptionId(pool: string, { choice, isNegative }: OptionPosition): string {
  return `${packPoolId(pool)}:${choice}${isNegative ? ':no' : ''}`
}

/** Returns other spellings that {@link readId} accepts for these ids: the venue's own, without the prefix. */
export function spellingsOf(ids: readonly string[]): string[] {
  return ids.map((id) => id.replace(/^rain:/, ''))
}

/** Ids in the venue's database, which have 24 hexadecimal digits. */
export const POOL_ID = /^[0-9a-f]{24}$/
const ID = /^(?:rain:)?([0-9a-f]{24})(?::(0|[1-9]\d{0,3})(:no)?)?$/

/** Parses any spelling of an id or a site address. Never throws. */
export function readId(text: string): NativeId {
  const id = text.trim().toLowerCase()
  const [, pool, choice, no] = ID.exec(id) ?? []
  if (pool === undefined) return readPage(id)
  if (choice === undefined) return { kind: 'pool', pool }
  return { kind: 'option', pool, place: { choice: Number(choice), isNegative: no !== undefined } }
}

/** Returns the page of a pool. */
export function pageOf(pool: string): string {
  return `https://www.rain.one/detail?id=${pool}`
}

/** Parses `https://www.rain.one/detail?id=<pool>`, and `https://rain.one/markets/<pool>`, the form of another client. */
function readPage(address: string): NativeId {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return none
  const { hostname, pathname, searchParams } = new URL(address)
  if (!/^(www\.)?rain\.one$/.test(hostname)) return none
  const pool = pathname === '/detail' ? searchParams.get('id') : /^\/markets\/([^/]+)\/?$/.exec(pathname)?.[1]
  return POOL_ID.test(pool ?? '') ? { kind: 'pool', pool: pool ?? '' } : none
}
