import { expect } from 'vitest'
import { PmxError } from '../../../src/contract/errors.js'

/** The PmxError that the work throws; anything else, or nothing thrown, fails the test. */
export async function pmxErrorOf(work: () => unknown): Promise<PmxError> {
  try {
    await work()
  } catch (error) {
    expect(error).toBeInstanceOf(PmxError)
    if (error instanceof PmxError) return error
  }
  throw new Error('nothing was thrown')
}

/** The work fails because a payload has another shape, and the error names the place. */
export async function expectDrift(work: () => unknown, path: string): Promise<void> {
  const error = await pmxErrorOf(work)
  expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift', path } })
}
