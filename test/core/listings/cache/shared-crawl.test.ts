import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import {
  type Crawl,
  createStillReadingError,
  hangUpOf,
  waitFor,
} from '../../../../src/core/listings/cache/shared-crawl.js'
import { DeadlineExceeded } from '../../../../src/policy/abort.js'

const tooSlow = (waitedMs: number) => new PmxError('EXCHANGE_NOT_AVAILABLE', `waited ${waitedMs} ms`)

describe('a caller who hangs up', () => {
  test('ends what he has begun, also where he left before', () => {
    const caller = new AbortController()
    const hangUp = hangUpOf(caller.signal)
    expect(hangUp.signal.aborted).toBe(false)
    const reason = new Error('he left')
    caller.abort(reason)
    expect([hangUp.signal.aborted, hangUp.signal.reason]).toEqual([true, reason])
    expect(hangUpOf(caller.signal).signal.reason).toBe(reason)
  })

  test('is not one whose time is up', () => {
    const caller = new AbortController()
    const hangUp = hangUpOf(caller.signal)
    caller.abort(new DeadlineExceeded(5))
    expect([hangUp.signal.aborted, hangUpOf(caller.signal).signal.aborted]).toEqual([false, false])
  })

  test('ends nothing once all was answered', () => {
    const caller = new AbortController()
    const hangUp = hangUpOf(caller.signal)
    hangUp.release()
    caller.abort()
    expect(hangUp.signal.aborted).toBe(false)
  })
})

describe('the end of a reading', () => {
  const kept: string[] = []
  const wait = (reading: Promise<string>, signal: AbortSignal) => {
    kept.length = 0
    return waitFor(reading, signal, (rows) => kept.push(rows), tooSlow)
  }

  test('is what its caller gets, and is kept for nobody', async () => {
    expect(await wait(Promise.resolve('rows'), new AbortController().signal)).toBe('rows')
    await expect(wait(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow('no')
    expect(kept).toEqual([])
  })

  test.each(['before', 'meanwhile'])('is kept for a caller whose time was up %s', async (when) => {
    const caller = new AbortController()
    if (when === 'before') caller.abort(new DeadlineExceeded(7))
    let end = (_rows: string): void => undefined
    const reading = new Promise<string>((resolve) => {
      end = resolve
    })
    const told = wait(reading, caller.signal)
    if (when === 'meanwhile') caller.abort(new DeadlineExceeded(7))
    await expect(told).rejects.toThrow('waited 7 ms')
    end('rows')
    await reading
    expect(kept).toEqual(['rows'])
  })

  test('is nothing to one who has left: he is told why', async () => {
    const caller = new AbortController()
    const told = wait(new Promise(() => {}), caller.signal)
    caller.abort(new Error('he left'))
    await expect(told).rejects.toThrow('he left')
  })
})

describe('a list that is not there in time', () => {
  const of = (more: Partial<Crawl>) =>
    createStillReadingError(
      { rows: 0, isWhole: true, hasBegun: true, trouble: () => undefined, ...more },
      'kalshi',
      1_600,
    )
  const trouble = () => new PmxError('RATE_LIMIT_EXCEEDED', 'Too many.')

  test('waits for other lists', () => {
    const { code, message, detail } = of({ hasBegun: false, trouble })
    expect([code, message]).toEqual([
      'EXCHANGE_NOT_AVAILABLE',
      expect.stringContaining('4 other lists of kalshi'),
    ])
    expect(detail).toEqual({
      kind: 'still_listing',
      rowsSoFar: 0,
      cause: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many.' },
    })
  })

  test('is not given by its venue', () => {
    expect(of({ rows: 7, trouble })).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      message: expect.stringContaining('cannot be read at the moment (7 rows so far): Too many.'),
      detail: { rowsSoFar: 7, cause: { code: 'RATE_LIMIT_EXCEEDED' } },
    })
  })

  test('is not answered at all', () => {
    const error = of({})
    expect(error).toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringContaining('did not respond within 2 s'),
    })
    expect(error.detail).toEqual({ kind: 'still_listing', rowsSoFar: 0 })
  })

  test('is long', () => {
    expect(of({ rows: 7 })).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      message: expect.stringContaining('7 rows have been read so far, and reading continues'),
    })
  })
})
