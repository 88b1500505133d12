import { expect } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'

/** The error of a promise or function that must fail with one of ours; a value is a failing test. */
export async function failureOf(work: () => unknown): Promise<PmxError> {
  let value: unknown
  try {
    value = await work()
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
  throw new Error(`expected an error, got ${JSON.stringify(value)?.slice(0, 300)}`)
}

/** Expects an error of drift whose path contains `path`. */
export async function expectDrift(work: () => unknown, path: string): Promise<void> {
  expect(await driftPath(work)).toContain(path)
}

/** Expects an error of drift at this very path. */
export async function expectDriftAt(work: () => unknown, path: string): Promise<void> {
  expect(await driftPath(work)).toBe(path)
}

async function driftPath(work: () => unknown): Promise<string> {
  const { code, message, detail } = await failureOf(work)
  expect({ code, kind: detail?.['kind'] }, message).toEqual({ code: 'EXCHANGE_NOT_AVAILABLE', kind: 'drift' })
  return String(detail?.['path'])
}

/** What a test relies on, such as a part of a venue's definition or a call that was sent. */
export function present<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the test relies on something that is not there')
  return part
}
