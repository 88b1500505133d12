import type { Refusal } from '../../http/reply.js'
import { readCountOf } from '../../mock-kit/list-endpoint.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { createInvalid } from './replies.js'

const refuse = (name: string): Refusal => createInvalid(`${name} must not be less than 1`)

/** Reads the `page` of a list, from 1. */
export const pageNumber = readCountOf('page', { otherwise: 1, refuse })

/** Returns a reader of the `limit` of a list. @throws 400 above the maximum */
export function readPageLimit(otherwise: number, most: number): (call: MockCall) => number {
  const refuseMore = (name: string): Refusal => createInvalid(`${name} must not be greater than ${most}`)
  return readCountOf('limit', { otherwise, most, refuse, refuseMore })
}
