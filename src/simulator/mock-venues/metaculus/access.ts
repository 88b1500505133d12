import { json, Refusal, type Reply } from '../../http/reply.js'

/** What a token may see of the community's predictions (venues/metaculus/README.md). */
export type Tier = 'restricted' | 'unrestricted'

/** Tokens whose text begins so play the tier that every new account has. */
const RESTRICTED_PREFIX = 'restricted'

/**
 * The tier of a request's token, which may stand with or without the word before it.
 * @throws a 401 refusal when there is none, or one that no site would hand out
 */
export function tierOf(headers: Readonly<Record<string, string>>): Tier {
  return tokenOf(headers).startsWith(RESTRICTED_PREFIX) ? 'restricted' : 'unrestricted'
}

/**
 * The token of a request in lower case, which stands for whoever has it.
 * @throws as {@link tierOf}
 */
export function tokenOf(headers: Readonly<Record<string, string>>): string {
  const header = headers['authorization']?.trim() ?? ''
  if (header === '') throw refusal(401, 'Authentication credentials were not provided.')
  const token = /^(?:Token\s+)?(\S+)$/i.exec(header)?.[1]
  if (token === undefined || !/^[\w-]{8,}$/.test(token)) throw refusal(401, 'Invalid token.')
  return token.toLowerCase()
}

/** A failure in the manner of the framework (venues/metaculus/README.md). */
export function refusal(status: number, detail: string): Refusal {
  return new Refusal(failure(status, detail))
}

/** The same as an answer. */
export function failure(status: number, detail: string): Reply {
  return json({ detail }, status)
}

/** A refused parameter: the texts stand under its name. */
export function badField(field: string, text: string): Refusal {
  return new Refusal(json({ [field]: [text] }, 400))
}
