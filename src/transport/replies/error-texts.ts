import { isGenericWord } from './generic-words.js'

/** Members of error bodies that contain a code or a text. */
const members: ReadonlySet<string> = new Set([
  ...['code', 'error', 'error_type', 'errorCode', 'error_code', 'title', 'reason', 'status', 'name', 'type'],
  ...['message', 'msg', 'detail', 'details', 'description', 'error_description', 'errmsg', 'errorMsg'],
])
const MAX_DEPTH = 2

/** Words for things that only venues have, and intermediate servers do not. */
const things = /order|market|outcome|question|trade|position|balance|account|wallet|profile/i

/** `/orders/1` in a text is a path, which intermediate servers know as well. */
const paths = /\S*\/\S*/g

/**
 * Whether a body with one generic code or text has no other text that only the venue can have written.
 * `{"error":"NotFound", "message":"The request could not be handled."}` is one: its sentence does not mention an order.
 * @param ownGenericWords generic words that the venue itself sends
 */
export function isGenericBody(json: unknown, ownGenericWords: ReadonlySet<string> = new Set()): boolean {
  const texts = textsIn(json, 0).filter((text) => text.trim() !== '')
  const generic = texts.filter(isGenericWord)
  if (generic.length === 0 || generic.some((text) => ownGenericWords.has(text))) return false
  return !texts.some((text) => !isGenericWord(text) && things.test(text.replace(paths, '')))
}

function textsIn(json: unknown, depth: number): readonly string[] {
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) return []
  return Object.entries(json).flatMap(([name, member]) => {
    if (typeof member === 'string') return members.has(name) ? [member] : []
    return textsIn(member, depth + 1)
  })
}
