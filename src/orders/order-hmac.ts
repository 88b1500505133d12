import { createHmac, timingSafeEqual } from 'node:crypto'

/** Tells whether what comes back is what was given out: a code over its JSON with the members in one order. */
export interface OrderHmac {
  codeOf(value: unknown): string
  matches(value: unknown, code: unknown): boolean
}

/** @param key known to this run of the daemon only: what an earlier run built is too old anyway */
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

/** JSON of what JSON makes of it: what a client sends back has been through that. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
