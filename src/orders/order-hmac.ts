import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs built orders and verifies them when they are submitted: an HMAC over their JSON with sorted members. */
export interface OrderHmac {
  codeOf(value: unknown): string
  matches(value: unknown, code: unknown): boolean
}

/**
 * Creates the HMAC for built orders.
 * @param key random for each run of the daemon, since orders of an earlier run are too old anyway
 */
export function createOrderHmac(key: string): OrderHmac {
  const codeOf = (value: unknown): string =>
    createHmac('sha256', key).update(inOneOrder(value)).digest('base64url')
  return {
    codeOf,
    matches(value, code) {
      if (typeof code !== 'string') return false
      const [own, given] = [Buffer.from(codeOf(value)), Buffer.from(code)]
      return own.length === given.length && timingSafeEqual(own, given)
    },
  }
}

/** Returns JSON with sorted members, the same before and after a round trip through a client. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
