import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'

/** Access of a token to the community's predictions (venues/metaculus/README.md). */
export type Tier = 'restricted' | 'unrestricted'

/** Prefix of tokens with the access tier of a new account. */
const RESTRICTED_PREFIX = 'restricted'

/**
 * Returns the tier of a request's token, which may have a scheme word before it.
 * @throws a 401 refusal without a token, or for one in an impossible format
 */
export function tierOf(headers: Readonly<Record<string, string>>): Tier {
  return tokenOf(headers).startsWith(RESTRICTED_PREFIX) ? 'restricted' : 'unrestricted'
}

/** Returns the token of a request in lower case, which identifies its owner. @throws as {@link tierOf} */
export function tokenOf(headers: Readonly<Record<string, string>>): string {
  const header = headers['authorization']?.trim() ?? ''
  if (header === '') throw createRefusal(401, 'Authentication credentials were not provided.')
  const token = /^(?:Token\s+)?(\S+)$/i.exec(header)?.[1]
  if (token === undefined || !/^[\w-]{8,}$/.test(token)) throw createRefusal(401, 'Invalid token.')
  return token.toLowerCase()
}

/** Returns an error in the format of the site's framework (venues/metaculus/README.md). */
export function createRefusal(status: number, detail: string): Refusal {
  return new Refusal(toFailureReply(status, detail))
}

/** Returns the same as a response. */
export function toFailureReply(status: number, detail: string): Reply {
  return toJsonReply({ detail }, status)
}

/** Returns the error for an invalid parameter; the texts are under its name. */
export function createFieldRefusal(field: string, text: string): Refusal {
  return new Refusal(toJsonReply({ [field]: [text] }, 400))
}
